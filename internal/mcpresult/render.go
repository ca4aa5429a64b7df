package mcpresult

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/toolerr"
)

// MetaKey is the key of _meta under which the result of a failed call holds the payload
// as an object.
const MetaKey = "io.github.errand-go/error"

// An Object is the payload of a failure as it stands in _meta. Middleware further out,
// in the same process, finds the error in it.
type Object struct {
	err *toolerr.ToolRuntimeError
	raw json.RawMessage
}

// MarshalJSON returns the payload.
func (o Object) MarshalJSON() ([]byte, error) { return o.raw, nil }

// ErrorIn returns the error of a value that is an [Object], nil for any other.
func ErrorIn(v any) *toolerr.ToolRuntimeError {
	o, _ := v.(Object)
	return o.err
}

// Render returns what a model reads of a failure, and the payload.
func (g *Guard) Render(te *toolerr.ToolRuntimeError) (text string, payload Object) {
	payload = Object{te, te.Payload().AppendJSON(nil)}
	if g.PlainText {
		return Plain(te), payload
	}
	return string(payload.raw), payload
}

// Raw returns the payload's JSON.
func (o Object) Raw() json.RawMessage { return o.raw }

// Plain returns a failure as sentences: what the tool said, if the model may read it, or
// else errand's sentence; the hint; what to change, a line for each problem; and one line
// with the facts, such as "status 429; retry after 7 s".
func Plain(te *toolerr.ToolRuntimeError) string {
	first := te.Resolution().Upstream.String()
	if first == "" {
		first = te.Message().String()
	}
	var b strings.Builder
	b.WriteString(first)
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

// facts are what errand knows of a failure besides what it says.
func facts(te *toolerr.ToolRuntimeError) (all []string) {
	if status := te.StatusCode(); status != 0 {
		all = append(all, "status "+strconv.Itoa(status))
	}
	if code := te.VendorCode(); code != "" {
		all = append(all, "code "+code)
	}
	wait, waits := te.RetryAfter()
	switch {
	case te.CanRetry() && waits:
		all = append(all, "retry after "+strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10)+" s")
	case te.CanRetry():
		all = append(all, "a retry may succeed")
	}
	if te.Effect() == toolerr.EffectUnknown {
		all = append(all, "the call may have had an effect")
	}
	if te.RequiresUserAction() {
		all = append(all, "a person has to act first")
	}
	return all
}

// BadOutput returns the error of a result that the client cannot be sent.
func BadOutput(cause error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{}, toolerr.WithCause(cause),
		toolerr.WithEffect(toolerr.EffectUnknown)) // the tool has done its work
}

// Nothing returns the error of a handler that returned neither a result nor an error.
func Nothing() *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{},
		toolerr.WithDeveloperMessage("the handler returned neither a result nor an error"))
}

// Encode is json.Marshal under a recover: a marshaler may be anybody's.
func Encode(v any) (raw []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("encoding the result panicked")
		}
	}()
	return json.Marshal(v)
}

// Encodable returns the error for a result that cannot be sent, nil for one that can.
func Encodable(v any) error {
	if _, err := Encode(v); err != nil {
		return BadOutput(err)
	}
	return nil
}

// PlainStructured reports whether encoding cannot fail at the structured content of a result.
func PlainStructured(v any) bool {
	switch s := v.(type) {
	case nil:
		return true
	case json.RawMessage:
		return json.Valid(s)
	}
	return false
}

// ErrorText is err.Error() under a recover: an error may be anybody's.
func ErrorText(err error) (s string) {
	defer func() { _ = recover() }()
	return err.Error()
}

// Text joins the texts of a marked result; structured is its structured content, which
// is read where there is no text.
func Text(texts []string, structured any) string {
	if text := strings.Join(texts, "\n"); text != "" || structured == nil {
		return text
	}
	raw, _ := Encode(structured)
	return string(raw)
}
