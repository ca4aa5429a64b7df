package twilio_test

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/twilio/twilio-go/client"
	verify "github.com/twilio/twilio-go/rest/verify/v2"
	voice "github.com/twilio/twilio-go/rest/voice/v3"

	"github.com/errand-go/errand/conformance/faults"
)

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
