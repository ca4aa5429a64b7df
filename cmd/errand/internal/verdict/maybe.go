package verdict

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// mostOwners is how many services may list a code that still shows whose it may be.
const mostOwners = 2

// maybe names the services that list a code of a response that no adapter
// recognises. Of several codes the one counts that the fewest services list.
func (e explainer) maybe() (Reason, bool) {
	if e.response == nil || e.options.Service != "" {
		return Reason{}, false
	}
	var codes []string
	owners := map[string][]spec.Responder{}
	for _, a := range e.options.responders() {
		if code := e.listedBy(a); code != "" {
			codes = append(codes, code)
			owners[code] = append(owners[code], a)
		}
	}
	if len(codes) == 0 {
		return Reason{}, false
	}
	code := slices.MinFunc(codes, func(a, b string) int { return cmp.Compare(len(owners[a]), len(owners[b])) })
	var slugs, names, flags []string
	for _, a := range owners[code] {
		slugs = append(slugs, a.Slug())
		names = append(names, a.Table().Display()+"'s")
		flags = append(flags, "--service "+strings.TrimPrefix(a.Slug(), "_"))
	}
	lists := " lists"
	if len(slugs) > 1 {
		lists = " list"
	}
	return Reason{
		About: "service", Decided: "not known", Source: errandsOwn,
		Because: "the body has " + code + ", which " + strings.Join(slugs, " and ") + lists + ": if it is " + strings.Join(names, " or ") + ", pass " + strings.Join(flags, " or "),
	}, len(slugs) <= mostOwners
}

// doubts returns what in the body of a success may be a failure that only an adapter can
// read which the response does not show; nil if there is nothing.
func (e explainer) doubts() []Reason {
	if e.options.Service != "" {
		return nil
	}
	e.err = toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{})
	if r, ok := e.maybe(); ok {
		return []Reason{r}
	}
	body := spec.JSON[map[string]any](e.response.Body)
	for _, member := range []string{"ok", "success"} {
		if body[member] == false {
			return []Reason{{
				About: "service", Decided: "not known", Source: errandsOwn,
				Because: `the body has "` + member + `": false, and no adapter recognises the response: if one of them reads it, pass --service SLUG`,
			}}
		}
	}
	return nil
}

// listedBy returns the code in the response's body that an adapter reads and lists;
// "" if there is none. A code that the adapter takes from the status does not count:
// it stays when the body changes.
func (e explainer) listedBy(a spec.Responder) string {
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
