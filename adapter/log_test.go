package adapter_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/marked"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// journal returns a logger and a function that reads its records.
func journal(level slog.Level) (*slog.Logger, func(t *testing.T) []map[string]any) {
	b := &bytes.Buffer{}
	return slog.New(slog.NewJSONHandler(b, &slog.HandlerOptions{Level: level})), func(t *testing.T) []map[string]any {
		t.Helper()
		var all []map[string]any
		for line := range strings.Lines(b.String()) {
			var record map[string]any
			require.NoError(t, json.Unmarshal([]byte(line), &record))
			all = append(all, record)
		}
		return all
	}
}

// The level of a record shows whether the model, the user or a developer has to act.
func TestLogLevels(t *testing.T) {
	tests := map[toolerr.Kind]string{
		toolerr.KindToolCanceled:            "DEBUG",
		toolerr.KindToolBadInputValue:       "INFO",
		toolerr.KindToolContextRequired:     "INFO",
		toolerr.KindToolRetry:               "INFO",
		toolerr.KindUpstreamBadRequest:      "INFO",
		toolerr.KindUpstreamValidationError: "INFO",
		toolerr.KindUpstreamNotFound:        "INFO",
		toolerr.KindUpstreamRateLimit:       "WARN",
		toolerr.KindUpstreamAuthError:       "WARN",
		toolerr.KindToolTimeout:             "WARN",
	}
	for _, kind := range toolerr.Kinds() {
		t.Run(string(kind), func(t *testing.T) {
			logger, records := journal(slog.LevelDebug)
			chain := adapter.NewRegistry().WithLogger(logger).WithRepeatable("pay").For("pay")
			adapted := chain.Adapt(t.Context(), toolerr.New(kind, toolerr.Message{}))
			want := tests[kind]
			if want == "" {
				want = "ERROR"
			}
			all := records(t)
			require.Len(t, all, 1)
			assert.Equal(t, want, all[0]["level"])
			assert.Equal(t, kind, toolerr.KindOf(adapted))
		})
	}
}

// A tool that states why it refuses is not broken.
func TestLogLevelOfAReason(t *testing.T) {
	logger, records := journal(slog.LevelDebug)
	_ = adapter.NewRegistry().WithLogger(logger).For("pay").Adapt(t.Context(), toolerr.Errorf("no channel %s", "ops"))
	all := records(t)
	require.Len(t, all, 1)
	assert.Equal(t, "WARN", all[0]["level"])
	assert.Contains(t, fmt.Sprint(all[0]["error"]), "no channel ops", "developers read all of it")
}

// A record has all data that a developer needs, and no credential.
func TestLogRecord(t *testing.T) {
	logger, records := journal(slog.LevelDebug)
	registry := adapter.NewRegistry(answers("_a", toolerr.Upstream(503, toolerr.Message{}, toolerr.WithRetryAfter(time.Second), toolerr.WithRequestID("req-7"),
		toolerr.WithEndpoint("POST", "https://joe:pw@api.example.com/v1/pay?key=s3cr3t")))).WithLogger(logger)
	te, _ := toolerr.Find(registry.For("pay").Adapt(t.Context(), errors.New("row 8 at https://joe:pw@api.example.com")))
	require.NotEmpty(t, te.Reference(), "by which the record is found")
	all := records(t)
	require.Len(t, all, 1)
	delete(all[0], "time")
	assert.Equal(t, map[string]any{
		"level": "ERROR", "msg": "tool call failed", "tool": "pay",
		"error": map[string]any{
			"kind": "UPSTREAM_RUNTIME_SERVER_ERROR", "class": "upstream", "can_retry": true, "retry_after": 1e9, "status": 503., "effect": "none",
			"message": "Upstream HTTP request failed with status code 503 (Service Unavailable). Retry after 1 second.", "service": "_a",
			"request_id": "req-7", "reference": te.Reference(),
			"dev": map[string]any{"endpoint": "POST https://api.example.com/v1/pay", "message": "row 8 at https://(redacted)@api.example.com", "cause_types": []any{"*errors.errorString"}},
		},
	}, all[0])
}

// An error has one record, even if it passes several boundaries.
func TestLogOnce(t *testing.T) {
	own := toolerr.Fatal(say)
	tests := map[string]struct {
		run  func(ctx context.Context, c adapter.Chain) error
		want int
	}{
		"success":    {func(ctx context.Context, c adapter.Chain) error { return do(ctx, c, nil) }, 0},
		"one":        {func(ctx context.Context, c adapter.Chain) error { return do(ctx, c, io.EOF) }, 1},
		"the tool's": {func(ctx context.Context, c adapter.Chain) error { return do(ctx, c, own) }, 1},
		"Wrap in Do": {func(ctx context.Context, c adapter.Chain) error { return do(ctx, c, do(ctx, c, io.EOF)) }, 1},
		"wrapped": {func(ctx context.Context, c adapter.Chain) error {
			return do(ctx, c, fmt.Errorf("x: %w", do(ctx, c, io.EOF)))
		}, 1},
		"changed": {func(ctx context.Context, c adapter.Chain) error {
			return do(ctx, c, resolve.Detach(found(do(ctx, c, own))))
		}, 1},
		"two calls":   {func(ctx context.Context, c adapter.Chain) error { return errors.Join(do(ctx, c, own), do(ctx, c, own)) }, 2},
		"without one": {func(ctx context.Context, c adapter.Chain) error { return do(ctx, c, do(ctx, adapter.Chain{}, io.EOF)) }, 1},
		"a panic": {func(ctx context.Context, c adapter.Chain) error {
			_, err := adapter.Do(ctx, c, func(context.Context) (int, error) { panic("x") })
			return do(ctx, c, err)
		}, 1},
		"a limit": {func(ctx context.Context, c adapter.Chain) error {
			_, err := adapter.Do(ctx, c, func(context.Context) (int, error) { runtime.Goexit(); return 0, nil }, adapter.Bounded{})
			return do(ctx, c, err)
		}, 1},
		"an adapter's panic": {func(ctx context.Context, c adapter.Chain) error { return do(ctx, c, errPanics) }, 2},
		"no context":         {func(_ context.Context, c adapter.Chain) error { return c.Adapt(nil, io.EOF) }, 1}, //nolint:staticcheck // what it does then
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			logger, records := journal(slog.LevelDebug)
			seen := watch{}
			err := tt.run(t.Context(), adapter.NewRegistry(panicky{}).WithLogger(logger).WithObserver(&seen).For("pay"))
			assert.Len(t, records(t), tt.want)
			if te, ok := toolerr.Find(err); ok {
				assert.True(t, te.Logged())
			}
			for _, o := range seen {
				if o.Err != nil {
					assert.True(t, o.Err.Logged(), "the observer gets what the caller gets")
				}
			}
		})
	}
	t.Run("the tool's stays what it is", func(t *testing.T) {
		assert.False(t, own.Logged())
	})
}

// A call that is left running has a record, and the later error of its function has one
// too.
func TestLogOfAbandonedCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		logger, records := journal(slog.LevelDebug)
		gate := make(chan struct{})
		_, err := adapter.Do(t.Context(), adapter.NewRegistry().WithLogger(logger).WithRepeatable("pay").For("pay"), func(context.Context) (int, error) {
			<-gate
			return 0, io.EOF
		}, adapter.Bounded{Timeout: time.Second})
		require.ErrorIs(t, err, toolerr.KindToolTimeout)
		require.NotNil(t, adapter.LeftRunning(err))
		assert.Len(t, records(t), 1)
		close(gate)
		synctest.Wait()
		assert.Len(t, records(t), 2)
	})
}

// A logger does not change the result of a call.
func TestLogDoesNoHarm(t *testing.T) {
	own := toolerr.Fatal(say)
	quiet, records := journal(slog.LevelError + 1)
	for name, logger := range map[string]*slog.Logger{"none": nil, "off": quiet, "panics": slog.New(badHandler{})} {
		t.Run(name, func(t *testing.T) {
			err := adapter.NewRegistry().WithLogger(logger).For("pay").Adapt(t.Context(), own)
			require.ErrorIs(t, err, own)
			assert.Equal(t, name == "panics", err != error(own), "a copy is made for a record alone") //nolint:errorlint // itself
		})
	}
	assert.Empty(t, records(t))
	require.ErrorIs(t, fmt.Errorf("x: %w", adapter.NewChain().Adapt(t.Context(), fmt.Errorf("y: %w", own))), own)
}

func do(ctx context.Context, c adapter.Chain, err error) error {
	_, err = adapter.Do(ctx, c, func(context.Context) (int, error) { return 0, err })
	return err
}

func found(err error) *toolerr.ToolRuntimeError {
	te, _ := toolerr.Find(err)
	return te
}

// errPanics makes panicky panic.
var errPanics = errors.New("panic")

type panicky struct{}

func (panicky) Slug() string { return "_panicky" }

func (panicky) FromError(err error) *toolerr.ToolRuntimeError {
	if errors.Is(err, errPanics) {
		panic("the adapter")
	}
	return nil
}

type badHandler struct{ slog.Handler }

func (badHandler) Enabled(context.Context, slog.Level) bool  { return true }
func (badHandler) Handle(context.Context, slog.Record) error { panic("the handler") }

type watch []adapter.Observation

func (w *watch) Adapted(_ context.Context, o adapter.Observation) { *w = append(*w, o) }

// One record reports a misspelt name of a tool.
func TestLogOfMisspeltTools(t *testing.T) {
	logger, records := journal(slog.LevelDebug)
	registry := adapter.NewRegistry(declines("_a")).WithLogger(logger).With("wether", declines("_b")).WithDisclosure(adapter.DisclosureNames, "mail", "pay")
	for _, tool := range []string{"weather", "pay", "books"} {
		_ = registry.For(tool)
	}
	for _, tool := range []string{"weather", "weather"} {
		_ = registry.For(tool).Adapt(t.Context(), errVendor)
	}
	var told []any
	for _, r := range records(t) {
		if r["registered"] != nil {
			told = append(told, r["registered"], r["tool"], r["level"])
		}
	}
	assert.Equal(t, []any{"wether", "weather", "WARN"}, told)
}

// One record reports that errors lack data of a transport.
func TestLogHint(t *testing.T) {
	decode := json.Unmarshal([]byte("<html>"), new(map[string]any))
	upstream := toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{})
	tests := map[string]struct {
		err      error
		adapter  adapter.Adapter
		recorded bool
		want     int
	}{
		"a decoder":            {decode, declines("_a"), false, 1},
		"a decoder, recorded":  {decode, declines("_a"), true, 0},
		"no status":            {errVendor, answers("_a", upstream), false, 1},
		"no status, no HTTP":   {errVendor, overNothing{answers("_a", upstream)}, false, 0},
		"a decoder, no HTTP":   {decode, overNothing{answers("_a", toolerr.Fatal(say))}, false, 1},
		"a status":             {errVendor, answers("_a", toolerr.Upstream(502, toolerr.Message{})), false, 0},
		"a refused connection": {errVendor, answers("_a", toolerr.New(toolerr.KindNetworkTransportUnreachable, toolerr.Message{})), false, 0},
		"a plain error":        {errVendor, declines("_a"), false, 0},
		"a status in a text":   {errVendor, readsTexts, false, 1},
		"one of the tool's":    {toolerr.Fatal(say), readsTexts, false, 0},
		"arguments":            {toolerr.InvalidInput(say, nil, toolerr.WithCause(decode)), declines("_a"), false, 0},
		"a decoder of input":   {decode, answers("_a", toolerr.InvalidInput(say, nil)), false, 0},
		"a stated reason":      {toolerr.Errorf("the file is not JSON: %w", decode), declines("_a"), false, 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			logger, records := journal(slog.LevelDebug)
			registry := adapter.NewRegistry(tt.adapter).WithLogger(logger)
			for _, tool := range []string{"pay", "refund"} {
				_, _ = adapter.Do(t.Context(), registry.For(tool), func(ctx context.Context) (int, error) {
					if tt.recorded {
						get(200).record(ctx)
					}
					return 0, tt.err
				})
			}
			hints := 0
			for _, r := range records(t) {
				if strings.Contains(fmt.Sprint(r["msg"]), "httpadapter.Transport") {
					assert.Equal(t, "pay", r["tool"])
					hints++
				}
			}
			assert.Equal(t, tt.want, hints)
		})
	}
}

// TestPanicsOverATextAreObserved: a panic over the text of an error is observed like
// one over an error. An adapter that panics over both is observed once.
func TestPanicsOverATextAreObserved(t *testing.T) {
	overTexts := fake{"_text", func(err error) *toolerr.ToolRuntimeError {
		if readsTexts.from(err) != nil {
			panic("over a text")
		}
		return nil
	}}
	var seen watch
	registry := adapter.NewRegistry(overTexts, panics("_all", "over everything")).WithObserver(&seen)
	_, _ = adapter.Do(t.Context(), registry.For("pay"), func(ctx context.Context) (int, error) {
		get(404).record(ctx)
		return 0, errVendor
	})
	var slugs []string
	for _, o := range seen {
		if o.AdapterPanic != nil {
			slugs = append(slugs, o.Adapter)
		}
	}
	assert.Equal(t, []string{"_all", "_text"}, slugs)
}

// readsTexts is an adapter that reads the texts of marked results, and nothing else.
var readsTexts = fake{"_a", func(err error) *toolerr.ToolRuntimeError {
	if _, ok := err.(*marked.Result); !ok { //nolint:errorlint // itself
		return nil
	}
	return toolerr.Upstream(503, toolerr.Message{})
}}

type overNothing struct{ adapter.Adapter }

func (overNothing) OverHTTP() bool { return false }

// One record says how to declare a tool after whose failures a model is not offered a retry.
func TestLogOfAnUndeclaredTool(t *testing.T) {
	logger, records := journal(slog.LevelInfo)
	registry := adapter.NewRegistry().WithLogger(logger).WithRepeatable("look")
	failed := toolerr.Upstream(500, toolerr.Message{})
	for _, tt := range []struct {
		tool    string
		te      *toolerr.ToolRuntimeError
		records int
	}{
		{"look", failed, 1},
		{"pay", failed.With(toolerr.WithEndpoint("POST", "https://a.example")), 1}, // the method says enough
		{"pay", failed, 2},
		{"pay", failed, 1}, // once
	} {
		before := len(records(t))
		_ = registry.For(tt.tool).Adapt(t.Context(), tt.te)
		assert.Len(t, records(t), before+tt.records, tt.tool)
	}
	all := records(t)
	assert.Contains(t, all[3]["msg"], "declare it with Registry.WithRepeatable")
}
