// Package openai_test tests openaiadapter with openai-go, which a tool calls directly,
// without the loop's model.
//
// Not tested: the majors of openai-go before 3, whose errors have the same type, and whose
// streams break with a text that openaiadapter's own tests have; Azure OpenAI with azcore,
// which belongs to microsoftadapter; the exchange of a certificate for a token, which has
// the same responses as that of a token and requires an endpoint of OpenAI.
package openai_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

const (
	organization = "org-Qv7xErrandFault"
	project      = "proj_Qv7xErrandFault"
)

// words is OpenAI's error for a failure.
func words(code, typ string) map[string]any {
	var c any
	if code != "" {
		c = code
	}
	return map[string]any{"message": proof.Said, "type": typ, "param": "messages." + faults.CanaryResource, "code": c}
}

func refusal(code, typ string) []byte { return envelope(words(code, typ)) }

func envelope(failure any) []byte {
	body, _ := json.Marshal(map[string]any{"error": failure}) // strings and nil encode
	return body
}

var serve = proof.Answers(http.Header{"X-Request-Id": {"req_1"}, "Openai-Organization": {organization}})

var check = proof.Checks(openaiadapter.Adapter)

// invalidRequest is the type of most refusals.
const invalidRequest = "invalid_request_error"

// statuses are the statuses of OpenAI for a kind or a code.
var statuses = map[toolerr.Kind]int{
	toolerr.KindUpstreamRateLimit: 429, toolerr.KindUpstreamAuthError: 401, toolerr.KindUpstreamNotFound: 404,
	toolerr.KindUpstreamBadRequest: 400, toolerr.KindUpstreamValidationError: 400, toolerr.KindUpstreamServerError: 500,
}

var statusOf = map[string]int{
	"insufficient_quota": 429, "credit_balance_exhausted": 429, "billing_not_active": 429, "billing_hard_limit_reached": 400,
	"organization_usage_limit_exceeded": 429, "organization_spend_limit_exceeded": 429, "project_spend_limit_exceeded": 429,
	"unsupported_country_region_territory": 403, "slow_down": 503, "server_is_overloaded": 503, "service_unavailable_error": 503,
}

// isType are the rows that are types, for failures without a code.
var isType = map[string]bool{
	"rate_limit_error": true, "server_error": true, "service_unavailable_error": true, invalidRequest: true,
}

// wordsOf returns the status, the code and the type of a row.
func wordsOf(row adapter.Row) (status int, code, typ string) {
	status, code, typ = statusOf[row.VendorCode], row.VendorCode, invalidRequest
	if status == 0 {
		status = statuses[row.Kind]
	}
	if isType[row.VendorCode] {
		code, typ = "", row.VendorCode
	}
	return status, code, typ
}

// The client reads every row, by its status and by the code alone, with a wait, which
// counts if a retry can help.
func TestCodes(t *testing.T) {
	after := http.Header{"Retry-After": {"17"}}
	for _, row := range spec.Of(openaiadapter.Adapter).Table().Rows() {
		status, code, typ := wordsOf(row)
		want := faults.ForCode(row.Kind, status)
		if row.Kind == toolerr.KindUpstreamServerError && status != http.StatusServiceUnavailable { // a 503 with a wait had no effect
			want = want.With(faults.ForStatus(status).Effect)
		}
		if want.CanRetry {
			want = want.Wait(17 * time.Second)
		}
		s := serve(t, status, after, refusal(code, typ))
		for how, call := range calls {
			check(t, proof.Case{Name: row.VendorCode + how, Code: row.VendorCode, Err: call(t.Context(), s.Client(), s.URL), Want: want})
		}
		s.Close()
	}
}

// The words leave some decisions to the status.
func TestAnswers(t *testing.T) {
	limited := faults.ForStatus(429)
	spent := faults.ForCode(toolerr.KindUpstreamAuthError, 429)
	tests := map[string]struct {
		status int
		header http.Header
		body   []byte
		code   string
		want   conformance.Want
	}{
		"a quota, which looks like a rate": {429, http.Header{"Retry-After": {"7"}, "X-Should-Retry": {"true"}}, refusal("insufficient_quota", "insufficient_quota"), "insufficient_quota", spent},
		"a quota by its type":              {429, nil, refusal("", "insufficient_quota"), "insufficient_quota", spent},
		"a rate":                           {429, nil, refusal("rate_limit_exceeded", "requests"), "rate_limit_exceeded", limited},
		"a rate of tokens, no code":        {429, nil, refusal("", "tokens"), "", limited},
		"milliseconds before seconds":      {429, http.Header{"Retry-After-Ms": {"1500"}, "Retry-After": {"7"}}, refusal("rate_limit_exceeded", "tokens"), "rate_limit_exceeded", limited.Wait(1500 * time.Millisecond)},
		"a date":                           {429, http.Header{"Retry-After": {time.Now().Add(time.Minute).UTC().Format(http.TimeFormat)}}, refusal("", "tokens"), "", limited.Wait(time.Minute).Within(5 * time.Second)},
		"the limit's own headers":          {429, http.Header{"X-Ratelimit-Remaining-Requests": {"0"}, "X-Ratelimit-Reset-Requests": {"1m30s"}}, refusal("rate_limit_exceeded", "requests"), "rate_limit_exceeded", limited.Wait(90 * time.Second)},
		"no retry by header":               {429, http.Header{"X-Should-Retry": {"false"}, "Retry-After": {"7"}}, refusal("rate_limit_exceeded", "requests"), "rate_limit_exceeded", limited.Retry(false)},
		"no repeat of a failure":           {500, http.Header{"X-Should-Retry": {"false"}}, refusal("server_error", "server_error"), "server_error", faults.ForStatus(500).Retry(false)},
		"a retry by header":                {409, http.Header{"X-Should-Retry": {"true"}}, refusal("", invalidRequest), "", faults.ForStatus(409).Retry(true)},
		"an unknown code":                  {400, nil, refusal(faults.CanaryCode, invalidRequest), invalidRequest, faults.ForStatus(400)},
		"a code for a type":                {400, nil, refusal(faults.CanaryCode, faults.CanaryCode), "", faults.ForStatus(400)},
		"too much":                         {400, nil, refusal("string_above_max_length", invalidRequest), "string_above_max_length", faults.ForCode(toolerr.KindUpstreamValidationError, 400)},
		"the status alone":                 {404, nil, refusal("", invalidRequest), "", faults.ForStatus(404)}, // TestFaults has the others
		"no body":                          {503, nil, nil, "", faults.ForStatus(503)},
		"a page":                           {502, http.Header{"Content-Type": {"text/html"}}, []byte("<html>" + faults.CanaryBody), "", faults.ForStatus(502)},
		"a detail for an error":            {404, nil, []byte(`{"detail":"` + faults.CanaryBody + `"}`), "", faults.ForStatus(404)},
		"an error without a frame":         {400, nil, []byte(`{"object":"error","message":"` + faults.CanaryMessage + `","code":400}`), "", faults.ForStatus(400)},
		"a number for a code":              {402, nil, envelope(map[string]any{"message": faults.CanaryMessage, "code": 402}), "", faults.ForStatus(402)},
	}
	for name, tt := range tests {
		s := serve(t, tt.status, tt.header, tt.body)
		for how, call := range calls {
			check(t, proof.Case{Name: name + how, Code: tt.code, Err: call(t.Context(), s.Client(), s.URL), Want: tt.want})
		}
		s.Close()
	}
}

// The agent reads which parameter was refused.
func TestFindings(t *testing.T) {
	s := serve(t, 400, nil, []byte(`{"error":{"message":"Invalid value: 'usr'. Supported values are: 'system', 'user', and 'developer'.","type":"invalid_request_error","param":"messages[0].role","code":"invalid_value"}}`))
	for _, call := range calls {
		proof.Told(t, openaiadapter.Adapter, call(t.Context(), s.Client(), s.URL), `{"messages":[{"role":"usr","content":"a user"}]}`, `/messages/0/role is not one of the allowed values, such as "user"`)
	}
}

// breaking returns the error of a stream that begins well and ends with an event.
func breaking(t *testing.T, event []byte) error {
	t.Helper()
	s := serve(t, http.StatusOK, http.Header{"Content-Type": {"text/event-stream"}, "Retry-After": {"7"}},
		append([]byte("data: "+chunk+"\n\ndata: "), append(event, "\n\n"...)...))
	return stream(t.Context(), s.Client(), s.URL)
}

func kindOf(kind toolerr.Kind) conformance.Want {
	want := faults.ForKind(kind, toolerr.EffectNone)
	if kind == toolerr.KindUpstreamServerError || kind == toolerr.KindUpstreamUnmapped {
		want.Effect = toolerr.EffectUnknown
	}
	return want
}

// The client reads every row in the middle of an answer. The status and the wait were those
// of a success.
func TestCodesInStreams(t *testing.T) {
	for _, row := range spec.Of(openaiadapter.Adapter).Table().Rows() {
		code, typ := row.VendorCode, "server_error"
		if isType[row.VendorCode] {
			code, typ = "", row.VendorCode
		}
		check(t, proof.Case{Name: row.VendorCode, Code: row.VendorCode, Err: breaking(t, refusal(code, typ)), Want: kindOf(row.Kind)})
	}
}

// The events are those of servers.
func TestStreams(t *testing.T) {
	tests := map[string]struct {
		event any
		code  string
		want  toolerr.Kind
	}{
		"the status of another upstream":   {map[string]any{"message": faults.CanaryMessage, "code": 502}, "", toolerr.KindUpstreamServerError},
		"a number that is a rate limit":    {map[string]any{"message": faults.CanaryMessage, "type": invalidRequest, "code": "429"}, "", toolerr.KindUpstreamRateLimit},
		"a number that is not a status":    {map[string]any{"message": faults.CanaryMessage, "code": 7}, "", toolerr.KindUpstreamUnmapped},
		"words of its own":                 {words(faults.CanaryCode, faults.CanaryCode), "", toolerr.KindUpstreamUnmapped},
		"an unknown code and a known type": {words(faults.CanaryCode, "insufficient_quota"), "insufficient_quota", toolerr.KindUpstreamAuthError},
		"a bad request":                    {words("", invalidRequest), invalidRequest, toolerr.KindUpstreamBadRequest},
	}
	for name, tt := range tests {
		check(t, proof.Case{Name: name, Code: tt.code, Err: breaking(t, envelope(tt.event)), Want: kindOf(tt.want)})
	}
}

// A type shows that the stream broke.
func TestSentencesInStreams(t *testing.T) {
	for what, event := range map[string]any{"a sentence": faults.CanaryMessage, "a list": []string{faults.CanaryMessage}} {
		check(t, proof.Case{Name: what, Err: breaking(t, envelope(event)), Want: kindOf(toolerr.KindUpstreamUnmapped)})
	}
}

const answer = `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,` +
	`"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}`

const chunk = `{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"Hi"},"finish_reason":null}]}`

// The client runs with the fault server: with a call, and with a stream, including faults
// after the answer has begun.
func TestFaults(t *testing.T) {
	for name, streaming := range map[string]bool{"one answer": false, "a stream": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			suite(streaming).Run(t)
		})
	}
}

func suite(streaming bool) conformance.Suite {
	shape := proof.Shape("OpenAI", "application/json", func(a faults.Answer) []byte { return refusal(a.Code, invalidRequest) }, answer)
	name, call, skip := "v3", ask, proof.WithoutRows("TestCodes has them").
		Faults("the option that takes the URL keeps the text of the failure alone: a plain error", "url-bad-ipv6", "url-control-char", "url-bad-port").
		Faults("a success to the client, as everything below 400", "status-300", "redirect-no-location-302")
	if streaming {
		name, call = name+"-stream", stream
		shape.Success = func(faults.Request) faults.Content {
			return faults.Content{Type: "text/event-stream", Body: []byte("data: " + chunk + "\n\ndata: [DONE]\n\n")}
		}
		skip.Faults("a success to the client, as everything below 400", "status-304")
	} else {
		skip.Faults("the decoder takes what it can use, and leaves the rest out", "json-array", "json-wrong-type")
	}
	s := proof.Suite(openaiadapter.Adapter, "openai/"+name, shape, skip, call)
	if streaming {
		s.Have, s.Only = s.Have[:1], proof.Begun
	}
	s.Wants = wants()
	s.Canary = conformance.Canary{Credentials: []string{organization, project}}
	return s
}

// wants returns the expected results for the client, which follows redirects within its
// origin only.
func wants() map[string]conformance.Want {
	return map[string]conformance.Want{
		"fault/redirect-refused": faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).Retry(false).
			Because("the SDK refuses to leave its origin, and states that a retry does not help"),
	}
}
