package cooldownstores_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// shared runs tools of several replicas, which share nothing but the store: a wait that one
// of them stored applies to all, and ends for all. The tools have a key, or the host of the
// service is the key. open returns a store with connections of its own.
func shared(t *testing.T, open func(t *testing.T) adapter.CooldownStore) {
	for name, key := range map[string]string{"a key": "acme", "a host": ""} {
		t.Run(name+", held back", func(t *testing.T) {
			s := newLimited(t, open, "3600", key)
			var group sync.WaitGroup
			for _, r := range s.replicas {
				for range 50 {
					group.Go(func() {
						for range 10 {
							_, waits := s.call(t, r).RetryAfter()
							assert.True(t, waits)
						}
					})
				}
			}
			group.Wait()
			assert.Equal(t, int64(1), s.refused.Load())
		})
		t.Run(name+", over", func(t *testing.T) {
			other := key
			if key != "" {
				other = key + " of another service"
			}
			s := newLimited(t, open, "1", other)
			s.over.Store(true)
			for _, r := range s.replicas { // each rounds the rest of the wait
				assert.Eventually(t, func() bool { return s.call(t, r) == nil }, patience, 20*time.Millisecond)
			}
		})
	}
}

// limited is a service that responds with 429 and a wait until the limit is over, and
// replicas with tools that call it.
type limited struct {
	*httptest.Server
	client   *http.Client
	refused  atomic.Int64
	over     atomic.Bool
	replicas [5]adapter.Registry
}

// newLimited returns a service that has refused one call of the first replica.
func newLimited(t *testing.T, open func(t *testing.T) adapter.CooldownStore, wait, key string) *limited {
	t.Helper()
	s := &limited{client: &http.Client{Transport: httpadapter.NewTransport(nil)}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !s.over.Load() {
			s.refused.Add(1)
			w.Header().Set("Retry-After", wait)
			w.WriteHeader(http.StatusTooManyRequests)
		}
	}))
	t.Cleanup(s.Close)
	for i := range s.replicas {
		store := open(t)
		_, _, err := store.Get(t.Context(), "connect") // a call gives a store less time than a busy machine may need for this
		require.NoError(t, err)
		s.replicas[i] = adapter.NewRegistry(httpadapter.Adapter{}).WithCooldown(&adapter.Cooldown{
			Store: store, Key: func(context.Context, string) string { return key },
		})
	}
	first := s.call(t, s.replicas[0])
	require.NotNil(t, first)
	require.False(t, adapter.HeldBack(first))
	return s
}

// call calls a replica's tool.
func (s *limited) call(t *testing.T, r adapter.Registry) *toolerr.ToolRuntimeError {
	t.Helper()
	return adapter.Serve(t.Context(), r, "search", adapter.Call{}, func(ctx context.Context) (int, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL, nil)
		if err != nil {
			return 0, err
		}
		resp, err := s.client.Do(req)
		if err != nil {
			return 0, err
		}
		defer func() { _ = resp.Body.Close() }()
		return 0, httpadapter.CheckResponse(resp)
	}).Err()
}
