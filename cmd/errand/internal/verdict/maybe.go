package verdict

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"slices"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/events"
	"github.com/errand-go/errand/toolerr"
)

// Parse classifies a text. It returns false if the text cannot be parsed.
const mostOwners = 2

// maybe names the services with a code of a response that no adapter recognises. Of several
// codes, the one with the fewest services counts.
func (e explainer) maybe() (Reason, bool) {
	if e.response == nil || e.options.Service != "" {
		return Reason{}, false
	}
	var codes []string
	owners := map[string][]responder{}
	for _, a := range e.options.responders() {
		if code := e.listedBy(a); code != "" {
			codes = append(codes, code)
			owners[code] = append(owners[code], a)
		}
	}
	if len(codes) == 0 {
		return Reason{}, false
	}
	fewest := len(owners[slices.MinFunc(codes, func(a, b string) int { return cmp.Compare(len(owners[a]), len(owners[b])) })])
	slices.Sort(codes)
	var has, names, flags []string
	for _, code := range slices.Compact(codes) {
		if len(owners[code]) > fewest {
			continue
		}
		var slugs []string
		for _, a := range owners[code] {
			slugs = append(slugs, a.Slug())
			names = append(names, a.Table().Display()+"'s")
			flags = append(flags, "--service "+strings.TrimPrefix(a.Slug(), "_"))
		}
		lists := " lists"
		if len(slugs) > 1 {
			lists = " list"
		}
		has = append(has, code+", which "+strings.Join(slugs, " and ")+lists)
	}
	return Reason{
		About: "service", Decided: "not known", Source: errandsOwn,
		Because: "the body has " + strings.Join(has, ", and ") + ": if it is " + strings.Join(names, " or ") + ", pass " + strings.Join(flags, " or "),
	}, len(names) <= mostOwners
}

// doubts returns reasons why the body of a success may report a failure that only an
// adapter can read, and nil if there are none. The response does not identify that adapter.
func (e explainer) doubts() []Reason {
	if e.options.Service != "" {
		return nil
	}
	doubt := func(because string) []Reason {
		return []Reason{{About: "service", Decided: "not known", Source: errandsOwn, Because: because}}
	}
	e.err = toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{})
	if r, ok := e.maybe(); ok {
		return []Reason{r}
	}
	values, readable := e.values()
	for _, value := range values {
		if sign := signOfFailure(object(value)); sign == toolFailed {
			return doubt("the body has " + sign + ": the tool of an MCP server failed, which a client returns as a result")
		} else if sign != "" {
			return doubt("the body has " + sign + ", and no adapter recognises the response: if one of them reads it, pass --service SLUG")
		}
	}
	if media, _, _ := mime.ParseMediaType(e.response.Header.Get("Content-Type")); !readable && strings.HasSuffix(media, "json") {
		return doubt("the body is not the JSON that its Content-Type promises: a client that decodes it fails")
	}
	return nil
}

// values returns the JSON values of the body, or of its events if it is a stream, and
// whether it has no other data.
func (e explainer) values() (all []json.RawMessage, readable bool) {
	if events.Is(e.response.Header.Get("Content-Type"), e.response.Body) {
		for event := range events.All(e.response.Body) {
			all = append(all, event.Data)
		}
		return all, true
	}
	dec := json.NewDecoder(bytes.NewReader(e.response.Body))
	for {
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return all, errors.Is(err, io.EOF) || e.response.Cut || e.response.Encoding != ""
		}
		all = append(all, value)
	}
}

// toolFailed is in the result of a failed tool of an MCP server.
const toolFailed = `"isError": true`

// signOfFailure returns the member of a body that often reports a failure, and "" if there
// is none.
func signOfFailure(body map[string]any) string {
	for _, member := range []string{"ok", "success"} {
		if body[member] == false {
			return `"` + member + `": false`
		}
	}
	if result, _ := body["result"].(map[string]any); result["isError"] == true {
		return toolFailed
	}
	for _, member := range []string{"error", "errors"} {
		switch v := body[member].(type) {
		case bool: // of Elasticsearch's bulk API
			if v {
				return `"` + member + `": true`
			}
		case string:
			if v != "" {
				return `"` + member + `"`
			}
		case []any:
			if len(v) > 0 {
				return `"` + member + `"`
			}
		case map[string]any:
			if len(v) > 0 {
				return `"` + member + `"`
			}
		}
	}
	return ""
}

// listedBy returns the code in the response's body that an adapter reads and has in its
// table, and "" if there is none. A code that the adapter derives from the status does not
// count: it stays when the body changes.
func (e explainer) listedBy(a responder) string {
	read := func(body []byte) *toolerr.ToolRuntimeError {
		return a.FromAnswer(e.err, e.response.Status, e.response.Header, body)
	}
	te := read(e.response.Body)
	if te == nil || te.VendorCode() == "" {
		return ""
	}
	for _, code := range []string{te.VendorCode(), te.Extra().VendorCode} {
		if !bytes.Contains(e.response.Body, []byte(code)) {
			continue
		}
		if other := read(bytes.ReplaceAll(e.response.Body, []byte(code), []byte("x"))); other == nil || other.VendorCode() != te.VendorCode() {
			return code
		}
	}
	return ""
}
