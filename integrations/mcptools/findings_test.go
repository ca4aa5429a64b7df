package mcptools_test

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/toolerr"
)

// sale has the arguments of the tool in these tests.
type sale struct {
	Item   string `json:"item"`
	Price  int    `json:"price"`
	Amount int    `json:"amount,omitempty"`
	Tenant string `json:"tenant,omitempty"`
}

// refused returns the error of a service that refused a sale.
func refused() error {
	return toolerr.Upstream(422, toolerr.Message{}, toolerr.WithRefusal(toolerr.Refusal{
		Message: canary,
		Findings: []toolerr.Finding{
			{Rule: toolerr.RuleTooLarge, Fields: []string{"body.price"}, Value: "500", Limit: "100"},
			{Rule: toolerr.RuleRequired, Fields: []string{"#/amount"}},
			{Rule: toolerr.RuleNotFound, Word: "the row of " + canary},
			{Rule: toolerr.RuleUnknown, Fields: []string{"item"}, Names: []string{"sku"}},
			{Rule: toolerr.RuleConflict, Word: "acme-77"},
		},
	}))
}

// market returns a server with a tool whose error is err.
func market(err func() error, middleware ...mcp.Middleware) *mcp.Server {
	s := bare(middleware...)
	mcp.AddTool(s, &mcp.Tool{Name: "sell"}, func(context.Context, *mcp.CallToolRequest, sale) (*mcp.CallToolResult, any, error) {
		return nil, nil, err()
	})
	return s
}

// tenant is middleware that adds arguments which the model did not send.
func tenant(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if call, ok := req.(*mcp.CallToolRequest); ok {
			call.Params.Arguments = json.RawMessage(`{"item":"tea","price":500,"tenant":"acme-77"}`)
		}
		return next(ctx, method, req)
	}
}

// What a service refused is read with the arguments that the client sent, without those that
// a middleware further inside added. Disclosures are adapter's.
func TestAClientReadsWhatToChange(t *testing.T) {
	problem := func(path, text string) any { return map[string]any{"path": path, "problem": text} }
	for d, want := range map[adapter.Disclosure][]any{
		adapter.DisclosureKnown: {problem("/item", "is not known"), problem("", "A value is in conflict with another value")},
		adapter.DisclosureNames: {problem("/item", `is not known; did you mean "sku"?`), problem("", `A value is in conflict with another value: "acme-77"`)},
	} {
		s := market(refused, middleware(adapters.Default().WithDisclosure(d, "sell")), tenant)
		res := call(t, inMemory(t, s), "sell", `{"item":"tea","price":500}`)
		got, _ := payloadOf(t, res)["problems"].([]any)
		assert.Subset(t, got, want)
		assert.Contains(t, got, problem("/price", "must be at most 100"))
		assert.Contains(t, got, problem("/amount", "is required"))
		assert.NotContains(t, encoded(t, res), canary)
	}
}

// The server has a different schema for each client.
func TestASessionGetsItsOwnSchemaOnly(t *testing.T) {
	var clients atomic.Int64
	names := map[*mcp.ServerSession]string{}
	show := func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			res, err := next(ctx, method, req)
			list, ok := res.(*mcp.ListToolsResult)
			if !ok {
				return res, err
			}
			session, _ := req.GetSession().(*mcp.ServerSession)
			if names[session] == "" {
				names[session] = []string{"blue-1", "red-2"}[clients.Add(1)-1]
			}
			one := *list.Tools[0]
			one.InputSchema = json.RawMessage(`{"type":"object","properties":{"item":{"enum":["` + names[session] + `"]}}}`)
			return &mcp.ListToolsResult{Tools: []*mcp.Tool{&one}}, nil
		}
	}
	s := market(func() error {
		return toolerr.Upstream(422, toolerr.Message{}, toolerr.WithFindings(toolerr.Finding{
			Rule: toolerr.RuleNotAllowed, Fields: []string{"item"}, Names: []string{"blue-1", "red-2"},
		}))
	}, middleware(adapters.Default()), show)
	for _, own := range []string{"blue-1", "red-2"} {
		res := call(t, inMemory(t, s), "sell", `{"item":"tea","price":500}`)
		assert.Equal(t, []any{map[string]any{"path": "/item", "problem": `is not one of the allowed values, such as "` + own + `"`}}, payloadOf(t, res)["problems"])
	}
}
