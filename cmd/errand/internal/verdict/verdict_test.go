package verdict_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

var now = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// classify reads a response like the command.
func classify(t *testing.T, text string, o verdict.Options) verdict.Verdict {
	t.Helper()
	in, err := input.Parse([]byte(text))
	require.NoError(t, err)
	o.Now = now
	return verdict.OfResponse(in.Response, o)
}

// why returns the reason about a subject.
func why(t *testing.T, v verdict.Verdict, about string) verdict.Reason {
	t.Helper()
	for _, r := range v.Why {
		if r.About == about {
			return r
		}
	}
	require.Fail(t, "no reason about "+about)
	return verdict.Reason{}
}

func TestReasons(t *testing.T) {
	tests := map[string]struct {
		in       string
		about    string
		decided  string
		because  string
		source   string
		kind     toolerr.Kind
		guidance toolerr.Guidance
	}{
		"the kind of a status with an RFC": {
			in: "HTTP/1.1 404 x\n\n", kind: toolerr.KindUpstreamNotFound, guidance: toolerr.GuidanceNone,
			about: "kind", decided: "UPSTREAM_RUNTIME_NOT_FOUND", because: "status 404", source: "RFC 9110 section 15.5.5",
		},
		"the kind of another 4xx": {
			in: "HTTP/1.1 409 x\n\n", kind: toolerr.KindUpstreamBadRequest, guidance: toolerr.GuidanceNone,
			about: "kind", decided: "UPSTREAM_RUNTIME_BAD_REQUEST", because: "status 409", source: "RFC 9110 section 15.5: ",
		},
		"the kind of another 5xx": {
			in: "HTTP/1.1 599 x\n\n", kind: toolerr.KindUpstreamServerError, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "kind", decided: "UPSTREAM_RUNTIME_SERVER_ERROR", because: "status 599", source: "RFC 9110 section 15.6: ",
		},
		"the kind of a 304": {
			in: "HTTP/1.1 304 x\n\n", kind: toolerr.KindUpstreamUnmapped, guidance: toolerr.GuidanceNone,
			about: "kind", decided: "UPSTREAM_RUNTIME_UNMAPPED", because: "status 304", source: "RFC 9110 section 15: ",
		},
		"a 403 with nothing left": {
			in: "HTTP/2 403\nx-ratelimit-remaining: 0\n\n", kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "kind", decided: "UPSTREAM_RUNTIME_RATE_LIMIT", because: "X-Ratelimit-Remaining reports that the quota is used up", source: "GitHub REST API",
		},
		"a 403 with nothing left, in the RateLimit field": {
			in: "HTTP/2 403\nRateLimit: \"default\";r=0;t=30\n\n", kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "kind", decided: "UPSTREAM_RUNTIME_RATE_LIMIT", because: "Ratelimit reports that the quota is used up", source: "GitHub REST API",
		},
		"a 403 with a wait": {
			in: "HTTP/2 403\nretry-after: 60\n\n", kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "kind", decided: "UPSTREAM_RUNTIME_RATE_LIMIT", because: "readable wait", source: "secondary rate limits",
		},
		"an exception from its range": {
			in: "HTTP/1.1 501 x\n\n", kind: toolerr.KindUpstreamServerError, guidance: toolerr.GuidanceNone,
			about: "can_retry", decided: "false", because: "exception", source: "RFC 9110 section 15.6.2",
		},
		"a status that invites a retry": {
			in: "HTTP/1.1 425 x\n\n", kind: toolerr.KindUpstreamBadRequest, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "can_retry", decided: "true", because: "exception", source: "RFC 8470 section 5.2",
		},
		"no wait": {
			in: "HTTP/1.1 429 x\n\n", kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "wait", decided: "unknown", because: "no header names one", source: "never made up",
		},
		"an unreadable wait": {
			in: "HTTP/1.1 429 x\nRetry-After: soon\n\n", kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "wait", decided: "unknown", because: "Retry-After: soon cannot be read as seconds", source: "never made up",
		},
		"a reset that is not a wait": {
			in: "HTTP/1.1 503 x\nX-RateLimit-Reset: 30\n\n", kind: toolerr.KindUpstreamServerError, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "wait", decided: "unknown", because: "only for a rate limit", source: "never made up",
		},
		"an unreadable wait before a readable one": {
			in: "HTTP/1.1 429 x\nRetry-After-Ms: soon\nRetry-After: 7\n\n", kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "wait", decided: "7 seconds", because: "Retry-After: 7", source: "RFC 9110 section 10.2.3",
		},
		"the finer of two waits": {
			in: "HTTP/1.1 429 x\nRetry-After: 7\nretry-after-ms: 2500\n\n", kind: toolerr.KindUpstreamRateLimit, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "wait", decided: "3 seconds", because: "Retry-After-Ms: 2500", source: "openai-go",
		},
		"a wait by the server's own clock": {
			in:   "HTTP/1.1 503 x\nDate: Fri, 20 Nov 2026 11:00:00 GMT\nRetry-After: Fri, 20 Nov 2026 11:00:30 GMT\n\n",
			kind: toolerr.KindUpstreamServerError, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "wait", decided: "30 seconds", because: "Retry-After: Fri", source: "RFC 9110 section 10.2.3",
		},
		"the effect of a refusal": {
			in: "HTTP/1.1 422 x\n\n", kind: toolerr.KindUpstreamValidationError, guidance: toolerr.GuidanceNone,
			about: "effect", decided: "none", because: "refuses", source: "RFC 9110 section 15.5",
		},
		"the effect of a 500": {
			in: "HTTP/1.1 500 x\n\n", kind: toolerr.KindUpstreamServerError, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "effect", decided: "unknown", because: "may have acted", source: "RFC 9110 section 15.6",
		},
		"the effect of a 503 with a wait": {
			in: "HTTP/1.1 503 x\nRetry-After: 5\n\n", kind: toolerr.KindUpstreamServerError, guidance: toolerr.GuidanceRetryWithBackoff,
			about: "effect", decided: "none", because: "a 503 with a wait", source: "10.2.3",
		},
		"the effect of a redirect": {
			in: "HTTP/1.1 302 x\n\n", kind: toolerr.KindUpstreamUnmapped, guidance: toolerr.GuidanceNone,
			about: "effect", decided: "unknown", because: "no usable answer", source: "errand's rule",
		},
		"a 401": {
			in: "HTTP/1.1 401 x\n\n", kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceRefreshAuthThenRetry,
			about: "guidance", decided: "refresh_auth_then_retry", because: "status 401", source: "RFC 9110 section 15.5.2",
		},
		"an expired token": {
			in: "HTTP/1.1 403 x\nWWW-Authenticate: Bearer error=\"invalid_token\"\n\n", kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceRefreshAuthThenRetry,
			about: "guidance", decided: "refresh_auth_then_retry", because: "invalid_token", source: "RFC 6750 section 3.1",
		},
		"a missing scope": {
			in: "HTTP/1.1 403 x\nWWW-Authenticate: Bearer error=\"insufficient_scope\"\n\n", kind: toolerr.KindUpstreamAuthError, guidance: toolerr.GuidanceNone,
			about: "guidance", decided: "none", because: "insufficient_scope", source: "RFC 6750 section 3.1",
		},
		"nothing to retry": {
			in: "HTTP/1.1 400 x\n\n", kind: toolerr.KindUpstreamBadRequest, guidance: toolerr.GuidanceNone,
			about: "guidance", decided: "none", because: "nothing that a program could retry", source: "errand's rule",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := classify(t, tt.in, verdict.Options{})
			require.NotNil(t, v.Err)
			assert.Equal(t, tt.kind, v.Err.Kind())
			assert.Equal(t, tt.guidance, v.Err.Guidance())
			r := why(t, v, tt.about)
			assert.Equal(t, tt.decided, r.Decided)
			assert.Contains(t, r.Because, tt.because)
			assert.Contains(t, r.Source, tt.source)
		})
	}
}

// TestEveryReasonIsWhole goes through every status: the decisions agree with the error, and
// each has a reason and a source.
func TestEveryReasonIsWhole(t *testing.T) {
	for status := 300; status < 1000; status++ {
		for _, header := range []string{"", "Retry-After: 3\n", "X-RateLimit-Remaining: 0\nX-RateLimit-Reset: 9\n", "WWW-Authenticate: Bearer error=\"invalid_token\"\n"} {
			v := classify(t, "HTTP/1.1 "+toolerr.Int(status).String()+" x\n"+header+"\n", verdict.Options{})
			require.NotNil(t, v.Err, "%d", status)
			var about []string
			for _, r := range v.Why {
				about = append(about, r.About)
				assert.NotEmpty(t, r.Decided, "%d %s %q", status, r.About, header)
				assert.NotEmpty(t, r.Because, "%d %s %q", status, r.About, header)
				assert.NotEmpty(t, strings.TrimSpace(strings.TrimPrefix(r.Source, "the adapter")), "%d %s %q", status, r.About, header)
			}
			assert.Equal(t, []string{"kind", "can_retry", "wait", "effect", "guidance"}, about)
			assert.Equal(t, string(v.Err.Kind()), why(t, v, "kind").Decided)
			assert.Equal(t, string(v.Err.Guidance()), why(t, v, "guidance").Decided)
		}
	}
}

// TestEveryWaitHeaderIsFound puts each header that errand reads into a response, and
// expects its name in the reason.
func TestEveryWaitHeaderIsFound(t *testing.T) {
	for _, source := range httpadapter.WaitSources() {
		t.Run(source.Header, func(t *testing.T) {
			found := false
			for _, value := range []string{"30", "30s", `limit=10, remaining=0, reset=30`, "2026-11-20T10:00:30Z"} {
				v := classify(t, "HTTP/1.1 429 x\n"+source.Header+": "+value+"\n\n", verdict.Options{})
				if _, ok := v.Err.RetryAfter(); ok {
					found = true
					r := why(t, v, "wait")
					assert.Equal(t, source.Header+": "+value, r.Because)
					assert.Equal(t, source.Source, r.Source)
				}
			}
			assert.True(t, found, "no value of this test can be read as %s", source.Forms)
		})
	}
}

func TestSuccessHasNoVerdict(t *testing.T) {
	v := classify(t, "HTTP/1.1 204 x\n\n", verdict.Options{})
	assert.Nil(t, v.Err)
	assert.Empty(t, v.Why)
	assert.False(t, v.Payload().IsError())
}

func TestRequestIsKnownToTheDeveloperAlone(t *testing.T) {
	v := classify(t, "HTTP/1.1 500 x\n\n{\"detail\":\"in the body\"}", verdict.Options{
		Method: "POST", URL: "https://user:pa55w0rd@api.example.com/v1/items/8812?key=qv7xsecretvalue",
	})
	report := v.Err.Report()
	assert.Equal(t, "POST", report.Extra.HTTPMethod)
	assert.Contains(t, report.Extra.Endpoint, "https://api.example.com/v1/items/")
	assert.Contains(t, report.DeveloperMessage, "in the body")
	for _, secret := range []string{"pa55w0rd", "qv7xsecretvalue", "8812"} {
		assert.NotContains(t, report.Extra.Endpoint, secret)
		assert.NotContains(t, v.Payload().String(), secret)
	}
	for _, secret := range []string{"pa55w0rd", "qv7xsecretvalue"} {
		assert.NotContains(t, report.DeveloperMessage, secret)
	}
	assert.NotContains(t, v.Payload().String(), "in the body")
	assert.NotContains(t, v.Payload().String(), "api.example.com")
}

func TestReportIsExplained(t *testing.T) {
	tests := map[string]struct {
		err     *toolerr.ToolRuntimeError
		because map[string]string
	}{
		"upstream with a wait": {
			err: toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(30*time.Second)),
			because: map[string]string{
				"kind": "status 429", "can_retry": "may be transient", "wait": "the report has it",
				"effect": "a rate limit refuses", "guidance": "may be transient",
			},
		},
		"a vendor's throttle under another status": {
			err: toolerr.New(toolerr.KindUpstreamRateLimit, toolerr.Message{}, toolerr.WithStatus(400), toolerr.WithService("_aws")),
			because: map[string]string{
				"kind": "status 400, and other parts of the response", "effect": "refuses",
			},
		},
		"without a status": {
			err: toolerr.NetworkTransport(toolerr.KindNetworkTransportUnreachable, toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone)),
			because: map[string]string{
				"kind": "no HTTP status", "effect": "was not sent",
			},
		},
		"a retry that the adapter forbade": {
			err:     toolerr.Upstream(500, toolerr.Message{}, toolerr.WithCanRetry(false)),
			because: map[string]string{"can_retry": "overrules the kind"},
		},
		"a bug": {
			err:     toolerr.Fatal(toolerr.Message{}),
			because: map[string]string{"effect": "nothing is known", "guidance": "nothing that a program could retry"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := verdict.OfReport(tt.err.Report(), verdict.Options{})
			assert.Equal(t, tt.err.Report(), v.Err.Report())
			for about, because := range tt.because {
				assert.Contains(t, why(t, v, about).Because, because)
			}
		})
	}
}

func TestDecide(t *testing.T) {
	wait := func(d time.Duration) toolerr.Option { return toolerr.WithRetryAfter(d) }
	tests := map[string]struct {
		err        *toolerr.ToolRuntimeError
		idempotent bool
		want       verdict.Action
		text       string
		wait       time.Duration
	}{
		"a rate limit":              {err: toolerr.Upstream(429, toolerr.Message{}, wait(7*time.Second)), want: verdict.Retry, text: "in 7 seconds, as the service asks. Nothing was done, so it is safe even", wait: 7 * time.Second},
		"a rate limit of a read":    {err: toolerr.Upstream(429, toolerr.Message{}), idempotent: true, want: verdict.Retry, text: "no wait was named"},
		"a wait of nothing":         {err: toolerr.Upstream(429, toolerr.Message{}, wait(0)), want: verdict.Retry, text: "Retry now"},
		"a 500 of a read":           {err: toolerr.Upstream(500, toolerr.Message{}), idempotent: true, want: verdict.Retry, text: "the same as calling it once"},
		"a 500 of a payment":        {err: toolerr.Upstream(500, toolerr.Message{}), want: verdict.CheckFirst, text: "may already be done"},
		"a 503 with a wait":         {err: toolerr.Upstream(503, toolerr.Message{}, wait(time.Second)), want: verdict.Retry, text: "safe even", wait: time.Second},
		"a 401":                     {err: toolerr.Upstream(401, toolerr.Message{}), want: verdict.RenewThenRetry, text: "Renew"},
		"a 403 for a person":        {err: toolerr.Upstream(403, toolerr.Message{}, toolerr.WithUserAction()), want: verdict.AskPerson, text: "person"},
		"waiting for a person":      {err: toolerr.Upstream(400, toolerr.Message{}, toolerr.WithUserAction(), toolerr.WithCanRetry(true), toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff)), want: verdict.AskPerson, text: "retry with waits until it succeeds"},
		"a wait with a hint":        {err: toolerr.Retryable(toolerr.Message{}, toolerr.Msg("Make the same call again."), toolerr.WithGuidance(toolerr.GuidanceRetryWithBackoff), toolerr.WithEffect(toolerr.EffectNone)), want: verdict.Retry, text: "no wait was named"},
		"a question for a person":   {err: toolerr.ContextRequired(toolerr.Message{}, toolerr.Message{}), want: verdict.AskPerson, text: "person"},
		"a 422":                     {err: toolerr.Upstream(422, toolerr.Message{}), want: verdict.AskModel, text: "the model has to change it"},
		"bad arguments":             {err: toolerr.InvalidInput(toolerr.Message{}, nil), want: verdict.AskModel, text: "the model has to change it"},
		"a hint":                    {err: toolerr.Retryable(toolerr.Message{}, toolerr.Msg("Try a shorter name.")), want: verdict.AskModel, text: "the model"},
		"a refusal with a hint":     {err: toolerr.Upstream(404, toolerr.Message{}, toolerr.WithHint(toolerr.Msg("Search first."))), want: verdict.AskModel, text: "the hint"},
		"a 404":                     {err: toolerr.Upstream(404, toolerr.Message{}), want: verdict.Stop, text: "the same way"},
		"a final error with a wait": {err: toolerr.Upstream(404, toolerr.Message{}, wait(time.Second)), want: verdict.Stop, text: "the same way"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d := verdict.Decide(tt.err, tt.idempotent)
			assert.Equal(t, tt.want, d.Action)
			assert.Contains(t, d.Text, tt.text)
			assert.Equal(t, tt.idempotent, d.Idempotent)
			assert.Equal(t, tt.err.CanRetry(), d.CanRetry)
			assert.Equal(t, tt.err.SafeToRetry(tt.idempotent), d.SafeToRetry)
			if tt.wait == 0 && tt.want != verdict.Retry {
				assert.Nil(t, d.WaitMS)
			} else if tt.wait != 0 {
				require.NotNil(t, d.WaitMS)
				assert.Equal(t, tt.wait.Milliseconds(), *d.WaitMS)
			}
		})
	}
}

// TestAServicesCodeBeatsTheStatus uses the tables of the library's own adapters.
func TestAServicesCodeBeatsTheStatus(t *testing.T) {
	tests := map[string]struct {
		service string
		in      string
		kind    toolerr.Kind
		wait    time.Duration
		because map[string]string
	}{
		"a throttle of AWS under 400": {
			service: "_aws",
			in:      "HTTP/1.1 400 x\nX-RateLimit-Reset: 9\n\n{\"__type\":\"com.amazonaws.dynamodb#ThrottlingException\"}",
			kind:    toolerr.KindUpstreamRateLimit, wait: 9 * time.Second,
			because: map[string]string{
				"kind": "the code ThrottlingException, which the table of _aws lists", "wait": "X-RateLimit-Reset: 9",
				"effect": "a rate limit refuses",
			},
		},
		"a throttle of S3 under 503": {
			service: "_aws", in: "HTTP/1.1 503 x\nRetry-After: 2\n\n<Error><Code>SlowDown</Code></Error>",
			kind: toolerr.KindUpstreamRateLimit, wait: 2 * time.Second,
			because: map[string]string{"kind": "the code SlowDown", "wait": "Retry-After: 2", "can_retry": "may be transient"},
		},
		"a quota of Google that a wait does not help": {
			service: "_google", in: "HTTP/1.1 403 x\n\n{\"error\":{\"code\":403,\"errors\":[{\"reason\":\"dailyLimitExceeded\"}]}}",
			kind:    toolerr.KindUpstreamRateLimit,
			because: map[string]string{"kind": "dailyLimitExceeded", "can_retry": "the code's row", "wait": "no header names one"},
		},
		"a wait in the body": {
			service: "_google",
			in: "HTTP/1.1 429 x\n\n{\"error\":{\"status\":\"RESOURCE_EXHAUSTED\",\"details\":[{\"@type\":\"x\"}," +
				"{\"@type\":\"type.googleapis.com/google.rpc.RetryInfo\",\"retryDelay\":\"3.5s\"}]}}",
			kind: toolerr.KindUpstreamRateLimit, wait: 3500 * time.Millisecond,
			because: map[string]string{"kind": "RESOURCE_EXHAUSTED", "wait": "the body names it"},
		},
		"a refused grant": {
			service: "_oauth2", in: "HTTP/1.1 400 x\n\n{\"error\":\"invalid_grant\"}",
			kind:    toolerr.KindUpstreamAuthError,
			because: map[string]string{"kind": "invalid_grant"},
		},
		"an unlisted code": {
			service: "_aws", in: "HTTP/1.1 404 x\n\n{\"code\":\"nobody_lists_this\"}",
			kind:    toolerr.KindUpstreamNotFound,
			because: map[string]string{"kind": "status 404"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := classify(t, tt.in, verdict.Options{Service: tt.service, URL: "https://api.example.com/v1"})
			assert.Equal(t, tt.kind, v.Err.Kind())
			wait, ok := v.Err.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, tt.wait != 0, ok)

			assert.Equal(t, "https://api.example.com/v1", v.Err.Extra().Endpoint)
			for about, because := range tt.because {
				assert.Contains(t, why(t, v, about).Because, because)
			}
		})
	}
}

func TestServices(t *testing.T) {
	all := append(adapters.All(), named("_sql"))
	require.Contains(t, verdict.Services(all), "_http")
	for _, word := range []string{"_http", "http", "HTTP"} {
		slug, ok := verdict.Service(word, all)
		assert.True(t, ok, word)
		assert.Equal(t, "_http", slug)
	}
	for _, word := range []string{"nobody", "", "sql"} {
		_, ok := verdict.Service(word, all)
		assert.False(t, ok, "%q: a database does not answer with HTTP responses", word)
	}
}

// named is an adapter without a table.
type named string

func (n named) Slug() string                            { return string(n) }
func (named) FromError(error) *toolerr.ToolRuntimeError { return nil }

// If the named service's table has nothing in the response, only the service changes.
func TestAServiceOnlyAdds(t *testing.T) {
	for _, response := range []string{
		"HTTP/1.1 429 x\nRetry-After: 3\nX-Request-Id: r\n\n{\"error\":{\"code\":\"no table has this\"}}",
		"HTTP/1.1 401 x\n\n", "HTTP/1.1 501 x\n\n", "HTTP/1.1 503 x\nRetry-After: 3\n\n", "HTTP/1.1 304 x\n\n", "HTTP/1.1 408 x\n\n",
		"HTTP/1.1 403 x\nWWW-Authenticate: Bearer error=\"insufficient_scope\"\n\n",
	} {
		want := classify(t, response, verdict.Options{}).Err.Report()
		// Adapters that read codes, but not statuses and headers.
		for _, slug := range []string{"_aws", "_google", "_graphql", "_openai"} {
			got := classify(t, response, verdict.Options{Service: slug}).Err.Report()
			assert.Equal(t, slug, got.Extra.Service)
			assert.Empty(t, got.VendorCode)
			got.Extra.Service, got.Extra.VendorCode = want.Extra.Service, want.Extra.VendorCode
			got.Message, got.DeveloperMessage = want.Message, want.DeveloperMessage
			assert.Equal(t, want, got, "%s %s", slug, response)
		}
	}
}
