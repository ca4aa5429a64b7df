package mcptools

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// inputPrefix is the prefix of the error of go-sdk v1.8.0 (mcp/server.go, toolForErr) for
// arguments that violate the schema. The error has no type, names one problem only, and
// contains the value; so the text is used only to recognise it.
const inputPrefix = `validating "arguments": `

// badInput returns the error of arguments that the SDK refused before it called the
// handler, and nil for other errors.
func badInput(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler, err error) *toolerr.ToolRuntimeError {
	var found []toolerr.Problem
	if e, ok := err.(*json.UnmarshalTypeError); ok { //nolint:errorlint // the SDK returns it as it is; one inside another error is the tool's
		found = misfit(req.Params.Arguments, e)
	} else if strings.HasPrefix(mcpresult.ErrorText(err), inputPrefix) {
		found = problems(schemaOf(ctx, req, next), req.Params.Arguments)
		if len(found) == 0 { // the schema has other keywords, or is not available
			found = []toolerr.Problem{{Problem: toolerr.Msg("does not fit the tool's input schema")}}
		}
	}
	if len(found) == 0 {
		return nil
	}
	return toolerr.InvalidInput(toolerr.Msg("The arguments do not fit the tool's schema. Correct them and call again."), found,
		toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectNone))
}

// definition is what the server has about the tool of a call.
func definition(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler) mcpresult.Definition {
	return mcpresult.Definition{
		Schema: func() json.RawMessage { return schemaOf(ctx, req, next) },
		Repeatable: func() bool {
			t := toolOf(ctx, req, next)
			return t != nil && t.Annotations != nil && (t.Annotations.ReadOnlyHint || t.Annotations.IdempotentHint)
		},
	}
}

// schemaOf returns the input schema of the tool, and nil if it is not available.
func schemaOf(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler) json.RawMessage {
	t := toolOf(ctx, req, next)
	if t == nil {
		return nil
	}
	raw, _ := mcpresult.Encode(t.InputSchema)
	return raw
}

// toolOf requests the tool of a call from the server, like a client, because a server can
// have other tools for each session. It returns nil if the tool is not available.
func toolOf(ctx context.Context, req *mcp.CallToolRequest, next mcp.MethodHandler) *mcp.Tool {
	const maxPages = 100
	params := &mcp.ListToolsParams{}
	for range maxPages {
		res, err := next(ctx, methodListTools, &mcp.ListToolsRequest{Session: req.Session, Params: params, Extra: req.Extra})
		page, ok := res.(*mcp.ListToolsResult)
		if err != nil || !ok || page == nil {
			return nil
		}
		for _, t := range page.Tools {
			if t != nil && t.Name == req.Params.Name {
				return t
			}
		}
		if page.NextCursor == "" {
			return nil
		}
		params = &mcp.ListToolsParams{Cursor: page.NextCursor}
	}
	return nil
}

// misfit reads the error of decoding valid arguments into the handler's own type. A handler
// may return such an error about other JSON. The SDK decodes with
// github.com/segmentio/encoding (v0.5.4, json/codec.go), whose value differs from that of
// encoding/json: it has the word overflows, or the text in quotes. The field is one of the
// arguments.
func misfit(args json.RawMessage, e *json.UnmarshalTypeError) []toolerr.Problem {
	if !strings.HasSuffix(e.Value, " overflows") && !strings.HasPrefix(e.Value, `"`) {
		return nil
	}
	var value any
	if err := json.Unmarshal(args, &value); err != nil || e.Field == "" {
		return nil
	}
	path := strings.Split(e.Field, ".")
	for _, name := range path {
		object, _ := value.(map[string]any)
		var ok bool
		if value, ok = object[name]; !ok {
			return nil
		}
	}
	rule, d := toolerr.RuleBadValue, toolerr.Detail{}
	if e.Type == reflect.TypeFor[time.Time]() {
		rule, d.Names = toolerr.RuleBadFormat, []toolerr.Arg{toolerr.Name("date-time (RFC 3339), such as 2006-01-02T15:04:05Z")}
	}
	return []toolerr.Problem{rule.Problem(mcpresult.Pointer(path), d)}
}
