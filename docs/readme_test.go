// Package docs_test holds what the documents claim: their programs are run and
// their outputs compared.
package docs_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
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
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("limit") == "500" {
			http.Error(w, `{"detail":[{"type":"less_than_equal","loc":["query","limit"],"ctx":{"le":100}}],"url":"/search?limit=500&key=s3cr3t"}`, http.StatusUnprocessableEntity)
			return
		}
		w.Header().Set("Retry-After", "30")
		http.Error(w, "quota of account 8841 (key s3cr3t) is used up", http.StatusTooManyRequests)
	}))
	defer api.Close()
	call := func(check func(*http.Response) error) func(context.Context, map[string]any) (string, error) {
		return func(_ context.Context, arguments map[string]any) (string, error) {
			resp, err := http.Get(fmt.Sprint(api.URL, "/search?limit=", arguments["limit"]))
			if err != nil {
				return "", err
			}
			defer resp.Body.Close()
			return "", check(resp)
		}
	}
	before := call(func(resp *http.Response) error {
		body, _ := io.ReadAll(resp.Body) // it is short
		return fmt.Errorf("%s: %s", resp.Status, bytes.TrimSpace(body))
	})
	after := adapter.Wrap(call(httpadapter.CheckResponse), adapters.Default().For("search"))
	refused, limited := map[string]any{"limit": 500}, map[string]any{"limit": 5}
	for _, arguments := range []map[string]any{refused, limited} {
		_, err := before(context.Background(), arguments)
		fmt.Println(err)
	}
	for _, arguments := range []map[string]any{refused, limited} {
		fmt.Println(toolerr.Result(after(context.Background(), arguments)))
	}
	// Output:
	// 422 Unprocessable Entity: {"detail":[{"type":"less_than_equal","loc":["query","limit"],"ctx":{"le":100}}],"url":"/search?limit=500&key=s3cr3t"}
	// 429 Too Many Requests: quota of account 8841 (key s3cr3t) is used up
	// {"success":false,"error":"Upstream HTTP request failed with status code 422 (Unprocessable Content).","error_code":"invalid_input","kind":"UPSTREAM_RUNTIME_VALIDATION_ERROR","can_retry":false,"status_code":422,"service":"_http","problems":[{"path":"/limit","problem":"must be at most 100"}]}
	// {"success":false,"error":"Upstream HTTP request failed with status code 429 (Too Many Requests). Retry after 30 seconds.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"retry_after_ms":30000,"status_code":429,"service":"_http"}
}

// TestDocsReadmeBeforeAndAfter checks that the README has the output of Example_readme.
func TestDocsReadmeBeforeAndAfter(t *testing.T) {
	readme := read(t, "../README.md")
	source := read(t, "readme_test.go")
	for _, language := range []string{"text", "json"} {
		for line := range strings.Lines(fenced(t, readme, language)) {
			assert.Contains(t, source, "\t// "+line)
		}
	}
}

// TestDocsReadmeLoginPage: with a decoder in place of io.ReadAll, the README's tool tells of a
// page that is not JSON.
func TestDocsReadmeLoginPage(t *testing.T) {
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>Sign in</html>") }))
	defer api.Close()
	client := &http.Client{Transport: httpadapter.NewTransport(nil)}
	_, err := adapter.Wrap(func(ctx context.Context, _ map[string]any) (out map[string]any, err error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, api.URL, nil)
		require.NoError(t, err)
		resp, err := client.Do(req)
		require.NoError(t, err)
		defer resp.Body.Close()
		return out, json.NewDecoder(resp.Body).Decode(&out)
	}, adapters.Default().For("search"))(t.Context(), map[string]any{"limit": 5})
	assert.JSONEq(t, `{"success":false,"error":"The service answered with something that is not the expected JSON.",
		"error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_UNMAPPED","can_retry":true,"service":"_http"}`, toolerr.Result(nil, err).String())
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
	readme := read(t, "../README.md")
	source := read(t, "readme_test.go")
	shown := regexp.MustCompile("(?s)```go\nregistry(.*?)```").FindStringSubmatch(readme)
	require.NotNil(t, shown)
	for line := range strings.Lines(shown[1]) {
		if _, rest, ok := strings.Cut(line, "WithLogger("); ok {
			assert.Contains(t, source, "adapters.Default().WithLogger(", rest)
			continue
		}
		assert.Contains(t, source, strings.TrimSpace(line))
	}
}

func TestDocsReadmeIsShort(t *testing.T) {
	assert.LessOrEqual(t, strings.Count(read(t, "../README.md"), "\n"), 155)
}

// read returns a file's text.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	require.NoError(t, err)
	return string(text)
}

// glob returns the files whose names match.
func glob(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := filepath.Glob(pattern)
	require.NoError(t, err)
	return names
}

// fenced returns the first code block of a language.
func fenced(t *testing.T, page, language string) string {
	t.Helper()
	m := regexp.MustCompile("(?s)```" + language + "\n(.*?)```").FindStringSubmatch(page)
	require.NotNil(t, m, "no %s block", language)
	return m[1]
}
