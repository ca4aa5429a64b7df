package spec_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
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

// The adapter serves the client's errors and plain HTTP responses alike.
func Example() {
	shop := spec.New(spec.Spec{
		Table: adapter.NewTable("_shop", "Shop", adapter.Row{
			VendorCode: "sold_out", Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg("Choose another article."), Source: "shop.example/errors",
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
