package adapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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
	wrapped := adapter.Wrap(succeed, chain)
	unknown := fmt.Errorf("while: %w", errVendor)
	found := fmt.Errorf("while: %w", error(uncomparable{}))
	ours := toolerr.Fatal(say)
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
		"Wrap, success":            {1, func() { sinkInt, sinkErr = wrapped(ctx, 1) }},
		"Do, success":              {1, func() { sinkInt, sinkErr = adapter.Do(ctx, chain, succeedAlone) }},
		"Wrap, raw, success":       {1, func() { sinkInt, sinkErr = raw(ctx, arguments) }},
		"Wrap, map, success":       {1, func() { sinkInt, sinkErr = mapped(ctx, members) }},
		"Wrap, type, success":      {1, func() { sinkInt, sinkErr = structs(ctx, typed2{1, "x"}) }},
		"Adapt ours, in a call":    {0, func() { sinkErr = chain.Adapt(called, ours) }},
		"Adapt unknown, in a call": {3, func() { sinkErr = chain.Adapt(called, unknown) }},
		"Adapt nil":                {0, func() { sinkErr = chain.Adapt(ctx, nil) }},
		"Adapt ours":               {0, func() { sinkErr = chain.Adapt(ctx, ours) }},
		"Adapt unknown":            {3, func() { sinkErr = chain.Adapt(ctx, unknown) }},
		"Adapt, the fifth":         {4, func() { sinkErr = chain.Adapt(ctx, found) }},
		"Registry, For a tool":     {0, func() { sinkErr = adapter.Registry{}.For("search").Adapt(ctx, nil) }},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := testing.AllocsPerRun(200, tt.run)
			assert.LessOrEqual(t, got, tt.atMost)
		})
	}
}

// The benchmarks measure the paths that they name.
func TestBenchmarkPaths(t *testing.T) {
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(five().Adapt(t.Context(), errVendor)))
	te := adapted(t, five().Adapt(t.Context(), fmt.Errorf("while: %w", error(uncomparable{}))))
	assert.Equal(t, "_e", te.Service())
	n, err := adapter.Wrap(succeed, five())(t.Context(), 1)
	require.NoError(t, err)
	assert.Equal(t, 2, n)
}

func BenchmarkSuccess(b *testing.B) {
	ctx := context.Background() //nolint:usetesting // as a program has it
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		fn := succeed
		for b.Loop() {
			sinkInt, sinkErr = fn(ctx, 1)
		}
	})
	b.Run("Wrap", func(b *testing.B) {
		b.ReportAllocs()
		fn := adapter.Wrap(succeed, five())
		for b.Loop() {
			sinkInt, sinkErr = fn(ctx, 1)
		}
	})
	b.Run("Do", func(b *testing.B) {
		b.ReportAllocs()
		c := five()
		for b.Loop() {
			sinkInt, sinkErr = adapter.Do(ctx, c, succeedAlone)
		}
	})
	for size, members := range map[string]map[string]any{
		"map": {"channel": "#general", "limit": 50.0, "all": true}, "large map": {"text": strings.Repeat("x", 4<<10), "list": make([]any, 100)},
	} {
		b.Run("Wrap, "+size, func(b *testing.B) {
			b.ReportAllocs()
			fn := adapter.Wrap(func(context.Context, map[string]any) (int, error) { return 1, nil }, five())
			for b.Loop() {
				sinkInt, sinkErr = fn(ctx, members)
			}
		})
	}
	b.Run("Wrap, raw", func(b *testing.B) {
		b.ReportAllocs()
		fn := adapter.Wrap(func(context.Context, json.RawMessage) (int, error) { return 1, nil }, five())
		for b.Loop() {
			sinkInt, sinkErr = fn(ctx, json.RawMessage(`{"channel":"#general","limit":50,"all":true}`))
		}
	})
	b.Run("Wrap, evidence", func(b *testing.B) {
		b.ReportAllocs()
		fn := adapter.Wrap(succeed, five())
		for b.Loop() {
			sinkInt, sinkErr = fn(ctx, 1)
		}
	})
	b.Run("Wrap, bounded", func(b *testing.B) {
		b.ReportAllocs()
		fn := adapter.Wrap(succeed, five(), adapter.Bounded{})
		for b.Loop() {
			sinkInt, sinkErr = fn(ctx, 1)
		}
	})
}

func BenchmarkAdapt(b *testing.B) {
	for name, err := range map[string]error{
		"unknown":          errVendor,
		"unknown, wrapped": fmt.Errorf("while: %w", errVendor),
		"unknown, joined":  errors.Join(fmt.Errorf("while: %w", io.EOF), errVendor),
		"the fifth":        fmt.Errorf("while: %w", error(uncomparable{})),
		"ours":             toolerr.Fatal(say),
		"ours, wrapped":    fmt.Errorf("while: %w", toolerr.Fatal(say)),
		"stated":           toolerr.Errorf("no channel %q of %d", "#general", 5),
		"stated, why":      toolerr.Errorf("cannot list: %w", error(uncomparable{})),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			c := five()
			ctx, cancel := context.WithTimeout(context.Background(), time.Hour) //nolint:usetesting // as a program has it
			defer cancel()
			for b.Loop() {
				sinkErr = c.Adapt(ctx, err)
			}
		})
	}
}

func BenchmarkAdaptInCall(b *testing.B) {
	for name, err := range map[string]error{
		"unknown":    errVendor,
		"ours":       toolerr.Fatal(say),
		"stated":     toolerr.Errorf("no channel %q of %d", "#general", 5),
		"not stated": toolerr.Errorf("no channel %q of %d", "#secret", 5),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			c := five()
			for b.Loop() {
				ctx := adapter.WithCall(context.Background(), adapter.Call{Arguments: []byte(`{"channel":"#general"}`)}) //nolint:usetesting // as a program has it
				sinkErr = c.Adapt(ctx, err)
			}
		})
	}
}

func BenchmarkRowError(b *testing.B) {
	table := adapter.NewTable("_acme", "Acme", adapter.Row{VendorCode: "slow_down", Kind: toolerr.KindUpstreamRateLimit, Source: "acme.example/errors"})
	b.ReportAllocs()
	for b.Loop() {
		row, _ := table.Lookup("slow_down")
		sinkErr = row.Error(errVendor, toolerr.WithStatus(429), toolerr.WithRetryAfter(time.Second))
	}
}
