package googleadapter_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// plain is the error of a response to a program that uses net/http alone.
func plain(url string, status int, header http.Header, body string) error {
	resp := &http.Response{
		StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest(http.MethodGet, url, http.NoBody),
	}
	return httpadapter.CheckResponse(resp)
}

func TestPlainResponses(t *testing.T) {
	wait := detail("RetryInfo", `"retryDelay":"7s"`)
	for name, tt := range map[string]struct {
		url    string
		status int
		body   string
		want   *googleapi.Error // the error of Google's client for it; nil where the response is not Google's
	}{
		"a rate limit": {
			"https://www.googleapis.com/drive/v3/files", 403, envelope(403, "userRateLimitExceeded", wait),
			&googleapi.Error{Code: 403, Body: envelope(403, "userRateLimitExceeded", wait)},
		},
		"a service of its own": {
			"https://sheets.googleapis.com/v4/spreadsheets/x", 400, `{"error":{"status":"FAILED_PRECONDITION"}}`,
			&googleapi.Error{Code: 400, Body: `{"error":{"status":"FAILED_PRECONDITION"}}`},
		},
		"a proxy":            {"https://www.googleapis.com/x", 502, "<html>", &googleapi.Error{Code: 502, Body: "<html>"}},
		"another host":       {"https://api.example.com/x", 403, envelope(403, "userRateLimitExceeded"), nil},
		"a host of its name": {"https://googleapis.com.example.com/x", 403, envelope(403, "userRateLimitExceeded"), nil},
		"another domain":     {"https://notgoogleapis.com/x", 403, envelope(403, "userRateLimitExceeded"), nil},
	} {
		t.Run(name, func(t *testing.T) {
			err := plain(tt.url, tt.status, nil, tt.body)
			te := googleadapter.Adapter{}.FromError(err)
			if tt.want == nil {
				assert.Nil(t, te)
				return
			}
			require.NotNil(t, te)
			meaning.Same(t, googleadapter.Adapter{}.FromError(tt.want), te, tt.body)
			assert.Equal(t, "GET", te.Extra().HTTPMethod)
			require.ErrorIs(t, te, err)
		})
	}
	te := googleadapter.Adapter{}.FromAnswer(nil, 429, http.Header{"Retry-After": {"3"}}, nil, toolerr.WithRequestID("r1"))
	waits, _ := te.RetryAfter()
	assert.Equal(t, 3*time.Second, waits)
	assert.Equal(t, "r1", te.Extra().RequestID)
	assert.Nil(t, googleadapter.Adapter{}.FromAnswer(nil, 200, nil, []byte(envelope(403, "userRateLimitExceeded"))))
}

// TestAnswersOfTokenEndpoints: the response of a token endpoint means the same with and
// without x/oauth2.
func TestAnswersOfTokenEndpoints(t *testing.T) {
	codes := []string{"", "xyzzy"}
	for _, row := range (googleadapter.OAuth2{}).Table().Rows() {
		codes = append(codes, row.VendorCode)
	}
	for _, status := range []int{400, 401, 403, 429, 503} {
		for _, code := range codes {
			body := []byte(`{"error":"` + code + `"}`)
			want := &oauth2.RetrieveError{Response: &http.Response{StatusCode: status}, Body: body, ErrorCode: code}
			meaning.Same(t, googleadapter.OAuth2{}.FromError(want), googleadapter.OAuth2{}.FromAnswer(want, status, nil, body), string(body))
		}
	}
	form := googleadapter.OAuth2{}.FromAnswer(nil, 400, nil, []byte("error=invalid_grant"))
	assert.Equal(t, "invalid_grant", form.VendorCode())
	assert.Nil(t, googleadapter.OAuth2{}.FromAnswer(nil, 200, nil, []byte(`{"access_token":"x"}`)))
	assert.Empty(t, googleadapter.OAuth2{}.Recognise("oauth2.googleapis.com", nil, []byte(`{"error":"invalid_grant"}`)))
}
