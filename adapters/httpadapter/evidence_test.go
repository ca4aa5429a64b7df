package httpadapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/toolerr"
)

// recorded is a client that records its exchanges.
var recorded = &http.Client{Transport: httpadapter.Transport{}}

// adapted runs a tool with evidence.
func adapted(t *testing.T, ctx context.Context, tool func(context.Context) error) *toolerr.ToolRuntimeError { //nolint:revive // a test's context comes second
	t.Helper()
	chain := adapter.NewChain(httpadapter.Adapter{})
	_, err := adapter.Do(ctx, chain, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, tool(ctx)
	}, adapter.WithEvidence())
	te, ok := go126.AsType[*toolerr.ToolRuntimeError](err)
	require.True(t, ok)
	return te
}

func ask(ctx context.Context, method, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return nil, err
	}
	return recorded.Do(req)
}

// asks sends a request and ignores the response.
func asks(ctx context.Context, method, url string) error { return errOf(ask(ctx, method, url)) }

func TestEvidenceOfEffects(t *testing.T) {
	created, failing := serve(t, status(201)), serve(t, status(500))
	refused := "http://" + faults.ClosedPort(t) + "/"
	tests := []struct {
		name string
		tool func(context.Context) error
		kind toolerr.Kind
		want toolerr.Effect
	}{
		{
			name: "never connected", kind: toolerr.KindNetworkTransportUnreachable, want: none,
			tool: func(ctx context.Context) error { return asks(ctx, http.MethodPost, refused) },
		},
		{
			name: "something was created before", kind: toolerr.KindNetworkTransportUnreachable, want: unclear,
			tool: func(ctx context.Context) error {
				return errors.Join(asks(ctx, http.MethodPost, created), asks(ctx, http.MethodPost, refused))
			},
		},
		{
			name: "something was created, then the tool failed by itself", kind: toolerr.KindToolFatal, want: unclear,
			tool: func(ctx context.Context) error {
				_ = asks(ctx, http.MethodPost, created)
				return parseError("http://[::1")
			},
		},
		{
			name: "something was created, then a request was refused", kind: toolerr.KindToolFatal, want: unclear,
			tool: func(ctx context.Context) error {
				_ = asks(ctx, http.MethodPost, created)
				return asks(ctx, http.MethodPost, "ftp://example.invalid/")
			},
		},
		{
			name: "only a refused request", kind: toolerr.KindToolFatal, want: none,
			tool: func(ctx context.Context) error { return asks(ctx, http.MethodPost, "ftp://example.invalid/") },
		},
		{
			name: "a failure", kind: toolerr.KindUpstreamServerError, want: unclear,
			tool: func(ctx context.Context) error {
				resp, err := ask(ctx, http.MethodPost, failing)
				if err != nil {
					return err
				}
				return httpadapter.CheckResponse(resp)
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			te := adapted(t, t.Context(), tt.tool)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.want, te.Effect())
		})
	}
}

// overdue is a context whose deadline passes when its channel is closed.
type overdue struct {
	context.Context
	passed chan struct{}
}

func (o overdue) Done() <-chan struct{} { return o.passed }

func (o overdue) Err() error {
	select {
	case <-o.passed:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// Some SDKs return a bare ctx.Err().
func TestEvidenceOfABareDeadline(t *testing.T) {
	received, release := make(chan struct{}), make(chan struct{})
	hanging := serve(t, func(http.ResponseWriter, *http.Request) { close(received); <-release })
	t.Cleanup(func() { close(release) })
	quick := serve(t, ok204)

	ctx := overdue{t.Context(), make(chan struct{})}
	go func() { <-received; close(ctx.passed) }()
	te := adapted(t, ctx, func(ctx context.Context) error {
		require.Error(t, asks(ctx, http.MethodGet, hanging))
		return ctx.Err()
	})
	assert.Equal(t, toolerr.KindNetworkTransportTimeout, te.Kind(), "the exchange has no answer")

	ctx = overdue{t.Context(), make(chan struct{})}
	te = adapted(t, ctx, func(within context.Context) error {
		require.NoError(t, asks(within, http.MethodGet, quick))
		close(ctx.passed)
		return within.Err()
	})
	assert.Equal(t, toolerr.KindToolTimeout, te.Kind(), "the exchange was over: the tool itself was slow")
}

// Without a recording transport, it is only known that a body ended too early.
func TestEvidenceOfABodyThatIsNotRecorded(t *testing.T) {
	cut := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/cut" {
			w.Header().Set("Content-Length", "64")
			_, _ = io.WriteString(w, `{"ok":`)
		}
	})
	read := func(path string) func(context.Context) error {
		return func(ctx context.Context) error {
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, cut+path, nil)
			if err != nil {
				return err
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				return err
			}
			defer resp.Body.Close()
			var v any
			return json.NewDecoder(resp.Body).Decode(&v)
		}
	}
	for name, tool := range map[string]func(context.Context) error{"cut": read("/cut"), "empty": read("/empty")} {
		te := adapted(t, t.Context(), tool)
		assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind(), name)
		assert.False(t, te.CanRetry(), name)
		assert.Equal(t, toolerr.EffectUnknown, te.Effect(), name)
	}
	te := adapted(t, t.Context(), func(context.Context) error { return io.ErrUnexpectedEOF })
	assert.Equal(t, toolerr.KindToolFatal, te.Kind(), "without a request")
}
