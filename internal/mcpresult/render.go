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

// Render returns the text of a failure for a model, and the members of _meta for programs:
// an [Object] with what the text does not have, and what no model reads. If the text is the
// payload, that is the parts of its problems.
func (g *Guard) Render(te *toolerr.ToolRuntimeError) (text string, meta map[string]any) {
	facts := te.Payload().WithParts().Map()
	if g.JSON {
		text = te.Payload().String()
		maps.DeleteFunc(facts, func(key string, _ any) bool { return key != "problems" })
	} else {
		text = te.PlainText()
		said := []string{"success", "upstream_message", "hint", "error"}
		if _, ok := facts["upstream_message"]; ok {
			said = said[:2] // a client cannot tell errand's lines from the service's
		}
		for _, key := range said {
			delete(facts, key)
		}
	}
	addAccess(facts, te)
	meta = map[string]any{MetaKey: Object{te, facts}}
	if g.Drafts && te.Reference() != "" {
		meta[ToolFailureKey] = toolFailure(te)
	}
	return text, meta
}

// addAccess adds what a client's program needs to sign in or to ask for access: words of
// errand, and what the author of the tool stated.
func addAccess(facts map[string]any, te *toolerr.ToolRuntimeError) {
	a, refused := te.Access()
	if !refused {
		return
	}
	facts["access"] = a.Fact
	c := te.Credentials()
	if c.Owner != "" {
		facts["owner"] = c.Owner
	}
	if c.Owner == toolerr.OwnerServer {
		return
	}
	facts["guidance"] = te.Guidance()
	if len(c.Scopes) > 0 {
		facts["scopes"] = c.Scopes
	}
	if c.ResourceMetadata != "" {
		facts["resource_metadata"] = c.ResourceMetadata
	}
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

// UnknownTool returns the error of a call of a tool that the server does not have, as a
// model reads it (SEP-2145).
func UnknownTool(cause error) error {
	return toolerr.New(toolerr.KindToolBadInputValue, toolerr.Msg("The server does not have this tool."), toolerr.WithCause(cause),
		toolerr.WithEffect(toolerr.EffectNone), toolerr.WithHint(toolerr.Msg("Look up which tools the server has.")))
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
