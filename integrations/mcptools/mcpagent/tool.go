package mcpagent

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// remoteTool is a tool of an MCP server.
type remoteTool struct {
	set         *Toolset
	remote      *mcp.Tool
	declaration agent.Declaration
	whole       json.RawMessage // the schema with what the declaration leaves out; nil if that is nothing
}

var _ agent.Policed = (*remoteTool)(nil)

// declare sets the declaration of a tool for a model.
func (t *remoteTool) declare(name string) {
	t.declaration = agent.Declaration{Name: name, Description: t.remote.Description}
	known, _ := exact(t.remote.InputSchema)
	schema, err := json.Marshal(known)
	if err != nil || string(schema) == "null" {
		return
	}
	t.declaration.Parameters = schema
	if plain := withoutForms(schema); plain != nil {
		t.declaration.Parameters, t.whole = plain, schema
	}
}

// Declaration returns the declaration for models.
func (t *remoteTool) Declaration() agent.Declaration { return t.declaration }

// Policy returns a policy for a tool that must not be called twice, unless the server is
// trusted and declares otherwise.
func (t *remoteTool) Policy() agent.Policy {
	p := agent.Policy{Adapters: []adapter.Adapter{Adapter{}, httpadapter.Adapter{}}}
	if a := t.remote.Annotations; a != nil && t.set.trusted {
		p.ReadOnly = a.ReadOnlyHint
		p.Idempotent = a.IdempotentHint || a.ReadOnlyHint
	}
	if t.set.policy != nil {
		p = t.set.policy(t.remote, p)
	}
	return p
}

// Call sends one request. It sends the request again only if the server answered that it
// does not have the session.
func (t *remoteTool) Call(ctx context.Context, args json.RawMessage) (any, error) {
	if len(bytes.TrimSpace(args)) == 0 {
		args = json.RawMessage("{}")
	}
	if t.whole != nil {
		if problems, err := agent.ArgumentProblems(t.whole, args); err == nil && len(problems) > 0 {
			return nil, toolerr.InvalidInput(toolerr.Msg("The arguments do not fit the tool's schema."), problems, toolerr.WithEffect(toolerr.EffectNone))
		}
	}
	var res *mcp.CallToolResult
	var init *mcp.InitializeResult
	err := t.set.use(ctx, func(session *mcp.ClientSession) (err error) {
		res, err = session.CallTool(ctx, &mcp.CallToolParams{Name: t.remote.Name, Arguments: args})
		init = session.InitializeResult()
		return err
	})
	if err != nil {
		return nil, err
	}
	if te := unfinished(init, res); te != nil {
		return nil, te
	}
	if res.IsError {
		return nil, t.set.reported(res)
	}
	return value(res), nil
}

// callError marks an error of a request to an MCP server, because some of the SDK's errors
// have no type.
type callError struct {
	trusted bool // the server is trusted
	err     error
}

func (e *callError) Error() string { return "mcp: " + e.err.Error() }
func (e *callError) Unwrap() error { return e.err }
