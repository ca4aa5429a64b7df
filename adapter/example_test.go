package adapter_test

import (
	"context"
	"fmt"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// acmeError is the error of a client of a vendor named Acme.
type acmeError struct {
	Code    string
	Status  int
	Message string // the vendor's text, which no model may read
}

func (e *acmeError) Error() string { return e.Code + ": " + e.Message }

// acmeTable maps Acme's codes to facts.
var acmeTable = adapter.NewTable("_acme", "Acme",
	adapter.Row{VendorCode: "slow_down", Fact: toolerr.FactRateLimit, Source: "acme.example/docs/errors, read 2026-11-20"},
	adapter.Row{VendorCode: "no_such_item", Fact: toolerr.FactNotFound, Source: "acme.example/docs/errors, read 2026-11-20"},
)

// acmeAdapter recognises Acme's errors. Its three methods are a complete adapter.
type acmeAdapter struct{}

func (acmeAdapter) Slug() string         { return acmeTable.Slug() }
func (acmeAdapter) Table() adapter.Table { return acmeTable }

func (acmeAdapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		acme, ok := e.(*acmeError) //nolint:errorlint // one node of a walk
		if !ok {
			continue
		}
		if row, ok := acmeTable.Lookup(acme.Code); ok {
			return row.Error(err, toolerr.WithStatus(acme.Status))
		}
		return toolerr.Upstream(acme.Status, toolerr.Message{}, toolerr.WithCause(err),
			toolerr.WithUpstreamName(toolerr.Name("Acme")), toolerr.WithVendorType(acme), toolerr.WithVendorCode(acme.Code))
	}
	return nil
}

// An adapter is a table and a walk.
func ExampleAdapter() {
	c := adapter.NewChain(acmeAdapter{})
	for _, err := range []error{
		fmt.Errorf("listing: %w", &acmeError{"slow_down", 400, "tenant 8841 is over its quota"}),
		&acmeError{"row_8841_locked", 409, "row 8841 is locked by joe"},
	} {
		fmt.Println(toolerr.Result(nil, c.Adapt(context.Background(), err)))
	}
	// Output:
	// {"success":false,"error":"Upstream Acme request failed with status code 400 (rate limit reached).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"status_code":400,"service":"_acme","vendor_code":"slow_down","hint":"Wait a moment, then make the same call again."}
	// {"success":false,"error":"Upstream Acme request failed with status code 409 (Conflict).","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":409,"service":"_acme","hint":"The current state does not allow this. Read the state first, then change the state or the call."}
}

// A tool returns the error of its SDK. Wrap makes an error from it that an agent can act
// on, and recovers panics.
func ExampleWrap() {
	search := adapter.Wrap(func(_ context.Context, query string) ([]string, error) {
		if query == "" {
			panic("index out of range")
		}
		return nil, &acmeError{"no_such_item", 404, "nothing for " + query}
	}, adapter.NewChain(acmeAdapter{}))

	_, err := search(context.Background(), "cats")
	fmt.Println(err)
	_, err = search(context.Background(), "")
	fmt.Println(err)
	// Output:
	// Upstream Acme request failed with status code 404 (Not Found).
	// The tool stopped unexpectedly.
}

// A call with Bounded returns in bounded time, even if the function ignores its context.
func ExampleBounded() {
	var stuck adapter.Bulkhead
	release := make(chan struct{})
	search := adapter.Wrap(func(_ context.Context, query string) (string, error) {
		<-release
		return "found " + query, nil
	}, adapter.NewRegistry(acmeAdapter{}).For("acme_search"),
		adapter.Bounded{Timeout: time.Millisecond, Bulkhead: &stuck, Limit: 1})

	_, err := search(context.Background(), "cats")
	fmt.Println(toolerr.KindOf(err), "left running:", stuck.Left("acme_search", 0))
	_, refused := search(context.Background(), "dogs")
	fmt.Println(refused)

	close(release)
	<-adapter.LeftRunning(err)
	fmt.Println(search(context.Background(), "birds"))
	// Output:
	// TOOL_RUNTIME_TIMEOUT left running: 1
	// Earlier calls of the tool are still running and do not react, so the call was not executed. Go on without the tool.
	// found birds <nil>
}

// A registry returns the chain of adapters for a tool.
func ExampleRegistry() {
	registry := adapter.NewRegistry().With("acme_search", acmeAdapter{})
	err := &acmeError{"no_such_item", 404, "row 8841"}
	fmt.Println(toolerr.KindOf(registry.For("acme_search").Adapt(context.Background(), err)))
	fmt.Println(toolerr.KindOf(registry.For("another_tool").Adapt(context.Background(), err)))
	// Output:
	// UPSTREAM_RUNTIME_NOT_FOUND
	// TOOL_RUNTIME_FATAL
}

// counting counts failures by tool and kind, as a metric would.
type counting map[string]int

func (c counting) Adapted(_ context.Context, o adapter.Observation) {
	if o.Err != nil {
		c[o.Tool+" "+string(o.Err.Kind())]++
	}
}

func ExampleObserver() {
	seen := counting{}
	registry := adapter.NewRegistry(acmeAdapter{}).WithObserver(seen)
	_ = registry.For("acme_search").Adapt(context.Background(), &acmeError{"slow_down", 429, ""})
	_ = registry.For("acme_search").Adapt(context.Background(), &acmeError{"slow_down", 429, ""})
	fmt.Println(seen)
	// Output: map[acme_search UPSTREAM_RUNTIME_RATE_LIMIT:2]
}

// A host without a middleware needs only Serve.
func ExampleServe() {
	registry := adapter.NewRegistry(acmeAdapter{})
	arguments := []byte(`{"channel":"#ops"}`) // as the model sent them
	p := adapter.Serve(context.Background(), registry, "post", adapter.Call{Arguments: arguments}, func(context.Context) (any, error) {
		return nil, toolerr.Errorf("channel %q not found; list the channels first", "#ops")
	})
	fmt.Println(p.IsError(), p)
	// Output:
	// true {"success":false,"error":"channel \"#ops\" not found; list the channels first","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false}
}
