// Package slack_test tests slackadapter with the real slack-go: the client of the Web API
// and that of incoming webhooks.
//
// Not tested: an older minor version, because one module path has one version in a build.
// slack-go before v0.20 has no Needed, which slackadapter treats as an unknown scope.
package slack_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/slack-go/slack"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// webhookSecret is the last part of a webhook's path, which is the credential.
const webhookSecret = "Qv7xErrandWebhook0000000"

// callers are the two clients.
var callers = map[string]proof.Call{"web API": post, "webhook": hook}

// serve starts a server with this response.
func serve(t *testing.T, status int, header http.Header, body string) *httptest.Server {
	t.Helper()
	return proof.Serve(t, proof.Answer{Status: status, Header: header, Body: body})
}

// post sends a message with the Web API.
func post(ctx context.Context, hc *http.Client, base string) error {
	c := slack.New(faults.CredentialCookie, slack.OptionAPIURL(base+"/"), slack.OptionHTTPClient(hc))
	_, _, err := c.PostMessageContext(ctx, "C024BE91L", slack.MsgOptionText(faults.CanaryUpload, false))
	return err
}

// hook sends a message with a webhook.
func hook(ctx context.Context, hc *http.Client, base string) error {
	return slack.PostWebhookCustomHTTPContext(ctx, base+"/services/T00000000/B00000000/"+webhookSecret, hc,
		&slack.WebhookMessage{Text: faults.CanaryUpload})
}

var canary = faults.Canary{Credentials: []string{webhookSecret}}

func check(t *testing.T, c proof.Case) {
	t.Helper()
	c.Err = fmt.Errorf("tool: %w", c.Err)
	proof.Check(t, slackadapter.Adapter, c, canary)
}

// The client reads every word of the table.
func TestEveryWord(t *testing.T) {
	own := map[string]bool{"parameters_missing": true, "block_id_not_unique": true, "invalid_configuration": true}
	for _, row := range spec.Of(slackadapter.Adapter).Table().Rows() {
		if own[row.VendorCode] {
			continue // tested by TestConstants
		}
		s := serve(t, 200, nil, `{"ok":false,"error":"`+row.VendorCode+`","response_metadata":{"messages":["`+faults.CanaryMessage+`"]}}`)
		want := proof.WantRow(row, 0)
		if row.Effect == toolerr.EffectUnset {
			want.Effect = toolerr.EffectNone
		}
		err := post(t.Context(), s.Client(), s.URL)
		check(t, proof.Case{Name: row.VendorCode, Err: err, Want: want, Code: row.VendorCode})
		assert.Equal(t, row.UserAction, slackadapter.Adapter.FromError(err).RequiresUserAction())
	}
}

// No row has these words. Their endings are Slack's families.
func TestUnlistedCodesByTheirEnding(t *testing.T) {
	for word, want := range map[string]conformance.Want{
		"canvas_not_found":    proof.Want(toolerr.KindUpstreamNotFound, toolerr.EffectNone),
		"invalid_of_tomorrow": proof.Want(toolerr.KindUpstreamValidationError, toolerr.EffectNone),
		"missing_duration":    proof.Want(toolerr.KindUpstreamValidationError, toolerr.EffectNone),
		"too_many_requests":   proof.Want(toolerr.KindUpstreamRateLimit, toolerr.EffectNone),
		"too_many_users":      proof.Want(toolerr.KindUpstreamValidationError, toolerr.EffectNone),
		"topic_too_long":      proof.Want(toolerr.KindUpstreamValidationError, toolerr.EffectNone),
		"restricted_action_x": proof.Want(toolerr.KindUpstreamAuthError, toolerr.EffectNone),
		"cant_unarchive":      proof.Want(toolerr.KindUpstreamBadRequest, toolerr.EffectNone),
		"cannot_x":            proof.Want(toolerr.KindUpstreamBadRequest, toolerr.EffectNone),
		"permission_denied":   proof.Want(toolerr.KindUpstreamAuthError, toolerr.EffectNone),
		"already_starred":     proof.Want(toolerr.KindUpstreamBadRequest, toolerr.EffectNone),
		faults.CanaryCode:     proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown),
	} {
		s := serve(t, 200, nil, `{"ok":false,"error":"`+word+`"}`)
		check(t, proof.Case{Name: word, Err: post(t.Context(), s.Client(), s.URL), Want: want})
	}
}

func TestScope(t *testing.T) {
	s := serve(t, 200, nil, `{"ok":false,"error":"missing_scope","needed":"`+faults.CanaryHeader+`,chat:write","provided":"`+faults.CanaryHeader+`"}`)
	te := slackadapter.Adapter.FromError(post(t.Context(), s.Client(), s.URL))
	assert.Equal(t, "The app lacks the scope chat:write. Someone has to add it and install the app again.", te.Hint().String())
}

func TestLimits(t *testing.T) {
	limited := faults.ForStatus(429)
	for name, call := range callers {
		s := serve(t, 429, http.Header{"Retry-After": {"30"}}, `{"ok":false,"error":"ratelimited"}`)
		check(t, proof.Case{Name: name, Err: call(t.Context(), s.Client(), s.URL), Want: limited.Wait(30 * time.Second), Code: "ratelimited"})
		// The client multiplies the seconds, so that they become very short, or negative.
		s = serve(t, 429, http.Header{"Retry-After": {"18446744074"}}, "")
		check(t, proof.Case{Name: name + ", of too many seconds", Err: call(t.Context(), s.Client(), s.URL), Want: limited, Code: "ratelimited"})
		date := time.Now().Add(time.Minute).UTC().Format(http.TimeFormat)
		s = serve(t, 429, http.Header{"Retry-After": {date}}, "")
		proof.CheckRecorded(t, slackadapter.Adapter, s, func(ctx context.Context, hc *http.Client, url string) error {
			err := call(ctx, hc, url)
			assert.ErrorContains(t, err, "strconv.ParseInt", "the client has learnt to read dates: drop this test")
			return err
		}, proof.Case{Name: name + ", until a date", Want: limited.Wait(time.Minute).Within(5 * time.Second), Service: "_http"}, canary)
	}
}

// No adapter can detect these failures. The test fails if the client does.
func TestUndetectedFailures(t *testing.T) {
	for _, body := range []string{`{"ok":false}`, `{"ok":false,"error":""}`, `{"ok":false,"error":null}`} {
		s := serve(t, 200, nil, body)
		assert.NoError(t, post(t.Context(), s.Client(), s.URL), body)
		te := spec.Of(slackadapter.Adapter).FromAnswer(nil, 200, nil, []byte(body))
		require.NotNil(t, te, "without the client it is a failure: %s", body)
		assert.Empty(t, proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Diff(te), body)
	}
	s := serve(t, 200, nil, "no_service")
	assert.NoError(t, hook(t.Context(), s.Client(), s.URL))
}

// The client refuses the calls before it sends a request.
func TestConstants(t *testing.T) {
	c := slack.New("x", slack.OptionAPIURL("http://127.0.0.1:1/"))
	_, noTrigger := c.OpenViewContext(t.Context(), "", slack.ModalViewRequest{})
	_, twice := c.OpenViewContext(t.Context(), "trigger", slack.ModalViewRequest{Blocks: slack.Blocks{BlockSet: []slack.Block{
		&slack.InputBlock{Type: slack.MBTInput, BlockID: faults.CanaryUpload},
		&slack.InputBlock{Type: slack.MBTInput, BlockID: faults.CanaryUpload},
	}}})
	_, noSecret := slack.NewSecretsVerifier(http.Header{}, "")
	for code, err := range map[string]error{
		"parameters_missing":    noTrigger,
		"block_id_not_unique":   twice,
		"invalid_configuration": noSecret,
	} {
		c := proof.RowCase(t, spec.Of(slackadapter.Adapter).Table(), code)
		c.Err = err
		check(t, c)
	}
}

// The path of a webhook is its credential, and the client's error contains it.
func TestUnreachableWebhook(t *testing.T) {
	address := faults.ClosedPort(t)
	hc := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}}}
	err := hook(t.Context(), hc, "https://hooks.slack.com")
	require.ErrorContains(t, err, webhookSecret)
	check(t, proof.Case{Name: "unreachable", Err: err, Want: proof.Want(toolerr.KindNetworkTransportUnreachable, toolerr.EffectNone), Service: "_http"})
}

// Both clients run with the fault server.
func TestFaults(t *testing.T) {
	shape := proof.Shape("Slack", "application/json", nil, `{"ok":true,"channel":"C024BE91L","ts":"1.0","text":"`+faults.CanaryBody+`"}`)
	shape.Error = func(faults.Answer) faults.Content {
		return faults.Content{Type: "text/html", Body: []byte(faults.CanaryBody)}
	}
	for name, call := range callers {
		t.Run(name, func(t *testing.T) {
			suite := proof.Suite(slackadapter.Adapter, "slack/"+strings.ReplaceAll(name, " ", "-"), shape, proof.WithoutRows("TestEveryWord and TestConstants reach every row"), call)
			suite.Have, suite.Messages, suite.Wants = nil, append(suite.Messages, clients.Messages()...), proof.HeaderLimits()
			suite.Wants["fault/429-ms-before-seconds"] = faults.ForStatus(429).Wait(7 * time.Second).Because("the client reads Retry-After alone")
			suite.Run(t)
		})
	}
}

// The agent reads which argument was refused, from messages and from codes.
func TestFindings(t *testing.T) {
	s := serve(t, 200, nil, `{"ok":false,"error":"invalid_arguments","response_metadata":{"messages":["[ERROR] missing required field: type [json-pointer:/blocks/0]","[ERROR] `+faults.CanaryMessage+`"]}}`)
	proof.Told(t, slackadapter.Adapter, post(t.Context(), s.Client(), s.URL), `{"blocks":[{"type":"","text":"hi"}]}`, "/blocks/0/type is required")
	s = serve(t, 200, nil, `{"ok":false,"error":"channel_not_found"}`)
	proof.Told(t, slackadapter.Adapter, post(t.Context(), s.Client(), s.URL), `{"channel":"C024BE91L"}`, "/channel refers to something that does not exist")
}

// The client multiplies the seconds of a header without a check.
func TestWaits(t *testing.T) {
	overflowed := time.Duration(18446744074)
	for name, tt := range map[string]struct{ wait, want time.Duration }{
		"some": {30 * time.Second, 30 * time.Second}, "none": {0, 0}, "a negative one": {-time.Second, -1},
		"one that overflowed": {overflowed * time.Second, -1}, "longer than a day": {1000 * time.Hour, 24 * time.Hour},
	} {
		te := slackadapter.Adapter.FromError(fmt.Errorf("x: %w", &slack.RateLimitedError{RetryAfter: tt.wait}))
		require.NotNil(t, te, name)
		assert.Equal(t, http.StatusTooManyRequests, te.StatusCode(), name)
		wait, ok := te.RetryAfter()
		assert.Equal(t, tt.want >= 0, ok, name)
		assert.Equal(t, max(tt.want, 0), wait, name)
	}
}

// A status below 300 is not that of a failure.
func TestStatusesOfSuccess(t *testing.T) {
	for status, want := range map[int]int{0: 0, 202: 0, 301: 301} {
		te := slackadapter.Adapter.FromError(slack.StatusCodeError{Code: status, Status: faults.CanaryStatusLine})
		require.NotNil(t, te)
		assert.Equal(t, toolerr.KindUpstreamUnmapped, te.Kind())
		assert.Equal(t, want, te.StatusCode())
	}
}
