package main

import (
	"context"
	"encoding/json"
	"net/http"
	"sync/atomic"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/conformance/faults"
)

// A shop has tools that call misbehaving services.
type shop struct {
	server *faults.Server
	asked  atomic.Int64 // number of requests for the orders
}

func newShop(server *faults.Server) *shop { return &shop{server: server} }

type (
	nothing  struct{}
	customer struct {
		ID int `json:"id" jsonschema:"the number of the customer"`
	}
	part struct {
		Number string `json:"number" jsonschema:"the number of the part, such as P-100"`
	}
	pair struct {
		From string `json:"from" jsonschema:"a currency, such as EUR"`
		To   string `json:"to" jsonschema:"another currency"`
	}
	order struct {
		ID int `json:"id" jsonschema:"the number of the order"`
	}
	orders struct {
		Open []int `json:"open"`
	}
	record map[string]any
)

// tools returns the shop's tools. Each one calls a service with a named fault.
func (s *shop) tools() []agent.Tool {
	return []agent.Tool{
		agent.NewTool("list_orders", "The numbers of the open orders.", s.listOrders, agent.ReadOnly()),
		agent.NewTool("get_customer", "What is known about a customer.",
			func(ctx context.Context, _ customer) (record, error) {
				return s.call(ctx, http.MethodGet, "status-404")
			}, agent.ReadOnly()),
		agent.NewTool("get_stock", "How many of a part are in stock.",
			func(ctx context.Context, _ part) (record, error) { return s.call(ctx, http.MethodGet, "tls-expired") }, agent.ReadOnly()),
		agent.NewTool("get_rate", "What one unit of a currency costs in another.",
			func(ctx context.Context, _ pair) (record, error) { return s.call(ctx, http.MethodGet, "429-two-days") }, agent.ReadOnly()),
		agent.NewTool("refund_order", "Gives the money for an order back.",
			func(ctx context.Context, _ order) (record, error) {
				return s.call(ctx, http.MethodPost, "response-header-timeout")
			}),
	}
}

// listOrders loses its connection at the first call, and then succeeds. The tool is
// read-only, so the loop retries it, and the model does not see the failure.
func (s *shop) listOrders(ctx context.Context, _ nothing) (orders, error) {
	if s.asked.Add(1) > 1 {
		return orders{Open: []int{12, 14, 15}}, nil
	}
	_, err := s.call(ctx, http.MethodGet, "conn-reset-before-headers")
	return orders{}, err
}

// call makes one request to a service with the fault.
func (s *shop) call(ctx context.Context, method, fault string) (out record, err error) {
	f, ok := faults.Lookup(fault)
	if !ok {
		panic("no fault is called " + fault)
	}
	target := s.server.Target(f)
	client := *target.Client
	client.Transport = httpadapter.Transport{Base: target.Client.Transport}
	req, err := http.NewRequestWithContext(ctx, method, target.URL, http.NoBody)
	if err != nil {
		return nil, err
	}
	faults.Plant(req) // secrets, to check that they do not leak
	resp, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return nil, err
	}
	return out, httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&out))
}
