package mcpgotools

import (
	"context"
	"encoding/json"
	"maps"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// fail returns the outcome of a handler that marked its result as an error.
func fail(res *mcp.CallToolResult) (o outcome) {
	if _, bad := mcpresult.Encode(res.Meta); bad == nil {
		o.meta = res.Meta
	}
	kept := slices.DeleteFunc(slices.Clone(res.Content), textual)
	if _, bad := mcpresult.Encode(kept); bad == nil {
		o.kept = kept
	}
	return o
}

// merged returns _meta with members added.
func merged(meta *mcp.Meta, more map[string]any) *mcp.Meta {
	added := &mcp.Meta{}
	if meta != nil {
		added.ProgressToken, added.AdditionalFields = meta.ProgressToken, maps.Clone(meta.AdditionalFields)
	}
	if added.AdditionalFields == nil {
		added.AdditionalFields = map[string]any{}
	}
	maps.Copy(added.AdditionalFields, more)
	return added
}

// errorIn returns the error of a result that this package created.
func errorIn(res *mcp.CallToolResult) *toolerr.ToolRuntimeError {
	if res.Meta == nil {
		return nil
	}
	return mcpresult.ErrorIn(res.Meta.AdditionalFields[MetaKey])
}

// textual reports whether a block contains text for a model.
func textual(c mcp.Content) bool {
	switch c.(type) {
	case mcp.ImageContent, *mcp.ImageContent, mcp.AudioContent, *mcp.AudioContent:
		return false
	}
	return true
}

// texts returns the texts in the blocks of a result.
func texts(content []mcp.Content) (all []string) {
	for _, c := range content {
		switch c := c.(type) {
		case mcp.TextContent:
			all = append(all, c.Text)
		case *mcp.TextContent:
			if c != nil {
				all = append(all, c.Text)
			}
		case mcp.EmbeddedResource:
			all = append(all, textIn(c.Resource)...)
		case *mcp.EmbeddedResource:
			if c != nil {
				all = append(all, textIn(c.Resource)...)
			}
		}
	}
	return all
}

func textIn(r mcp.ResourceContents) []string {
	switch r := r.(type) {
	case mcp.TextResourceContents:
		return []string{r.Text}
	case *mcp.TextResourceContents:
		if r != nil {
			return []string{r.Text}
		}
	}
	return nil
}

// sendable returns an error for a result that cannot be encoded. A client of mcp-go
// (v0.44.0) would get no response, or one with internals of the server. A tool's texts,
// which can be encoded always, are left out, because they may be long.
func sendable(res any) error {
	if res == (*mcp.GetPromptResult)(nil) {
		return mcpresult.Nothing()
	}
	if r, ok := res.(*mcp.CallToolResult); ok && r != nil {
		short := *r
		short.Content = slices.Clone(r.Content)
		for i, c := range r.Content {
			if text, ok := c.(mcp.TextContent); ok {
				text.Text = ""
				short.Content[i] = text
			}
		}
		res = &short
	}
	return mcpresult.Encodable(res)
}

// wanted reports whether err itself is a JSON-RPC error. A wrapped one is from the tool's
// own call elsewhere.
func wanted(err error) bool {
	_, ok := err.(interface{ JSONRPCError() mcp.JSONRPCError })
	return ok
}

// definition is what the server has about a tool, for the session in ctx.
func definition(ctx context.Context, tool string) mcpresult.Definition {
	return mcpresult.Definition{
		Schema: func() json.RawMessage {
			t := toolOf(ctx, tool)
			switch {
			case t == nil:
				return nil
			case t.RawInputSchema != nil:
				return t.RawInputSchema
			}
			raw, _ := mcpresult.Encode(t.InputSchema)
			return raw
		},
		Repeatable: func() bool {
			t := toolOf(ctx, tool)
			set := func(hint *bool) bool { return hint != nil && *hint }
			return t != nil && (set(t.Annotations.ReadOnlyHint) || set(t.Annotations.IdempotentHint))
		},
	}
}

// toolOf returns a tool for the session in ctx, and nil if it is not available.
func toolOf(ctx context.Context, tool string) *mcp.Tool {
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithTools); ok {
		if own, ok := session.GetSessionTools()[tool]; ok {
			return &own.Tool
		}
	}
	s := server.ServerFromContext(ctx)
	if s == nil {
		return nil
	}
	if known := s.GetTool(tool); known != nil {
		return &known.Tool
	}
	return nil
}
