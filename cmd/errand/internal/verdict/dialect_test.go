package verdict_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/adapters/kubernetesadapter"
	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/adapters/vaultadapter"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// everyone are adapters of vendors whose responses have a dialect.
func everyone() []adapter.Adapter {
	return append([]adapter.Adapter{
		graphqladapter.Adapter{},
		slackadapter.Adapter{},
		githubadapter.Adapter{},
		openaiadapter.Adapter{},
		anthropicadapter.Adapter{},
		microsoftadapter.Adapter{},
		connectadapter.Adapter{},
		kubernetesadapter.Adapter{},
		stripeadapter.Adapter{},
		vaultadapter.Adapter{},
	}, adapters.All()...)
}

const gitHub = "X-GitHub-Request-Id: r\n"

// TestVendorsAreRecognised classifies responses as the vendors' pages show them,
// with the service recognised and with it named: both have the same error.
func TestVendorsAreRecognised(t *testing.T) {
	tests := map[string]struct {
		service, url string // the service that answers, and the URL that was asked
		in           string
		by           string // how it is recognised; "" where it is not
		code         string // the vendor's code the agent sees
		kind         toolerr.Kind
		retry        bool
		wait         time.Duration
		effect       toolerr.Effect
		status       int
	}{
		"MinIO, before AWS": {
			service: "_minio", in: "HTTP/1.1 404 x\nServer: MinIO\nX-Amz-Request-Id: r\n\n<Error><Code>NoSuchKey</Code></Error>",
			by: "Server: MinIO", code: "NoSuchKey", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone, status: 404,
		},
		"MinIO, without a body": {
			service: "_minio", in: "HTTP/1.1 403 x\nX-Minio-Error-Code: InvalidAccessKeyId\nX-Amz-Request-Id: r\n\n",
			by: "X-Minio-Error-Code", code: "InvalidAccessKeyId", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 403,
		},
		"MinIO, in a success": {
			service: "_minio", in: "HTTP/1.1 200 OK\nServer: MinIO\n\n<Error><Code>SlowDown</Code></Error>",
			by: "Server: MinIO", code: "SlowDown", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone,
		},
		"Elasticsearch, a shard": {
			service: "_elastic", in: "HTTP/1.1 400 x\nX-Elastic-Product: Elasticsearch\n\n{\"error\":{\"type\":\"search_phase_execution_exception\",\"root_cause\":[{\"type\":\"query_shard_exception\"}]},\"status\":400}",
			by: "X-Elastic-Product", code: "query_shard_exception", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, status: 400,
		},
		"Elasticsearch, no key": {
			service: "_elastic", in: "HTTP/1.1 401 x\nX-Elastic-Product: Elasticsearch\n\n{\"error\":{\"type\":\"security_exception\"},\"status\":401}",
			by: "X-Elastic-Product", code: "security_exception", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 401,
		},
		"Elasticsearch, an index that is blocked": {
			service: "_elastic", in: "HTTP/1.1 403 x\nX-Elastic-Product: Elasticsearch\n\n{\"error\":{\"type\":\"cluster_block_exception\"},\"status\":403}",
			by: "X-Elastic-Product", code: "cluster_block_exception", kind: toolerr.KindUpstreamServerError, effect: toolerr.EffectNone, status: 403,
		},
		"Elasticsearch, a document that is there": {
			service: "_elastic", in: "HTTP/1.1 409 x\nX-Elastic-Product: Elasticsearch\n\n{\"error\":{\"type\":\"version_conflict_engine_exception\",\"reason\":\"[7]: version conflict, document already exists (current version [1])\"},\"status\":409}",
			by: "X-Elastic-Product", code: "document_already_exists", kind: toolerr.KindUpstreamBadRequest, effect: toolerr.EffectNone, status: 409,
		},
		"Elasticsearch, a text": {
			service: "_elastic", in: "HTTP/1.1 405 x\nX-Elastic-Product: Elasticsearch\n\n{\"error\":\"Incorrect HTTP method\",\"status\":405}",
			by: "X-Elastic-Product", kind: toolerr.KindUpstreamBadRequest, effect: toolerr.EffectNone, status: 405,
		},
		"Twilio, a number": {
			service: "_twilio", url: "https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json", in: "HTTP/2 400\n\n{\"code\":21610,\"message\":\"x\",\"status\":400}",
			by: "the host is twilio.com", code: "recipient_opted_out", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, status: 400,
		},
		"Twilio, a limit": {
			service: "_twilio", url: "https://verify.twilio.com/v2/Services", in: "HTTP/2 429\nRetry-After: 4\n\n{\"code\":20429,\"status\":429}",
			by: "the host is twilio.com", code: "too_many_requests", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 4 * time.Second, effect: toolerr.EffectNone, status: 429,
		},
		"Slack, a scope": {
			service: "_slack", in: "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"missing_scope\",\"needed\":\"chat:write\",\"provided\":\"identify\"}",
			by: "X-Slack-Req-Id", code: "missing_scope", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone,
		},
		"Slack, by its host": {
			service: "_slack", url: "https://slack.com/api/chat.postMessage", in: "HTTP/2 200\n\n{\"ok\":false,\"error\":\"channel_not_found\"}",
			by: "the host is slack.com", code: "channel_not_found", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone,
		},
		"Slack, a word of no table": {
			service: "_slack", in: "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":false,\"error\":\"qv7xsecret\"}",
			by: "X-Slack-Req-Id", kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown,
		},
		"Slack, a limit": {
			service: "_slack", in: "HTTP/2 429\nX-Slack-Req-Id: r\nRetry-After: 30\n\n{\"ok\":false,\"error\":\"ratelimited\"}",
			by: "X-Slack-Req-Id", code: "ratelimited", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 30 * time.Second, effect: toolerr.EffectNone, status: 429,
		},
		"GitHub, a quota": {
			service: "_github", in: "HTTP/2 403\n" + gitHub + "X-RateLimit-Remaining: 0\nDate: Fri, 20 Nov 2026 10:00:00 GMT\nX-RateLimit-Reset: 1795168860\n\n{\"message\":\"API rate limit exceeded\"}",
			by: "X-Github-Request-Id", code: "primary_rate_limit", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: time.Minute, effect: toolerr.EffectNone, status: 403,
		},
		"GitHub, too many at once": {
			service: "_github", url: "https://api.github.com/search/code", in: "HTTP/2 403\n\n{\"documentation_url\":\"https://docs.github.com/rest/overview/rate-limits-for-the-rest-api#about-secondary-rate-limits\"}",
			by: "api.github.com", code: "secondary_rate_limit", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: time.Minute, effect: toolerr.EffectNone, status: 403,
		},
		"GitHub, too many": {
			service: "_github", in: "HTTP/2 429\n" + gitHub + "\n{}",
			by: "X-Github-Request-Id", code: "too_many_requests", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone, status: 429,
		},
		"GitHub, single sign-on": {
			service: "_github", in: "HTTP/2 403\n" + gitHub + "X-GitHub-SSO: required; url=https://github.com/orgs/o/sso?authorization_request=qv7x\n\n{}",
			by: "X-Github-Request-Id", code: "sso_required", kind: toolerr.KindToolContextRequired, effect: toolerr.EffectNone, status: 403,
		},
		"GitHub, a scope": {
			service: "_github", in: "HTTP/2 403\n" + gitHub + "X-OAuth-Scopes: gist\nX-Accepted-OAuth-Scopes: repo, public_repo\n\n{}",
			by: "X-Github-Request-Id", code: "insufficient_scopes", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 403,
		},
		"GitHub, no right": {
			service: "_github", in: "HTTP/2 403\n" + gitHub + "X-OAuth-Scopes: repo\nX-Accepted-OAuth-Scopes: repo\n\n{}",
			by: "X-Github-Request-Id", code: "forbidden", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 403,
		},
		"GitHub, a password": {
			service: "_github", in: "HTTP/2 401\n" + gitHub + "X-GitHub-OTP: required; app\n\n{}",
			by: "X-Github-Request-Id", code: "otp_required", kind: toolerr.KindToolContextRequired, effect: toolerr.EffectNone, status: 401,
		},
		"GitHub, a field": {
			service: "_github", in: "HTTP/2 422\n" + gitHub + "\n{\"message\":\"Validation Failed\",\"errors\":[\"a text\",{\"resource\":\"Issue\",\"field\":\"title\",\"code\":\"missing_field\"}]}",
			by: "X-Github-Request-Id", code: "missing_field", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, status: 422,
		},
		"GitHub, a field with a code of no field": {
			service: "_github", in: "HTTP/2 422\n" + gitHub + "\n{\"errors\":[{\"code\":\"sso_required\"}]}",
			by: "X-Github-Request-Id", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone, status: 422,
		},
		"GitHub, taken down": {
			service: "_github", in: "HTTP/2 451\n" + gitHub + "\n{\"block\":{\"reason\":\"dmca\"}}",
			by: "X-Github-Request-Id", code: "blocked_dmca", kind: toolerr.KindToolFatal, effect: toolerr.EffectNone, status: 451,
		},
		"GitHub, not ready": {
			service: "_github", in: "HTTP/2 202\n" + gitHub + "\n{}",
			by: "X-Github-Request-Id", code: "accepted_try_later", kind: toolerr.KindToolRetry, retry: true, effect: toolerr.EffectUnknown, status: 202,
		},
		"GitHub, GraphQL": {
			service: "_graphql", url: "https://api.github.com/graphql", in: "HTTP/2 200\n" + gitHub + "\n{\"data\":null,\"errors\":[{\"type\":\"RATE_LIMITED\",\"message\":\"API rate limit exceeded\",\"locations\":[{\"line\":1}]}]}",
			by: "shape", code: "RATE_LIMITED", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone,
		},
		"GraphQL, several": {
			service: "_graphql", in: "HTTP/1.1 200 OK\n\n{\"errors\":[{\"message\":\"a\",\"extensions\":{\"code\":\"BAD_USER_INPUT\"}},{\"message\":\"b\",\"path\":[\"x\"],\"extensions\":{\"code\":\"FORBIDDEN\"}}]}",
			by: "shape", code: "FORBIDDEN", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectUnknown,
		},
		"GraphQL, a status that blocks more": {
			service: "_graphql", in: "HTTP/1.1 429 x\nRetry-After: 3\n\n{\"errors\":[{\"message\":\"a\",\"extensions\":{\"code\":\"BAD_USER_INPUT\"}}]}",
			by: "shape", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 3 * time.Second, effect: toolerr.EffectNone, status: 429,
		},
		"OpenAI, no credit": {
			service: "_openai", in: "HTTP/2 429\nOpenAI-Processing-Ms: 3\nRetry-After: 5\n\n{\"error\":{\"message\":\"x\",\"type\":\"insufficient_quota\",\"param\":null,\"code\":\"insufficient_quota\"}}",
			by: "Openai-Processing-Ms", code: "insufficient_quota", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 429,
		},
		"OpenAI, a limit": {
			service: "_openai", url: "https://api.openai.com/v1/responses", in: "HTTP/2 429\nX-Ratelimit-Reset-Requests: 6m0s\n\n{\"error\":{\"type\":\"requests\",\"code\":\"rate_limit_exceeded\"}}",
			by: "api.openai.com", code: "rate_limit_exceeded", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 6 * time.Minute, effect: toolerr.EffectNone, status: 429,
		},
		"OpenAI, a limit for good": {
			service: "_openai", in: "HTTP/2 429\nOpenai-Version: 2020-10-01\nX-Should-Retry: false\n\n{\"error\":{\"code\":\"rate_limit_exceeded\"}}",
			by: "Openai-Version", code: "rate_limit_exceeded", kind: toolerr.KindUpstreamRateLimit, effect: toolerr.EffectNone, status: 429,
		},
		"OpenAI, the type of most": {
			service: "_openai", in: "HTTP/2 404\nOpenai-Version: 2020-10-01\n\n{\"error\":{\"type\":\"invalid_request_error\",\"code\":null}}",
			by: "Openai-Version", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone, status: 404,
		},
		"Anthropic, too much to do": {
			service: "_anthropic", in: "HTTP/2 529\nAnthropic-Organization-Id: o\nX-Should-Retry: true\n\n{\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"},\"request_id\":\"r\"}",
			by: "Anthropic-Organization-Id", code: "overloaded_error", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectNone, status: 529,
		},
		"Anthropic, a spend cap": {
			service: "_anthropic", url: "https://api.anthropic.com/v1/messages", in: "HTTP/2 429\n\n{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"details\":{\"error_code\":\"enforced_spend_limit_reached\"}}}",
			by: "api.anthropic.com", code: "enforced_spend_limit_reached", kind: toolerr.KindUpstreamRateLimit, effect: toolerr.EffectNone, status: 429,
		},
		"Azure, a header": {
			service: "_microsoft", in: "HTTP/1.1 404 x\nX-Ms-Error-Code: BlobNotFound\nX-Ms-Request-Id: r\n\n<Error><Code>BlobNotFound</Code></Error>",
			by: "X-Ms-Error-Code", code: "BlobNotFound", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone, status: 404,
		},
		"Graph": {
			service: "_microsoft", url: "https://graph.microsoft.com/v1.0/me", in: "HTTP/1.1 401 x\n\n{\"error\":{\"code\":\"InvalidAuthenticationToken\",\"innerError\":{\"date\":\"x\"}}}",
			by: "graph.microsoft.com", code: "InvalidAuthenticationToken", kind: toolerr.KindUpstreamAuthError, retry: false, effect: toolerr.EffectNone, status: 401,
		},
		"Graph, a claim": {
			service: "_microsoft", url: "https://graph.microsoft.com/v1.0/me", in: "HTTP/1.1 401 x\nWWW-Authenticate: Bearer error=\"insufficient_claims\", claims=\"qv7x\"\n\n{\"error\":{\"code\":\"InvalidAuthenticationToken\"}}",
			by: "graph.microsoft.com", code: "insufficient_claims", kind: toolerr.KindToolContextRequired, effect: toolerr.EffectNone, status: 401,
		},
		"Entra": {
			service: "_microsoft", url: "https://login.microsoftonline.com/t/oauth2/v2.0/token", in: "HTTP/1.1 400 x\n\n{\"error\":\"invalid_grant\",\"error_codes\":[70008]}",
			by: "login.microsoftonline.com", code: "AADSTS70008", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 400,
		},
		"AWS": {
			service: "_aws", url: "https://dynamodb.eu-west-1.amazonaws.com/", in: "HTTP/1.1 400 x\n\n{\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\"}",
			by: "amazonaws.com", code: "ThrottlingException", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone, status: 400,
		},
		"Google": {
			service: "_google", url: "https://www.googleapis.com/drive/v3/files", in: "HTTP/1.1 403 x\n\n{\"error\":{\"code\":403,\"errors\":[{\"reason\":\"rateLimitExceeded\"}]}}",
			by: "googleapis.com", code: "rateLimitExceeded", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone, status: 403,
		},
		"Kubernetes, a conflict": {
			service: "_kubernetes", in: "HTTP/2 409\n\n{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"Conflict\",\"code\":409}",
			by: "shape", code: "Conflict", kind: toolerr.KindToolRetry, retry: true, effect: toolerr.EffectNone, status: 409,
		},
		"Kubernetes, an eviction": {
			service: "_kubernetes", in: "HTTP/2 429\nRetry-After: 10\n\n{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"reason\":\"TooManyRequests\",\"details\":{\"causes\":[{\"reason\":\"DisruptionBudget\"}]}}",
			by: "shape", code: "DisruptionBudget", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 10 * time.Second, effect: toolerr.EffectNone, status: 429,
		},
		"Stripe, a card": {
			service: "_stripe", in: "HTTP/2 402\nStripe-Version: 2026-01-28\nStripe-Should-Retry: false\n\n{\"error\":{\"type\":\"card_error\",\"code\":\"card_declined\",\"decline_code\":\"insufficient_funds\"}}",
			by: "Stripe-Version", code: "insufficient_funds", kind: toolerr.KindUpstreamBadRequest, effect: toolerr.EffectNone, status: 402,
		},
		"Vault, sealed": {
			service: "_vault", in: "HTTP/1.1 503 x\nX-Vault-Hostname: v\n\n{\"errors\":[\"Vault is sealed\"]}",
			by: "X-Vault-Hostname", code: "sealed", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown, status: 503,
		},
		"Connect, by name alone": {
			service: "_connect", in: "HTTP/1.1 503 x\n\n{\"code\":\"unavailable\"}",
			code: "unavailable", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown, status: 503,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			options := verdict.Options{Adapters: everyone(), URL: tt.url, Service: tt.service}
			named := classify(t, tt.in, options)
			require.NotNil(t, named.Err)
			assert.NotContains(t, named.Payload().String(), "qv7x")
			options.Service = ""
			v := classify(t, tt.in, options)
			if tt.by == "" {
				require.NotNil(t, v.Err)
				assert.NotEqual(t, tt.service, v.Err.Extra().Service)
				v = named
			} else {
				r := why(t, v, "service")
				assert.Equal(t, tt.service, r.Decided)
				assert.Contains(t, r.Because, tt.by)
				assert.NotEmpty(t, r.Source)
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
			for _, r := range v.Why {
				assert.NotEmpty(t, r.Decided, r.About)
				assert.NotEmpty(t, r.Because, r.About)
				assert.NotEmpty(t, r.Source, r.About)
			}
			if tt.code != "" {
				assert.Contains(t, why(t, v, "kind").Because, tt.code)
			}
		})
	}
}

// TestNobodyIsRecognised: what looks like a vendor's and is not stays HTTP's, and
// a success stays one.
func TestNobodyIsRecognised(t *testing.T) {
	for name, tt := range map[string]struct{ url, in, service string }{
		"another host":          {url: "https://notslack.com/", in: "HTTP/1.1 500 x\n\n{\"ok\":false,\"error\":\"missing_scope\"}"},
		"a host in a path":      {url: "https://example.com/api.github.com", in: "HTTP/1.1 403 x\n\n{}"},
		"errors of no GraphQL":  {in: "HTTP/1.1 400 x\n\n{\"errors\":[\"permission denied\"]}"},
		"errors without places": {in: "HTTP/1.1 400 x\n\n{\"errors\":[{\"message\":\"x\",\"code\":\"FORBIDDEN\"}]}"},
		"the status alone":      {in: "HTTP/1.1 403 x\n" + gitHub + "\n{}", service: "_http"},
		"nothing":               {in: "HTTP/1.1 500 x\n\n"},
	} {
		t.Run(name, func(t *testing.T) {
			v := classify(t, tt.in, verdict.Options{Adapters: everyone(), URL: tt.url, Service: tt.service})
			require.NotNil(t, v.Err)
			assert.Equal(t, "_http", v.Err.Extra().Service)
			for _, r := range v.Why {
				assert.False(t, r.About == "service" && r.Decided != "not known", r.Decided)
			}
		})
	}
	for name, in := range map[string]string{
		"Slack":            "HTTP/2 200\nX-Slack-Req-Id: r\n\n{\"ok\":true,\"error\":\"missing_scope\"}",
		"Slack, a hook":    "HTTP/2 200\nX-Slack-Req-Id: r\n\nok",
		"GraphQL":          "HTTP/2 200\nContent-Type: application/graphql-response+json\n\n{\"data\":{},\"errors\":[]}",
		"GitHub":           "HTTP/2 200\n" + gitHub + "\n{\"errors\":[{\"code\":\"missing\"}]}",
		"nobody's refusal": "HTTP/2 200\n\n{\"ok\":false,\"error\":\"missing_scope\"}",
	} {
		t.Run(name+", a success", func(t *testing.T) {
			assert.Nil(t, classify(t, in, verdict.Options{Adapters: everyone()}).Err)
		})
	}
}

// TestWithoutItsAdapterAVendorIsNobody: what no adapter of the list knows is not
// recognised.
func TestWithoutItsAdapterAVendorIsNobody(t *testing.T) {
	v := classify(t, "HTTP/2 403\n"+gitHub+"\n{}", verdict.Options{Adapters: []adapter.Adapter{slackadapter.Adapter{}}})
	assert.Equal(t, "_http", v.Err.Extra().Service)
}

// TestAStrangersAdapter: an adapter without a dialect is read where most
// services put their codes.
func TestAStrangersAdapter(t *testing.T) {
	v := classify(t, "HTTP/1.1 500 x\n\n{\"detail\":{\"code\":\"out_of_paper\"}}", verdict.Options{Adapters: []adapter.Adapter{stranger{}}, Service: "_stranger"})
	assert.Equal(t, toolerr.KindUpstreamNotFound, v.Err.Kind())
	assert.Equal(t, "out_of_paper", v.Err.VendorCode())
}

// TestJSONRPC: an error of JSON-RPC has a number, and mostly status 200.
func TestJSONRPC(t *testing.T) {
	const response = "HTTP/1.1 200 OK\n\n{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32602,\"message\":\"qv7x\"}}"
	options := verdict.Options{Adapters: []adapter.Adapter{rpc{}}}
	assert.Nil(t, classify(t, response, options).Err, "any service may speak JSON-RPC: it has to be named")
	options.Service = "_mcp"
	v := classify(t, response, options)
	require.NotNil(t, v.Err)
	assert.Equal(t, "-32602", v.Err.VendorCode())
	assert.NotContains(t, v.Payload().String(), "qv7x")
	assert.Contains(t, why(t, v, "kind").Because, "It stands in error.code")
	assert.Nil(t, classify(t, "HTTP/1.1 200 OK\n\n{\"jsonrpc\":\"2.0\",\"result\":{}}", options).Err)
}

type rpc struct{ named }

func (rpc) Slug() string { return "_mcp" }
func (rpc) Table() adapter.Table {
	return adapter.NewTable("_mcp", "MCP", adapter.Row{VendorCode: "-32602", Kind: toolerr.KindUpstreamValidationError, Source: "this test"})
}

type stranger struct{ named }

func (stranger) Slug() string { return "_stranger" }
func (stranger) Table() adapter.Table {
	return adapter.NewTable("_stranger", "Stranger", adapter.Row{VendorCode: "out_of_paper", Kind: toolerr.KindUpstreamNotFound, Source: "this test"})
}

// FuzzDialects reads bodies that servers may send, as every vendor's.
func FuzzDialects(f *testing.F) {
	f.Add(403, []byte(`{"errors":[{"code":1,"extensions":{"code":"FORBIDDEN"}}],"ok":false,"error":{"type":"x","details":null}}`))
	f.Add(200, []byte(`{"ok":false,"error":"missing_scope"}`))
	f.Add(401, []byte(`{"error_codes":[1,"x",1e999]}`))
	f.Fuzz(func(t *testing.T, status int, body []byte) {
		if status < 200 || status > 599 {
			return
		}
		in := "HTTP/1.1 " + toolerr.Int(status).String() + " x\n\n" + string(body)
		for _, slug := range verdict.Services(everyone()) {
			v, ok := verdict.Parse(in, verdict.Options{Adapters: everyone(), Service: slug})
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
