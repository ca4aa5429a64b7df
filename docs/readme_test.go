// Package docs_test holds what the documents claim: their programs are run and
// their outputs compared.
package docs_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Example_readme prints what a model reads without errand and with it.
func Example_readme() {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		http.Error(w, "quota of account 8841 (key s3cr3t) is used up", http.StatusTooManyRequests)
	}))
	defer api.Close()
	call := func(check func(*http.Response) error) func(context.Context, string) (string, error) {
		return func(context.Context, string) (string, error) {
			resp, err := http.Get(api.URL)
			if err != nil {
				return "", err
			}
			defer resp.Body.Close()
			return "", check(resp)
		}
	}
	_, err := call(func(resp *http.Response) error {
		body, _ := io.ReadAll(resp.Body) // it is short
		return fmt.Errorf("%s: %s", resp.Status, bytes.TrimSpace(body))
	})(context.Background(), "")
	fmt.Println(err)
	found, err := adapter.Wrap(call(httpadapter.CheckResponse), adapters.Default().For("search"))(context.Background(), "")
	fmt.Println(toolerr.Result(found, err))
	// Output:
	// 429 Too Many Requests: quota of account 8841 (key s3cr3t) is used up
	// {"success":false,"error":"Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":30000,"status_code":429,"service":"_http"}
}

// TestDocsReadmeBeforeAndAfter checks that the README has the output of Example_readme.
func TestDocsReadmeBeforeAndAfter(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("readme_test.go")
	require.NoError(t, err)
	for _, language := range []string{"text", "json"} {
		assert.Contains(t, string(source), "\t// "+fenced(t, string(readme), language))
	}
}

// Example_retry has the README's second piece of code.
func Example_retry() {
	registry := adapters.Default().WithLogger(slog.New(slog.DiscardHandler)) // for the tools
	err := registry.For("search").Adapt(context.Background(), toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(30*time.Second)))
	if te, ok := toolerr.Find(err); ok && te.SafeToRetry(false) {
		wait, _ := te.RetryAfter() // here 30 s: nothing was done yet, so a retry does no harm
		fmt.Println(wait)
	}
	// Output: 30s
}

// TestDocsReadmeRetry checks that the README has the lines of Example_retry.
func TestDocsReadmeRetry(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("readme_test.go")
	require.NoError(t, err)
	shown := regexp.MustCompile("(?s)```go\nregistry(.*?)```").FindStringSubmatch(string(readme))
	require.NotNil(t, shown)
	for line := range strings.Lines(shown[1]) {
		if _, rest, ok := strings.Cut(line, "WithLogger("); ok {
			assert.Contains(t, string(source), "adapters.Default().WithLogger(", rest)
			continue
		}
		assert.Contains(t, string(source), strings.TrimSpace(line))
	}
}

func TestDocsReadmeIsShort(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	require.NoError(t, err)
	assert.Less(t, strings.Count(string(readme), "\n"), 130)
}

// fenced returns the first code block of a language.
func fenced(t *testing.T, page, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(page)
	require.NotNil(t, m, "no %s block", language)
	return m[1]
}
