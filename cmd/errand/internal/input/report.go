package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/errand-go/errand/toolerr"
)

// parseReport parses a report in the form of json.Marshal(err.Report()). It ignores unknown
// fields; known ones must be valid.
func parseReport(data []byte) (*toolerr.Report, error) {
	var keys map[string]json.RawMessage
	if err := decode(data, "one report", &keys); err != nil {
		return nil, err
	}
	if keys["success"] != nil {
		return nil, &Error{
			Line: 1, Expected: "a report", Found: "a payload, which is what the model saw",
			Hint: "save json.Marshal(err.Report()) instead: it has what the developer needs",
		}
	}
	if keys["kind"] == nil {
		return nil, &Error{
			Line: 1, Expected: `a report, which has a "kind"`, Found: "JSON without one",
			Hint: "if it is the body of a response, " + bodyHint,
		}
	}
	var r toolerr.Report
	if err := decode(data, "one report", &r); err != nil {
		return nil, err
	}
	refuse := func(expected, found string) error {
		return &Error{Line: 1, Expected: expected, Found: quote(found), Hint: "errand explain lists them"}
	}
	switch {
	case !r.Kind.Known():
		return nil, refuse(`a "kind" of errand`, string(r.Kind))
	case r.Code != "" && !r.Code.Known():
		return nil, refuse(`a "code" of errand`, string(r.Code))
	case r.StatusCode != 0 && (r.StatusCode < 100 || r.StatusCode > 999):
		return nil, &Error{Line: 1, Expected: `"status_code" to be an HTTP status`, Found: "another number"}
	}
	// In a manually edited report there may be credentials. A report that errand wrote has none.
	r.Message, r.Hint = Redacted(r.Message), Redacted(r.Hint)
	for i, p := range r.Problems {
		r.Problems[i].Path, r.Problems[i].Problem = Redacted(p.Path), Redacted(p.Problem)
	}
	return &r, nil
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
	return data, decode(data, what, &map[string]json.RawMessage{})
}

// decode decodes the only object in data. what names the object in errors, which have the
// line.
func decode(data []byte, what string, into any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	err := dec.Decode(into)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok && syntax.Offset < int64(len(data)) {
		return &Error{Line: lineAt(data, syntax.Offset), Expected: "JSON", Found: err.Error()}
	}
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		expected := what + ", a JSON object"
		if mismatch.Field != "" {
			expected = fmt.Sprintf("%q to be a %s", mismatch.Field, mismatch.Type)
		}
		return &Error{Line: lineAt(data, mismatch.Offset), Expected: expected, Found: "a " + mismatch.Value}
	}
	if err != nil {
		return &Error{Line: lineAt(data, int64(len(data))), Expected: "JSON"} // it ends early
	}
	end := dec.InputOffset()
	if rest := bytes.TrimSpace(data[end:]); len(rest) > 0 {
		first, _, _ := bytes.Cut(rest, []byte("\n"))
		start := int64(len(data) - len(bytes.TrimLeft(data[end:], " \t\r\n")))
		return &Error{Line: lineAt(data, start), Expected: "the end of the input after " + what, Found: quote(string(first))}
	}
	return nil
}

// lineAt returns the line of an offset.
func lineAt(data []byte, offset int64) int {
	offset = min(max(offset, 0), int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte("\n"))
}
