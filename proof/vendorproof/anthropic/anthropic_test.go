// Package anthropic_test tests anthropicadapter with anthropic-sdk-go, which a tool calls
// directly, without the loop's model.
//
// Not tested: an older minor version, because one module path has one version in a build,
// and there is one major; a refused refresh of a person's sign-in, which has the same type
// as that of a workload's token; a profile whose file is missing, which the SDK reports
// like the file system.
package anthropic_test

import (
	"context"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/config"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// A call asks one question, and waits for the answer or reads it as a stream.
type call func(ctx context.Context, hc *http.Client, url string, more ...option.RequestOption) error

var calls = map[string]call{"": ask, ", streaming": stream}

const workspace = "wrkspc_Qv7xErrandFault"

func client(hc *http.Client, url string, more []option.RequestOption) (anthropic.Client, anthropic.MessageNewParams) {
	opts := append([]option.RequestOption{
		option.WithBaseURL(url), option.WithHTTPClient(hc), option.WithMaxRetries(0),
		option.WithAPIKey(faults.CredentialAPIKey), option.WithQuery("key", faults.CredentialQuery),
	}, more...)
	return anthropic.NewClient(opts...), anthropic.MessageNewParams{
		Model: faults.CanaryResource, MaxTokens: 16,
		Messages: []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock(faults.CanaryUpload))},
	}
}

func ask(ctx context.Context, hc *http.Client, url string, more ...option.RequestOption) error {
	c, params := client(hc, url, more)
	_, err := c.Messages.New(ctx, params)
	return err
}

func stream(ctx context.Context, hc *http.Client, url string, more ...option.RequestOption) error {
	c, params := client(hc, url, more)
	s := c.Messages.NewStreaming(ctx, params)
	defer func() { _ = s.Close() }()
	for s.Next() {
	}
	return s.Err()
}

// refusal is Anthropic's error: a type, and a code beside it.
func refusal(typ, code string) []byte {
	return refusalOf(typ, code, proof.Said)
}

// refusalOf is an error with a message of its own.
func refusalOf(typ, code, message string) []byte {
	failure := map[string]any{"type": typ, "message": message}
	if code != "" {
		failure["details"] = map[string]any{"error_code": code, "error_visibility": "user_facing"}
	}
	body, _ := json.Marshal(map[string]any{"type": "error", "error": failure, "request_id": "req_1"}) // strings encode
	return body
}

var serve = proof.Answers(http.Header{"Request-Id": {"req_1"}, "Anthropic-Workspace-Id": {workspace}})

var check = proof.Checks(anthropicadapter.Adapter)

// statusOf is the status of a type on Anthropic's page of errors.
var statusOf = map[string]int{
	invalidRequest: 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
	"not_found_error": 404, "conflict_error": 409, "request_too_large": 413, "rate_limit_error": 429,
	"api_error": 500, "timeout_error": 504, overloaded: 529, spendLimit: 429,
	"credit_balance_too_low": 400, "usage_limit_reached": 400, "extra_usage_required": 429,
}

// beginnings are the beginnings of the messages that errand's own codes stand for.
var beginnings = map[string]string{
	"credit_balance_too_low": "Your credit balance is too low to access the Anthropic API. ",
	"usage_limit_reached":    "You have reached your specified API usage limits. ",
	"extra_usage_required":   "Extra usage is required for long context requests. ",
}

const (
	invalidRequest = "invalid_request_error"
	overloaded     = "overloaded_error"
	spendLimit     = "enforced_spend_limit_reached"
)

// wordsOf are the type and the code of a row.
func wordsOf(row string) (typ, code string) {
	if row == spendLimit {
		return "rate_limit_error", row
	}
	if beginnings[row] != "" {
		if statusOf[row] == http.StatusTooManyRequests {
			return "rate_limit_error", ""
		}
		return invalidRequest, ""
	}
	return row, ""
}

// The client reads every row, with a wait, which counts if a retry can help.
func TestTypes(t *testing.T) {
	for _, row := range spec.Of(anthropicadapter.Adapter).Table().Rows() {
		status, known := statusOf[row.VendorCode]
		if !known {
			t.Errorf("%s: a row without a status", row.VendorCode)
		}
		want := faults.ForCode(row.Kind, status)
		if row.Kind == toolerr.KindUpstreamServerError && row.VendorCode != overloaded {
			want = want.With(faults.ForStatus(status).Effect)
		}
		if status == http.StatusTooManyRequests && row.VendorCode != "rate_limit_error" {
			want = want.Retry(false)
		}
		if want.CanRetry {
			want = want.Wait(17 * time.Second)
		}
		typ, code := wordsOf(row.VendorCode)
		s := serve(t, status, http.Header{"Retry-After": {"17"}}, refusalOf(typ, code, beginnings[row.VendorCode]+proof.Said))
		for how, call := range calls {
			check(t, proof.Case{Name: row.VendorCode + how, Code: row.VendorCode, Err: call(t.Context(), s.Client(), s.URL), Want: want})
		}
		s.Close()
	}
}

// The cases are waits, advice, and errors whose words leave the decision to the status.
func TestAnswers(t *testing.T) {
	limited := faults.ForStatus(429)
	in := func(d time.Duration) string { return time.Now().Add(d).UTC().Format(time.RFC3339) }
	spent := limited.Retry(false)
	spent.Kind = toolerr.KindUpstreamAuthError // a plan's limit
	tests := map[string]struct {
		status int
		header http.Header
		body   []byte
		code   string
		want   conformance.Want
	}{
		"a rate without a wait":       {429, nil, refusal("rate_limit_error", ""), "rate_limit_error", limited},
		"milliseconds before seconds": {429, http.Header{"Retry-After-Ms": {"1500"}, "Retry-After": {"7"}}, refusal("rate_limit_error", ""), "rate_limit_error", limited.Wait(1500 * time.Millisecond)},
		"the limit's own headers": {
			429,
			http.Header{"Anthropic-Ratelimit-Requests-Remaining": {"0"}, "Anthropic-Ratelimit-Requests-Reset": {in(time.Minute)}},
			refusal("rate_limit_error", ""), "rate_limit_error", limited.Wait(time.Minute).Within(5 * time.Second),
		},
		"no retry by header":       {429, http.Header{"X-Should-Retry": {"false"}, "Retry-After": {"7"}}, refusal("rate_limit_error", ""), "rate_limit_error", limited.Retry(false)},
		"an overload, no repeat":   {529, http.Header{"X-Should-Retry": {"false"}}, refusal(overloaded, ""), overloaded, faults.ForCode(toolerr.KindUpstreamServerError, 529).Retry(false)},
		"an overload":              {529, nil, refusal(overloaded, ""), overloaded, faults.ForCode(toolerr.KindUpstreamServerError, 529)},
		"a month's money":          {429, http.Header{"X-Should-Retry": {"true"}}, refusal("rate_limit_error", spendLimit), spendLimit, spent},
		"an unknown code":          {429, nil, refusal("rate_limit_error", faults.CanaryCode), "rate_limit_error", limited},
		"the status is more exact": {404, nil, refusal(invalidRequest, ""), "", faults.ForStatus(404)}, // TestFaults has the others
		"an unknown type":          {400, nil, refusal(faults.CanaryCode, ""), "", faults.ForStatus(400)},
		"an unknown type, 529":     {529, nil, refusal(faults.CanaryCode, ""), "", faults.ForStatus(529)},
		"no body":                  {503, nil, nil, "", faults.ForStatus(503)},
		"a page":                   {502, http.Header{"Content-Type": {"text/html"}}, []byte("<html>" + faults.CanaryBody), "", faults.ForStatus(502)},
		"another's body":           {404, nil, []byte(`{"detail":"` + faults.CanaryBody + `"}`), "", faults.ForStatus(404)},
		"a sentence for an error":  {400, nil, []byte(`{"error":"` + faults.CanaryBody + `"}`), "", faults.ForStatus(400)},
	}
	for name, tt := range tests {
		s := serve(t, tt.status, tt.header, tt.body)
		for how, call := range calls {
			check(t, proof.Case{Name: name + how, Code: tt.code, Err: call(t.Context(), s.Client(), s.URL), Want: tt.want})
		}
		s.Close()
	}
}

const start = "event: message_start\ndata: " + `{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],` +
	`"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}}` + "\n\n"

// breaking returns the error of a stream that begins well and ends with an event.
func breaking(t *testing.T, event []byte) error {
	t.Helper()
	body := start + "event: ping\ndata: {\"type\":\"ping\"}\n\nevent: error\ndata: " + string(event) + "\n\n"
	s := serve(t, http.StatusOK, http.Header{"Content-Type": {"text/event-stream"}, "Retry-After": {"7"}, "X-Should-Retry": {"false"}}, []byte(body))
	return stream(t.Context(), s.Client(), s.URL)
}

// The client reads every row in the middle of an answer. The status and the headers are
// those of a success.
func TestTypesInStreams(t *testing.T) {
	for _, row := range spec.Of(anthropicadapter.Adapter).Table().Rows() {
		want := faults.ForKind(row.Kind, toolerr.EffectNone)
		if row.Kind == toolerr.KindUpstreamServerError && row.VendorCode != overloaded {
			want.Effect = toolerr.EffectUnknown
		}
		if statusOf[row.VendorCode] == http.StatusTooManyRequests && row.VendorCode != "rate_limit_error" {
			want = want.Retry(false)
		}
		typ, code := wordsOf(row.VendorCode)
		check(t, proof.Case{Name: row.VendorCode, Code: row.VendorCode, Err: breaking(t, refusalOf(typ, code, beginnings[row.VendorCode]+proof.Said)), Want: want})
	}
	unknown := faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown)
	check(t, proof.Case{Name: "an unknown type", Err: breaking(t, refusal(faults.CanaryCode, "")), Want: unknown})
}

// The agent reads which parameter was refused.
func TestFindings(t *testing.T) {
	s := serve(t, 400, nil, []byte(`{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 10000 > 4096, which is the maximum allowed number of output tokens for claude-3-haiku"}}`))
	proof.Told(t, anthropicadapter.Adapter, ask(t.Context(), s.Client(), s.URL), `{"max_tokens":10000}`, "/max_tokens must be at most 4096")
	s = serve(t, 400, nil, []byte(`{"type":"error","error":{"type":"invalid_request_error","message":"tools.0.custom.input_examples: Extra inputs are not permitted"}}`))
	proof.Told(t, anthropicadapter.Adapter, ask(t.Context(), s.Client(), s.URL), `{"tools":[{"input_examples":1}]}`, "/tools/0/input_examples is not known")
}

const answer = `{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[{"type":"text","text":"Hi"}],` +
	`"stop_reason":"end_turn","stop_sequence":null,"usage":{"input_tokens":1,"output_tokens":1}}`

const stop = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"

// The client runs with the fault server: with a call, and with a stream, including faults
// after the answer has begun.
func TestFaults(t *testing.T) {
	for how, streaming := range map[string]bool{"asking": false, "streaming": true} {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			suite(streaming).Run(t)
		})
	}
}

func suite(streaming bool) conformance.Suite {
	shape := proof.Shape("Anthropic", "application/json", func(faults.Answer) []byte { return refusal(invalidRequest, "") }, answer)
	name, call, skip := "anthropic/messages", ask, proof.WithoutRows("TestTypes has them").
		Faults("a success to the client, as everything below 400", "status-300", "redirect-no-location-302")
	if streaming {
		name, call = name+"-stream", stream
		shape.Success = func(faults.Request) faults.Content {
			return faults.Content{Type: "text/event-stream", Body: []byte(start + stop)}
		}
		skip.Faults("a success to the client, as everything below 400", "status-304")
	} else {
		skip.Faults("the option that takes the URL keeps the text of the failure alone: a plain error", "url-bad-ipv6", "url-control-char", "url-bad-port").
			Faults("the decoder takes what it can use, and leaves the rest out", "json-array", "json-wrong-type")
	}
	s := proof.Suite(anthropicadapter.Adapter, name, shape, skip, func(ctx context.Context, hc *http.Client, url string) error {
		return call(ctx, hc, url)
	})
	if streaming {
		s.Have, s.Only = s.Have[:1], proof.Begun
	}
	s.Canary = conformance.Canary{Credentials: []string{workspace}}
	return s
}

// bare removes the sources of the SDK's credentials.
func bare(t *testing.T) {
	t.Helper()
	for _, name := range []string{
		"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE", "ANTHROPIC_FEDERATION_RULE_ID",
	} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
}

func anyMessage() anthropic.MessageNewParams {
	_, params := client(nil, "", nil)
	return params
}

// The client exchanges a workload's token for one of Anthropic's, which is refused: the
// call itself is never sent.
func TestTokens(t *testing.T) {
	bare(t)
	limited := func(status int) conformance.Want { return faults.ForStatus(status).With(toolerr.EffectNone) }
	for status, want := range map[int]conformance.Want{
		400: faults.ForCode(toolerr.KindUpstreamAuthError, 400), 401: faults.ForCode(toolerr.KindUpstreamAuthError, 401),
		403: faults.ForCode(toolerr.KindUpstreamAuthError, 403), 404: faults.ForCode(toolerr.KindUpstreamAuthError, 404),
		429: limited(429), 500: limited(500), 503: limited(503),
	} {
		s := serve(t, status, nil, []byte(`{"error":"invalid_grant","error_description":"`+faults.CanaryMessage+`"}`))
		c := anthropic.NewClient(option.WithBaseURL(s.URL), option.WithHTTPClient(s.Client()), option.WithMaxRetries(0),
			option.WithFederationTokenProvider(
				func(context.Context) (string, error) { return faults.CredentialBearer, nil },
				option.FederationOptions{FederationRuleID: "fdrl_1", OrganizationID: "7d444840-9dc0-11d1-b245-5ffdce74fad2"},
			))
		_, err := c.Messages.New(t.Context(), anyMessage())
		check(t, proof.Case{Name: http.StatusText(status), Err: err, Want: want})
	}
}

// The client has no credentials, or a profile that cannot be used.
func TestNoCredentials(t *testing.T) {
	s := serve(t, http.StatusOK, nil, []byte(answer))
	want := faults.ForKind(toolerr.KindToolFatal, toolerr.EffectNone)
	ask := func(t *testing.T, more ...option.RequestOption) error {
		t.Helper()
		c := anthropic.NewClient(append(more, option.WithBaseURL(s.URL), option.WithHTTPClient(s.Client()), option.WithMaxRetries(0))...)
		_, err := c.Messages.New(t.Context(), anyMessage())
		return err
	}
	t.Run("none", func(t *testing.T) {
		bare(t)
		check(t, proof.Case{Name: "at all", Err: ask(t), Want: want})
	})
	t.Run("a profile", func(t *testing.T) {
		bare(t)
		for name, profile := range map[string]*config.Config{
			"without a way to sign in": {},
			"without a file": {OrganizationID: workspace, AuthenticationInfo: &config.AuthenticationInfo{
				Type: config.AuthenticationTypeOIDCFederation, OIDCFederation: &config.OIDCFederation{
					FederationRuleID: "fdrl_1", IdentityToken: &config.IdentityTokenConfig{Source: faults.CanaryFile},
				},
			}},
		} {
			check(t, proof.Case{Name: name, Err: ask(t, option.WithConfig(profile)), Want: want})
		}
	})
}
