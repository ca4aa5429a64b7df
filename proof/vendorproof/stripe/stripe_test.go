// Package stripe_test tests Stripe's SDK with a server that responds like Stripe, and with
// the fault server.
//
// Not tested: older majors, whose errors have the same type and fields.
package stripe_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/stripe/stripe-go/v84"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const (
	key    = "sk_test_" + "Qv7xErrandFaultStripe000000000"
	secret = "pi_3Qv7xErrand_secret_" + "Qv7xErrandFault000000"
)

// secrets are the key, and the secret of a payment's client.
var secrets = faults.Canary{Credentials: []string{key, "_secret_"}}

// charge makes the same call as the generated client for a POST.
func charge(ctx context.Context, client *http.Client, url string) error {
	b := stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: new(url), HTTPClient: client, MaxNetworkRetries: stripe.Int64(0), LeveledLogger: &stripe.LeveledLogger{},
	})
	params := &stripe.ChargeParams{Params: stripe.Params{Context: ctx}, Description: stripe.String(faults.CanaryUpload)}
	return b.Call(http.MethodPost, "/v1/charges/"+faults.CanaryPath, key, params, &stripe.Charge{})
}

// refusal is Stripe's error: the codes, and every text that leaks.
func refusal(words ...string) []byte {
	words = append(words, "", "")
	body, _ := json.Marshal(map[string]any{"error": map[string]any{
		"type": words[0], "code": words[1], "decline_code": words[2], "message": faults.CanaryMessage, "param": "card[" + faults.CanaryResource + "]",
		"payment_intent": map[string]any{"id": "pi_3Qv7xErrand", "object": "payment_intent", "client_secret": secret},
	}})
	return body
}

func serve(t *testing.T, status int, header http.Header, body []byte) *httptest.Server {
	t.Helper()
	all := http.Header{"Request-Id": {"req_1"}}
	maps.Copy(all, header)
	return proof.Serve(t, proof.Answer{Status: status, Header: all, Body: string(body)})
}

var check = proof.Checks(stripeadapter.Adapter, secrets)

// statuses are the statuses of Stripe's codes, if other than 400 or 402.
var statuses = map[string]int{
	"api_error": 500, "idempotency_error": 409, "rate_limit": 429, "lock_timeout": 429, "idempotency_key_in_use": 409,
	"api_key_expired": 401, "platform_api_key_expired": 401, "secret_key_required": 403, "account_invalid": 403, "resource_missing": 404,
}

// typed are the rows that are types of errors.
var typed = map[string]bool{"card_error": true, "idempotency_error": true, "api_error": true, "temporary_session_expired": true}

func TestCodes(t *testing.T) {
	for _, row := range spec.Of(stripeadapter.Adapter).Table().Rows() {
		status := statuses[row.VendorCode]
		if status == 0 {
			status = 402
		}
		words := []string{"invalid_request_error", row.VendorCode}
		if typed[row.VendorCode] {
			words = []string{row.VendorCode}
		}
		s := serve(t, status, nil, refusal(words...))
		c := proof.Case{Name: row.VendorCode, Code: row.VendorCode, Err: charge(t.Context(), s.Client(), s.URL), Want: proof.WantRow(row, status)}
		if row.VendorCode == "temporary_session_expired" {
			c.Want.Status = 0 // its type has no status, and only some majors make it
			c.Want = c.Want.Or("the plain type has the status", proof.WantRow(row, status))
		}
		check(t, c)
		s.Close()
	}
}

func TestAnswers(t *testing.T) {
	one := func(name, code string, status int, header http.Header, body []byte, want conformance.Want) {
		t.Helper()
		s := serve(t, status, header, body)
		check(t, proof.Case{Name: name, Code: code, Err: charge(t.Context(), s.Client(), s.URL), Want: want})
	}
	one("why a card was declined", "insufficient_funds", 402, nil, refusal("card_error", "card_declined", "insufficient_funds"), faults.ForCode(toolerr.KindUpstreamBadRequest, 402))
	one("a suspicion", "card_declined", 402, nil, refusal("card_error", "card_declined", "stolen_card"), faults.ForCode(toolerr.KindUpstreamBadRequest, 402))
	after := http.Header{"Retry-After": {"7"}}
	one("a wait", "rate_limit", 429, after, refusal("invalid_request_error", "rate_limit"), faults.ForStatus(429).Wait(7*time.Second))
	no := http.Header{"Stripe-Should-Retry": {"false"}}
	one("no repeat", "api_error", 500, no, refusal("api_error"), faults.ForStatus(500).Retry(false))
	yes := http.Header{"Stripe-Should-Retry": {"true"}}
	one("a repeat of what the tool did wrong", "idempotency_error", 400, yes, refusal("idempotency_error"), faults.ForCode(toolerr.KindToolFatal, 400).With(toolerr.EffectNone))
	one("a repeat with an old key", "api_key_expired", 401, yes, refusal("invalid_request_error", "api_key_expired"), faults.ForStatus(401))
	one("a repeat of a conflict", "", 409, yes, refusal("invalid_request_error", faults.CanaryCode), faults.ForStatus(409).Retry(true))
	one("a repeat without a key", "", 401, yes, refusal("invalid_request_error"), faults.ForStatus(401))
	one("a repeat of what is not allowed", "", 403, yes, refusal("invalid_request_error", faults.CanaryCode), faults.ForStatus(403))
	one("a repeat of a code with a row", "resource_missing", 404, yes, refusal("invalid_request_error", "resource_missing"), faults.ForStatus(404).Retry(true))
	one("another word", "api_error", 500, http.Header{"Stripe-Should-Retry": {"maybe"}}, refusal("api_error"), faults.ForStatus(500))
	one("a proxy", "", 502, nil, []byte("<html>"+faults.CanaryBody+"\n"), faults.ForStatus(502))
}

// The errors of the second API have fields of their own.
func TestSecondAPI(t *testing.T) {
	kind := stripe.ErrorType("api_error")
	check(t, proof.Case{Name: "a type", Code: "api_error", Want: faults.ForStatus(500), Err: &stripe.V2RawError{Code: "future", Type: &kind, HTTPStatusCode: 500}})
	check(t, proof.Case{Name: "a status", Want: faults.ForStatus(403), Err: &stripe.V2RawError{Code: "future", HTTPStatusCode: 403}})
}

func TestReports(t *testing.T) {
	report := func(status int, body []byte) *toolerr.ToolRuntimeError {
		s := serve(t, status, nil, body)
		te := stripeadapter.Adapter.FromError(charge(t.Context(), s.Client(), s.URL))
		require.NotNil(t, te)
		return te
	}
	te := report(402, refusal("card_error", "card_declined", "insufficient_funds"))
	assert.Equal(t, "stripe: status 402: card_error card_declined insufficient_funds card["+faults.CanaryResource+"]: "+faults.CanaryMessage, te.DeveloperMessage())
	assert.Equal(t, "req_1", te.Extra().RequestID)

	te = report(401, refusal("invalid_request_error"))
	assert.Equal(t, toolerr.GuidanceNone, te.Guidance())
	assert.True(t, te.RequiresUserAction())
	assert.Equal(t, toolerr.FactWrongKey.Hint(), te.Hint())

	for _, message := range []string{strings.Repeat("word ", 1<<18), strings.Repeat("x", 1<<20)} {
		te = report(400, []byte(`{"error":{"type":"invalid_request_error","message":"`+message+secret+`"}}`))
		assert.Less(t, len(te.DeveloperMessage()), 9<<10)
		assert.NotContains(t, te.DeveloperMessage(), "xx", "a word is not cut in two")
	}
}

func TestFaults(t *testing.T) {
	shape := proof.Shape("Stripe", "application/json", func(a faults.Answer) []byte { return refusal("invalid_request_error", a.Code) }, `{"id":"ch_1","object":"charge"}`)
	skip := proof.WithoutRows("TestCodes has them").Faults("the SDK takes everything below 400 for a success", "status-300", "redirect-no-location-302")
	suite := proof.Suite(stripeadapter.Adapter, "stripe/v84", shape, skip, charge)
	suite.Canary = conformance.Canary{Credentials: []string{secret, key}}
	unsent := faults.ForKind(toolerr.KindToolFatal, toolerr.EffectUnknown).Because("nothing shows that the text is about a request")
	suite.Wants = map[string]conformance.Want{"fault/url-no-host": unsent, "fault/url-relative": unsent, "fault/url-unsupported-scheme": unsent}
	suite.Run(t)
}

// The agent reads which parameter was refused, and no text of Stripe.
func TestFindings(t *testing.T) {
	s := serve(t, 400, nil, []byte(`{"error":{"type":"invalid_request_error","code":"amount_too_small","message":"Amount must be at least $0.50 usd","param":"amount"}}`))
	proof.Told(t, stripeadapter.Adapter, charge(t.Context(), s.Client(), s.URL), `{"amount":10,"currency":"usd"}`, "/amount must be at least 0.50")
	s = serve(t, 400, nil, []byte(`{"error":{"type":"invalid_request_error","code":"parameter_unknown","message":"Received unknown parameter: items[0][prise]. Did you mean price?","param":"items[0][prise]"}}`))
	proof.Told(t, stripeadapter.Adapter, charge(t.Context(), s.Client(), s.URL), `{"items":[{"prise":"p"}]}`, "/items/0/prise is not known")
}
