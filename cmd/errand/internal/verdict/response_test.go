package verdict_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

const gitHub = "X-GitHub-Request-Id: r\n"

// TestVendorsAreRecognised classifies responses from the vendors' pages, with the service
// recognised and with it named: both have the same error.
func TestVendorsAreRecognised(t *testing.T) {
	tests := map[string]struct {
		service, url string // the adapter that reads the response, and the URL of the request
		in           string
		by           string // how it is recognised; "" if it is not
		code         string // the vendor's code in the payload
		kind         toolerr.Kind
		retry        bool
		wait         time.Duration
		effect       toolerr.Effect
		status       int
		because      string // reason of the kind
	}{
		"Slack, with the status of a success": {
			service: "_slack", in: "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"missing_scope\",\"needed\":\"chat:write\",\"provided\":\"identify\"}",
			by: "X-Slack-Req-Id", code: "missing_scope", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone,
			because: "the response contains the code missing_scope, which the table of _slack lists; a code decides before the status",
		},
		"Slack, by its host": {
			service: "_slack", url: "https://Slack.com./api/chat.postMessage", in: "HTTP/2 200\n\n{\"ok\":false,\"error\":\"channel_not_found\"}",
			by: "the host is slack.com", code: "channel_not_found", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone,
		},
		"Slack, an unlisted code of a known form": {
			service: "_slack", in: "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"list_not_found\"}",
			by: "X-Slack-Req-Id", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone,
			because: "the table of _slack does not list the response's code list_not_found; the adapter decides by its form",
		},
		"Slack, an unknown code": {
			service: "_slack", in: "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"qv7xsecret\"}",
			by: "X-Slack-Req-Id", kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown,
			because: "the response reports a failure in spite of status 200, and the table of _slack lists none of its codes",
		},
		"gRPC, trailers alone": {
			service: "_grpc", in: "HTTP/2 200\ncontent-type: application/grpc\ngrpc-status: 7\ngrpc-message: qv7x\n\n",
			by: "Grpc-Status", code: "PERMISSION_DENIED", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone,
			because: "the response amounts to the code PERMISSION_DENIED, which the table of _grpc lists; a code decides before the status",
		},
		"gRPC, through a proxy": {
			service: "_grpc", in: "HTTP/2 503\ngrpc-status: 14\n\n",
			by: "Grpc-Status", code: "UNAVAILABLE", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown,
		},
		"gRPC, an unlisted code": {
			service: "_grpc", in: "HTTP/2 200\ngrpc-status: 99\n\n",
			by: "Grpc-Status", kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown,
			because: "the response reports a failure in spite of status 200, and the table of _grpc lists none of its codes",
		},
		"GitHub, a quota": {
			service: "_github", in: "HTTP/2 403\n" + gitHub + "X-RateLimit-Remaining: 0\nDate: Fri, 20 Nov 2026 10:00:00 GMT\nX-RateLimit-Reset: 1795168860\n\n{\"message\":\"API rate limit exceeded\"}",
			by: "X-Github-Request-Id", code: "primary_rate_limit", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: time.Minute, effect: toolerr.EffectNone, status: 403,
			because: "the response amounts to the code primary_rate_limit",
		},
		"GitHub, not ready": {
			service: "_github", in: "HTTP/2 202\n" + gitHub + "\n{}",
			by: "X-Github-Request-Id", code: "accepted_try_later", kind: toolerr.KindToolRetry, retry: true, effect: toolerr.EffectUnknown, status: 202,
		},
		"GraphQL at GitHub, which calls it a success": {
			service: "_graphql", url: "https://api.github.com/graphql", in: "HTTP/2 200\n" + gitHub + "\n{\"data\":null,\"errors\":[{\"type\":\"RATE_LIMITED\",\"message\":\"API rate limit exceeded\",\"locations\":[{\"line\":1}]}]}",
			by: "form", code: "RATE_LIMITED", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone,
		},
		"GraphQL, a list": {
			service: "_graphql", in: "HTTP/1.1 200 OK\n\n{\"errors\":[{\"message\":\"a\",\"extensions\":{\"code\":\"BAD_USER_INPUT\"}},{\"message\":\"b\",\"path\":[\"x\"],\"extensions\":{\"code\":\"FORBIDDEN\"}}]}",
			by: "form", code: "FORBIDDEN", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectUnknown,
		},
		"OpenAI, no credit": {
			service: "_openai", in: "HTTP/2 429\nOpenAI-Processing-Ms: 3\nRetry-After: 5\n\n{\"error\":{\"message\":\"x\",\"type\":\"insufficient_quota\",\"param\":null,\"code\":\"insufficient_quota\"}}",
			by: "Openai-Processing-Ms", code: "insufficient_quota", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 429,
		},
		"Stripe, a card": {
			service: "_stripe", in: "HTTP/2 402\nStripe-Version: 2026-01-28\nStripe-Should-Retry: false\n\n{\"error\":{\"type\":\"card_error\",\"code\":\"card_declined\"}}",
			by: "Stripe-Version", code: "card_declined", kind: toolerr.KindUpstreamBadRequest, effect: toolerr.EffectNone, status: 402,
		},
		"Kubernetes, an eviction": {
			service: "_kubernetes", in: "HTTP/2 429\nRetry-After: 10\n\n{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"TooManyRequests\",\"details\":{\"causes\":[{\"reason\":\"DisruptionBudget\"}]}}",
			by: "form", code: "DisruptionBudget", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 10 * time.Second, effect: toolerr.EffectNone, status: 429,
		},
		"S3": {
			service: "_aws", url: "https://b.s3.eu-west-1.amazonaws.com/k", in: "HTTP/1.1 404 x\n\n<?xml version=\"1.0\"?><Error><Code>NoSuchKey</Code></Error>",
			by: "amazonaws.com", code: "NoSuchKey", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone, status: 404,
		},
		"MinIO, which has AWS's headers": {
			service: "_minio", in: "HTTP/1.1 404 x\nServer: MinIO\nX-Amz-Request-Id: r\n\n<Error><Code>NoSuchKey</Code></Error>",
			by: "Server: MinIO", code: "NoSuchKey", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone, status: 404,
		},
		"Twilio, a number": {
			service: "_twilio", url: "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json", in: "HTTP/2 400\n\n{\"code\":21610,\"message\":\"x\",\"status\":400}",
			by: "the host is twilio.com", code: "recipient_opted_out", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, status: 400,
			because: "the response contains 21610, which stands for the code recipient_opted_out",
		},
		"Azure, an operation that failed": {
			service: "_microsoft", url: "https://management.azure.com/subscriptions/1/operations/2", in: "HTTP/1.1 200 OK\n\n{\"status\":\"Failed\",\"error\":{\"code\":\"DiskNotFound\"}}",
			by: "management.azure.com", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectUnknown,
		},
		"Connect, by name alone": {
			service: "_connect", in: "HTTP/1.1 503 x\n\n{\"code\":\"unavailable\"}",
			code: "unavailable", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown, status: 503,
		},
		"a token endpoint": {
			service: "_oauth2", in: "HTTP/1.1 400 x\n\n{\"error\":\"invalid_grant\"}",
			code: "invalid_grant", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 400,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			options := verdict.Options{URL: tt.url, Service: tt.service}
			named := classify(t, tt.in, options)
			require.NotNil(t, named.Err)
			options.Service = ""
			v := classify(t, tt.in, options)
			if tt.by == "" {
				require.NotNil(t, v.Err)
				assert.Equal(t, "_http", v.Err.Extra().Service)
				v = named
			} else {
				r := why(t, v, "service")
				assert.Equal(t, tt.service, r.Decided)
				assert.Contains(t, r.Because, tt.by)
				assert.Equal(t, "the adapter "+tt.service, r.Source)
			}
			assert.Equal(t, named.Err.Report(), v.Err.Report())
			assert.Equal(t, tt.service, v.Err.Extra().Service)
			assert.Equal(t, tt.code, v.Err.VendorCode())
			assert.Equal(t, tt.kind, v.Err.Kind())
			assert.Equal(t, tt.retry, v.Err.CanRetry())
			wait, _ := v.Err.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, tt.effect, v.Err.Effect())
			assert.Equal(t, tt.status, v.Err.StatusCode())
			assert.NotContains(t, v.Payload().String(), "qv7x")
			for _, r := range v.Why {
				assert.NotEmpty(t, r.Decided, r.About)
				assert.NotEmpty(t, r.Because, r.About)
				assert.NotEmpty(t, r.Source, r.About)
			}
			assert.Contains(t, why(t, v, "kind").Because, tt.because)
			assert.Contains(t, why(t, v, "kind").Because, tt.code)
		})
	}
}

// If nothing identifies the service, or no adapter of the list recognises the response, the
// status decides. A success stays a success.
func TestUnrecognisedResponses(t *testing.T) {
	for name, tt := range map[string]struct {
		in string
		o  verdict.Options
	}{
		"another host":       {"HTTP/1.1 500 x\n\n{\"ok\":false,\"error\":\"missing_scope\"}", verdict.Options{URL: "https://notslack.com/"}},
		"a host in a path":   {"HTTP/1.1 403 x\n\n{}", verdict.Options{URL: "https://example.com/api.github.com"}},
		"the status alone":   {"HTTP/1.1 403 x\n" + gitHub + "\n{}", verdict.Options{Service: "_http"}},
		"without an adapter": {"HTTP/2 403\n" + gitHub + "\n{}", verdict.Options{Adapters: []adapter.Adapter{slackadapter.Adapter{}}}},
		"nothing":            {"HTTP/1.1 500 x\n\n", verdict.Options{}},
	} {
		t.Run(name, func(t *testing.T) {
			v := classify(t, tt.in, tt.o)
			require.NotNil(t, v.Err)
			assert.Equal(t, "_http", v.Err.Extra().Service)
			for _, r := range v.Why {
				assert.False(t, r.About == "service" && r.Decided != "not known", r.Decided)
			}
		})
	}
	for name, in := range map[string]string{
		"Slack":                 "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":true,\"error\":\"missing_scope\"}",
		"GraphQL":               "HTTP/2 200\nContent-Type: application/graphql-response+json\n\n{\"data\":{},\"errors\":[]}",
		"OpenAI":                "HTTP/2 200\nOpenai-Version: 2020-10-01\n\n{\"object\":\"response\",\"error\":null}",
		"OpenAI, a job":         "HTTP/2 200\nOpenai-Version: 2020-10-01\n\n{\"object\":\"fine_tuning.job\",\"error\":{\"code\":null,\"message\":null}}",
		"an unknown service's":  "HTTP/2 200\n\n{\"ok\":false,\"error\":\"missing_scope\"}",
		"without a known shape": "HTTP/2 204\n\n",
	} {
		t.Run(name+", a success", func(t *testing.T) {
			assert.Nil(t, classify(t, in, verdict.Options{}).Err)
		})
	}
}

// A wait, or the fact that no wait helps, may be only in the body, or in the documentation
// of the service.
func TestWaitsInBodies(t *testing.T) {
	v := classify(t, "HTTP/1.1 429 x\n\n"+`{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"TooManyRequests","details":{"retryAfterSeconds":4}}`, verdict.Options{})
	assert.Equal(t, verdict.Reason{About: "wait", Decided: "4 seconds", Because: "the body names it", Source: "the adapter _kubernetes"}, why(t, v, "wait"))

	v = classify(t, "HTTP/2 403\n\n{\"documentation_url\":\"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits\"}", verdict.Options{URL: "https://api.github.com/search/code"})
	assert.Equal(t, "60 seconds", why(t, v, "wait").Decided)
	assert.Contains(t, why(t, v, "wait").Because, "documentation")

	const day = `{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","metadata":{"quota_unit":"1/d/{project}"}},` +
		`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"3s"}]}}`
	v = classify(t, "HTTP/1.1 429 x\n\n"+day, verdict.Options{Service: "_gemini"})
	assert.False(t, v.Err.CanRetry())
	assert.Equal(t, "unknown", why(t, v, "wait").Decided)
	assert.Contains(t, why(t, v, "can_retry").Because, "overrules the kind")
}

// FuzzResponses reads bodies as responses of every vendor.
func FuzzResponses(f *testing.F) {
	f.Add(403, []byte(`{"errors":[{"code":1,"extensions":{"code":"FORBIDDEN"}}],"ok":false,"error":{"type":"x","details":null}}`))
	f.Add(200, []byte(`{"ok":false,"error":"missing_scope"}`))
	f.Add(401, []byte(`{"error_codes":[1,"x",1e999]}`))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status > 599 {
			return
		}
		in := "HTTP/1.1 " + toolerr.Int(status).String() + " x\n\n" + string(body)
		for _, slug := range append(verdict.Services(adapters.All()), "") {
			v, ok := verdict.Parse(in, verdict.Options{Service: slug})
			if !ok || v.Err == nil {
				continue
			}
			for _, r := range v.Why {
				assert.NotEmpty(t, r.Because)
				assert.NotEmpty(t, r.Source)
			}
		}
	})
}
