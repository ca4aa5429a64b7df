package httpadapter_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
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
func adapted(t *testing.T, tool func(context.Context) error) *toolerr.ToolRuntimeError {
	t.Helper()
	chain := adapter.NewChain(httpadapter.Adapter{})
	_, err := adapter.Do(t.Context(), chain, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, tool(ctx)
	})
	te, ok := go126.AsType[*toolerr.ToolRuntimeError](err)
	require.True(t, ok)
	return te
}

// asks sends a request, and reads the response.
func asks(ctx context.Context, method, url string) error {
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return err
	}
	resp, err := recorded.Do(req)
	if err == nil {
		_, err = io.Copy(io.Discard, resp.Body)
	}
	return errOf(resp, err)
}

// What exchanges mean for an effect is tested in package adapter. These are recorded by the
// transport.
func TestEvidenceOfEffects(t *testing.T) {
	created := serve(t, status(201))
	cut := serve(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("Content-Length", "64") })
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
			name: "a body broke, and its text is left", kind: toolerr.KindNetworkTransportUnmapped, want: none,
			tool: func(ctx context.Context) error {
				return errors.New("list: " + asks(ctx, http.MethodGet, cut+"?page=2").Error())
			},
		},
		{
			name: "the text of another body", kind: toolerr.KindToolFatal, want: unclear,
			tool: func(ctx context.Context) error {
				return errors.New(strings.Replace(asks(ctx, http.MethodGet, cut).Error(), cut, "http://api.example", 1))
			},
		},
		{
			name: "something was created, then a request was refused", kind: toolerr.KindToolFatal, want: unclear,
			tool: func(ctx context.Context) error {
				_ = asks(ctx, http.MethodPost, created)
				return asks(ctx, http.MethodPost, "ftp://example.invalid/")
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			te := adapted(t, tt.tool)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.want, te.Effect())
		})
	}
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
		te := adapted(t, tool)
		assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind(), name)
		assert.False(t, te.CanRetry(), name)
		assert.Equal(t, toolerr.EffectUnknown, te.Effect(), name)
	}
	te := adapted(t, func(context.Context) error { return io.ErrUnexpectedEOF })
	assert.Equal(t, toolerr.KindToolFatal, te.Kind(), "without a request")
}
