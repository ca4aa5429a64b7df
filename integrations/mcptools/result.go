package mcptools

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/toolerr"
)

// MetaKey is the key of _meta under which the result of a failed call holds the
// payload as an object, for programs that do not want to parse a text block.
const MetaKey = "io.github.errand-go/error"

// versionWithResultType is the first version of the protocol whose results say
// whether they are complete (go-sdk v1.8.0, mcp/mrtr.go).
const versionWithResultType = "2026-07-28"

// blank is an empty result, marked for the client's version as the SDK marks
// those of handlers.
func blank(req *mcp.CallToolRequest) *mcp.CallToolResult {
	res := &mcp.CallToolResult{}
	if req.Session == nil {
		return res
	}
	if p := req.Session.InitializeParams(); p == nil || p.ProtocolVersion >= versionWithResultType {
		// The field has no other way in.
		_ = json.Unmarshal([]byte(`{"content":[],"resultType":"complete"}`), res)
	}
	return res
}

// failure is the result that says te.
func (g *guard) failure(te *toolerr.ToolRuntimeError, o outcome) *mcp.CallToolResult {
	payload := json.RawMessage(te.Payload().AppendJSON(nil))
	res := *o.failed // a handler may return the same one again and again
	res.Meta = maps.Clone(o.meta)
	if res.Meta == nil {
		res.Meta = mcp.Meta{}
	}
	res.Meta[MetaKey] = payload
	res.Content = append([]mcp.Content{&mcp.TextContent{Text: string(payload)}}, o.kept...)
	res.StructuredContent = nil
	if g.structured {
		res.StructuredContent = payload
	}
	res.SetError(te) // for middleware further out, which finds it by GetError
	return &res
}

// fail is the outcome of a handler that failed. What the handler said of it by
// itself stays: _meta, and the content that SetError cannot have written.
func fail(cr *mcp.CallToolResult) outcome {
	o := outcome{failed: cr}
	if _, bad := encode(cr.Meta); bad == nil {
		o.meta = cr.Meta
	}
	kept := slices.DeleteFunc(slices.Clone(cr.Content), ofSetError)
	if _, bad := encode(kept); bad == nil {
		o.kept = kept
	}
	return o
}

// ofSetError reports whether SetError (go-sdk v1.8.0, mcp/protocol.go) may have
// written a block. Its text is no sign: an error may say something else every
// time it is asked, and another one may have been set since. Nor is its place:
// the SDK itself puts an output behind it.
func ofSetError(c mcp.Content) bool {
	t, ok := c.(*mcp.TextContent)
	return ok && t != nil && t.Meta == nil && t.Annotations == nil
}

// outputPrefixes begin the errors of go-sdk v1.8.0 (mcp/server.go, toolForErr)
// for an output that does not fit the tool's own schema. They have no type, and
// repeat values.
var outputPrefixes = []string{"validating tool output: ", "marshaling output: "}

// badOutput returns the error of an output that the SDK refused to send, and any
// other error as it is.
func badOutput(err error) error {
	for _, prefix := range outputPrefixes {
		if strings.HasPrefix(text(err), prefix) {
			return unusable(err)
		}
	}
	return err
}

func unusable(cause error) *toolerr.ToolRuntimeError {
	return toolerr.New(toolerr.KindToolBadOutputValue, toolerr.Message{}, toolerr.WithCause(cause),
		toolerr.WithEffect(toolerr.EffectUnknown)) // the tool has done its work
}

// encodable returns an error for a result that cannot be sent: the SDK (v1.8.0)
// leaves the client waiting for ever then. A result of plain texts can.
func encodable(cr *mcp.CallToolResult) error {
	if plain(cr) {
		return nil
	}
	if _, err := encode(cr); err != nil {
		return unusable(err)
	}
	return nil
}

// plain reports whether there is nothing in the result that encoding could fail at.
func plain(cr *mcp.CallToolResult) bool {
	if cr.Meta != nil {
		return false
	}
	for _, c := range cr.Content {
		if text, ok := c.(*mcp.TextContent); !ok || text == nil || text.Meta != nil || text.Annotations != nil {
			return false
		}
	}
	switch s := cr.StructuredContent.(type) {
	case nil:
		return true
	case json.RawMessage:
		return json.Valid(s)
	default:
		return false
	}
}

// encode is json.Marshal under a recover: a marshaler may be anybody's.
func encode(v any) (raw []byte, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("encoding the result panicked")
		}
	}()
	return json.Marshal(v)
}

// text is err.Error() under a recover: an error may be anybody's.
func text(err error) (s string) {
	defer func() { _ = recover() }()
	return err.Error()
}
