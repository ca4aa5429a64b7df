package mcpresult

import (
	"encoding/json"
	"errors"
	"maps"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// MetaKey is the key in _meta of a failed call's result under which programs find an
// [Object].
const MetaKey = "io.github.errand-go/error"

// An Object has the members of a failure's payload that are not in the text of its result.
// Outer middleware in the same process finds the error in it.
type Object struct {
	err   *toolerr.ToolRuntimeError
	facts map[string]any
}

// MarshalJSON returns the members.
func (o Object) MarshalJSON() ([]byte, error) { return json.Marshal(o.facts) }

// ErrorIn returns the error of a value that is an [Object], and nil for any other.
func ErrorIn(v any) *toolerr.ToolRuntimeError {
	o, _ := v.(Object)
	return o.err
}

// Render returns the text of a failure for a model, and what programs need besides: only the
// parts of the problems if the text is the payload.
func (g *Guard) Render(te *toolerr.ToolRuntimeError) (text string, more Object) {
	facts, said := te.Payload().WithParts().Map(), []string{"success", "upstream_message", "hint", "error"}
	if g.JSON {
		maps.DeleteFunc(facts, func(key string, _ any) bool { return key != "problems" })
		return te.Payload().String(), Object{te, facts}
	}
	if _, ok := facts["upstream_message"]; ok {
		said = said[:2] // a client cannot tell errand's lines from the service's
	}
	for _, key := range said {
		delete(facts, key)
	}
	return te.PlainText(), Object{te, facts}
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
