package githubadapter_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// responseTo returns a response to a request for url.
func responseTo(url string, status int, header map[string]string, body string) *http.Response {
	resp := &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest(http.MethodGet, url, http.NoBody),
	}
	for name, value := range header {
		resp.Header.Set(name, value)
	}
	return resp
}

// TestFromAnswerIsFromError: a response means the same with and without go-github.
func TestFromAnswerIsFromError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // both read the time of a reset at the same time
		time.Sleep(30 * 365 * 24 * time.Hour) // the bubble begins in 2000; a reset of that time is read as seconds
		err := errors.New(faults.CanaryCause)
		for name, tt := range cases() {
			resp := responseTo("https://api.github.com/user", tt.status, tt.header, tt.body)
			got := githubadapter.Adapter{}.FromAnswer(err, tt.status, resp.Header, []byte(tt.body))
			meaning.Same(t, adapt(t, checkResponse(resp)), got, name)
			assert.ErrorIs(t, got.Cause(), err)
		}
	})
	assert.Nil(t, githubadapter.Adapter{}.FromAnswer(errors.New("x"), 201, nil, []byte(`{"message":"x"}`)))
}

func TestRequestID(t *testing.T) {
	header := http.Header{"X-Request-Id": {"proxy"}, "X-Github-Request-Id": {"0F5B:1A2B"}}
	assert.Equal(t, "0F5B:1A2B", githubadapter.Adapter{}.FromAnswer(errors.New("x"), 500, header, nil).Extra().RequestID)
	header.Del("X-Github-Request-Id")
	assert.Equal(t, "proxy", githubadapter.Adapter{}.FromAnswer(errors.New("x"), 500, header, nil).Extra().RequestID)
}

// TestPlainResponses: a program that calls GitHub with net/http gets GitHub's codes.
func TestPlainResponses(t *testing.T) {
	limit := map[string]string{"X-RateLimit-Remaining": "0", "Retry-After": "60"}
	for name, tt := range map[string]struct {
		host    string
		status  int
		header  map[string]string
		body    string
		service string
		kind    toolerr.Kind
		code    string
		hint    string
		wait    time.Duration
	}{
		"a limit": {
			host: "api.github.com", status: 403, header: limit,
			service: "_github", kind: toolerr.KindUpstreamRateLimit, code: "primary_rate_limit", wait: time.Minute,
		},
		"a field": {
			host: "uploads.github.com", status: 422, body: `{"errors":["x",{"field":"title","code":"missing_field"}]}`,
			service: "_github", kind: toolerr.KindUpstreamValidationError, code: "missing_field", hint: "GitHub refuses the field title (missing_field).",
		},
		"a scope": {
			host: "api.github.com", status: 404, header: map[string]string{"X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "repo"},
			service: "_github", kind: toolerr.KindUpstreamNotFound, hint: "The token lacks the scope repo. Someone has to grant it.",
		},
		"an enterprise server": {
			host: "github.example.com", status: 409, header: map[string]string{"X-GitHub-Request-Id": "0F5B:1A2B"},
			service: "_github", kind: toolerr.KindUpstreamBadRequest, code: "conflict", hint: "It has changed since it was read. Read it again, and use what it is now.",
		},
		"another host": {
			host: "api.github.com.example.com", status: 429, header: limit, body: `{"documentation_url":"https://docs.github.com/rest"}`,
			service: "_http", kind: toolerr.KindUpstreamRateLimit, wait: time.Minute,
		},
	} {
		t.Run(name, func(t *testing.T) {
			err := httpadapter.CheckResponse(responseTo("https://"+tt.host+"/user", tt.status, tt.header, tt.body))
			te, ok := toolerr.Find(adapters.Default().For("tool").Adapt(t.Context(), err))
			require.True(t, ok)
			assert.Equal(t, tt.service, te.Service())
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.hint, te.Hint().String())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
		})
	}
}

// FuzzFromAnswer decodes bodies that a server may send.
func FuzzFromAnswer(f *testing.F) {
	f.Add(422, []byte(`{"errors":[{"field":"title","code":"custom"},7]}`))
	f.Add(451, []byte(`{"block":{"reason":"dmca"}}`))
	f.Add(-1, []byte{0xff})
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		te := githubadapter.Adapter{}.FromAnswer(errors.New("x"), status, http.Header{"Retry-After": {"3"}}, body)
		if te != nil {
			assert.Equal(t, "_github", te.Service())
		} else {
			assert.Less(t, status, 300)
		}
	})
}
