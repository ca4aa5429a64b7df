package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/private"
	"github.com/errand-go/errand/toolerr"
)

// parseReport parses a report in the form of json.Marshal(err.Report()). It ignores unknown
// fields; known ones must be valid.
func parseReport(data []byte) (*toolerr.Report, error) {
	keys, err := keysOf(data, "one report")
	if err != nil {
		return nil, err
	}
	if line, ok := keys["success"]; ok {
		return nil, &Error{
			Line: line, Expected: "a report", Found: "a payload, which is what the model saw",
			Hint: "save json.Marshal(err.Report()) instead: it has what the developer needs",
		}
	}
	if keys["kind"] == 0 {
		return nil, &Error{
			Line: 1, Expected: `a report, which has a "kind"`, Found: "JSON without one",
			Hint: "if it is the body of a response, use curl -i, which prints the headers too",
		}
	}
	var report toolerr.Report
	if err := json.Unmarshal(data, &report); err != nil {
		return nil, jsonError(data, err)
	}
	if err := check(report, keys); err != nil {
		return nil, err
	}
	redact(&report)
	return &report, nil
}

// MaxCall is the maximum size of a call's arguments or schema. The library ignores longer
// ones, so [Object] refuses them.
const MaxCall = 256 << 10

// Object reads a JSON object, such as the arguments of a call; what names it. Its errors
// are *[Error] and those of r.
func Object(r io.Reader, what string) (json.RawMessage, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxCall+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxCall {
		return nil, &Error{Line: lineAt(data, MaxCall), Expected: "the end of " + what + ", which may have 256 KiB", Found: "more"}
	}
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if _, err := keysOf(data, what); err != nil {
		return nil, err
	}
	return data, nil
}

// redact removes credentials from the texts for the agent: in a manually edited report they
// may be there. A report that errand wrote has none.
func redact(r *toolerr.Report) {
	r.Message, r.Hint = private.Redacted(r.Message), private.Redacted(r.Hint)
	for i, p := range r.Problems {
		r.Problems[i].Path, r.Problems[i].Problem = private.Redacted(p.Path), private.Redacted(p.Problem)
	}
}

// keysOf returns the members of the object in data, with their lines. what names the object
// in errors.
func keysOf(data []byte, what string) (map[string]int, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, &Error{Line: lineAt(data, dec.InputOffset()), Expected: what + ", a JSON object", Found: "something else"}
	}
	keys := map[string]int{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, jsonError(data, err)
		}
		name, _ := key.(string) // the key of an object is always a string
		keys[name] = lineAt(data, dec.InputOffset())
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, jsonError(data, err)
		}
	}
	if _, err := dec.Token(); err != nil {
		return nil, jsonError(data, err)
	}
	end := dec.InputOffset()
	if rest := bytes.TrimSpace(data[end:]); len(rest) > 0 {
		start := int64(len(data)) - int64(len(bytes.TrimLeft(data[end:], " \t\r\n")))
		first, _, _ := bytes.Cut(rest, []byte("\n"))
		return nil, &Error{Line: lineAt(data, start), Expected: "the end of the input after " + what, Found: quote(string(first))}
	}
	return keys, nil
}

// check refuses values that no report has.
func check(r toolerr.Report, keys map[string]int) error {
	refuse := func(key, value string, words ...string) error {
		return &Error{Line: keys[key], Expected: `"` + key + `" to be ` + list(words), Found: quote(value)}
	}
	switch {
	case !r.Kind.Known():
		return &Error{Line: keys["kind"], Expected: `a "kind" of errand`, Found: quote(string(r.Kind)), Hint: "errand explain lists them"}
	case r.Code != "" && !r.Code.Known():
		return &Error{Line: keys["code"], Expected: `a "code" of errand`, Found: quote(string(r.Code)), Hint: "errand explain lists them"}
	case !slices.Contains([]toolerr.Effect{toolerr.EffectUnset, toolerr.EffectNone, toolerr.EffectUnknown}, r.Effect):
		return refuse("effect", string(r.Effect), string(toolerr.EffectNone), string(toolerr.EffectUnknown))
	case !slices.Contains([]toolerr.Guidance{"", toolerr.GuidanceNone, toolerr.GuidanceRetryWithBackoff, toolerr.GuidanceRefreshAuthThenRetry}, r.Guidance):
		return refuse("guidance", string(r.Guidance),
			string(toolerr.GuidanceNone), string(toolerr.GuidanceRetryWithBackoff), string(toolerr.GuidanceRefreshAuthThenRetry))
	case r.StatusCode != 0 && (r.StatusCode < 100 || r.StatusCode > 999):
		return &Error{Line: keys["status_code"], Expected: `"status_code" to be an HTTP status`, Found: "another number"}
	case r.RetryAfterMS != nil && *r.RetryAfterMS < 0:
		return &Error{Line: keys["retry_after_ms"], Expected: `"retry_after_ms" to be 0 or more`, Found: "a negative number"}
	}
	return nil
}

// list returns "a, b or c".
func list(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// jsonError returns an error of encoding/json with its line.
func jsonError(data []byte, err error) error {
	var offset int64
	expected, found := "JSON", err.Error()
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = syntax.Offset
		if offset >= int64(len(data)) {
			found = ""
		}
	} else if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		offset = mismatch.Offset
		expected, found = `"`+mismatch.Field+`" to be `+jsonName(mismatch.Type), "a "+mismatch.Value
	} else {
		offset, found = int64(len(data)), "" // io.EOF and io.ErrUnexpectedEOF
	}
	return &Error{Line: lineAt(data, offset), Expected: expected, Found: found}
}

// jsonName returns JSON's name for the values of a Go type.
func jsonName(t reflect.Type) string {
	switch t.Kind() { //nolint:exhaustive // the kinds that a report has
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Struct:
		return "an object"
	case reflect.Slice:
		return "an array"
	default:
		return "a whole number"
	}
}

// lineAt returns the line of an offset.
func lineAt(data []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}
