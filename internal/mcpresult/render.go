package mcpresult

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// MetaKey is the key in _meta of a failed call's result under which the payload is an
// object.
const MetaKey = "io.github.errand-go/error"

// An Object is the payload of a failure in _meta. Outer middleware in the same process
// finds the error in it.
type Object struct {
	err *toolerr.ToolRuntimeError
	raw json.RawMessage
}

// MarshalJSON returns the payload.
func (o Object) MarshalJSON() ([]byte, error) { return o.raw, nil }

// ErrorIn returns the error of a value that is an [Object], and nil for any other.
func ErrorIn(v any) *toolerr.ToolRuntimeError {
	o, _ := v.(Object)
	return o.err
}

// Render returns the text of a failure for a model, and the payload.
func (g *Guard) Render(te *toolerr.ToolRuntimeError) (text string, payload Object) {
	payload = Object{te, te.Payload().AppendJSON(nil)}
	if g.PlainText {
		return Plain(te), payload
	}
	return string(payload.raw), payload
}

// Raw returns the payload's JSON.
func (o Object) Raw() json.RawMessage { return o.raw }

// Plain returns a failure as sentences: the tool's text if the model may read it, or
// otherwise errand's message; the hint; a line for each problem; and a line with the facts,
// such as "status 429; retry after 7 s".
func Plain(te *toolerr.ToolRuntimeError) string {
	var b strings.Builder
	if text := te.Resolution().Upstream.String(); text != "" {
		b.WriteString(text + strings.TrimPrefix(te.Told(), te.Message().String()))
	} else {
		b.WriteString(te.Told())
	}
	line := func(parts ...string) {
		b.WriteByte('\n')
		for _, p := range parts {
			b.WriteString(p)
		}
	}
	if hint := te.Hint().String(); hint != "" {
		line(hint)
	}
	for _, p := range te.Problems() {
		if p.Path == "" {
			line("- ", p.Problem.String())
		} else {
			line("- ", p.Path, ": ", p.Problem.String())
		}
	}
	if facts := facts(te); len(facts) > 0 {
		line(strings.Join(facts, "; "))
	}
	return b.String()
}

// facts returns errand's data about a failure besides its texts.
func facts(te *toolerr.ToolRuntimeError) (all []string) {
	if status := te.StatusCode(); status != 0 {
		all = append(all, "status "+strconv.Itoa(status))
	}
	if code := te.VendorCode(); code != "" {
		all = append(all, "code "+code)
	}
	wait, waits := te.RetryAfter()
	switch {
	case te.Repeats() && waits:
		all = append(all, "retry after "+strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10)+" s")
	case te.Repeats():
		all = append(all, "a retry may succeed")
	}
	if te.RequiresUserAction() {
		all = append(all, "a person has to act first")
	}
	return all
}

// BadOutput returns the error of a result that cannot be sent to the client.
func BadOutput(cause error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{}, toolerr.WithCause(cause),
		toolerr.WithEffect(toolerr.EffectUnknown)) // the tool has done its work
}

// Nothing returns the error of a handler that returned neither a result nor an error.
func Nothing() *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{},
		toolerr.WithDeveloperMessage("the handler returned neither a result nor an error"))
}

// Encode is json.Marshal. It recovers panics, because a marshaler may come from any
// package.
func Encode(v any) (raw []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("encoding the result panicked")
		}
	}()
	return json.Marshal(v)
}

// Encodable returns the error of a result that cannot be sent, or nil.
func Encodable(v any) error {
	if _, err := Encode(v); err != nil {
		return BadOutput(err)
	}
	return nil
}

// ErrorText returns err.Error(). It recovers panics, because an error may come from any
// package.
func ErrorText(err error) (s string) {
	defer func() { _ = recover() }()
	return err.Error()
}

// Text joins the texts of a marked result. structured is its structured content, which is
// used if there is no text.
func Text(texts []string, structured any) string {
	if text := strings.Join(texts, "\n"); text != "" || structured == nil {
		return text
	}
	raw, _ := Encode(structured)
	return string(raw)
}
