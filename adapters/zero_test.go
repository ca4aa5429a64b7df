package adapters_test

import (
	"context"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/toolerr"
)

// A chain finds the table of an adapter, and what it reads, through its spec.
func TestEachAdapterHasASpec(t *testing.T) {
	for _, a := range adapters.All() {
		assert.Equal(t, a.Slug() != "_http", spec.Of(a) != nil, a.Slug())
	}
}

// A chain without adapters recognises HTTP and the standard library, and so does one of a
// registry that has only adapters of its own for a tool.
func TestChainsWithoutAdapters(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }))
	defer s.Close()
	limited := func(ctx context.Context) (int, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
		require.NoError(t, err)
		resp, err := s.Client().Do(req)
		require.NoError(t, err)
		defer func() { _ = resp.Body.Close() }()
		return 0, httpadapter.CheckResponse(resp)
	}
	missing := func(context.Context) (int, error) {
		return 0, &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}
	}
	for name, chain := range map[string]adapter.Chain{
		"a zero chain":         {},
		"NewChain":             adapter.NewChain(),
		"a zero registry":      adapter.Registry{}.For("w"),
		"one tool's adapters":  adapter.NewRegistry().With("w", stripeadapter.Adapter{}).For("w"),
		"another tool's":       adapter.NewRegistry().With("x", stripeadapter.Adapter{}).For("w"),
		"a zero chain, copied": adapter.Chain{}.WithDisclosure(adapter.DisclosureNames),
	} {
		t.Run(name, func(t *testing.T) {
			_, err := adapter.Do(t.Context(), chain, limited)
			assert.Equal(t, toolerr.KindUpstreamRateLimit, toolerr.KindOf(err))
			_, err = adapter.Do(t.Context(), chain, missing)
			te, _ := toolerr.Find(err)
			require.NotNil(t, te)
			assert.Equal(t, "_std", te.Service())
		})
	}
	_, err := adapter.Do(t.Context(), adapter.NewChain(stripeadapter.Adapter{}), limited)
	assert.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(err), "a chain with adapters has no others")
}
