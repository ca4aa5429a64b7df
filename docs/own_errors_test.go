package docs_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

var errNoToken = errors.New("the token of team 8841 has expired")

func findChannel(ids map[string]string, name string) (string, error) {
	id, ok := ids[name]
	if !ok {
		return "", toolerr.Errorf("channel %q not found; list the channels first", name)
	}
	return id, nil
}

const maximum = 200

func checkLimit(limit int) error {
	if limit > maximum {
		return toolerr.InvalidInputf("/limit", "must be at most %d", maximum)
	}
	return nil
}

func history(ctx context.Context, base, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/history?channel="+id, nil)
	if err != nil {
		return toolerr.Errorf("cannot build the request for %s: %w", id, err)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return toolerr.Errorf("cannot read the history: %w", err)
	}
	defer resp.Body.Close()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return toolerr.Errorf("cannot read the history: %w", err)
	}
	return nil
}

// serve runs a tool that always fails, for one call.
func serve(registry adapter.Registry, tool, arguments string, fail func(ctx context.Context) error) string {
	call := adapter.Call{Arguments: []byte(arguments)}
	return adapter.Serve(context.Background(), registry, tool, call, func(ctx context.Context) (any, error) {
		return nil, fail(ctx)
	}).String()
}

func Example_ownErrors() {
	busy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		http.Error(w, "team 8841 is over its quota", http.StatusTooManyRequests)
	}))
	defer busy.Close()
	registry := adapters.Default()
	const arguments = `{"channel":"#ops","limit":500}`
	fmt.Println(serve(registry, "history", arguments, func(context.Context) error { _, err := findChannel(nil, "#ops"); return err }))
	fmt.Println(serve(registry, "history", arguments, func(context.Context) error { _, err := findChannel(nil, "#payroll"); return err }))
	fmt.Println(serve(registry, "history", arguments, func(context.Context) error { return checkLimit(500) }))
	fmt.Println(serve(registry, "history", arguments, func(ctx context.Context) error { return history(ctx, busy.URL, "C8841") }))
	// Output:
	// {"success":false,"error":"channel \"#ops\" not found; list the channels first","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false}
	// {"success":false,"error":"channel (withheld) not found; list the channels first","error_code":"internal_error","kind":"TOOL_RUNTIME_FATAL","can_retry":false}
	// {"success":false,"error":"The arguments of the call are not valid.","error_code":"invalid_input","kind":"TOOL_RUNTIME_BAD_INPUT_VALUE","can_retry":false,"problems":[{"path":"/limit","problem":"must be at most 200"}]}
	// {"success":false,"error":"cannot read the history: Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":30000,"status_code":429,"service":"_http"}
}

func TestDocsOwnErrorsInTests(t *testing.T) {
	_, err := findChannel(nil, "#ops")
	require.EqualError(t, err, `channel (withheld) not found; list the channels first`)                                        // the model's text, without a call
	assert.Equal(t, `channel "#ops" not found; list the channels first`, toolerr.DeveloperText(err))                           // the whole text
	assert.Contains(t, serve(adapters.Default(), "history", `{"channel":"#ops"}`, func(context.Context) error { return err }), // the model's text for its own call
		`channel \"#ops\" not found`)

	err = toolerr.Errorf("cannot sign in: %w", errNoToken)
	require.ErrorIs(t, err, errNoToken) // unchanged
}

func Example_ownErrorsInLogs() {
	var lines bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&lines, &slog.HandlerOptions{ReplaceAttr: toolerr.LogAttr}))

	_, err := findChannel(nil, "#ops")
	logger.Warn("no history", "error", fmt.Errorf("attempt 2: %w", err))
	_, line, _ := strings.Cut(lines.String(), ",") // after the time
	fmt.Println(line)
	// Output:
	// "level":"WARN","msg":"no history","error":{"kind":"TOOL_RUNTIME_FATAL","class":"fatal","message":"channel (withheld) not found; list the channels first","can_retry":false,"dev":{"message":"attempt 2: channel (withheld) not found; list the channels first\nchannel \"#ops\" not found; list the channels first","cause_types":["*fmt.wrapError","*toolerr.ToolRuntimeError"]}}}
}
