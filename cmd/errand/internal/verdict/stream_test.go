package verdict_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

const sse = "HTTP/2 200\ncontent-type: text/event-stream; charset=utf-8\nx-ratelimit-reset: 7\nrequest-id: req_1\n\n"

const (
	anthropicBegin = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"id\":\"m\"}}\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\n"
	chatBegin      = "data: {\"object\":\"chat.completion.chunk\",\"choices\":[{\"delta\":{\"content\":\"qv7x\"}}]}\n\n"
	responseBegin  = "event: response.created\ndata: {\"type\":\"response.created\",\"response\":{\"error\":null}}\n\n"
	geminiBegin    = "data: {\"candidates\":[{\"content\":{\"parts\":[{\"text\":\"qv7x\"}]}}]}\r\n\r\n"
)

// An error in a stream has a success status, and the meaning in the vendor's adapter.
func TestStreamsThatFail(t *testing.T) {
	tests := map[string]struct {
		in, url, service, code string
		kind                   toolerr.Kind
		retry                  bool
		effect                 toolerr.Effect
		wait                   time.Duration
		status                 int
		alone                  bool // only the host or --service identifies the service
	}{
		"Anthropic, too much to do": {
			in:      sse + anthropicBegin + "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded qv7x\"}}\n\n",
			service: "_anthropic", code: "overloaded_error", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectNone,
		},
		"Anthropic, nothing before": {
			in:      sse + "event: error\ndata: {\"type\":\"error\",\"error\":{\"details\":null,\"type\":\"overloaded_error\",\"message\":\"Overloaded\"},\"request_id\":\"r\"}",
			service: "_anthropic", code: "overloaded_error", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectNone,
		},
		"Anthropic, a spend cap": {
			in:      sse + anthropicBegin + "data: {\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"details\":{\"error_code\":\"enforced_spend_limit_reached\"}}}\n\n",
			service: "_anthropic", code: "enforced_spend_limit_reached", kind: toolerr.KindUpstreamRateLimit, effect: toolerr.EffectNone,
		},
		"Anthropic, a bad request": {
			in:      sse + anthropicBegin + "data: {\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\"}}\n\n",
			service: "_anthropic", code: "invalid_request_error", kind: toolerr.KindUpstreamBadRequest, effect: toolerr.EffectNone,
		},
		"Anthropic, of a type that nobody knows": {
			in:      sse + anthropicBegin + "data: {\"type\":\"error\",\"error\":{\"type\":\"qv7x_error\"}}\n\n",
			service: "_anthropic", kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown,
		},
		"OpenAI, a limit": {
			in:      sse + chatBegin + "data: {\"error\":{\"message\":\"qv7x\",\"type\":\"tokens\",\"code\":\"rate_limit_exceeded\"}}\n\n",
			service: "_openai", code: "rate_limit_exceeded", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone,
		},
		"OpenAI, nothing before": {
			in:      sse + "data: {\"error\":{\"message\":\"qv7x\",\"type\":\"server_error\",\"code\":null}}\n\n",
			service: "_openai", code: "server_error", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown,
		},
		"OpenAI, a number": {
			in:      sse + chatBegin + "data: {\"error\":{\"message\":\"qv7x\",\"code\":502}}\n\n",
			service: "_openai", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown,
		},
		"OpenAI, a number beside the type of most": {
			in:      sse + chatBegin + "data: {\"error\":{\"message\":\"qv7x\",\"type\":\"invalid_request_error\",\"code\":404}}\n\n",
			service: "_openai", kind: toolerr.KindUpstreamNotFound, effect: toolerr.EffectNone,
		},
		"OpenAI, a sentence": {
			in:      sse + chatBegin + "data: {\"error\":\"qv7x went wrong\"}\n\n",
			service: "_openai", kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown,
		},
		"OpenAI, a response that failed": {
			in:      sse + responseBegin + "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"status\":\"failed\",\"error\":{\"code\":\"server_error\",\"message\":\"qv7x\"}}}\n\n",
			service: "_openai", code: "server_error", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown,
		},
		"OpenAI, a response that failed for nothing": {
			in:      sse + responseBegin + "event: response.failed\ndata: {\"type\":\"response.failed\",\"response\":{\"error\":null}}\n\n",
			service: "_openai", kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown,
		},
		"OpenAI, an error of the Responses API": {
			in:      sse + "event: error\ndata: {\"type\":\"error\",\"code\":\"rate_limit_exceeded\",\"message\":\"qv7x\",\"param\":null,\"sequence_number\":1}\n\n",
			service: "_openai", code: "rate_limit_exceeded", kind: toolerr.KindUpstreamRateLimit, retry: true, effect: toolerr.EffectNone,
		},
		"Gemini, too much to do": {
			in:      sse + geminiBegin + "data: {\"error\":{\"code\":503,\"message\":\"qv7x\",\"status\":\"UNAVAILABLE\"}}\r\n\r\n",
			service: "_gemini", code: "UNAVAILABLE", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown, status: 503,
		},
		"MCP, behind progress": {
			in:      strings.Replace(sse, "request-id", "mcp-session-id: s\nrequest-id", 1) + "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\nevent: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32602,\"message\":\"qv7x\"}}\n\n",
			service: "_mcp", code: "-32602", kind: toolerr.KindUpstreamValidationError, effect: toolerr.EffectNone,
		},
		"Gemini, not as an event": {
			in:      sse + geminiBegin + "{\"error\": {\n\"code\": 429,\n\"status\": \"RESOURCE_EXHAUSTED\", \"details\": [{\"@type\": \"type.googleapis.com/google.rpc.RetryInfo\", \"retryDelay\": \"3s\"}]}}\n",
			service: "_gemini", code: "RESOURCE_EXHAUSTED", kind: toolerr.KindUpstreamRateLimit, retry: true, wait: 3 * time.Second, effect: toolerr.EffectNone, status: 429,
		},
		"Gemini, a reason": {
			in:      sse + geminiBegin + "data: {\"error\":{\"code\":400,\"status\":\"INVALID_ARGUMENT\",\"details\":[{\"@type\":\"type.googleapis.com/google.rpc.ErrorInfo\",\"reason\":\"API_KEY_INVALID\"}]}}\n\n",
			service: "_gemini", code: "API_KEY_INVALID", kind: toolerr.KindUpstreamAuthError, effect: toolerr.EffectNone, status: 400,
		},
		"Gemini, a list": {
			in:      "HTTP/2 200\ncontent-type: application/json\n\n[{\"candidates\":[{}]}\n,\r\n{\"error\":{\"code\":500,\"status\":\"INTERNAL\"}}]",
			service: "_gemini", code: "INTERNAL", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown, status: 500,
		},
		"without a Content-Type": {
			in:      "HTTP/1.1 200 OK\r\n\r\n" + strings.ReplaceAll(anthropicBegin+"event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"api_error\"}}\n\n", "\n", "\r\n"),
			service: "_anthropic", code: "api_error", kind: toolerr.KindUpstreamServerError, retry: true, effect: toolerr.EffectUnknown,
		},
		"by the host alone": {
			in: sse + "data: {\"type\":\"error\",\"error\":{}}\n\n", url: "https://api.anthropic.com/v1/messages",
			service: "_anthropic", kind: toolerr.KindUpstreamUnmapped, effect: toolerr.EffectUnknown, alone: true,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := classify(t, tt.in, verdict.Options{URL: tt.url})
			require.NotNil(t, v.Err)
			named := classify(t, tt.in, verdict.Options{URL: tt.url, Service: tt.service})
			require.NotNil(t, named.Err)
			assert.Equal(t, named.Err.Report(), v.Err.Report())
			assert.Equal(t, tt.service, v.Err.Extra().Service)
			assert.Equal(t, tt.code, v.Err.VendorCode())
			assert.Equal(t, tt.kind, v.Err.Kind())
			assert.Equal(t, tt.retry, v.Err.CanRetry())
			assert.Equal(t, tt.effect, v.Err.Effect())
			assert.Equal(t, tt.status, v.Err.StatusCode())
			wait, _ := v.Err.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.NotContains(t, v.Payload().String(), "qv7x")
			if strings.HasPrefix(tt.in, sse) {
				assert.Equal(t, "req_1", v.Err.Extra().RequestID)
			}
			assert.Equal(t, tt.service, why(t, v, "service").Decided)
			assert.Contains(t, why(t, v, "kind").Because, "of the stream is an error")
			for _, r := range append(v.Why, named.Why...) {
				assert.NotEmpty(t, r.Because, r.About)
				assert.NotEmpty(t, r.Source, r.About)
			}
			if !tt.alone {
				none := classify(t, tt.in, verdict.Options{Service: "_http"})
				assert.Nil(t, none.Err, "who names another service has the status alone")
			}
		})
	}
}

// A stream without its end is incomplete.
func TestStreamsThatAreCutOff(t *testing.T) {
	for name, tt := range map[string]struct{ in, end string }{
		"Anthropic":            {sse + anthropicBegin, "after 2 events without the event message_stop"},
		"Anthropic, mid-event": {sse + anthropicBegin + "event: content_block_delta\ndata: {\"type\":\"content_blo", "after 3 events"},
		"OpenAI":               {sse + chatBegin, "after 1 event without data: [DONE]"},
		"OpenAI, a response":   {sse + responseBegin, "without data: [DONE], or the event response.completed"},
		"Gemini":               {sse + geminiBegin, "without a finishReason"},
		"Gemini, a list":       {"HTTP/2 200\n\n[{\"candidates\":[{\"content\":{}}]},\n", "after 1 event without a finishReason"},
	} {
		t.Run(name, func(t *testing.T) {
			v := classify(t, tt.in, verdict.Options{})
			require.NotNil(t, v.Err)
			assert.Equal(t, toolerr.ClassNetworkTransport, v.Err.Class())
			assert.Equal(t, toolerr.EffectUnknown, v.Err.Effect())
			assert.Zero(t, v.Err.StatusCode())
			assert.Contains(t, why(t, v, "kind").Because, "cut off")
			assert.Contains(t, why(t, v, "kind").Because, tt.end)
			assert.NotContains(t, v.Payload().String(), "qv7x")
		})
	}
}

// A success that is truncated is a failure, for any service.
func TestBodiesThatAreCutOff(t *testing.T) {
	const chunked = "Transfer-Encoding: chunked\r\n\r\n"
	tests := map[string]struct{ in, cut string }{
		"in an event":            {"Content-Type: text/event-stream\r\n\r\ndata: {\"a\":1}\n\ndata: {\"a\":", "the stream is cut off: it ended after 2 events without the end of the last one, so the answer is incomplete"},
		"without the last chunk": {chunked + "5\r\nhello\r\n", "the body is cut off: its last chunk is missing, so the answer is incomplete"},
		"in a chunk":             {chunked + "5;x=y\r\nhel", "the body is cut off: its last chunk is missing, so the answer is incomplete"},
		"shorter than declared":  {"Content-Length: 20\r\n\r\nhello", "the body is cut off: it has 5 of the 20 bytes of Content-Length, so the answer is incomplete"},

		"a whole event":            {"Content-Type: text/event-stream\r\n\r\ndata: {\"a\":1}", ""},
		"an event of text":         {"Content-Type: text/event-stream\r\n\r\ndata: hello", ""},
		"all chunks":               {chunked + "5\r\nhello\r\n0\r\n\r\n", ""},
		"curl has undone them":     {chunked + "hello", ""},
		"a number on a line":       {chunked + "42\n", ""},
		"the declared length":      {"Content-Length: 5\r\n\r\nhello", ""},
		"without its last newline": {"Content-Length: 7\r\n\r\nhello", ""},
		"the answer to HEAD":       {"Content-Length: 20\r\n\r\n", ""},
		"decoded by curl":          {"Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\nhello", ""},
		"an invalid length":        {"Content-Length: many\r\n\r\nhello", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			v := classify(t, "HTTP/1.1 200 OK\r\n"+tt.in, verdict.Options{})
			if tt.cut == "" {
				assert.Nil(t, v.Err)
				return
			}
			require.NotNil(t, v.Err)
			assert.Equal(t, toolerr.KindNetworkTransportUnreachable, v.Err.Kind())
			assert.Equal(t, toolerr.EffectUnknown, v.Err.Effect())
			assert.Equal(t, tt.cut, why(t, v, "kind").Because)
		})
	}
	pasted := classify(t, "HTTP/1.1 200 OK\nContent-Length: 10\n\na\nb\nc\n", verdict.Options{})
	assert.Nil(t, pasted.Err, "copying the text changed the ends of its lines")
	refused := classify(t, "HTTP/1.1 404 x\r\nContent-Length: 20\r\n\r\nhello", verdict.Options{})
	assert.Equal(t, 404, refused.Err.StatusCode(), "the status of a failure counts")
}

// Complete streams are successes, and so are other bodies.
func TestStreamsThatAreWhole(t *testing.T) {
	for name, in := range map[string]string{
		"Anthropic":                 sse + anthropicBegin + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n",
		"OpenAI":                    sse + chatBegin + "data: [DONE]\n\n",
		"OpenAI, with an error":     sse + chatBegin + "data: [DONE]\n\ndata: {\"error\":{\"code\":\"server_error\",\"message\":\"\"}}\n\n",
		"OpenAI, a response":        sse + responseBegin + "data: {\"type\":\"response.completed\",\"response\":{\"error\":null}}\n\n",
		"OpenAI, one with a limit":  sse + responseBegin + "data: {\"type\":\"response.incomplete\"}\n\n",
		"Gemini":                    sse + geminiBegin + "data: {\"candidates\":[{\"finishReason\":\"STOP\"}]}\n\n",
		"Gemini, refused":           sse + "data: {\"promptFeedback\":{\"blockReason\":\"SAFETY\"}}\n\n",
		"Gemini, a list":            "HTTP/2 200\n\n[{\"candidates\":[{\"finishReason\":\"STOP\"}]}]",
		"another's":                 sse + "event: tick\ndata: {\"n\":1}\n\n",
		"another's errors":          sse + "event: error\ndata: out of paper\n\n",
		"nothing":                   sse,
		"a list of another's":       "HTTP/2 200\n\n[{\"error\":\"x\"}]",
		"a broken list":             "HTTP/2 200\n\n[{\"a\":",
		"of another status of luck": "HTTP/2 204\ncontent-type: text/event-stream\n\n",
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, classify(t, in, verdict.Options{}).Err)
		})
	}
	for _, url := range []string{"https://api.openai.com/v1/images", "https://api.anthropic.com/v1/x", "https://generativelanguage.googleapis.com/v1"} {
		assert.Nil(t, classify(t, sse+"data: {\"type\":\"image_generation.completed\"}\n\n", verdict.Options{URL: url}).Err, "its end is unknown")
	}
}

// They are not read.
func TestStreamsOfProvidersWithoutAnAdapter(t *testing.T) {
	in := sse + "data: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}}\n\n"
	assert.Nil(t, classify(t, in, verdict.Options{Adapters: []adapter.Adapter{slackadapter.Adapter{}}}).Err)
}

// FuzzStreams reads bodies as streams of every provider.
func FuzzStreams(f *testing.F) {
	for _, s := range []string{anthropicBegin, chatBegin, responseBegin, geminiBegin, `data: {"error":{"code":1e99,"details":[{"@type":7}],"type":{}}}`, `[{"error":{}}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, body string) {
		for _, slug := range []string{"", "_anthropic", "_gemini", "_openai"} {
			v, ok := verdict.Parse(sse+body, verdict.Options{Service: slug})
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
