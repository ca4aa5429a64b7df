package mcptools

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/integrations/mcptools/internal/contents"
	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// MetaKey is the key of _meta under which the result of a failed call has what its text does
// not: the members of toolerr.Payload that programs need, such as kind, can_retry and
// status_code.
const MetaKey = mcpresult.MetaKey

// blank returns an empty result, marked for the client's version like the SDK's results of
// handlers.
func blank(req *mcp.CallToolRequest) *mcp.CallToolResult {
	res := &mcp.CallToolResult{}
	if req.Session == nil {
		return res
	}
	if p := req.Session.InitializeParams(); p == nil || p.ProtocolVersion >= contents.VersionWithResultType {
		// The field can only be set by decoding.
		_ = json.Unmarshal([]byte(`{"content":[],"resultType":"complete"}`), res)
	}
	return res
}

// failure returns the result for te.
func (g *guard) failure(te *toolerr.ToolRuntimeError, o outcome) *mcp.CallToolResult {
	text, meta := g.Render(te)
	res := *o.failed // a handler may return the same one again
	res.Meta = maps.Clone(o.meta)
	if res.Meta == nil {
		res.Meta = mcp.Meta{}
	}
	maps.Copy(res.Meta, meta)
	res.Content = append([]mcp.Content{&mcp.TextContent{Text: text}}, o.kept...)
	res.StructuredContent = nil
	res.SetError(te) // for outer middleware, which reads it with GetError
	return &res
}

// fail returns the outcome of a handler that failed. It keeps the handler's own _meta, and
// its images and sounds.
func fail(cr *mcp.CallToolResult) outcome {
	o := outcome{failed: cr}
	if _, bad := mcpresult.Encode(cr.Meta); bad == nil {
		o.meta = cr.Meta
	}
	kept := slices.DeleteFunc(slices.Clone(cr.Content), textual)
	if _, bad := mcpresult.Encode(kept); bad == nil {
		o.kept = kept
	}
	return o
}

// textual reports whether a block contains text for a model.
func textual(c mcp.Content) bool {
	switch c.(type) {
	case *mcp.ImageContent, *mcp.AudioContent:
		return false
	}
	return true
}

// withText returns the error of a result, with the text that the tool wrote for the client
// instead of the error's own.
func withText(cr *mcp.CallToolResult, err error) error {
	if written := strings.Join(contents.Texts(cr.Content), "\n"); written != "" && written != mcpresult.ErrorText(err) {
		return mcpresult.Marked(written, err)
	}
	return err
}

// unknownTool reports whether err is the SDK's answer to a call of a tool that the server
// does not have (go-sdk v1.8.0, mcp/server.go, callTool).
func unknownTool(err error, name string) bool {
	e, ok := err.(*jsonrpc.Error) //nolint:errorlint // the SDK returns it as it is
	return ok && e != nil && e.Code == jsonrpc.CodeInvalidParams && e.Message == fmt.Sprintf("unknown tool %q", name)
}

// outputPrefixes are prefixes of the errors of go-sdk v1.8.0 (mcp/server.go, toolForErr)
// for an output that violates the tool's own schema. They have no type, and contain values.
var outputPrefixes = []string{"validating tool output: ", "marshaling output: "}

// badOutput returns the error of an output that the SDK refused to send, and any other
// error unchanged.
func badOutput(err error) error {
	for _, prefix := range outputPrefixes {
		if strings.HasPrefix(mcpresult.ErrorText(err), prefix) {
			return mcpresult.BadOutput(err)
		}
	}
	return err
}

// sendable returns an error for a result of a tool, a resource or a prompt that cannot be
// encoded, for which the SDK (v1.8.0) would never respond to the client. A tool's texts,
// which can be encoded always, are left out, because they may be long.
func sendable(res mcp.Result) error {
	if res == (*mcp.ReadResourceResult)(nil) || res == (*mcp.GetPromptResult)(nil) {
		return mcpresult.Nothing()
	}
	if cr, ok := res.(*mcp.CallToolResult); ok {
		short := *cr
		short.Content = slices.Clone(cr.Content)
		for i, c := range cr.Content {
			if text, ok := c.(*mcp.TextContent); ok && text != nil {
				empty := *text
				empty.Text = ""
				short.Content[i] = &empty
			}
		}
		res = &short
	}
	return mcpresult.Encodable(res)
}
