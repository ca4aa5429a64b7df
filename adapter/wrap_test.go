package adapter_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

type in struct{ Query string }

type out struct {
	Query string
	Found []string
}

// The ways to run a tool, as functions of the same signature.
var runners = map[string]func(fn func(context.Context, in) (out, error), c adapter.Chain) func(context.Context, in) (out, error){
	"Wrap": func(fn func(context.Context, in) (out, error), c adapter.Chain) func(context.Context, in) (out, error) {
		return adapter.Wrap(fn, c)
	},
	"Wrap bounded": func(fn func(context.Context, in) (out, error), c adapter.Chain) func(context.Context, in) (out, error) {
		return adapter.Wrap(fn, c, adapter.Bounded{})
	},
	"Wrap with both": func(fn func(context.Context, in) (out, error), c adapter.Chain) func(context.Context, in) (out, error) {
		return adapter.Wrap(fn, c, adapter.Bounded{Timeout: time.Hour, Bulkhead: &adapter.Bulkhead{}})
	},
	"Do": func(fn func(context.Context, in) (out, error), c adapter.Chain) func(context.Context, in) (out, error) {
		return func(ctx context.Context, i in) (out, error) {
			return adapter.Do(ctx, c, func(ctx context.Context) (out, error) { return fn(ctx, i) })
		}
	},
	"Do bounded": func(fn func(context.Context, in) (out, error), c adapter.Chain) func(context.Context, in) (out, error) {
		return func(ctx context.Context, i in) (out, error) {
			return adapter.Do(ctx, c, func(ctx context.Context) (out, error) { return fn(ctx, i) }, adapter.Bounded{})
		}
	},
}

func TestWrap(t *testing.T) {
	ours := toolerr.Retryable(say, say)
	tests := map[string]struct {
		fn       func(context.Context, in) (out, error)
		out      out
		kind     toolerr.Kind
		observed int
	}{
		"success": {
			func(_ context.Context, i in) (out, error) { return out{i.Query, []string{"a"}}, nil },
			out{"cats", []string{"a"}},
			"", 0,
		},
		"an error": {
			func(context.Context, in) (out, error) { return out{}, errVendor },
			out{},
			toolerr.KindUpstreamNotFound, 1,
		},
		"partial results": {
			func(_ context.Context, i in) (out, error) { return out{i.Query, []string{"a"}}, errVendor },
			out{"cats", []string{"a"}},
			toolerr.KindUpstreamNotFound, 1,
		},
		"an error of ours": {
			func(_ context.Context, i in) (out, error) { return out{Query: i.Query}, ours },
			out{Query: "cats"},
			toolerr.KindToolRetry, 1,
		},
		"a typed nil": {
			func(context.Context, in) (out, error) { var e *toolerr.ToolRuntimeError; return out{}, e }, //errandvet:ignore the typed nil is what is tested
			out{},
			toolerr.KindUpstreamNotFound, 1,
		},
		"a panic": {
			func(_ context.Context, i in) (result out, _ error) {
				result.Query = i.Query
				panic("no")
			},
			out{},
			toolerr.KindToolFatal, 1,
		},
	}
	for runner, wrap := range runners {
		for name, tt := range tests {
			t.Run(runner+"/"+name, func(t *testing.T) {
				w := &watching{}
				c := adapter.NewRegistry(answers("_a", toolerr.Upstream(404, say))).WithObserver(w).For("search")
				got, err := wrap(tt.fn, c)(t.Context(), in{"cats"})
				assert.Equal(t, tt.out, got)
				assert.Len(t, w.seen, tt.observed)
				if tt.kind == "" {
					assert.True(t, err == nil, "nil, and not a nil of some type") //nolint:testifylint // the interface itself
					return
				}
				te := adapted(t, err)
				assert.Equal(t, tt.kind, te.Kind())
				assert.Same(t, te, w.seen[0].Err)
				assert.Equal(t, "search", w.seen[0].Tool)
			})
		}
	}
}

func TestWrapPassesTheContext(t *testing.T) {
	for runner, wrap := range runners {
		t.Run(runner, func(t *testing.T) {
			ctx := context.WithValue(t.Context(), contextKey{}, "value")
			_, err := wrap(func(ctx context.Context, _ in) (out, error) {
				assert.Equal(t, "value", ctx.Value(contextKey{}))
				return out{}, nil
			}, adapter.Chain{})(ctx, in{})
			require.NoError(t, err)

			_, err = wrap(func(context.Context, in) (out, error) { return out{}, errVendor }, adapter.Chain{})(canceledContext(t), in{})
			assert.Equal(t, toolerr.KindToolCanceled, adapted(t, err).Kind())
		})
	}
}

func TestWrapContainsPanics(t *testing.T) {
	var nilMap map[string]int
	var nilFunc func(context.Context, in) (out, error)
	ours := toolerr.Upstream(429, toolerr.Msg("Slow down."))
	tests := map[string]struct {
		with      func()
		developer string
		cause     bool
	}{
		"a string":             {func() { panic("row 8841") }, "the tool panicked: row 8841", false},
		"an error":             {func() { panic(errVendor) }, "the tool panicked: vendor says no to row 8841", true},
		"nil":                  {func() { panic(nil) }, "the tool panicked: panic called with nil argument", true},
		"a runtime error":      {func() { nilMap["a"] = 1 }, "the tool panicked: assignment to entry in nil map", true},
		"a number":             {func() { panic(42) }, "the tool panicked: 42, a int", false},
		"a value":              {func() { panic(in{"row 8841"}) }, "the tool panicked: a adapter_test.in", false},
		"a hostile error":      {func() { panic(&hostile{}) }, "the tool panicked: (the Error method of a *adapter_test.hostile panicked)", true},
		"a typed nil error":    {func() { panic((*joining)(nil)) }, "the tool panicked: (the Error method of a *adapter_test.joining panicked)", true},
		"an error of ours":     {func() { panic(ours) }, "the tool panicked: Slow down.", true},
		"http.ErrAbortHandler": {func() { panic(fmt.Errorf("abort: %w", io.EOF)) }, "the tool panicked: abort: EOF", true},
	}
	for runner, wrap := range runners {
		for name, tt := range tests {
			t.Run(runner+"/"+name, func(t *testing.T) {
				_, err := wrap(func(context.Context, in) (out, error) {
					tt.with()
					return out{}, nil
				}, adapter.NewChain(answers("_a", toolerr.Upstream(404, say))))(t.Context(), in{})
				te := adapted(t, err)
				assert.Equal(t, toolerr.KindToolFatal, te.Kind())
				assert.EqualError(t, te, "The tool stopped unexpectedly.", "nothing of the panic")
				assert.Equal(t, tt.developer, te.DeveloperMessage())
				assert.Equal(t, toolerr.EffectUnknown, te.Effect())
				assert.Equal(t, tt.cause, te.Cause() != nil)
				assert.Contains(t, te.LogValue().String(), "wrap_test.go", "the stack, for developers")
				assert.NotContains(t, te.Payload().String(), "wrap_test.go")
			})
		}
		t.Run(runner+"/a nil func", func(t *testing.T) {
			_, err := wrap(nilFunc, adapter.Chain{})(t.Context(), in{})
			assert.Equal(t, toolerr.KindToolFatal, adapted(t, err).Kind())
		})
	}
}

// A Goexit continues after the observer was called: nothing can stop it.
func TestGoexitGoesOn(t *testing.T) {
	for _, runner := range []string{"Wrap", "Do"} {
		bubble(t, runner, func(t *testing.T) {
			w := &watching{}
			c := adapter.NewRegistry().WithObserver(w).For("search")
			returned, over := false, make(chan struct{})
			go func() {
				defer close(over)
				_, _ = runners[runner](func(context.Context, in) (out, error) {
					runtime.Goexit()
					return out{}, nil
				}, c)(t.Context(), in{})
				returned = true
			}()
			<-over
			assert.False(t, returned)
			require.Len(t, w.seen, 1)
			assert.Equal(t, "search", w.seen[0].Tool)
			assert.Equal(t, toolerr.KindToolFatal, w.seen[0].Err.Kind())
			assert.Equal(t, "the tool called runtime.Goexit, as t.FailNow does", w.seen[0].Err.DeveloperMessage())
		})
	}
}

func TestServe(t *testing.T) {
	type result struct {
		Channel string `json:"channel"`
	}
	tests := map[string]struct {
		fn   func(ctx context.Context) (any, error)
		want string
		logs int
	}{
		"success": {
			func(context.Context) (any, error) { return result{"#ops"}, nil },
			`{"success":true,"error":null,"channel":"#ops"}`, 0,
		},
		"a reason": {
			func(context.Context) (any, error) { return nil, toolerr.Errorf("no channel %s", "#ops") },
			`{"success":false,"error":"no channel #ops","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false}`, 1,
		},
		"evidence": {
			func(ctx context.Context) (any, error) {
				exchange{method: "POST", connected: true, status: 200}.record(ctx)
				return nil, toolerr.Errorf("no")
			},
			`{"success":false,"error":"no. The request may have been carried out all the same.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"effect":"unknown","hint":"The call may have been carried out. Find out before you make it again."}`, 1,
		},
		"a panic": {
			func(context.Context) (any, error) { panic("x") },
			`{"success":false,"error":"The tool stopped unexpectedly. The request may have been carried out all the same.","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false,"effect":"unknown","hint":"The call may have been carried out. Find out before you make it again."}`, 1,
		},
		"not JSON": {
			func(context.Context) (any, error) { return func() {}, nil },
			`{"success":false,"error":"The tool returned a result that cannot be encoded.","error_code":"internal_error","kind":"TOOL_RUNTIME_BAD_OUTPUT_VALUE","can_retry":false,"hint":"Someone has to correct the tool. Go on without it."}`, 1,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			logger, records := journal(slog.LevelDebug)
			seen := &watching{}
			registry := adapter.NewRegistry().WithLogger(logger).WithObserver(seen)
			p := adapter.Serve(t.Context(), registry, "post", theCall, tt.fn)
			got := p.String()
			if p.IsError() {
				got = strings.Replace(got, `,"reference":"`+p.Err().Reference()+`"`, "", 1)
			}
			assert.JSONEq(t, tt.want, got)
			assert.Len(t, records(t), tt.logs)
			assert.Len(t, seen.list(), tt.logs)
		})
	}
	t.Run("options and no context", func(t *testing.T) {
		//nolint:staticcheck // what it does then
		p := adapter.Serve(nil, adapter.Registry{}, "post", theCall, func(context.Context) (int, error) { return 0, io.EOF }, adapter.Bounded{})
		require.True(t, p.IsError())
		assert.Equal(t, toolerr.KindToolFatal, p.Err().Kind())
	})
}
