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

// shared runs tools of several replicas, which share nothing but the store, against a
// service that responds with 429 and Retry-After: 2: a wait that one of them stored applies
// to all. The tools have a key, or the host of the service is the key. open returns a store
// with connections of its own.
func shared(t *testing.T, open func(t *testing.T) adapter.CooldownStore) {
	for name, key := range map[string]string{"a key": "acme", "a host": ""} {
		t.Run(name, func(t *testing.T) {
			var refused atomic.Int64
			var over atomic.Bool
			service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if !over.Load() {
					refused.Add(1)
					w.Header().Set("Retry-After", "2")
					w.WriteHeader(http.StatusTooManyRequests)
				}
			}))
			defer service.Close()
			client := &http.Client{Transport: httpadapter.NewTransport(nil)}
			ask := func(ctx context.Context) (int, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodGet, service.URL, nil)
				if err != nil {
					return 0, err
				}
				resp, err := client.Do(req)
				if err != nil {
					return 0, err
				}
				defer func() { _ = resp.Body.Close() }()
				return 0, httpadapter.CheckResponse(resp)
			}
			var replicas [5]adapter.Registry
			for i := range replicas {
				s := open(t)
				_, _, err := s.Get(t.Context(), "connect") // a call gives a store less time than a busy machine may need for this
				require.NoError(t, err)
				replicas[i] = adapter.NewRegistry(httpadapter.Adapter{}).WithCooldown(&adapter.Cooldown{
					Store: s, Key: func(context.Context, string) string { return key },
				})
			}
			call := func(r adapter.Registry) *toolerr.ToolRuntimeError {
				return adapter.Serve(t.Context(), r, "search", adapter.Call{}, ask).Err()
			}
			first := call(replicas[0])
			require.NotNil(t, first)
			require.False(t, adapter.HeldBack(first))
			begun := time.Now() // the wait is stored
			var group sync.WaitGroup
			for _, r := range replicas {
				for range 50 {
					group.Go(func() {
						for range 10 {
							_, waits := call(r).RetryAfter()
							assert.True(t, waits)
						}
					})
				}
			}
			group.Wait()
			require.Less(t, time.Since(begun), 1900*time.Millisecond, "otherwise the test shows nothing")
			assert.Equal(t, int64(1), refused.Load())
			over.Store(true)
			for _, r := range replicas { // each rounds the rest of the wait
				assert.Eventually(t, func() bool { return call(r) == nil }, patience, 20*time.Millisecond)
				assert.Greater(t, time.Since(begun), 1900*time.Millisecond)
			}
		})
	}
}
