package spec_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// ShopError is the error of a client.
type ShopError struct {
	Status int
	Code   string
}

func (e *ShopError) Error() string { return "shop: " + e.Code }

// The adapter reads the client's errors and plain HTTP responses.
func Example() {
	shop := spec.New(spec.Spec{
		Table: adapter.NewTable("_shop", "Shop", adapter.Row{
			VendorCode: "sold_out", Fact: toolerr.FactNotFound, Hint: toolerr.Msg("Choose another article."), Source: "shop.example/errors",
		}),
		Errors: []spec.Error{{Types: []shape.Type{shape.TypeOf(ShopError{})}, Codes: []string{"Code"}, Status: "Status"}},
		Body:   func(body []byte) any { return spec.JSON[struct{ Code string }](body) },
		Hosts:  []string{"api.shop.example"},
	})
	chain := adapters.Default().With("buy", shop).For("buy")

	fmt.Println(toolerr.Result(nil, chain.Adapt(context.Background(), &ShopError{Status: 409, Code: "sold_out"})))

	plain := httpadapter.CheckResponse(&http.Response{
		StatusCode: 409, Body: io.NopCloser(strings.NewReader(`{"code":"sold_out"}`)),
		Request: httptest.NewRequest(http.MethodPost, "https://api.shop.example/orders", http.NoBody),
	})
	fmt.Println(toolerr.Result(nil, chain.Adapt(context.Background(), plain)))
	// Output:
	// {"success":false,"error":"Upstream Shop request failed with status code 409 (not found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":409,"service":"_shop","vendor_code":"sold_out","hint":"Choose another article."}
	// {"success":false,"error":"Upstream Shop request failed with status code 409 (not found).","error_code":"not_found","kind":"UPSTREAM_RUNTIME_NOT_FOUND","can_retry":false,"status_code":409,"service":"_shop","vendor_code":"sold_out","hint":"Choose another article."}
}

// TicketError is the error of a client that lists the refused fields.
type TicketError struct {
	Status int
	Fields []*TicketField
}

// TicketField is a refused field.
type TicketField struct {
	Name    string
	Maximum *int
	Message string
}

func (e *TicketError) Error() string { return "tickets: refused" }

func refused(e *TicketError) (r toolerr.Refusal) {
	for _, f := range e.Fields {
		if f != nil && f.Maximum != nil { // a service leaves members out
			r.Findings = append(r.Findings, toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{f.Name}, Limit: strconv.Itoa(*f.Maximum)})
		}
	}
	return r
}

// The model reads what to change, and no text of the service.
func ExampleError_refusal() {
	tickets := spec.New(spec.Spec{
		Table: adapter.NewTable("_tickets", "Tickets"),
		Errors: []spec.Error{{
			Types: []shape.Type{shape.TypeOf(TicketError{})}, Status: "Status",
			Refusal: func(node any) (r toolerr.Refusal) {
				if e, ok := node.(*TicketError); ok {
					r = refused(e)
				}
				return r
			},
		}},
	})
	most := 10
	err := &TicketError{Status: 422, Fields: []*TicketField{{Name: "seats", Maximum: &most, Message: "Jane Roe may have 10"}}}

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{"seats":12}`)})
	te, _ := toolerr.Find(adapters.Default().With("book", tickets).For("book").Adapt(ctx, err))
	fmt.Println(te.Problems())
	// Output:
	// [/seats must be at most 10]
}

// An adapter of a service states the service's own codes and sentences. Those of web frameworks
// are known without it.
func ExampleRefusals() {
	bookings := spec.New(spec.Spec{
		Table: adapter.NewTable("_bookings", "Bookings"),
		Hosts: []string{"api.bookings.example"},
		Refusals: &spec.Refusals{
			Body:  (&spec.RefusalList{At: [][]string{{"problems"}}, Place: []string{"where"}, Code: []string{"no"}, Text: []string{"say"}}).Read,
			Codes: []spec.RefusalCode{{Codes: "B7, B9", Rule: toolerr.RuleExistsAlready, At: "seat"}},
			Texts: []phrase.Pattern{{Text: "Only {limit} seats for {field}", Rule: toolerr.RuleTooLarge, Source: "bookings.example/errors"}},
		},
	})
	plain := httpadapter.CheckResponse(&http.Response{
		StatusCode: 422, Body: io.NopCloser(strings.NewReader(`{"problems":[{"no":"B7"},{"say":"Only 8 seats for party"}]}`)),
		Request: httptest.NewRequest(http.MethodPost, "https://api.bookings.example/orders", http.NoBody),
	})

	ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(`{"seat":"4A","party":9}`)})
	te, _ := toolerr.Find(adapters.Default().With("book", bookings).For("book").Adapt(ctx, plain))
	fmt.Println(te.Problems())
	// Output:
	// [/seat already exists, and must be unique /party must be at most 8]
}
