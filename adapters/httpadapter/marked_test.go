package httpadapter_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// Only the text of a marked result is left. Status, limit and wait are read from it, but
// not from similar texts.
func TestMarkedResults(t *testing.T) {
	type want struct {
		kind   toolerr.Kind // "" for an error that is not recognised
		status int
		wait   time.Duration
		retry  bool
	}
	limit := func(status int, wait time.Duration) want {
		return want{toolerr.KindUpstreamRateLimit, status, wait, true}
	}
	for text, want := range map[string]want{
		// Limits and waits.
		"failed to list issues: GitHub API rate limit exceeded. Retry after 30s.":      limit(0, 30*time.Second),
		"failed to list issues: GitHub API rate limit exceeded. Retry after 1m30s.":    limit(0, 90*time.Second),
		"GitHub secondary rate limit exceeded. Wait before retrying.":                  limit(0, 0),
		"GET https://api.example/x: 403 API rate limit exceeded [rate reset in 9m59s]": limit(403, 9*time.Minute+59*time.Second),
		"403 You have exceeded a secondary rate limit. Please wait a few minutes.":     limit(0, 0),
		"HTTP 429: slow down": limit(429, 0),
		"Rate limit reached for gpt-4. Please try again in 1.5s.":                       limit(0, 1500*time.Millisecond),
		"429 Too Many Requests, Retry-After: 20 seconds":                                limit(429, 20*time.Second),
		"the server has received too many requests and has asked us to try again later": limit(0, 0),
		"ratelimited":                          limit(0, 0),
		"status 429: retry after 3 fortnights": limit(429, 0),
		"status 429; retry after 30":           limit(429, 0),
		"rate limit exceeded, try again in 10 minutes or retry in 1 hour":               limit(0, time.Hour),
		"rate limit exceeded, retry after 99h":                                          limit(0, 24*time.Hour),
		"failed to sync: status code 503, retry after 5 s":                              {toolerr.KindUpstreamServerError, 503, 5 * time.Second, true},
		"api error: unexpected status code: 500":                                        {toolerr.KindUpstreamServerError, 500, 0, true},
		"upstream said 503 Service Unavailable":                                         {toolerr.KindUpstreamServerError, 503, 0, true},
		"failed to get repository: GET https://api.example/repos/o/r: 404 Not Found []": {toolerr.KindUpstreamNotFound, 404, 0, false},
		"GET https://api.example/repos/o/r?page=2: 409 Git Repository is empty. []":     {toolerr.KindUpstreamBadRequest, 409, 0, false},
		"HTTP/1.1 401":                                        {toolerr.KindUpstreamAuthError, 401, 0, false},
		`{"error":"denied","status":403}`:                     {toolerr.KindUpstreamAuthError, 403, 0, false},
		"422 Unprocessable Entity: title is too long":         {toolerr.KindUpstreamValidationError, 422, 0, false},
		"status 418 (status 418)":                             {toolerr.KindUpstreamBadRequest, 418, 0, false},
		"a tool's limit is rate limited to 5, see status 502": {toolerr.KindUpstreamServerError, 502, 0, true},
		`failed: Get "https://api.example/x?key=1": dial tcp 10.0.0.1:443: connect: connection refused`:                 {toolerr.KindNetworkTransportUnreachable, 0, 0, true},
		`failed: Post "https://api.example/x": EOF`:                                                                     {toolerr.KindNetworkTransportUnreachable, 0, 0, true},
		`failed: Get "https://api.example/x": context deadline exceeded`:                                                {toolerr.KindNetworkTransportTimeout, 0, 0, true},
		`Get "https://api.example/x": tls: failed to verify certificate: x509: certificate signed by unknown authority`: {toolerr.KindToolFatal, 0, 0, false},
		`Get "https://api.example/x": oauth2: cannot fetch token: 401 Unauthorized`:                                     {toolerr.KindUpstreamAuthError, 401, 0, false},

		`failed: GET https://api.example/x/…: the response's body failed: unexpected EOF`: {toolerr.KindNetworkTransportUnmapped, 0, 0, true},
		`failed: Get "/next?x=1": stopped after 10 redirects`:                             {toolerr.KindNetworkTransportUnmapped, 0, 0, false},

		// Everything else.
		"":                                {},
		"no seats left":                   {},
		"issue 404 is closed":             {},
		"HTTP 503.5":                      {},
		"status 200":                      {},
		"v1.404 not found":                {},
		"status 404, then status 500":     {},
		"the account is not rate limited": {},
		"try again if rate limited":       {},
		"do not send too many requests":   {},
		"separately, retry after 30s":     {},
		"status 404: rate limit exceeded is what it means": {toolerr.KindUpstreamNotFound, 404, 0, false},
		"KIND: \u212a status 429":                          {},
	} {
		t.Run(text, func(t *testing.T) {
			assert.Nil(t, httpadapter.Adapter{}.FromError(errors.New(text)), "not of another error's text")
			te := httpadapter.Adapter{}.FromError(mcpresult.Marked(text, nil))
			if want.kind == "" {
				assert.Nil(t, te)
				return
			}
			require.NotNil(t, te)
			assert.Equal(t, want.kind, te.Kind())
			assert.Equal(t, want.status, te.StatusCode())
			wait, _ := te.RetryAfter()
			assert.Equal(t, want.wait, wait)
			assert.Equal(t, want.retry, te.CanRetry())
			assert.Equal(t, "_http", te.Service())
		})
	}
}

// The text is read only if the error beside it has no information.
func TestMarkedResultWithAnError(t *testing.T) {
	const text = "status code 503, retry after 5s"
	te := httpadapter.Adapter{}.FromError(mcpresult.Marked(text, &httpadapter.StatusError{}))
	require.NotNil(t, te)
	assert.Equal(t, 503, te.StatusCode())
	te = httpadapter.Adapter{}.FromError(mcpresult.Marked(text, errors.Join(base.Lost(`Get "https://x.example": EOF`))))
	require.NotNil(t, te)
	assert.Zero(t, te.StatusCode())
}

// Tools write the status of a response into an error. Its text is read if the call's last
// exchange has that status, and no other exchange failed with another one.
func TestTextOfAnError(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		status, _ := strconv.Atoi(strings.Trim(r.URL.Path, "/ab"))
		if r.URL.RawQuery == "w" {
			w.Header().Set("Retry-After", "7")
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, r.URL.Query().Get("body"))
	})
	type view struct {
		kind   toolerr.Kind
		status int
		wait   time.Duration
		retry  bool
		effect toolerr.Effect
	}
	const unknown, retry = toolerr.EffectUnknown, true
	untied := view{toolerr.KindToolFatal, 0, 0, false, unknown}
	page := view{toolerr.KindUpstreamUnmapped, 0, 0, retry, none}
	tests := map[string]struct {
		requests []string // as "GET /404"; the last one's is the call's last exchange
		text     string
		want     view
		marked   view // the same text in a marked result
	}{
		"a limit":                {[]string{"GET /429?w"}, "API error: 429 Too Many Requests: slow", view{toolerr.KindUpstreamRateLimit, 429, 7 * time.Second, retry, none}, view{toolerr.KindUpstreamRateLimit, 429, 7 * time.Second, retry, none}},
		"a read that may repeat": {[]string{"GET /503"}, "status 503", view{toolerr.KindUpstreamServerError, 503, 0, retry, none}, view{toolerr.KindUpstreamServerError, 503, 0, retry, none}},
		"a write that may not":   {[]string{"POST /503"}, "status 503", view{toolerr.KindUpstreamServerError, 503, 0, false, unknown}, view{toolerr.KindUpstreamServerError, 503, 0, false, unknown}},
		"in brackets":            {[]string{"POST /503"}, "the API is down (503)", view{toolerr.KindUpstreamServerError, 503, 0, false, unknown}, view{toolerr.KindUpstreamServerError, 503, 0, false, unknown}},
		"other words, a part":    {[]string{"GET /429"}, "the query returned 4290 rows", untied, view{toolerr.KindUpstreamRateLimit, 429, 0, retry, none}},
		"other words, unrelated": {[]string{"GET /404"}, "the query returned 500 rows", untied, view{toolerr.KindUpstreamNotFound, 404, 0, false, none}},
		"after one that worked":  {[]string{"GET /200", "GET /404"}, "HTTP 404", view{toolerr.KindUpstreamNotFound, 404, 0, false, none}, view{toolerr.KindUpstreamNotFound, 404, 0, false, none}},
		"a fallback":             {[]string{"GET /404", "GET /b404"}, "HTTP 404", view{toolerr.KindUpstreamNotFound, 404, 0, false, none}, view{toolerr.KindUpstreamNotFound, 404, 0, false, none}},

		"another status":   {[]string{"GET /404"}, "status 403", untied, view{toolerr.KindUpstreamNotFound, 404, 0, false, none}},
		"no status":        {[]string{"GET /404"}, "no such user", untied, view{toolerr.KindUpstreamNotFound, 404, 0, false, none}},
		"two statuses":     {[]string{"GET /404"}, "status 404, then status 500", untied, view{toolerr.KindUpstreamNotFound, 404, 0, false, none}},
		"two ways to fail": {[]string{"GET /403", "GET /404"}, "no such user", untied, view{toolerr.KindToolFatal, 0, 0, false, none}},

		"a 403 that waits":   {[]string{"GET /403?w"}, "no luck", untied, view{toolerr.KindUpstreamRateLimit, 403, 7 * time.Second, retry, none}},
		"a POST that waits":  {[]string{"POST /503?w"}, "no luck", untied, view{toolerr.KindUpstreamServerError, 503, 7 * time.Second, retry, none}},
		"sent again":         {[]string{"GET /503", "GET /503"}, "no luck", untied, view{toolerr.KindUpstreamServerError, 503, 0, retry, none}},
		"a probe":            {[]string{"GET /404", "POST /500"}, "no luck", untied, untied},
		"a page, by a GET":   {[]string{"GET /200?body=%3Chtml"}, "invalid character '<' looking for beginning of value", page, page},
		"a page, by a POST":  {[]string{"POST /200?body=%3Chtml"}, "invalid character '<' looking for beginning of value", view{toolerr.KindUpstreamUnmapped, 0, 0, false, unknown}, view{toolerr.KindUpstreamUnmapped, 0, 0, false, unknown}},
		"a list":             {[]string{"GET /200?body=[]"}, "json: cannot unmarshal array into Go value of type x", page, page},
		"half of a body":     {[]string{"GET /200?body={"}, "unexpected EOF", page, page},
		"a wait in the text": {[]string{"GET /429?w"}, "rate limit exceeded. Retry after 30s.", untied, view{toolerr.KindUpstreamRateLimit, 429, 30 * time.Second, retry, none}},
		"of one that worked": {[]string{"GET /200"}, "404 Not Found", view{toolerr.KindUpstreamNotFound, 404, 0, false, none}, view{toolerr.KindUpstreamNotFound, 404, 0, false, none}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			plain, said := errors.New(tt.text), mcpresult.Marked(tt.text, nil)
			for _, c := range []struct {
				err  error
				want view
			}{{fmt.Errorf("cannot list: %w", plain), tt.want}, {said, tt.marked}} {
				te := adapted(t, func(ctx context.Context) error {
					for _, r := range tt.requests {
						method, path, _ := strings.Cut(r, " ")
						require.NoError(t, asks(ctx, method, base+path))
					}
					return c.err
				})
				wait, _ := te.RetryAfter()
				assert.Equal(t, c.want, view{te.Kind(), te.StatusCode(), wait, te.Repeats(), te.Effect()}, "%T", c.err)
				require.ErrorIs(t, te, c.err)
				assert.Equal(t, c.err.Error(), te.DeveloperMessage())
			}
		})
	}
}

// The status in a text also counts if all exchanges of the call ran at the same time and
// failed with it. The wait is then the longest.
func TestTextAfterExchangesAtTheSameTime(t *testing.T) {
	for name, tt := range map[string]struct {
		second int
		kind   toolerr.Kind
		wait   time.Duration
	}{
		"the same status": {429, toolerr.KindUpstreamRateLimit, 9 * time.Second},
		"another one":     {503, toolerr.KindToolFatal, 0},
		"one worked":      {200, toolerr.KindToolFatal, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var arrived sync.WaitGroup
			arrived.Add(2)
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				arrived.Done()
				arrived.Wait()
				w.Header().Set("Retry-After", r.URL.Query().Get("wait"))
				status, _ := strconv.Atoi(r.URL.Query().Get("status"))
				w.WriteHeader(status)
			})
			te := adapted(t, func(ctx context.Context) error {
				var running sync.WaitGroup
				running.Go(func() { assert.NoError(t, asks(ctx, http.MethodGet, base+"/a?status=429&wait=9")) })
				running.Go(func() { assert.NoError(t, asks(ctx, http.MethodGet, base+"/b?wait=7&status="+strconv.Itoa(tt.second))) })
				running.Wait()
				return errors.New("the API answered with status 429")
			})
			assert.Equal(t, tt.kind, te.Kind())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
		})
	}
}

// Reading any text ends, with a wait of at most a day and a status that HTTP defines.
func FuzzMarked(f *testing.F) {
	for _, seed := range []string{"", "status code 503, retry after 5s", "rate limit exceeded. Retry after 1m30s.", `Get "https://x": EOF`, "GET https://x: 404 Not Found []", "retry after 1e300h 429", strings.Repeat("status ", 400) + "404"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		te := httpadapter.Adapter{}.FromError(mcpresult.Marked(text, nil))
		if te == nil {
			return
		}
		assert.True(t, te.StatusCode() == 0 || te.StatusCode() >= 400 && te.StatusCode() < 600)
		wait, _ := te.RetryAfter()
		assert.True(t, wait >= 0 && wait <= 24*time.Hour)
	})
}
