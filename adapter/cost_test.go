package adapter_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The sinks keep the compiler from removing measured code.
var (
	sinkInt int
	sinkErr error
)

//go:noinline
func succeed(_ context.Context, n int) (int, error) { return n + 1, nil }

//go:noinline
func succeedAlone(context.Context) (int, error) { return 1, nil }

// typed is a typical adapter, with one walk and one type switch.
type typed[T error] struct{ slug string }

func (a typed[T]) Slug() string { return a.slug }

func (a typed[T]) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if _, ok := e.(T); ok { //nolint:errorlint // one node of a walk
			return toolerr.Upstream(404, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(e))
		}
	}
	return nil
}

func five() adapter.Chain {
	return adapter.NewChain(typed[*net.OpError]{"_a"}, typed[*net.DNSError]{"_b"}, typed[*hostile]{"_c"}, typed[*joining]{"_d"}, typed[uncomparable]{"_e"})
}

func TestAllocations(t *testing.T) {
	ctx := context.Background() //nolint:usetesting // one without a deadline, as in a benchmark
	chain := five()
	wrapped, bounded := adapter.Wrap(succeed, chain), adapter.Wrap(succeed, chain, adapter.Bounded{})
	unknown := fmt.Errorf("while: %w", errVendor)
	found := fmt.Errorf("while: %w", error(uncomparable{}))
	ours := toolerr.Fatal(say)
	observed := adapter.NewRegistry().WithObserver(&watching{}).For("search")
	called := adapter.WithCall(ctx, adapter.Call{Arguments: []byte(`{"limit":500}`)})
	raw, arguments := adapter.Wrap(func(context.Context, json.RawMessage) (int, error) { return 1, nil }, chain), json.RawMessage(`{}`)
	mapped, members := adapter.Wrap(func(context.Context, map[string]any) (int, error) { return 1, nil }, chain), map[string]any{
		"limit": 500, "at": 1.5, "all": true, "none": nil, "names": []any{"a", "b"}, "in": map[string]any{"n": json.Number("5")},
	}
	structs := adapter.Wrap(func(context.Context, typed2) (int, error) { return 1, nil }, chain)
	tests := map[string]struct {
		atMost float64
		run    func()
	}{
		"Wrap, success":         {1, func() { sinkInt, sinkErr = wrapped(ctx, 1) }},
		"Bounded, success":      {3, func() { sinkInt, sinkErr = bounded(ctx, 1) }},
		"Do, success":           {1, func() { sinkInt, sinkErr = adapter.Do(ctx, chain, succeedAlone) }},
		"Wrap, raw, success":    {1, func() { sinkInt, sinkErr = raw(ctx, arguments) }},
		"Wrap, map, success":    {1, func() { sinkInt, sinkErr = mapped(ctx, members) }},
		"Wrap, type, success":   {1, func() { sinkInt, sinkErr = structs(ctx, typed2{1, "x"}) }},
		"Adapt ours, in a call": {0, func() { sinkErr = chain.Adapt(called, ours) }},
		"Adapt nil":             {0, func() { sinkErr = chain.Adapt(ctx, nil) }},
		"Adapt ours":            {0, func() { sinkErr = chain.Adapt(ctx, ours) }},
		"Adapt ours, observed":  {2, func() { sinkErr = observed.Adapt(ctx, ours) }},
		"Adapt unknown":         {3, func() { sinkErr = chain.Adapt(ctx, unknown) }},
		"Adapt, the fifth":      {4, func() { sinkErr = chain.Adapt(ctx, found) }},
		"Registry, For a tool":  {0, func() { sinkErr = adapter.Registry{}.For("search").Adapt(ctx, nil) }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := testing.AllocsPerRun(200, tt.run)
			assert.LessOrEqual(t, got, tt.atMost)
		})
	}
}
