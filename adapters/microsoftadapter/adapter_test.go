package microsoftadapter_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// signature is that of a shared access signature, which is in the query.
const signature = "Qv7xErrandSasSignature00000000000000000000000="

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := microsoftadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_microsoft", te.Service())
	payload := te.Payload().String()
	assert.Empty(t, faults.Planted().Find(payload), payload)
	report := fmt.Sprintf("%+v", te.Report())
	assert.Empty(t, faults.Planted().FindCredentials(report))
	assert.NotContains(t, report, signature)
	return te
}

// refuse returns the client's error for a response.
func refuse(t *testing.T, status int, header map[string]string, body string, made func(*http.Response) error) error {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	err := call(t.Context(), s.Client(), s.URL+"/"+faults.CanaryPath+"?sig="+url.QueryEscape(signature), made)
	require.Error(t, err)
	return err
}

func coded(code string) string {
	return `{"error":{"code":"` + code + `","message":"` + faults.CanaryMessage + `","innerError":{"request-id":"x"}}}`
}

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	needsUser   = toolerr.KindToolContextRequired
	unmapped    = toolerr.KindUpstreamUnmapped

	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

type expected struct {
	status int
	header map[string]string
	body   string
	kind   toolerr.Kind
	retry  bool
	effect toolerr.Effect
	code   string
	wait   time.Duration // 0: none
	user   bool
}

func (tt expected) check(t *testing.T, te *toolerr.ToolRuntimeError) {
	t.Helper()
	assert.Equal(t, tt.kind, te.Kind())
	assert.Equal(t, tt.retry, te.CanRetry())
	assert.Equal(t, tt.effect, te.Effect())
	assert.Equal(t, tt.status, te.StatusCode())
	assert.Equal(t, tt.code, te.VendorCode())
	assert.Equal(t, tt.user, te.RequiresUserAction())
	wait, ok := te.RetryAfter()
	assert.Equal(t, tt.wait != 0, ok)
	assert.InDelta(t, tt.wait, wait, float64(5*time.Second))
}

func TestAzure(t *testing.T) {
	for name, tt := range map[string]expected{
		"a limit":                {status: 429, body: coded("TooManyRequests"), header: map[string]string{"Retry-After": "7"}, kind: rateLimit, retry: true, effect: none, code: "TooManyRequests", wait: 7 * time.Second},
		"a limit in ms":          {status: 429, header: map[string]string{"X-Ms-Error-Code": "TooManyRequests", "X-Ms-Retry-After-Ms": "60000", "Retry-After": "1"}, kind: rateLimit, retry: true, effect: none, code: "TooManyRequests", wait: time.Minute},
		"a limit without a code": {status: 429, kind: rateLimit, retry: true, effect: none},
		"busy":                   {status: 503, header: map[string]string{"X-Ms-Error-Code": "ServerBusy", "Retry-After": "3"}, kind: serverError, retry: true, effect: none, code: "ServerBusy", wait: 3 * time.Second},
		"a timeout":              {status: 500, header: map[string]string{"X-Ms-Error-Code": "OperationTimedOut"}, kind: serverError, retry: true, effect: unknown, code: "OperationTimedOut"},
		"a signature":            {status: 403, body: coded("AuthenticationFailed"), kind: authError, effect: none, code: "AuthenticationFailed"},
		"a right":                {status: 403, body: coded("AuthorizationFailed"), kind: authError, effect: none, code: "AuthorizationFailed"},
		"nothing there":          {status: 404, body: coded("ResourceNotFound"), kind: notFound, effect: none, code: "ResourceNotFound"},
		"of a family":            {status: 400, body: coded("VaultNotFound"), kind: notFound, effect: none},
		"of another family":      {status: 409, body: coded("QueueAlreadyExists"), kind: badRequest, effect: none},
		"a family that failed":   {status: 500, body: coded("HostNotFound"), kind: serverError, retry: true, effect: unknown},
		"a condition":            {status: 412, body: coded("ConditionNotMet"), kind: badRequest, effect: none, code: "ConditionNotMet"},
		"a quota":                {status: 400, body: coded("QuotaExceeded"), kind: badRequest, effect: none, code: "QuotaExceeded", user: true},
		"no code":                {status: 502, body: "<html>" + faults.CanaryBody, kind: serverError, retry: true, effect: unknown},
		"an unknown code":        {status: 422, body: coded(faults.CanaryCode), kind: validation, effect: none},
		"a claims challenge": {
			status: 401, body: coded("InvalidAuthenticationToken"), header: map[string]string{"WWW-Authenticate": `Bearer realm="", error="insufficient_claims", claims="` + faults.CanaryHeader + `"`},
			kind: needsUser, effect: none, code: "insufficient_claims", user: true,
		},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("tool: %w", refuse(t, tt.status, tt.header, tt.body, answered)))
			tt.check(t, te)
			assert.Equal(t, http.MethodGet, te.Extra().HTTPMethod)
		})
	}
}

func TestGraph(t *testing.T) {
	for name, tt := range map[string]expected{
		"a limit":         {status: 429, body: coded("TooManyRequests"), header: map[string]string{"Retry-After": "7"}, kind: rateLimit, retry: true, effect: none, code: "TooManyRequests", wait: 7 * time.Second},
		"an activity":     {status: 429, body: coded("activityLimitReached"), kind: rateLimit, retry: true, effect: none, code: "activityLimitReached"},
		"a bandwidth":     {status: 509, body: coded("x"), header: map[string]string{"Retry-After": "7"}, kind: rateLimit, retry: true, effect: none, code: "bandwidth_limit", wait: 7 * time.Second},
		"busy":            {status: 503, body: coded("serviceNotAvailable"), kind: serverError, retry: true, effect: unknown, code: "serviceNotAvailable"},
		"a token":         {status: 401, body: coded("InvalidAuthenticationToken"), kind: authError, effect: none, code: "InvalidAuthenticationToken"},
		"a right":         {status: 403, body: coded("Authorization_RequestDenied"), kind: authError, effect: none, code: "Authorization_RequestDenied"},
		"nothing there":   {status: 404, body: coded("itemNotFound"), kind: notFound, effect: none, code: "itemNotFound"},
		"a name":          {status: 409, body: coded("nameAlreadyExists"), kind: badRequest, effect: none, code: "nameAlreadyExists"},
		"a sync":          {status: 410, body: coded("resyncRequired"), kind: badRequest, effect: none, code: "resyncRequired"},
		"locked":          {status: 423, body: coded("x"), kind: toolerr.KindToolRetry, retry: true, effect: none, code: "locked"},
		"full":            {status: 507, body: coded("quotaLimitReached"), kind: badRequest, effect: none, code: "quotaLimitReached", user: true},
		"full, no code":   {status: 507, body: "{}", kind: serverError, effect: none, code: "insufficient_storage", user: true},
		"an empty error":  {status: 404, body: `{"error":{}}`, kind: notFound, effect: none},
		"no error":        {status: 404, body: `{}`, kind: notFound, effect: none},
		"not JSON":        {status: 502, body: "<html>" + faults.CanaryBody, kind: serverError, retry: true, effect: unknown},
		"an unknown code": {status: 400, body: coded(faults.CanaryCode), kind: badRequest, effect: none},
	} {
		t.Run(name, func(t *testing.T) {
			tt.check(t, adapt(t, fmt.Errorf("tool: %w", refuse(t, tt.status, tt.header, tt.body, refusedByGraph))))
		})
	}
}

// The error types of other generated clients embed Kiota's.
func TestKiota(t *testing.T) {
	kept := &ResponseHeaders{header{map[string][]string{"retry-after": {"7"}, "request-id": {"r1"}}}}
	te := adapt(t, &Another{ApiError{ResponseStatusCode: 429, ResponseHeaders: kept}})
	assert.Equal(t, rateLimit, te.Kind())
	assert.Equal(t, "r1", te.Extra().RequestID)
	wait, _ := te.RetryAfter()
	assert.Equal(t, 7*time.Second, wait)

	assert.Equal(t, 404, adapt(t, &ApiError{ResponseStatusCode: 404}).StatusCode(), "without headers")
	assert.Equal(t, 404, adapt(t, &Another{ApiError{ResponseStatusCode: 404}}).StatusCode(), "without headers")
	assert.Nil(t, microsoftadapter.Adapter{}.FromError(Unlike{map[string]string{}}))
	assert.Equal(t, unmapped, adapt(t, &ODataError{}).Kind())
}

func authority(status int, body io.ReadCloser) *http.Response {
	return &http.Response{
		StatusCode: status, Body: body, Header: http.Header{"X-Ms-Request-Id": {"r1"}},
		Request: &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: "login.microsoftonline.com", Path: "/t/oauth2/v2.0/token"}},
	}
}

func TestTokens(t *testing.T) {
	refusal := func(word string, numbers ...string) string {
		return `{"error":"` + word + `","error_description":"` + faults.CanaryMessage + `","error_codes":[` + strings.Join(numbers, ",") + `]}`
	}
	for name, tt := range map[string]expected{
		"a secret":          {status: 401, body: refusal("invalid_client", "7000215"), kind: authError, effect: none, code: "AADSTS7000215", user: true},
		"the second number": {status: 400, body: refusal("invalid_grant", "1", "50076"), kind: authError, effect: none, code: "AADSTS50076", user: true},
		"consent":           {status: 400, body: refusal("invalid_grant", "65001"), kind: authError, effect: none, code: "AADSTS65001", user: true},
		"a person":          {status: 400, body: refusal("interaction_required", "1"), kind: authError, effect: none, code: "authentication_failed", user: true},
		"a program":         {status: 400, body: refusal("unauthorized_client"), kind: authError, effect: none, code: "authentication_failed"},
		"not JSON":          {status: 403, body: "<html>" + faults.CanaryBody, kind: authError, effect: none, code: "authentication_failed"},
		"a limit":           {status: 429, body: "{}", kind: rateLimit, retry: true, effect: none},
		"a failure":         {status: 503, body: refusal("temporarily_unavailable"), kind: serverError, retry: true, effect: none},
		"a large answer":    {status: 400, body: refusal("invalid_grant", "65001") + strings.Repeat(" ", 1<<20), kind: authError, effect: none, code: "authentication_failed"},
	} {
		t.Run(name, func(t *testing.T) {
			for how, err := range map[string]error{
				"azidentity": &AuthenticationFailedError{RawResponse: authority(tt.status, &body{[]byte(tt.body)}), message: faults.CanaryMessage},
				"MSAL":       CallErr{Resp: authority(tt.status, io.NopCloser(bytes.NewBufferString(tt.body))), Err: errors.New(faults.CanaryMessage)},
				"azcore":     &nonRetriableError{&AuthenticationFailedError{RawResponse: authority(tt.status, &body{[]byte(tt.body)})}},
			} {
				te := adapt(t, fmt.Errorf("tool: %w", err))
				tt.check(t, te)
				assert.NotEqual(t, toolerr.GuidanceRefreshAuthThenRetry, te.Guidance(), "%s: the same credential gets no token", how)
				assert.Equal(t, "r1", te.Extra().RequestID)
			}
		})
	}
}

// Reading the error's text changes the error, so two concurrent reports would be a race.
func TestTextIsNotUsed(t *testing.T) {
	failed := &AuthenticationFailedError{
		RawResponse: authority(401, &body{[]byte(`{"error":"invalid_client","error_description":"AADSTS7000215: wrong","client_secret":"` + faults.CredentialPassword + `"}`)}),
		credType:    "ClientSecretCredential", message: faults.CanaryMessage,
	}
	te := adapt(t, failed)
	text := te.DeveloperMessage()
	assert.Zero(t, failed.asked)
	for _, part := range []string{"ClientSecretCredential", faults.CanaryMessage, "401", "AADSTS7000215: wrong"} {
		assert.Contains(t, text, part)
	}
	assert.NotContains(t, text, faults.CredentialPassword)

	failed.message, failed.RawResponse.Body = strings.Repeat("m", 1<<20), &body{bytes.Repeat([]byte("b"), 1<<20)}
	assert.LessOrEqual(t, len(adapt(t, failed).DeveloperMessage()), 2<<10)
}

// A code means that there was no effect, unless the service had accepted the call before,
// or failed.
func TestEffects(t *testing.T) {
	for _, code := range []string{"TooManyRequests", "Conflict", "OperationTimedOut", "activityLimitReached", "locked", "ImageNotFound", "Unknown"} {
		for _, status := range []int{200, 202, 299, 500, 502, 503} {
			te := adapt(t, &ResponseError{ErrorCode: code, StatusCode: status, RawResponse: authority(status, nil)})
			assert.Equal(t, unknown, te.Effect(), "%s %d", code, status)
		}
	}
	for _, status := range []int{0, 409, 429, 507, 509} {
		te := adapt(t, &ResponseError{ErrorCode: "TooManyRequests", StatusCode: status})
		assert.Equal(t, none, te.Effect(), status)
	}
}

func TestUnreadableBodies(t *testing.T) {
	for _, b := range []io.ReadCloser{nil, http.NoBody, io.NopCloser(strings.NewReader("{}")), io.NopCloser(nil)} {
		te := adapt(t, &AuthenticationFailedError{RawResponse: authority(400, b)})
		assert.Equal(t, "authentication_failed", te.VendorCode())
	}
}

func TestNoResponse(t *testing.T) {
	for code, tt := range map[string]struct {
		err  error
		kind toolerr.Kind
		user bool
	}{
		"authentication_failed":   {&AuthenticationFailedError{message: faults.CanaryMessage}, authError, false},
		"authentication_required": {&AuthenticationRequiredError{}, needsUser, true},
		"credential_unavailable":  {&credentialUnavailableError{message: faults.CanaryMessage}, toolerr.KindToolFatal, true},
	} {
		te := adapt(t, fmt.Errorf("tool: %w", tt.err))
		assert.Equal(t, code, te.VendorCode())
		assert.Equal(t, tt.kind, te.Kind())
		assert.Equal(t, tt.user, te.RequiresUserAction())
		assert.Equal(t, none, te.Effect())
		assert.False(t, te.CanRetry())
		assert.Equal(t, code == "authentication_failed", te.Answered(), code)
	}
}

func TestWrappers(t *testing.T) {
	lost := &url.Error{Op: "Get", URL: "https://h/?sig=" + signature, Err: io.ErrUnexpectedEOF}
	assert.Nil(t, microsoftadapter.Adapter{}.FromError(&nonRetriableError{lost}), "httpadapter's")
	assert.Nil(t, microsoftadapter.Adapter{}.FromError(&bodyDownloadError{lost}), "httpadapter's")

	te := adapt(t, &bodyDownloadError{errors.New("x")})
	assert.Equal(t, toolerr.KindNetworkTransportUnmapped, te.Kind())
	assert.Equal(t, unknown, te.Effect())
	te = adapt(t, &nonRetriableError{errors.New("authorized requests are not permitted for non-TLS endpoints")})
	assert.Equal(t, toolerr.KindToolFatal, te.Kind())
	assert.Equal(t, none, te.Effect())
	assert.False(t, te.Answered())
}

func TestZeroErrors(t *testing.T) {
	for _, err := range []error{
		&ResponseError{}, &ResponseError{RawResponse: &http.Response{}}, &AuthenticationFailedError{RawResponse: &http.Response{}},
		&ODataError{main: &mainError{}}, &ApiError{}, &ResponseError{StatusCode: 200}, &ResponseError{StatusCode: -1},
		CallErr{Err: errors.New("x")},
	} {
		assert.NotEmpty(t, adapt(t, err).Payload().String())
	}
}

// The result for a response does not depend on the client.
func TestFromAnswerMatchesFromError(t *testing.T) {
	request := &http.Request{Method: http.MethodGet, URL: &url.URL{Scheme: "https", Host: "example.com"}}
	azure, graph := `{"error":{"code":%q,"details":[{"code":"BlobNotFound"}]}}`, `{"error":{"code":%q,"innerError":{"code":"accessDenied"}}}`
	for _, code := range []string{"BlobNotFound", "TooManyRequests", "Conflict", "DiskNotFound", "QueueAlreadyExists", "Throttled", "blobnotfound", "x y", ""} {
		for _, status := range []int{400, 401, 404, 409, 423, 429, 500, 507, 509} {
			for _, h := range []http.Header{{"Retry-After": {"7"}}, {"Www-Authenticate": {`Bearer error="insufficient_claims", claims="x"`}}} {
				for form, made := range map[string]func(*http.Response) error{azure: answered, graph: refusedByGraph} {
					raw := fmt.Sprintf(form, code)
					client := made(&http.Response{StatusCode: status, Header: h.Clone(), Body: io.NopCloser(strings.NewReader(raw)), Request: request})
					got := spec.Of(microsoftadapter.Adapter{}).FromAnswer(errors.New("x"), status, h, []byte(raw))
					meaning.Same(t, adapt(t, client), got, fmt.Sprint(status, h, raw))
				}
			}
		}
	}
	for _, word := range []string{"invalid_grant", "interaction_required", "temporarily_unavailable"} {
		for _, number := range []string{"1", "65001", "7000215", `"x"`} {
			raw := []byte(`{"error":"` + word + `","error_codes":[` + number + `]}`)
			resp := authority(400, &body{raw})
			got := spec.Of(microsoftadapter.Adapter{}).FromAnswer(errors.New("x"), 400, resp.Header, raw)
			meaning.Same(t, adapt(t, &AuthenticationFailedError{RawResponse: resp}), got, string(raw))
		}
	}
	failed := spec.Of(microsoftadapter.Adapter{}).FromAnswer(errors.New("x"), 200, nil, []byte(`{"status":"Failed","error":{"code":"QuotaExceeded"}}`))
	assert.Equal(t, unknown, failed.Effect(), "of an operation that was accepted")
}
