package modeltest_test

import (
	"context"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/modeltest"
)

// get returns the body of a response.
func get(ctx context.Context, client *http.Client, url string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	resp, err := client.Do(req)
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return string(body), err
}

func TestBubble(t *testing.T) {
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(time.Hour):
		case <-r.Context().Done():
		}
		_, _ = io.WriteString(w, r.Host)
	})
	modeltest.Bubble(t, slow, func(t *testing.T, client *http.Client) {
		start := time.Now()
		for _, url := range []string{"http://a.test/x", "https://b.test", "http://127.0.0.1:1"} {
			host, err := get(t.Context(), client, url)
			require.NoError(t, err)
			assert.Contains(t, url, host)
		}
		assert.Equal(t, 3*time.Hour, time.Since(start))

		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := get(ctx, client, "http://a.test")
		require.ErrorIs(t, err, context.DeadlineExceeded)
		assert.Equal(t, 3*time.Hour+time.Minute, time.Since(start))
	})
}

// TestBubbleIsClosedWithItsTest ends a test during a request: its goroutine and the
// handler's end too.
func TestBubbleIsClosedWithItsTest(t *testing.T) {
	ended := false
	modeltest.Bubble(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		<-r.Context().Done()
		ended = true
	}), func(_ *testing.T, client *http.Client) {
		go func() {
			_, err := get(context.Background(), client, "http://a.test") //nolint:usetesting // it must not end with the test
			assert.Error(t, err)
		}()
		synctest.Wait()
	})
	assert.True(t, ended)
}
