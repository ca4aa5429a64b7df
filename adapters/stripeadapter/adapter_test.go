package stripeadapter_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/stripeadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the SDK, with all fields: the library does not require it.
// conformance/vendorproof tests the real ones.
type (
	ErrorType   string
	APIResponse struct{ Header http.Header }
	APIResource struct{ LastResponse *APIResponse }
	Error       struct {
		APIResource

		Type           ErrorType `json:"type"`
		Code           string    `json:"code"`
		DeclineCode    string    `json:"decline_code"`
		HTTPStatusCode int       `json:"status"`
		Msg            string    `json:"message"`
		Param          string    `json:"param"`
		RequestID      string    `json:"request_id"`
		PaymentIntent  any       `json:"payment_intent"`
	}
	V2RawError struct {
		Code           string
		Type           *ErrorType
		Message        string
		HTTPStatusCode int
	}
)

func (e *Error) Error() string {
	text, _ := json.Marshal(e)
	return string(text)
}
func (e *V2RawError) Error() string { return e.Message }

const secret = "pi_3Qv7xErrand_secret_Qv7xErrandFault000000"

// stripe returns an error of a type, a code and a decline code, with every text that must
// not be shown.
func stripe(status int, words ...string) *Error {
	words = append(words, "", "")
	return &Error{
		Type: ErrorType(words[0]), Code: words[1], DeclineCode: words[2], HTTPStatusCode: status, Msg: faults.CanaryMessage,
		Param: "card[" + faults.CanaryResource + "]", RequestID: "req_1",
		PaymentIntent: map[string]string{"client_secret": secret, "key": faults.CredentialBearer},
	}
}

func types(t *testing.T) {
	t.Helper()
	t.Cleanup(stripeadapter.Imitate(shape.TypeOf(&Error{}), shape.TypeOf(&V2RawError{})))
}

const none = toolerr.EffectNone

func TestConformance(t *testing.T) {
	types(t)
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, row := range spec.Of(stripeadapter.Adapter{}).Table().Rows() {
		te := row.Error(nil)
		add(row.VendorCode, stripe(402, "", row.VendorCode), conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect(), Status: 402})
	}
	for _, status := range []int{400, 401, 402, 403, 404, 409, 424, 429, 500, 502, 503} {
		add(fmt.Sprint("an unknown code, ", status), stripe(status, "invalid_request_error", faults.CanaryCode), faults.ForStatus(status))
	}
	unknown := faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown)
	add("nothing at all", &Error{}, unknown)
	notJSON := fmt.Sprintf("Couldn't deserialize JSON (response status: 502, body sample: '%s'): x", faults.CanaryBody)
	cases = append(cases, conformance.Case{Name: "not JSON", Err: errors.New(notJSON), Want: faults.ForStatus(502), ByText: "stripe-go v76.25.0, v84.4.1"})
	cases = append(cases, conformance.Case{
		Name: "a success that is not JSON", Err: errors.New("Couldn't deserialize JSON (response status: 200, body sample: ''): x"),
		Want: faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(false), ByText: "stripe-go v76.25.0, v84.4.1",
	})
	conformance.Suite{
		Adapter: stripeadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases,
		Canary: conformance.Canary{Credentials: []string{secret}},
	}.Run(t)
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := stripeadapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	assert.NotContains(t, fmt.Sprintf("%+v %v %v", te.Report(), te.LogValue(), te.Payload()), "_secret_")
	return te
}

func TestAnswers(t *testing.T) {
	types(t)
	kind := ErrorType("api_error")
	for name, tt := range map[string]struct {
		err      error
		kind     toolerr.Kind
		code     string
		reported string
	}{
		"why it was declined":           {stripe(402, "card_error", "card_declined", "insufficient_funds"), toolerr.KindUpstreamBadRequest, "insufficient_funds", "insufficient_funds"},
		"a suspicion stays the bank's":  {stripe(402, "card_error", "card_declined", "stolen_card"), toolerr.KindUpstreamBadRequest, "card_declined", "stolen_card"},
		"the type alone":                {stripe(402, "card_error", "future_code"), toolerr.KindUpstreamBadRequest, "card_error", "future_code"},
		"a refused request":             {stripe(400, "invalid_request_error", "future_code"), toolerr.KindUpstreamBadRequest, "", "future_code"},
		"a limit without a code":        {stripe(429, "invalid_request_error"), toolerr.KindUpstreamRateLimit, "", "invalid_request_error"},
		"an error of the second API":    {&V2RawError{Code: "future", Type: &kind, HTTPStatusCode: 500}, toolerr.KindUpstreamServerError, "api_error", "future"},
		"a refusal of the second API's": {&V2RawError{Code: "future", HTTPStatusCode: 403}, toolerr.KindUpstreamAuthError, "", "future"},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("pay: %w", tt.err))
			assert.Equal(t, tt.kind, te.Kind())
			assert.Equal(t, tt.code, te.VendorCode())
			assert.Equal(t, tt.reported, te.Extra().VendorCode)
		})
	}
}

func TestHeaders(t *testing.T) {
	types(t)
	with := func(e *Error, name, value string) *Error {
		e.LastResponse = &APIResponse{http.Header{name: {value}}}
		return e
	}
	te := adapt(t, with(stripe(429, "", "rate_limit"), "Retry-After", "7"))
	wait, _ := te.RetryAfter()
	assert.Equal(t, 7*time.Second, wait)
	assert.Equal(t, "req_1", te.Extra().RequestID)
	assert.False(t, adapt(t, with(stripe(500, "api_error"), "Stripe-Should-Retry", "false")).CanRetry())
	assert.True(t, adapt(t, with(stripe(409, "invalid_request_error"), "Stripe-Should-Retry", "true")).CanRetry())
	assert.True(t, adapt(t, with(stripe(500, "api_error"), "Stripe-Should-Retry", "maybe")).CanRetry())
	assert.True(t, adapt(t, with(stripe(404, "", "resource_missing"), "Stripe-Should-Retry", "true")).CanRetry(), "of a code with a row, too")
}

// Stripe's advice to retry does not change a key, nor the effect of the tool.
func TestShouldRetryHeader(t *testing.T) {
	types(t)
	for _, e := range []*Error{
		stripe(400, "idempotency_error"), stripe(401, "invalid_request_error", "api_key_expired"), stripe(401, "invalid_request_error"),
		stripe(403, "invalid_request_error", "future"),
	} {
		e.LastResponse = &APIResponse{http.Header{"Stripe-Should-Retry": {"true"}}}
		te := adapt(t, e)
		assert.False(t, te.CanRetry(), "%v", e)
		assert.NotEqual(t, toolerr.GuidanceRetryWithBackoff, te.Guidance())
	}
}

func TestInvalidKeyNeedsAPerson(t *testing.T) {
	types(t)
	te := adapt(t, stripe(401, "invalid_request_error"))
	assert.Equal(t, toolerr.KindUpstreamAuthError, te.Kind())
	assert.Equal(t, toolerr.GuidanceNone, te.Guidance())
	assert.True(t, te.RequiresUserAction())
	assert.Equal(t, "Someone has to set a valid key.", te.Hint().String())
}

// Stripe's text is cut before it is copied.
func TestALongMessage(t *testing.T) {
	types(t)
	e := stripe(400, "invalid_request_error")
	e.Msg = strings.Repeat("word ", 4<<20) + secret
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_ = stripeadapter.Adapter{}.FromError(e)
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20))
	assert.Less(t, len(adapt(t, e).DeveloperMessage()), 9<<10)
	assert.Contains(t, adapt(t, e).DeveloperMessage(), ": word word ")
	e.Msg = strings.Repeat("x", 4<<20)
	assert.Less(t, len(adapt(t, e).DeveloperMessage()), 1<<10, "a word is not cut in two")
}

func TestDeveloperMessage(t *testing.T) {
	types(t)
	text := adapt(t, stripe(402, "card_error", "card_declined", "insufficient_funds")).DeveloperMessage()
	assert.Equal(t, "stripe: status 402: card_error card_declined insufficient_funds card["+faults.CanaryResource+"]: "+faults.CanaryMessage, text)
}

func TestUnrecognisedErrors(t *testing.T) {
	for _, text := range []string{"Couldn't deserialize JSON", "Couldn't deserialize JSON (response status: abc, ", "x"} {
		assert.Nil(t, stripeadapter.Adapter{}.FromError(errors.New(text)), text)
	}
}
