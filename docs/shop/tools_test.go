package shop

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"time"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// A Query has the arguments of the tools. The tags describe them to the model.
type Query struct {
	Order string `json:"order" jsonschema:"the id of an order, such as A-1042"`
}

// An Order is the result of the tools.
type Order struct {
	ID    string `json:"id"`
	Cents int    `json:"cents"`
	State string `json:"state"`
}

// A Service calls the API that keeps the orders.
type Service struct {
	URL  string
	HTTP *http.Client
}

// Tools returns the tools that the model can call.
func (s Service) Tools() []agent.Tool {
	return []agent.Tool{
		agent.NewTool("find_order", "Finds an order.", s.Find, agent.ReadOnly(), agent.Timeout(5*time.Second)),
		agent.NewTool("refund", "Pays an order back.", s.Refund, agent.Confirm()),
	}
}

// Find returns errors unchanged: the agent's adapters recognise those of net/http.
func (s Service) Find(ctx context.Context, q Query) (Order, error) {
	return s.call(ctx, http.MethodGet, q.Order)
}

// Refund returns an error of its own if the order was refunded already.
func (s Service) Refund(ctx context.Context, q Query) (Order, error) {
	order, err := s.Find(ctx, q)
	if err == nil && order.State == "refunded" {
		err = toolerr.Fatal(toolerr.Msg("The order was refunded already."), toolerr.WithHint(toolerr.Msg("Tell the user so.")))
	}
	if err != nil {
		return Order{}, err
	}
	return s.call(ctx, http.MethodPost, q.Order)
}

func (s Service) call(ctx context.Context, method, id string) (order Order, err error) {
	req, err := http.NewRequestWithContext(ctx, method, s.URL+"/orders/"+url.PathEscape(id), nil)
	if err != nil {
		return order, err
	}
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return order, err
	}
	defer resp.Body.Close()
	if err := httpadapter.CheckResponse(resp); err != nil { // an error for a status
		return order, err
	}
	err = httpadapter.CheckBody(resp, json.NewDecoder(resp.Body).Decode(&order))
	return order, err
}
