package googleadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := googleadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %v", err)
	assert.Equal(t, "_google", te.Extra().Service)
	assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
	return te
}

// envelope returns the body of a Google error.
func envelope(code int, reason string, details ...string) string {
	return fmt.Sprintf(`{"error":{"code":%d,"message":%q,"status":"UNKNOWN","errors":[{"reason":%q,"message":%q}],"details":[%s]}}`,
		code, faults.CanaryMessage, reason, faults.CanaryMessage, strings.Join(details, ","))
}

func detail(kind, fields string) string {
	return fmt.Sprintf(`{"@type":"type.googleapis.com/google.rpc.%s",%s}`, kind, fields)
}

// The forms of details are tested in internal/rpcdetails.
func TestAnswers(t *testing.T) {
	retryInfo := detail("RetryInfo", `"retryDelay":"7s"`)
	tests := map[string]struct {
		status int
		body   string
		header http.Header
		kind   toolerr.Kind
		retry  bool
		wait   time.Duration // negative: none
		code   string        // what the agent sees
		check  func(*testing.T, *toolerr.ToolRuntimeError)
	}{
		"with a header too": {
			status: 403, body: envelope(403, "rateLimitExceeded", retryInfo), header: http.Header{"Retry-After": {"3"}},
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 7 * time.Second, code: "rateLimitExceeded",
		},
		"a permission of a call behind the service": {
			status: 503, body: `{"error":{"code":503,"status":"PERMISSION_DENIED","message":"` + faults.CanaryMessage + `"}}`,
			kind: toolerr.KindUpstreamServerError, retry: true, wait: -1,
		},
		"a permission beside a wait": {
			status: 403, body: `{"error":{"code":403,"status":"PERMISSION_DENIED","message":"` + faults.CanaryMessage + `","details":[` + retryInfo + `]}}`, header: http.Header{"Retry-After": {"3"}},
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "PERMISSION_DENIED",
		},
		"the reason in the details wins": {
			status: 403, body: envelope(403, "forbidden", detail("ErrorInfo", `"reason":"RATE_LIMIT_EXCEEDED"`)),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: -1, code: "RATE_LIMIT_EXCEEDED",
		},
		"a quota of a day, by its limit": {
			status: 429, body: envelope(429, "", retryInfo, detail("ErrorInfo", `"reason":"RATE_LIMIT_EXCEEDED","metadata":{"quota_limit":"ReadsPerDayPerProject"}`)),
			kind: toolerr.KindUpstreamRateLimit, retry: false, wait: -1, code: "RATE_LIMIT_EXCEEDED",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, toolerr.FactDailyLimit.Hint(), te.Hint())
				assert.Equal(t, toolerr.GuidanceNone, te.Guidance())
			},
		},
		"a quota of a minute": {
			status: 429, body: envelope(429, "", retryInfo, detail("QuotaFailure", `"violations":[{"quotaId":"GenerateRequestsPerMinutePerProject"}]`)),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 7 * time.Second,
		},
		"a quota of a day is nothing to another error": {
			status: 403, body: envelope(403, "insufficientFilePermissions", detail("QuotaFailure", `"violations":[{"quotaId":"PerDay"}]`)),
			kind: toolerr.KindUpstreamAuthError, retry: false, wait: -1, code: "insufficientFilePermissions",
		},
		"the API is off": {
			status: 403, body: envelope(403, "accessNotConfigured", detail("ErrorInfo", `"reason":"SERVICE_DISABLED"`), detail("Help", `"links":[{"url":"https://`+faults.CanaryHost+`/"}]`)),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "SERVICE_DISABLED",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.True(t, te.RequiresUserAction())
				assert.Equal(t, "The API is not enabled in the Google Cloud project. Someone has to enable it.", te.Hint().String())
				assert.Contains(t, te.DeveloperMessage(), faults.CanaryHost, "the developer has the link to enable it")
			},
		},
		"scopes": {
			status: 403, body: envelope(403, "insufficientPermissions", detail("ErrorInfo", `"reason":"ACCESS_TOKEN_SCOPE_INSUFFICIENT"`)),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.True(t, te.RequiresUserAction()) },
		},
		"an expired token": {
			status: 401, body: envelope(401, "authError", detail("ErrorInfo", `"reason":"ACCESS_TOKEN_EXPIRED"`)),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "ACCESS_TOKEN_EXPIRED",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, toolerr.GuidanceRefreshAuthThenRetry, te.Guidance())
			},
		},
		"an invalid key under a 400": {
			status: 400, body: envelope(400, "badRequest", detail("ErrorInfo", `"reason":"API_KEY_INVALID"`)),
			kind: toolerr.KindUpstreamAuthError, wait: -1, code: "API_KEY_INVALID",
		},
		"a conflict to be repeated": {
			status: 409, body: `{"error":{"code":409,"status":"ABORTED"}}`, kind: toolerr.KindUpstreamBadRequest, retry: true, wait: -1, code: "ABORTED",
		},
		"a conflict that stays": {
			status: 409, body: `{"error":{"code":409,"status":"ALREADY_EXISTS"}}`, kind: toolerr.KindUpstreamBadRequest, wait: -1, code: "ALREADY_EXISTS",
		},
		"a refused 503": {
			status: 503, body: envelope(503, "backendError", retryInfo),
			kind: toolerr.KindUpstreamServerError, retry: true, wait: 7 * time.Second, code: "backendError",
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.Equal(t, toolerr.EffectNone, te.Effect()) },
		},
		"an unknown reason": {
			status: 403, body: envelope(403, faults.CanaryCode), kind: toolerr.KindUpstreamAuthError, wait: -1,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) {
				assert.Equal(t, faults.CanaryCode, te.Extra().VendorCode)
				assert.Contains(t, te.Error(), "Google")
			},
		},
		"an unknown reason that names a wait": {
			status: 403, body: envelope(403, faults.CanaryCode, retryInfo),
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 7 * time.Second,
		},
		"an unknown reason beside a known one": {
			status: 403, body: `{"error":{"code":403,"errors":[{"reason":"x"},{"reason":"rateLimitExceeded"}]}}`,
			kind: toolerr.KindUpstreamRateLimit, retry: true, wait: -1, code: "rateLimitExceeded",
		},
		"a canonical code that repeats the status": {
			status: 404, body: `{"error":{"code":404,"status":"NOT_FOUND"}}`, kind: toolerr.KindUpstreamNotFound, wait: -1,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.Equal(t, "NOT_FOUND", te.Extra().VendorCode) },
		},
		"an envelope in an array": {
			status: 404, body: `[{"error":{"code":404,"status":"NOT_FOUND"}}]`, kind: toolerr.KindUpstreamNotFound, wait: -1,
		},
		"request ids": {
			status: 500, body: envelope(500, "", detail("RequestInfo", `"requestId":"from-detail"`)),
			header: http.Header{"X-Guploader-Uploadid": {"from-header"}},
			kind:   toolerr.KindUpstreamServerError, retry: true, wait: -1,
			check: func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.Equal(t, "from-detail", te.Extra().RequestID) },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, refused(t, tt.status, tt.body, tt.header))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.retry, te.CanRetry())
			assert.Equal(t, tt.status, te.StatusCode())
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.wait >= 0, ok)
			assert.Equal(t, max(tt.wait, 0), wait)
			code, _ := te.Payload().Map()["vendor_code"].(string)
			assert.Equal(t, tt.code, code)
			assert.Equal(t, "*googleapi.Error", te.Extra().GoType)
			if tt.check != nil {
				tt.check(t, te)
			}
		})
	}
}

// googleapi.Error.Code is the code in the body, and the HTTP status is lost if the two
// differ (measured with google.golang.org/api v0.297.0). A number that cannot be a status
// is ignored.
func TestCodeOfTheBody(t *testing.T) {
	te := adapt(t, refused(t, 503, envelope(403, "insufficientFilePermissions"), nil))
	assert.Equal(t, 403, te.StatusCode(), "another release keeps the status; take it")
	te = adapt(t, refused(t, 403, envelope(7, "insufficientFilePermissions"), nil))
	assert.Equal(t, toolerr.KindUpstreamAuthError, te.Kind())
	assert.Zero(t, te.StatusCode(), "7 is a code of gRPC")
	te = adapt(t, refused(t, 403, envelope(7, "x"), nil))
	assert.Equal(t, toolerr.KindUpstreamUnmapped, te.Kind())
	assert.Zero(t, te.StatusCode())
}

// apiError has the needed parts of apierror.APIError of gax-go v2.26.2: it wraps a
// googleapi.Error or is wrapped by one, and also has a gRPC status.
type apiError struct{ err error }

func (e *apiError) Error() string   { return "apierror: " + faults.CanaryMessage }
func (e *apiError) Unwrap() error   { return e.err }
func (*apiError) GRPCStatus() error { return errors.New("PermissionDenied") }

// The errors of Google's libraries that are recognised by shape, with all fields:
// cloud.google.com/go/auth v0.23.2, cloud.google.com/go/bigquery and datastore.
type (
	TokenError struct {
		Response *http.Response
		Body     []byte
		Err      error

		code string
	}
	JobError  struct{ Location, Message, Reason string }
	JobErrors []error
	RowErrors []RowError
	RowError  struct {
		InsertID string
		RowIndex int
		Errors   JobErrors
	}
	EntityErrors []error
	ProtoError   struct{ s string }
)

func (e *TokenError) Error() string { return "auth: " + e.code + faults.CanaryMessage }
func (e *TokenError) Unwrap() error { return e.Err }
func (e *JobError) Error() string   { return e.Message }
func (JobErrors) Error() string     { return faults.CanaryMessage }
func (RowErrors) Error() string     { return faults.CanaryMessage }
func (*RowError) Error() string     { return faults.CanaryMessage }
func (EntityErrors) Error() string  { return faults.CanaryMessage }
func (e *ProtoError) Error() string { return "proto: " + e.s }

func foreignTypes() googleadapter.ForeignTypes {
	return googleadapter.ForeignTypes{
		Token: shape.TypeOf(&TokenError{}), Job: shape.TypeOf(&JobError{}), Jobs: shape.TypeOf(JobErrors{}),
		Rows: shape.TypeOf(RowErrors{}), Entities: shape.TypeOf(EntityErrors{}), Proto: shape.TypeOf(&ProtoError{}),
	}
}

func TestByShape(t *testing.T) {
	defer googleadapter.Imitate(foreignTypes())()
	job := func(reason string) error { return &JobError{Message: faults.CanaryMessage, Reason: reason} }
	nested := EntityErrors{}
	nested = append(nested, &nested)
	tests := map[string]struct {
		err    error
		kind   toolerr.Kind
		status int
		code   string
	}{
		"a refused service account": {
			&TokenError{Response: &http.Response{StatusCode: 400}, Body: []byte(`{"error":"invalid_grant","error_description":"quorvexmessage"}`)},
			toolerr.KindUpstreamAuthError, 400, "invalid_grant",
		},
		"a refused user, by the unexported code": {
			fmt.Errorf("x: %w", &TokenError{Response: &http.Response{StatusCode: 401}, code: "invalid_client"}),
			toolerr.KindUpstreamAuthError, 401, "invalid_client",
		},
		"a token error of nothing": {&TokenError{}, toolerr.KindUpstreamUnmapped, 0, ""},
		"a job":                    {job("invalidQuery"), toolerr.KindUpstreamValidationError, 0, "invalidQuery"},
		"a job, unknown":           {job(faults.CanaryCode), toolerr.KindUpstreamUnmapped, 0, ""},
		"several jobs":             {JobErrors{errors.New("x"), job("quotaExceeded"), job("invalid")}, toolerr.KindUpstreamRateLimit, 0, "quotaExceeded"},
		"rows": {
			RowErrors{{Errors: JobErrors{job("stopped")}}, {Errors: JobErrors{job("invalid")}}},
			toolerr.KindUpstreamValidationError, 0, "invalid",
		},
		"rows that were only left out": {RowErrors{{Errors: JobErrors{job("stopped")}}}, toolerr.KindUpstreamBadRequest, 0, "stopped"},
		"entities": {
			EntityErrors{nil, nil, &googleapi.Error{Code: 404}}, toolerr.KindUpstreamNotFound, 404, "",
		},
		"a batch in a batch": {EntityErrors{EntityErrors{&googleapi.Error{Code: 503}}}, toolerr.KindUpstreamServerError, 503, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, tt.err)
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.status, te.StatusCode())
			code, _ := te.Payload().Map()["vendor_code"].(string)
			assert.Equal(t, tt.code, code)
			assert.Equal(t, fmt.Sprintf("%T", tt.err), fmt.Sprintf("%T", te.Cause()))
		})
	}
	for name, err := range map[string]error{
		"nothing of Google's":   EntityErrors{errors.New("x")},
		"no errors":             JobErrors{},
		"an entity that loops":  &nested,
		"a nil of the type":     (*TokenError)(nil),
		"rows without any":      RowErrors{{}},
		"a type of another one": &ProtoError{},
	} {
		t.Run("declines "+name, func(t *testing.T) {
			assert.Nil(t, googleadapter.Adapter{}.FromError(err))
		})
	}
}

func TestDecoding(t *testing.T) {
	defer googleadapter.Imitate(foreignTypes())()
	var out struct{ Kind string }
	for name, err := range map[string]error{
		"not JSON":        json.Unmarshal([]byte("<html>"), &out),
		"cut short":       json.NewDecoder(strings.NewReader(`{"ki`)).Decode(&out),
		"protocol buffer": &ProtoError{},
	} {
		t.Run(name, func(t *testing.T) {
			require.Error(t, err)
			assert.Nil(t, googleadapter.Adapter{}.FromError(err), "it could be anybody's")
			te := googleadapter.Adapter{Decoding: true}.FromError(fmt.Errorf("list: %w", err))
			require.NotNil(t, te)
			assert.Equal(t, toolerr.EffectUnknown, te.Effect())
			if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
				assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind(), "nothing shows that the whole body arrived")
				return
			}
			assert.Equal(t, toolerr.KindUpstreamUnmapped, te.Kind())
			assert.False(t, te.CanRetry(), "nothing shows the method of the request")
			assert.Equal(t, "_google", te.Extra().Service)
		})
	}
	decoding := googleadapter.Adapter{Decoding: true}
	assert.Nil(t, decoding.FromError(&url.Error{Op: "Get", URL: "http://h/", Err: io.EOF}), "a lost connection is httpadapter's")
	assert.Nil(t, decoding.FromError(errors.New("x")))
	assert.Equal(t, toolerr.KindUpstreamNotFound, decoding.FromError(errors.Join(io.EOF, &googleapi.Error{Code: 404})).Kind())
}

// The codes of the table are tested in TestRows.
func TestGrants(t *testing.T) {
	response := func(status int, header http.Header) *http.Response {
		return &http.Response{
			StatusCode: status, Header: header,
			Request: &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: "login.example.com", Path: "/token", RawQuery: "key=" + faults.CredentialQuery}},
		}
	}
	tests := map[string]struct {
		err      *oauth2.RetrieveError
		kind     toolerr.Kind
		status   int
		retry    bool
		guidance toolerr.Guidance
		person   bool
		wait     time.Duration
		code     string
	}{
		"invalid_grant": {
			err:  &oauth2.RetrieveError{Response: response(400, nil), ErrorCode: "invalid_grant", ErrorDescription: faults.CanaryMessage},
			kind: toolerr.KindUpstreamAuthError, status: 400, guidance: toolerr.GuidanceNone, person: true, code: "invalid_grant",
		},
		"a code in the body": {
			err:  &oauth2.RetrieveError{Response: response(400, nil), Body: []byte(`{"error":"invalid_grant"}`)},
			kind: toolerr.KindUpstreamAuthError, status: 400, guidance: toolerr.GuidanceNone, person: true, code: "invalid_grant",
		},
		"a refusal under a 200": {
			err:  &oauth2.RetrieveError{Response: response(200, nil), ErrorCode: "bad_refresh_token"},
			kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone, person: true, code: "bad_refresh_token",
		},
		"an unknown refusal under a 200": {
			err:  &oauth2.RetrieveError{Response: response(200, nil), ErrorCode: faults.CanaryCode},
			kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone,
		},
		"an unknown refusal": {
			err:  &oauth2.RetrieveError{Response: response(400, nil), ErrorCode: faults.CanaryCode},
			kind: toolerr.KindUpstreamAuthError, status: 400, guidance: toolerr.GuidanceNone,
		},
		"a limit with a code that is not general": {
			err:  &oauth2.RetrieveError{Response: response(429, http.Header{"Retry-After": {"5"}}), ErrorCode: "access_denied"},
			kind: toolerr.KindUpstreamRateLimit, status: 429, retry: true, guidance: toolerr.GuidanceRetryWithBackoff, wait: 5 * time.Second,
		},
		"a 401 with a general code": {
			err:  &oauth2.RetrieveError{Response: response(401, nil), ErrorCode: "invalid_request"},
			kind: toolerr.KindUpstreamAuthError, status: 401, guidance: toolerr.GuidanceNone,
		},
		"a general code": {
			err:  &oauth2.RetrieveError{Response: response(400, nil), ErrorCode: "invalid_request"},
			kind: toolerr.KindUpstreamAuthError, status: 400, guidance: toolerr.GuidanceNone, person: true, code: "invalid_request",
		},
		"no such endpoint": {
			err:  &oauth2.RetrieveError{Response: response(404, nil), Body: []byte("<html>")},
			kind: toolerr.KindUpstreamAuthError, status: 404, guidance: toolerr.GuidanceNone,
		},
		"an endpoint that waited in vain": {
			err:  &oauth2.RetrieveError{Response: response(408, nil)},
			kind: toolerr.KindUpstreamBadRequest, status: 408, retry: true, guidance: toolerr.GuidanceRetryWithBackoff,
		},
		"authorization_pending": {
			err:  &oauth2.RetrieveError{Response: response(400, nil), ErrorCode: "authorization_pending"},
			kind: toolerr.KindUpstreamAuthError, status: 400, retry: true, guidance: toolerr.GuidanceRetryWithBackoff, person: true, code: "authorization_pending",
		},
		"a code without a response": {
			err:  &oauth2.RetrieveError{ErrorCode: "invalid_grant"},
			kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone, person: true, code: "invalid_grant",
		},
		"nothing, whose Error panics": {err: &oauth2.RetrieveError{}, kind: toolerr.KindUpstreamUnmapped, guidance: toolerr.GuidanceNone},
	}
	adapters := map[string]adapter.Adapter{"_oauth2": googleadapter.OAuth2{}, "_google": googleadapter.Adapter{}}
	for name, tt := range tests {
		for slug, a := range adapters {
			t.Run(name+" "+slug, func(t *testing.T) {
				err := &url.Error{Op: "Get", URL: "https://api.example.com/", Err: tt.err}
				te := a.FromError(err)
				require.NotNil(t, te)
				assert.Equal(t, slug, te.Extra().Service)
				assert.Equal(t, tt.kind, te.Kind())
				assert.Equal(t, tt.status, te.StatusCode())
				assert.Equal(t, tt.retry, te.CanRetry())
				assert.NotContains(t, []toolerr.Code{toolerr.CodeInvalidInput, toolerr.CodeNotFound}, te.Code(), "no part of a token request is the model's")
				assert.Equal(t, tt.guidance, te.Guidance())
				assert.Equal(t, tt.person, te.RequiresUserAction())
				wait, _ := te.RetryAfter()
				assert.Equal(t, tt.wait, wait)
				code, _ := te.Payload().Map()["vendor_code"].(string)
				assert.Equal(t, tt.code, code)
				if tt.err.Response != nil {
					assert.Equal(t, "https://login.example.com/token", te.Extra().Endpoint)
					assert.Equal(t, http.MethodPost, te.Extra().HTTPMethod)
				}
				assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
				assert.Empty(t, faults.Planted().FindCredentials(fmt.Sprintf("%+v %s", te.Report(), te.DeveloperMessage())))
				assert.Equal(t, error(err), te.Cause())
			})
		}
	}
}

// x/oauth2 returns every text without a type, so that a change of one of them fails the
// test.
func TestTextFailures(t *testing.T) {
	met := map[string]bool{}
	for name, err := range textFailures(t) {
		t.Run(name, func(t *testing.T) {
			for _, text := range googleadapter.TokenFailureTexts() {
				met[text] = met[text] || strings.HasPrefix(err.Error(), text)
			}
			wrapped := &url.Error{Op: "Get", URL: "https://api.example.com/", Err: err}
			te := googleadapter.OAuth2{}.FromError(wrapped)
			require.NotNil(t, te, err.Error())
			assert.Equal(t, "_oauth2", te.Extra().Service)
			assert.Equal(t, name == noRefreshToken, te.RequiresUserAction())
			assert.Equal(t, name != noRefreshToken, te.CanRetry(), "the request that needed the token had a safe method")
			bare := googleadapter.OAuth2{}.FromError(err)
			assert.Equal(t, name == nobodyThere || name == bodyCut || name == deviceCodeCut, bare.CanRetry())
			assert.Equal(t, "_google", adapt(t, wrapped).Extra().Service)
		})
	}
	for _, text := range googleadapter.TokenFailureTexts() {
		assert.True(t, met[text], "no client was driven into %q", text)
	}
	for _, err := range []error{
		errors.New("oauth2: something else"),
		fmt.Errorf("oauth2: cannot fetch token: %w", io.EOF),
		customError("oauth2: cannot fetch token: x"),
		errors.New("cannot fetch token: oauth2: cannot fetch token: x"),
	} {
		assert.Nil(t, googleadapter.OAuth2{}.FromError(err), "%T %v", err, err)
	}
}

type customError string

func (e customError) Error() string { return string(e) }

// The result for a response of a service or a token endpoint is the same with and without
// its client.
func TestResponses(t *testing.T) {
	limit := envelope(403, "userRateLimitExceeded", detail("RetryInfo", `"retryDelay":"7s"`))
	for body, status := range map[string]int{limit: 403, `{"error":{"status":"FAILED_PRECONDITION"}}`: 400, "<html>": 502} {
		want := googleadapter.Adapter{}.FromError(&googleapi.Error{Code: status, Body: body})
		meaning.Same(t, want, spec.Of(googleadapter.Adapter{}).FromAnswer(nil, status, nil, []byte(body)), body)
	}
	for _, status := range []int{400, 401, 503} {
		for _, code := range []string{"", "xyzzy", "invalid_grant", "temporarily_unavailable"} {
			body := []byte(`{"error":"` + code + `"}`)
			want := &oauth2.RetrieveError{Response: &http.Response{StatusCode: status}, Body: body, ErrorCode: code}
			meaning.Same(t, googleadapter.OAuth2{}.FromError(want), spec.Of(googleadapter.OAuth2{}).FromAnswer(want, status, nil, body), string(body))
		}
	}
	form := spec.Of(googleadapter.OAuth2{}).FromAnswer(nil, 400, nil, []byte("error=invalid_grant"))
	assert.Equal(t, "invalid_grant", form.VendorCode())
	assert.Empty(t, spec.Of(googleadapter.OAuth2{}).Recognise("oauth2.googleapis.com", nil, []byte(`{"error":"invalid_grant"}`)))
}
