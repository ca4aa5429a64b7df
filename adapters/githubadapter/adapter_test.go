package githubadapter_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := githubadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_github", te.Service())
	payload := te.Payload().String()
	assert.Empty(t, faults.Planted().Find(payload), payload)
	assert.Empty(t, faults.Planted().FindCredentials(te.DeveloperMessage()))
	return te
}

// refuse returns the client's error for a response.
func refuse(t *testing.T, status int, header map[string]string, body string) error {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
		server.URL+"/repos/o/"+faults.CanaryPath+"/issues?q="+faults.CredentialQuery, http.NoBody)
	require.NoError(t, err)
	req.Header.Set("Authorization", "Bearer "+faults.CredentialBearer)
	client := *server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := client.Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	err = checkResponse(resp)
	require.Error(t, err)
	return err
}

type answers struct {
	status  int
	header  map[string]string
	body    string
	kind    toolerr.Kind
	retry   bool
	wait    time.Duration // negative: none
	code    string
	hint    string // a part of the hint
	user    bool
	effect  toolerr.Effect
	unknown string // the server's code in the report, if it differs from code
}

// dateSlack is the tolerance for a wait until a point in time.
const dateSlack = 10 * time.Second

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

func message(rest string) string {
	return `{"message":"` + faults.CanaryMessage + `"` + rest + `}`
}

func cases() map[string]answers {
	resets := strconv.FormatInt(time.Now().Add(30*time.Minute).Unix(), 10)
	secondary := message(`,"documentation_url":"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits"`)
	all := map[string]answers{
		"a used-up quota": {
			status: 403, header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": resets}, body: message(""),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 30 * time.Minute, code: "primary_rate_limit", effect: none,
		},
		"a used-up quota, as a 429": {
			status: 429, header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": resets}, body: message(""),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 30 * time.Minute, code: "primary_rate_limit", effect: none,
		},
		"a used-up quota without its end": {
			status: 403, header: map[string]string{"X-RateLimit-Remaining": "0"}, body: message(""),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: -1, code: "primary_rate_limit", effect: none,
		},
		"a used-up quota that is over": {
			status: 403, header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1"}, body: message(""),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 0, code: "primary_rate_limit", effect: none,
		},
		"a secondary limit": {
			status: 403, header: map[string]string{"Retry-After": "90"}, body: secondary,
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 90 * time.Second, code: "secondary_rate_limit", hint: "one after the other", effect: none,
		},
		"a secondary limit without a time": {
			status: 403, body: secondary,
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: time.Minute, code: "secondary_rate_limit", effect: none,
		},
		"a secondary limit while the quota is not used up": {
			status: 403, header: map[string]string{"X-RateLimit-Remaining": "4990", "X-RateLimit-Reset": resets}, body: secondary,
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: time.Minute, code: "secondary_rate_limit", effect: none,
		},
		"a 429 while the quota is not used up": {
			status: 429, header: map[string]string{"X-RateLimit-Remaining": "4999", "X-RateLimit-Reset": resets}, body: "{}",
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: -1, code: "too_many_requests", effect: none,
		},
		"a 429 with the end of a quota": {
			status: 429, header: map[string]string{"X-RateLimit-Reset": resets}, body: "{}",
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 30 * time.Minute, code: "too_many_requests", effect: none,
		},
		"a secondary limit until a date": {
			status: 403, header: map[string]string{"Retry-After": time.Now().Add(2 * time.Minute).UTC().Format(http.TimeFormat)}, body: secondary,
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 2 * time.Minute, code: "secondary_rate_limit", effect: none,
		},
		"a secondary limit with an invalid time": {
			status: 403, header: map[string]string{"Retry-After": "soon"}, body: secondary,
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: time.Minute, code: "secondary_rate_limit", effect: none,
		},
		"a 403 with a time and nothing else": {
			status: 403, header: map[string]string{"Retry-After": "5"}, body: "{}",
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 5 * time.Second, code: "secondary_rate_limit", effect: none,
		},
		"a 429 without anything else": {
			status: 429, body: "<html>",
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: -1, code: "too_many_requests", effect: none,
		},
		"a 202": {
			status: 202, body: message(""),
			kind: toolerr.KindToolRetry, retry: true, wait: -1, code: "accepted_try_later", hint: "a few seconds", effect: unknown,
		},
		"a wrong token": {
			status: 401, body: message(""),
			kind: toolerr.KindUpstreamAuthError, wait: -1, effect: none,
		},
		"a one-time password": {
			status: 401, header: map[string]string{"X-GitHub-OTP": "required; app"}, body: message(""),
			kind: toolerr.KindToolContextRequired, wait: -1, code: "otp_required", hint: "one-time password", user: true, effect: none,
		},
		"single sign-on": {
			status: 403, header: map[string]string{"X-GitHub-SSO": "required; url=https://github.com/orgs/" + faults.CanaryHost + "/sso?authorization_request=" + faults.CredentialLocation}, body: message(""),
			kind: toolerr.KindToolContextRequired, wait: -1, code: "sso_required", hint: "single sign-on", user: true, effect: none,
		},
		"single sign-on with a used-up quota": {
			status: 403, header: map[string]string{"X-GitHub-SSO": "required; url=https://github.com", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": resets}, body: message(""),
			kind: toolerr.KindToolContextRequired, wait: -1, code: "sso_required", hint: "single sign-on", user: true, effect: none,
		},
		"single sign-on with a time": {
			status: 403, header: map[string]string{"X-GitHub-SSO": "required", "Retry-After": "5"}, body: message(""),
			kind: toolerr.KindToolContextRequired, wait: -1, code: "sso_required", hint: "single sign-on", user: true, effect: none,
		},
		"part of a list, and a used-up quota": {
			status: 403, header: map[string]string{"X-GitHub-SSO": "partial-results; organizations=1", "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": resets}, body: message(""),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 30 * time.Minute, code: "primary_rate_limit", effect: none,
		},
		"a right": {
			status: 403, body: message(""),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "forbidden", hint: "may not", effect: none,
		},
		"a permission": {
			status: 403, header: map[string]string{"X-Accepted-GitHub-Permissions": "issues=write; pull_requests=write"}, body: message(""),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "forbidden", hint: "the permission issues: write", effect: none,
		},
		"a permission that the list does not have": {
			status: 403, header: map[string]string{"X-Accepted-GitHub-Permissions": faults.CanaryHeader + "=write, contents=" + faults.CanaryHeader}, body: message(""),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "forbidden", hint: "may not", effect: none,
		},
		"a scope": {
			status: 403, header: map[string]string{"X-OAuth-Scopes": "gist, read:org", "X-Accepted-OAuth-Scopes": "repo, public_repo"}, body: message(""),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "insufficient_scopes", hint: "the scope repo.", user: true, effect: none,
		},
		"a scope that the list does not have": {
			status: 403, header: map[string]string{"X-OAuth-Scopes": "", "X-Accepted-OAuth-Scopes": faults.CanaryHeader}, body: message(""),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "insufficient_scopes", user: true, effect: none,
		},
		"a scope that is there": {
			status: 403, header: map[string]string{"X-OAuth-Scopes": "gist, repo", "X-Accepted-OAuth-Scopes": "repo"}, body: message(""),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "forbidden", hint: "may not", effect: none,
		},
		"nothing there": {
			status: 404, body: message(""),
			kind: toolerr.KindUpstreamNotFound, wait: -1, hint: "no access", effect: none,
		},
		"nothing there for this token": {
			status: 404, header: map[string]string{"X-OAuth-Scopes": "gist", "X-Accepted-OAuth-Scopes": "repo"}, body: message(""),
			kind: toolerr.KindUpstreamNotFound, wait: -1, hint: "the scope repo", user: true, effect: none,
		},
		"gone": {
			status: 410, body: message(""),
			kind: toolerr.KindUpstreamNotFound, wait: -1, effect: none,
		},
		"taken down": {
			status: 451, body: message(`,"block":{"reason":"dmca"}`),
			kind: toolerr.KindToolFatal, wait: -1, code: "blocked_dmca", effect: none,
		},
		"taken down for another reason": {
			status: 451, body: message(`,"block":{"reason":"` + faults.CanaryBody + `"}`),
			kind: toolerr.KindToolFatal, wait: -1, code: "blocked", unknown: faults.CanaryBody, effect: none,
		},
		"a 451 of a proxy": {
			status: 451, body: "<html>",
			kind: toolerr.KindUpstreamBadRequest, wait: -1, effect: none,
		},
		"a conflict": {
			status: 409, body: message(""),
			kind: toolerr.KindUpstreamBadRequest, wait: -1, code: "conflict", hint: "Read it again", effect: none,
		},
		"no commits": {
			status: 409, body: `{"message":"Git Repository is empty.","documentation_url":"https://docs.github.com/rest/commits/commits#list-commits"}`,
			kind: toolerr.KindUpstreamNotFound, wait: -1, code: "repository_empty", hint: "no commits yet", effect: none,
		},
		"branches that conflict": {
			status: 409, body: message(`,"documentation_url":"https://docs.github.com/rest/branches/branches#merge-a-branch"`),
			kind: toolerr.KindUpstreamBadRequest, wait: -1, code: "merge_conflict", hint: "branches", effect: none,
		},
		"a fork that conflicts, without the page": {
			status: 409, body: `{"message":"There are merge conflicts"}`,
			kind: toolerr.KindUpstreamBadRequest, wait: -1, code: "merge_conflict", hint: "branches", effect: none,
		},
		"a bad request": {
			status: 400, body: message(""),
			kind: toolerr.KindUpstreamBadRequest, wait: -1, effect: none,
		},
		"moved": {
			status: 301, header: map[string]string{"Location": "/repositories/1?token=" + faults.CredentialLocation}, body: message(""),
			kind: toolerr.KindUpstreamBadRequest, wait: -1, code: "moved", hint: "moved", effect: none,
		},
		"elsewhere for now": {
			status: 302, body: message(""),
			kind: toolerr.KindUpstreamUnmapped, wait: -1, effect: unknown,
		},
		"a field": {
			status: 422, body: message(`,"errors":[{"resource":"Issue","field":"title","code":"missing_field"}]`),
			kind: toolerr.KindUpstreamValidationError, wait: -1, code: "missing_field", hint: "the field title (missing_field).", effect: none,
		},
		"four fields": {
			status: 422, body: message(`,"errors":[{"field":"head","code":"invalid"},{"field":"base","code":"missing"},{"field":"body","code":"custom","message":"` + faults.CanaryMessage + `"},{"field":"title","code":"custom"}]`),
			kind: toolerr.KindUpstreamValidationError, wait: -1, code: "invalid", hint: "head (invalid), base (missing) and body (custom).", effect: none,
		},
		"two fields": {
			status: 422, body: message(`,"errors":[{"field":"` + faults.CanaryBody + `","code":"already_exists"},{"field":"base","code":"missing"},{"field":"head","code":"unprocessable"}]`),
			kind: toolerr.KindUpstreamValidationError, wait: -1, code: "already_exists", hint: "base (missing) and head (unprocessable).", effect: none,
		},
		"a code that the list does not have": {
			status: 422, body: message(`,"errors":[{"field":"title","code":"` + faults.CanaryBody + `"}]`),
			kind: toolerr.KindUpstreamValidationError, wait: -1, unknown: faults.CanaryBody, effect: none,
		},
		"a code that is not one of a field": {
			status: 422, body: message(`,"errors":[{"field":"title","code":"sso_required"}]`),
			kind: toolerr.KindUpstreamValidationError, wait: -1, unknown: "sso_required", effect: none,
		},
		"a 422 without fields": {
			status: 422, body: message(""),
			kind: toolerr.KindUpstreamValidationError, wait: -1, effect: none,
		},
		"a failure": {
			status: 502, body: "<html>" + faults.CanaryBody,
			kind: toolerr.KindUpstreamServerError, retry: true, wait: -1, effect: unknown,
		},
		"a refused 503": {
			status: 503, header: map[string]string{"Retry-After": "3"}, body: message(""),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: 3 * time.Second, effect: none,
		},
	}
	for _, code := range []string{"missing", "unprocessable", "custom"} {
		all["a field, "+code] = answers{
			status: 422, body: message(`,"errors":[{"resource":"Release","field":"tag_name","code":"` + code + `"}]`),
			kind: toolerr.KindUpstreamValidationError, wait: -1, code: code, hint: "the field tag_name (" + code + ").", effect: none,
		}
	}
	return all
}

func TestAnswers(t *testing.T) {
	for name, tt := range cases() {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("tool: %w", refuse(t, tt.status, tt.header, tt.body)))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.retry, te.CanRetry())
			assert.Equal(t, tt.status, te.StatusCode())
			assert.Equal(t, tt.effect, te.Effect())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Contains(t, te.Hint().String(), tt.hint)
			assert.Equal(t, tt.hint == "", te.Hint().IsZero() || tt.hint == "", te.Hint())
			assert.Equal(t, tt.user, te.RequiresUserAction())
			if tt.unknown != "" {
				assert.Equal(t, tt.unknown, te.Extra().VendorCode)
			}
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait >= 0, ok)
			if ok {
				assert.InDelta(t, tt.wait, wait, float64(dateSlack))
			}
			if tt.status != http.StatusAccepted {
				assert.Equal(t, http.MethodPost, te.Extra().HTTPMethod)
				assert.NotContains(t, te.Extra().Endpoint, "?")
			}
		})
	}
}

// A client with a known limit refuses calls itself, with a response that no server
// sent.
func TestClientSideLimits(t *testing.T) {
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "https://api.github.com/user", http.NoBody)
	made := func() *http.Response {
		return &http.Response{StatusCode: http.StatusForbidden, Request: req, Header: http.Header{}}
	}
	for name, tt := range map[string]struct {
		err  error
		code string
		wait time.Duration
	}{
		"primary":         {&RateLimitError{Rate: Rate{Reset: Timestamp{time.Now().Add(time.Minute)}}, Response: made()}, "primary_rate_limit", time.Minute},
		"secondary":       {&AbuseRateLimitError{RetryAfter: go126.New(20 * time.Second), Response: made()}, "secondary_rate_limit", 20 * time.Second},
		"a zero error":    {&RateLimitError{}, "primary_rate_limit", -1},
		"a zero one more": {&AbuseRateLimitError{}, "secondary_rate_limit", time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, tt.err)
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Zero(t, te.StatusCode(), "no server sent one")
			assert.Equal(t, toolerr.EffectNone, te.Effect(), "nothing was sent")
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait >= 0, ok)
			if ok {
				assert.InDelta(t, tt.wait, wait, float64(dateSlack))
			}
		})
	}
}

// Older majors return an ErrorResponse for a 429.
func TestLimitsOfOlderMajors(t *testing.T) {
	for name, tt := range map[string]struct {
		header http.Header
		docs   string
		code   string
	}{
		"primary":           {http.Header{"X-Ratelimit-Remaining": {"0"}}, "", "primary_rate_limit"},
		"secondary":         {nil, "https://docs.github.com/rest/overview/resources-in-the-rest-api#secondary-rate-limits", "secondary_rate_limit"},
		"secondary, of old": {nil, "https://developer.github.com/v3/#abuse-rate-limits", "secondary_rate_limit"},
		"neither":           {nil, "https://docs.github.com/rest", "too_many_requests"},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, &ErrorResponse{
				DocumentationURL: tt.docs,
				Response:         &http.Response{StatusCode: http.StatusTooManyRequests, Header: tt.header, Proto: "HTTP/2.0", Request: &http.Request{}},
			})
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, http.StatusTooManyRequests, te.StatusCode())
		})
	}
}

func TestSentinels(t *testing.T) {
	for text, code := range githubadapter.Sentinels() {
		te := adapt(t, fmt.Errorf("tool: %w", errors.New(text)))
		assert.Equal(t, code, te.VendorCode())
		assert.Equal(t, toolerr.EffectNone, te.Effect())
		assert.Nil(t, githubadapter.Adapter{}.FromError(fmt.Errorf("%s: %w", text, http.ErrNoCookie)), "not the innermost")
	}
}

// The client of GitHub's command line has one type for all responses.
func TestGh(t *testing.T) {
	for code, e := range map[string]*HTTPError{
		"primary_rate_limit":   {StatusCode: 403, Headers: http.Header{"X-Ratelimit-Remaining": {"0"}}},
		"secondary_rate_limit": {StatusCode: 429, Headers: http.Header{"Retry-After": {"7"}}},
		"otp_required":         {StatusCode: 401, Headers: http.Header{"X-Github-Otp": {"required; app"}}},
		"sso_required":         {StatusCode: 403, Headers: http.Header{"X-Github-Sso": {"required"}}},
		"missing_field":        {StatusCode: 422, Errors: []Error{{Field: "title", Code: "missing_field"}}},
		"moved":                {StatusCode: 301},
		"forbidden":            {StatusCode: 403},
		"":                     {StatusCode: 404},
	} {
		e.Message = faults.CanaryMessage
		e.RequestURL = &url.URL{Scheme: "https", Host: "api.github.com", Path: "/search/code", RawQuery: "q=" + faults.CredentialQuery}
		te := adapt(t, fmt.Errorf("tool: %w", e))
		assert.Equal(t, code, te.VendorCode())
		assert.Equal(t, e.StatusCode, te.StatusCode())
		assert.Equal(t, "https://api.github.com/search/code", te.Extra().Endpoint)
	}
}

func TestZeroErrors(t *testing.T) {
	for _, err := range []error{
		&ErrorResponse{}, ErrorResponse2(), &TwoFactorAuthError{}, &RedirectionError{}, &AcceptedError{}, &HTTPError{},
		&ErrorResponse{Response: &http.Response{}}, &ErrorResponse{Response: &http.Response{StatusCode: 403}},
	} {
		te := adapt(t, err)
		assert.NotEmpty(t, te.Payload().String())
	}
}

// ErrorResponse2 is a response without a request.
func ErrorResponse2() error {
	return &ErrorResponse{Response: &http.Response{StatusCode: 422, Proto: "HTTP/1.1"}, Errors: []Error{{}}}
}

var _ adapter.Specified = githubadapter.Adapter{}

// The result for a response is the same with and without go-github. The request writes,
// because a response alone does not show that its request only read.
func TestFromAnswerMatchesFromError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // both read the time of a reset at the same moment
		<-time.After(30 * 365 * 24 * time.Hour) // the bubble begins in 2000, and a reset at that time would be read as seconds
		err := errors.New(faults.CanaryCause)
		for name, tt := range cases() {
			resp := &http.Response{
				StatusCode: tt.status, Proto: "HTTP/1.1", Header: http.Header{}, Body: io.NopCloser(strings.NewReader(tt.body)),
				Request: httptest.NewRequest(http.MethodPost, "https://api.github.com/user", http.NoBody),
			}
			for name, value := range tt.header {
				resp.Header.Set(name, value)
			}
			got := spec.Of(githubadapter.Adapter{}).FromAnswer(err, tt.status, resp.Header, []byte(tt.body))
			meaning.Same(t, adapt(t, checkResponse(resp)), got, name)
			assert.ErrorIs(t, got.Cause(), err)
		}
	})
	ids := http.Header{"X-Request-Id": {"proxy"}, "X-Github-Request-Id": {"0F5B:1A2B"}}
	assert.Equal(t, "0F5B:1A2B", spec.Of(githubadapter.Adapter{}).FromAnswer(errors.New("x"), 500, ids, nil).Extra().RequestID)
}
