package adapters_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// upstream returns the URLs of a service that answers 429, hangs up, or is not there.
func upstream(t *testing.T) (limits, hangsUp, absent string) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/gone" {
			panic(http.ErrAbortHandler)
		}
		w.Header().Set("Retry-After", "7")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	t.Cleanup(s.Close)
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	return s.URL + "/limited", s.URL + "/gone", closed.URL
}

var recorded = &http.Client{Transport: httpadapter.NewTransport(nil)}

// send makes a request and returns its error, that of CheckResponse for an answer.
func send(ctx context.Context, client *http.Client, method, url string) error {
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	return httpadapter.CheckResponse(resp)
}

// innermost returns the text of the last error of a chain, as clients do that unwrap.
func innermost(err error) string {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return "cannot list: " + err.Error()
}

// An error that lost what it wraps, and a result that a tool marked, are read alike: with the
// only exchange of the call, if nobody answered it or the text names its status.
func TestFlattenedErrors(t *testing.T) {
	limits, hangsUp, absent := upstream(t)
	flat := func(err error) string { return fmt.Sprintf("cannot list: %v", err) }
	for name, tt := range map[string]struct {
		method, url string
		text        func(err error) string
		want        string
	}{
		"nobody there, a GET":                 {"GET", absent, flat, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s true none"},
		"nobody there, a POST":                {"POST", absent, flat, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s true none"},
		"nobody there, words of the tool":     {"GET", absent, func(error) string { return "cannot list" }, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s false unknown"},
		"nobody there, words of an optional":  {"GET", absent, func(error) string { return "invoice 7 is closed" }, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s false unknown"},
		"nobody there, no words":              {"GET", absent, func(error) string { return "" }, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s true none"},
		"nobody there, the cause alone":       {"GET", absent, innermost, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s true none"},
		"nobody there, about an argument":     {"GET", absent, func(error) string { return "limit must be at most 100" }, "TOOL_RUNTIME_BAD_INPUT_VALUE 0 0s false"},
		"it hangs up on a GET":                {"GET", hangsUp, flat, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s true none"},
		"it hangs up on a POST":               {"POST", hangsUp, flat, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s false unknown"},
		"it hangs up on a POST, tool's words": {"POST", hangsUp, func(error) string { return "no luck" }, "NETWORK_TRANSPORT_RUNTIME_UNREACHABLE 0 0s false unknown"},
		"CheckResponse":                       {"POST", limits, flat, "UPSTREAM_RUNTIME_RATE_LIMIT 429 7s true none"},
		"CheckResponse, alone":                {"POST", limits, error.Error, "UPSTREAM_RUNTIME_RATE_LIMIT 429 7s true none"},
	} {
		t.Run(name, func(t *testing.T) {
			for kind, flatten := range map[string]func(error) error{
				"returned": func(err error) error { return errors.New(tt.text(err)) },
				"marked":   func(err error) error { return mcpresult.Marked(tt.text(err), nil) },
			} {
				list := adapter.Wrap(func(ctx context.Context, _ json.RawMessage) (int, error) {
					return 0, flatten(send(ctx, recorded, tt.method, tt.url))
				}, adapters.Default().For("list"))
				_, err := list(t.Context(), json.RawMessage(`{"limit":500}`))
				te, ok := toolerr.Find(err)
				require.True(t, ok)
				wait, _ := te.RetryAfter()
				got := fmt.Sprintf("%s %d %v %v %s", te.Kind(), te.StatusCode(), wait, te.Repeats(), te.Effect())
				assert.True(t, strings.HasPrefix(got, tt.want), "%s: %s", kind, got)
			}
		})
	}
}

// The reason that a tool states has the evidence of its call: a client waited for its next
// attempt until its time was over.
func TestAReasonKeepsItsEvidence(t *testing.T) {
	limits, _, _ := upstream(t)
	for name, fail := range map[string]func(error) error{
		"itself":        func(err error) error { return err },
		"wrapped":       func(err error) error { return fmt.Errorf("cannot list: %w", err) },
		"a reason":      func(err error) error { return toolerr.Errorf("cannot list: %w", err) },
		"a reason, %v":  func(err error) error { return toolerr.Errorf("cannot list: %v", err) },
		"a flat reason": func(err error) error { return toolerr.Errorf("cannot list: %w", errors.New("429: "+err.Error())) },
	} {
		t.Run(name, func(t *testing.T) {
			_, err := adapter.Do(t.Context(), adapters.Default().For("list"), func(ctx context.Context) (int, error) {
				_ = send(ctx, recorded, http.MethodGet, limits)
				late, cancel := context.WithTimeout(ctx, 0)
				defer cancel()
				<-late.Done() // while it waits for the next attempt
				if name == "a flat reason" {
					return 0, fail(send(ctx, recorded, http.MethodGet, limits))
				}
				return 0, fail(late.Err())
			})
			te, ok := toolerr.Find(err)
			require.True(t, ok)
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			assert.Equal(t, http.StatusTooManyRequests, te.StatusCode())
			wait, _ := te.RetryAfter()
			assert.Equal(t, 7*time.Second, wait)
		})
	}
}

// What a program lacks is said in the first records of its log.
func TestTheLogSaysWhatIsMissing(t *testing.T) {
	limits, _, _ := upstream(t)
	for name, tt := range map[string]struct {
		tool func(ctx context.Context) error
		want string
	}{
		"a flattened response without a transport": {
			func(ctx context.Context) error {
				return fmt.Errorf("cannot list: %v", send(ctx, http.DefaultClient, http.MethodGet, limits)) //nolint:errorlint // this is the trap
			},
			"put httpadapter.Transport under its client",
		},
		"a call that is attached inside of the function": {
			func(ctx context.Context) error {
				ctx = adapter.WithCall(ctx, adapter.Call{Arguments: json.RawMessage(`{"limit":500}`)})
				return send(ctx, recorded, http.MethodGet, limits)
			},
			"give the context of WithCall to the wrapped function",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			chain := adapters.Default().WithLogger(slog.New(slog.NewTextHandler(&log, nil))).For("list")
			for range 2 {
				_, err := adapter.Do(t.Context(), chain, func(ctx context.Context) (int, error) { return 0, tt.tool(ctx) })
				require.Error(t, err)
			}
			assert.Equal(t, 1, strings.Count(log.String(), tt.want), log.String())
		})
	}
}
