// Package twilio_test tests Twilio's SDK with a server that responds like Twilio, and with
// the fault server. Its majors before 1 have the same import path, so only one can be
// tested.
package twilio_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/twilio/twilio-go/client"
	verify "github.com/twilio/twilio-go/rest/verify/v2"
	voice "github.com/twilio/twilio-go/rest/voice/v3"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/twilioadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none, unknown = toolerr.EffectNone, toolerr.EffectUnknown

// refusal is Twilio's error: the number, and every text that leaks.
func refusal(status, number int) []byte {
	body, _ := json.Marshal(map[string]any{
		"code": number, "status": status, "message": "The 'To' number " + phone + " is not valid. " + faults.CanaryMessage,
		"more_info": "https://www.twilio.com/docs/errors/21211?token=" + faults.CredentialBody, "details": map[string]any{"to": phone, "body": faults.CanaryBody},
	})
	return body
}

// refusalAnew is the same in Twilio's newer standard.
func refusalAnew(status, number int) []byte {
	body, _ := json.Marshal(map[string]any{
		"code": number, "httpStatusCode": status, "message": faults.CanaryMessage + " " + phone, "userError": true, "params": map[string]any{"to": phone},
	})
	return body
}

func serve(t *testing.T, status int, header http.Header, body []byte) *httptest.Server {
	t.Helper()
	return proof.Serve(t, proof.Answer{Status: status, Header: header, Body: string(body)})
}

// made makes a call against a server and returns its error.
func made(t *testing.T, c call, s *httptest.Server) error {
	t.Helper()
	h, err := handler(t.Context(), s.Client(), s.URL)
	require.NoError(t, err)
	return c(h)
}

var prove = proof.Checks(twilioadapter.Adapter, canary)

var canary = conformance.Canary{Credentials: []string{secret}, Content: []string{phone}}

// statuses are the statuses of Twilio for a kind, if other than 400.
var statuses = map[toolerr.Kind]int{
	toolerr.KindUpstreamRateLimit: 429, toolerr.KindUpstreamAuthError: 401, toolerr.KindUpstreamNotFound: 404, toolerr.KindUpstreamServerError: 500,
}

// The SDK reads every number of the adapter.
func TestNumbers(t *testing.T) {
	seen := map[string]bool{"invalid_credentials": true} // tested by TestCredentials
	for number := 10000; number < 100000; number++ {
		code := twilioadapter.Code(number)
		if code == "" {
			continue
		}
		seen[code] = true
		row, ok := spec.Of(twilioadapter.Adapter).Table().Lookup(code)
		require.True(t, ok, code)
		status := statuses[row.Kind]
		if status == 0 {
			status = 400
		}
		want := proof.WantRow(row, status)
		s := serve(t, status, nil, refusal(status, number))
		prove(t, proof.Case{Name: fmt.Sprint(number), Code: code, Err: made(t, send, s), Want: want})
		anew := serve(t, status, nil, refusalAnew(status, number))
		prove(t, proof.Case{Name: fmt.Sprint(number, ", of the newer standard"), Code: code, Err: made(t, transcription, anew), Want: want})
		s.Close()
		anew.Close()
	}
	for _, row := range spec.Of(twilioadapter.Adapter).Table().Rows() {
		assert.True(t, seen[row.VendorCode], row.VendorCode)
	}
}

func TestAnswers(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 405, 409, 410, 422, 429, 500, 501, 502, 503, 504} {
		want := faults.ForStatus(status)
		s := serve(t, status, nil, refusal(status, 99999))
		prove(t, proof.Case{Name: fmt.Sprint("an unknown number, ", status), Err: made(t, check, s), Want: want})
		for name, body := range map[string]string{"a proxy": "<html>" + faults.CanaryBody, "no body": "", "half a body": `{"code": 2`, "a list": `["` + faults.CanaryBody + `"]`} {
			s := serve(t, status, nil, []byte(body))
			prove(t, proof.Case{Name: fmt.Sprint(name, ", ", status), Err: made(t, send, s), Want: want})
		}
		s = serve(t, status, nil, []byte("<html>"))
		prove(t, proof.Case{Name: fmt.Sprint("a proxy, of the newer standard, ", status), Err: made(t, transcription, s), Want: want})
	}
	// Only the body has data.
	s := serve(t, 503, nil, []byte(`{"error":"`+faults.CanaryBody+`"}`))
	prove(t, proof.Case{Name: "another service's JSON", Err: made(t, send, s), Want: faults.ForKind(toolerr.KindUpstreamUnmapped, unknown)})
}

// The model reads that it must not send the message again for these numbers, and for no
// others.
func TestRecipientsWhoOptedOut(t *testing.T) {
	never := []int{21610, 30004, 63014, 63032, 63033}
	for number := 10000; number < 100000; number++ {
		if twilioadapter.Code(number) == "" {
			continue
		}
		te := twilioadapter.Adapter.FromError(&client.TwilioRestError{Code: number, Status: 400})
		require.NotNil(t, te)
		assert.Equal(t, slices.Contains(never, number), strings.Contains(te.Hint().String(), "Do not send it again"), number)
	}
}

// The status in a body may be invalid.
func TestInvalidStatuses(t *testing.T) {
	for _, status := range []int{-1, 0, 1, 200, 299, 1000, math.MaxInt} {
		for _, number := range []int{99999, 21211} {
			assert.Zero(t, twilioadapter.Adapter.FromError(&client.TwilioRestError{Code: number, Status: status}).StatusCode(), status)
		}
	}
}

// The SDK checks credentials before it sends a request.
func TestCredentials(t *testing.T) {
	s := serve(t, 200, nil, nil)
	for name, creds := range map[string]*client.Credentials{
		"a user name": client.NewCredentials("AC-"+secret, secret), "a password": client.NewCredentials(account, secret+"="),
	} {
		h, err := handlerOf(t.Context(), s.Client(), s.URL, creds)
		require.NoError(t, err)
		prove(t, proof.Case{Name: name, Code: "invalid_credentials", Err: send(h), Want: faults.ForKind(toolerr.KindUpstreamAuthError, none)})
	}
}

// The SDK retries for an API of the newer standard if a refusal is not JSON.
func TestSDKSendsTwice(t *testing.T) {
	asked := make(chan string, 3)
	s := proof.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked <- r.Method
		w.WriteHeader(http.StatusBadGateway)
		_, _ = io.WriteString(w, "<html>")
	}))
	prove(t, proof.Case{Name: "twice", Err: made(t, transcribe, s), Want: faults.ForStatus(502)})
	assert.Len(t, asked, 2)
	assert.Equal(t, http.MethodPost, <-asked)
	assert.Equal(t, http.MethodPost, <-asked)
	require.Error(t, made(t, send, s))
	assert.Len(t, asked, 1, "the older ones are called once")
}

// errand's transport below the SDK keeps the wait, if it gets the tool's context.
func TestWaitDroppedByTheSDK(t *testing.T) {
	s := serve(t, 429, http.Header{"Retry-After": {"7"}}, refusal(429, 20429))
	proof.CheckRecorded(t, twilioadapter.Adapter, s, message, proof.Case{
		Name: "a limit", Code: "too_many_requests", Want: faults.ForStatus(429).Wait(7 * time.Second),
	}, canary)
}

// message sends one with the tool's context.
func message(ctx context.Context, hc *http.Client, url string) error {
	h, err := handler(ctx, hc, url)
	if err != nil {
		return err
	}
	return send(h)
}

func TestFaults(t *testing.T) {
	shape := proof.Shape("Twilio", "application/json", func(a faults.Answer) []byte { return refusal(a.Status, 99999) }, `{"sid":"SM1"}`)
	skip := proof.WithoutRows("TestNumbers has them")
	suite := proof.Suite(twilioadapter.Adapter, "twilio", shape, skip, message)
	suite.Canary = canary
	suite.Only = proof.WithoutHeaders
	suite.Run(t)
}

// The agent reads which parameter was refused, from errors of both standards.
func TestFindings(t *testing.T) {
	s := serve(t, 400, nil, []byte(`{"code":21617,"status":400,"message":"The concatenated message body exceeds the 1600 character limit.","more_info":"https://www.twilio.com/docs/errors/21617"}`))
	proof.Told(t, twilioadapter.Adapter, made(t, send, s), `{"to":"+4912","body":"x"}`, "/body must have at most 1600 characters")
	s = serve(t, 400, nil, []byte(`{"code":20001,"httpStatusCode":400,"message":"Parameter 'MediaUrl' is not valid","userError":true}`))
	proof.Told(t, twilioadapter.Adapter, made(t, transcribe, s), `{"media_url":"x"}`, "/media_url has an invalid value")
}

const (
	account = "ACQv7xErrandFault00000000000000000"
	secret  = "Qv7xErrandFaultTwilioToken00000000"
	phone   = "+15005550199"
)

// A call is one that the SDK makes.
type call func(h *client.RequestHandler) error

// send posts a verification, as other messages are posted, whose API takes long to compile.
func send(h *client.RequestHandler) error {
	params := &verify.CreateVerificationParams{}
	params.SetTo(phone).SetChannel("sms").SetCustomMessage(faults.CanaryUpload)
	_, err := verify.NewApiService(h).CreateVerification(faults.CanaryPath, params)
	return err
}

// check checks whether a code is the one that was sent.
func check(h *client.RequestHandler) error {
	params := &verify.CreateVerificationCheckParams{}
	params.SetTo(phone).SetCode("000000")
	_, err := verify.NewApiService(h).CreateVerificationCheck(faults.CanaryPath, params)
	return err
}

// transcription reads from an API of the newer standard.
func transcription(h *client.RequestHandler) error {
	_, err := voice.NewApiService(h).FetchTranscription(faults.CanaryPath)
	return err
}

// transcribe posts to an API of the newer standard.
func transcribe(h *client.RequestHandler) error {
	params := &voice.CreateV3TranscriptionsParams{}
	params.SetCreateV3TranscriptionsRequest(voice.CreateV3TranscriptionsRequest{})
	_, err := voice.NewApiService(h).CreateV3Transcriptions(params)
	return err
}

// handler returns the SDK with the configuration of a tool that has its own deadline.
func handler(ctx context.Context, hc *http.Client, rawURL string) (*client.RequestHandler, error) {
	return handlerOf(ctx, hc, rawURL, client.NewCredentials(account, secret))
}

func handlerOf(ctx context.Context, hc *http.Client, rawURL string, creds *client.Credentials) (*client.RequestHandler, error) {
	u, err := url.Parse(rawURL)
	if err != nil {
		return nil, err
	}
	own := *hc
	own.Transport = elsewhere{ctx, u, hc.Transport}
	c := &client.Client{Credentials: creds, HTTPClient: &own}
	c.SetAccountSid(account)
	return client.NewRequestHandler(c), nil
}

// elsewhere sends requests for Twilio, whose address a program cannot change, to a server
// of the test. It gives requests the tool's context, which the SDK does not accept.
type elsewhere struct {
	ctx  context.Context //nolint:containedctx // there is no other way to it
	url  *url.URL
	base http.RoundTripper
}

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	ctx := e.ctx
	if deadline, ok := r.Context().Deadline(); ok { // the client's own timeout
		limited, cancel := context.WithDeadline(ctx, deadline)
		context.AfterFunc(limited, cancel)
		ctx = limited
	}
	r = r.Clone(ctx)
	if strings.HasSuffix(r.URL.Host, ".twilio.com") {
		r.URL.Scheme, r.URL.Host, r.Host = e.url.Scheme, e.url.Host, ""
	}
	return e.base.RoundTrip(r)
}
