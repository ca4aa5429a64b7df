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

// withPayload returns _meta with the payload added.
func withPayload(meta *mcp.Meta, payload mcpresult.Object) *mcp.Meta {
	added := &mcp.Meta{}
	if meta != nil {
		added.ProgressToken, added.AdditionalFields = meta.ProgressToken, maps.Clone(meta.AdditionalFields)
	}
	if added.AdditionalFields == nil {
		added.AdditionalFields = map[string]any{}
	}
	added.AdditionalFields[MetaKey] = payload
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

// encodable returns an error for a result that cannot be encoded. A client of mcp-go
// (v0.44.0) would get no response, or one with internals of the server. A result of plain
// texts can be encoded.
func encodable(res *mcp.CallToolResult) error {
	if plain(res) {
		return nil
	}
	return mcpresult.Encodable(res)
}

// plain reports whether every field of the result can be encoded.
func plain(res *mcp.CallToolResult) bool {
	if res.Meta != nil {
		return false
	}
	for _, c := range res.Content {
		if !plainText(c) {
			return false
		}
	}
	return mcpresult.PlainStructured(res.StructuredContent)
}

// plainText reports whether a block has only text.
func plainText(c mcp.Content) bool {
	text, ok := c.(mcp.TextContent)
	return ok && text.Annotations == nil && text.Meta == nil
}

// sendable returns an error for a result of a resource or a prompt that cannot be encoded.
func sendable(res any) error {
	switch res := res.(type) {
	case []mcp.ResourceContents:
		if !slices.ContainsFunc(res, func(c mcp.ResourceContents) bool {
			switch c := c.(type) {
			case mcp.TextResourceContents:
				return c.Meta != nil
			case mcp.BlobResourceContents:
				return c.Meta != nil
			}
			return true
		}) {
			return nil
		}
	case *mcp.GetPromptResult:
		if res == nil {
			return mcpresult.Nothing()
		}
		if res.Meta == nil && !slices.ContainsFunc(res.Messages, func(m mcp.PromptMessage) bool { return !plainText(m.Content) }) {
			return nil
		}
	}
	return mcpresult.Encodable(res)
}

// wanted reports whether err itself is a JSON-RPC error. A wrapped one is from the tool's
// own call elsewhere.
func wanted(err error) bool {
	_, ok := err.(interface{ JSONRPCError() mcp.JSONRPCError })
	return ok
}

// schemaOf returns the input schema of a tool for the session in ctx, and nil if it is not
// available.
func schemaOf(ctx context.Context, tool string) json.RawMessage {
	if session, ok := server.ClientSessionFromContext(ctx).(server.SessionWithTools); ok {
		if own, ok := session.GetSessionTools()[tool]; ok {
			return inputSchema(own.Tool)
		}
	}
	s := server.ServerFromContext(ctx)
	if s == nil {
		return nil
	}
	if known := s.GetTool(tool); known != nil {
		return inputSchema(known.Tool)
	}
	return nil
}

func inputSchema(t mcp.Tool) json.RawMessage {
	if t.RawInputSchema != nil {
		return t.RawInputSchema
	}
	raw, _ := mcpresult.Encode(t.InputSchema)
	return raw
}
