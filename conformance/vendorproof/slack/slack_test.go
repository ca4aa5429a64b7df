// Package slack_test proves slackadapter with the real slack-go: the client of
// the Web API and that of incoming webhooks.
//
// Not driven: an older minor version, since one module path has one version in
// a build. slack-go before v0.20 has no Needed, which slackadapter takes for a
// scope that nobody named.
package slack_test

import (
	"context"
	"encoding/json"
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

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/slackadapter"
	"github.com/errand-go/errand/adapters/stdadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

// webhookSecret is the last part of a webhook's path, which is the credential.
const webhookSecret = "Qv7xErrandWebhook0000000"

func chain() adapter.Chain {
	return adapter.NewChain(slackadapter.Adapter{}, httpadapter.Adapter{}, stdadapter.Adapter{})
}

// serve starts a server that answers like this.
func serve(t *testing.T, status int, header http.Header, body string) *httptest.Server {
	t.Helper()
	return proof.Serve(t, proof.Answer{Status: status, Header: header, Body: body})
}

// post sends a message by the Web API.
func post(ctx context.Context, base string, hc *http.Client) error {
	c := slack.New(faults.CredentialCookie, slack.OptionAPIURL(base+"/"), slack.OptionHTTPClient(hc))
	_, _, err := c.PostMessageContext(ctx, "C024BE91L", slack.MsgOptionText(faults.CanaryUpload, false))
	return err
}

// hook sends a message by a webhook.
func hook(ctx context.Context, base string, hc *http.Client) error {
	return slack.PostWebhookCustomHTTPContext(ctx, base+"/services/T00000000/B00000000/"+webhookSecret, hc,
		&slack.WebhookMessage{Text: faults.CanaryUpload})
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	require.Error(t, err)
	te, ok := toolerr.Find(chain().Adapt(t.Context(), fmt.Errorf("tool: %w", err)))
	require.True(t, ok)
	clean(t, te)
	for _, a := range adapters.All() {
		switch a.Slug() {
		case "_slack", "_http", "_std": // the vendor's, and those that answer for what lies below it
		default:
			assert.Nil(t, a.FromError(err), "%s answers as well", a.Slug())
		}
	}
	return te
}

// clean looks for what was planted.
func clean(t *testing.T, te *toolerr.ToolRuntimeError) {
	t.Helper()
	planted := faults.Planted()
	planted.Credentials = append(planted.Credentials, webhookSecret)
	view := te.Payload().String() + te.Error() + te.Hint().String()
	assert.Empty(t, planted.Find(view), view)
	report, err := json.Marshal(te.Report())
	require.NoError(t, err)
	assert.Empty(t, planted.FindCredentials(string(report)), string(report))
}

// TestEveryWord has the client read every word of the table.
func TestEveryWord(t *testing.T) {
	own := map[string]bool{"parameters_missing": true, "block_id_not_unique": true, "invalid_configuration": true}
	for _, row := range (slackadapter.Adapter{}).Table().Rows() {
		if own[row.VendorCode] {
			continue // TestConstants
		}
		t.Run(row.VendorCode, func(t *testing.T) {
			s := serve(t, 200, nil, `{"ok":false,"error":"`+row.VendorCode+`","response_metadata":{"messages":["`+faults.CanaryMessage+`"]}}`)
			te := adapt(t, post(t.Context(), s.URL, s.Client()))
			assert.Equal(t, "_slack", te.Service())
			assert.Equal(t, row.Kind, te.Kind())
			assert.Equal(t, row.Kind.Class(), te.Class())
			assert.Equal(t, row.CanRetry == nil && row.Kind.CanRetry(), te.CanRetry())
			assert.Equal(t, row.VendorCode, te.VendorCode())
			assert.Equal(t, row.UserAction, te.RequiresUserAction())
			assert.Zero(t, te.StatusCode())
			want := row.Effect
			if want == toolerr.EffectUnset {
				want = toolerr.EffectNone
			}
			assert.Equal(t, want, te.Effect())
			_, ok := te.RetryAfter()
			assert.False(t, ok)
		})
	}
}

// TestKinds holds what the kinds of the table's families are, by hand.
func TestKinds(t *testing.T) {
	for word, kind := range map[string]toolerr.Kind{
		"ratelimited": toolerr.KindUpstreamRateLimit, "invalid_auth": toolerr.KindUpstreamAuthError,
		"missing_scope": toolerr.KindUpstreamAuthError, "channel_not_found": toolerr.KindUpstreamNotFound,
		"not_in_channel": toolerr.KindToolContextRequired, "is_archived": toolerr.KindToolContextRequired,
		"msg_too_long": toolerr.KindUpstreamValidationError, "name_taken": toolerr.KindUpstreamBadRequest,
		"fatal_error": toolerr.KindUpstreamServerError, "unknown_method": toolerr.KindToolFatal,
		"canvas_not_found": toolerr.KindUpstreamNotFound, "invalid_of_tomorrow": toolerr.KindUpstreamValidationError,
		faults.CanaryCode: toolerr.KindUpstreamUnmapped,
	} {
		s := serve(t, 200, nil, `{"ok":false,"error":"`+word+`"}`)
		assert.Equal(t, kind, adapt(t, post(t.Context(), s.URL, s.Client())).Kind(), word)
	}
}

func TestScope(t *testing.T) {
	s := serve(t, 200, nil, `{"ok":false,"error":"missing_scope","needed":"`+faults.CanaryHeader+`,chat:write","provided":"`+faults.CanaryHeader+`"}`)
	te := adapt(t, post(t.Context(), s.URL, s.Client()))
	assert.Equal(t, "The app lacks the scope chat:write. Someone has to add it and install the app again.", te.Hint().String())
}

// TestStatuses are those of webhooks, and of what stands before the Web API.
func TestStatuses(t *testing.T) {
	for name, call := range map[string]func(context.Context, string, *http.Client) error{"web API": post, "webhook": hook} {
		for status, want := range map[int]struct {
			kind   toolerr.Kind
			effect toolerr.Effect
		}{
			400: {toolerr.KindUpstreamBadRequest, toolerr.EffectNone},
			403: {toolerr.KindUpstreamAuthError, toolerr.EffectNone},
			404: {toolerr.KindUpstreamNotFound, toolerr.EffectNone},
			410: {toolerr.KindUpstreamNotFound, toolerr.EffectNone},
			500: {toolerr.KindUpstreamServerError, toolerr.EffectUnknown},
			502: {toolerr.KindUpstreamServerError, toolerr.EffectUnknown},
			429: {toolerr.KindUpstreamRateLimit, toolerr.EffectNone},
		} {
			t.Run(fmt.Sprintf("%s, %d", name, status), func(t *testing.T) {
				s := serve(t, status, nil, faults.CanaryBody)
				te := adapt(t, call(t.Context(), s.URL, s.Client()))
				assert.Equal(t, "_slack", te.Service())
				assert.Equal(t, want.kind, te.Kind())
				assert.Equal(t, want.kind.CanRetry(), te.CanRetry())
				assert.Equal(t, status, te.StatusCode())
				assert.Equal(t, want.effect, te.Effect())
				_, ok := te.RetryAfter()
				assert.False(t, ok)
			})
		}
	}
}

func TestLimits(t *testing.T) {
	for name, call := range map[string]func(context.Context, string, *http.Client) error{"web API": post, "webhook": hook} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, 429, http.Header{"Retry-After": {"30"}}, `{"ok":false,"error":"ratelimited"}`)
			te := adapt(t, call(t.Context(), s.URL, s.Client()))
			assert.Equal(t, "_slack", te.Service())
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			assert.Equal(t, "ratelimited", te.VendorCode())
			assert.Equal(t, 429, te.StatusCode())
			wait, ok := te.RetryAfter()
			assert.True(t, ok)
			assert.Equal(t, 30*time.Second, wait)
		})
		t.Run(name+", of too many seconds", func(t *testing.T) {
			s := serve(t, 429, http.Header{"Retry-After": {"18446744074"}}, "")
			te := adapt(t, call(t.Context(), s.URL, s.Client()))
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
			wait, ok := te.RetryAfter()
			assert.False(t, ok, "the client has multiplied them until they were %s", wait)
		})
		t.Run(name+", until a date", func(t *testing.T) {
			date := time.Now().Add(time.Minute).UTC().Format(http.TimeFormat)
			s := serve(t, 429, http.Header{"Retry-After": {date}}, "")
			hc := &http.Client{Transport: httpadapter.Transport{Base: s.Client().Transport}}
			_, err := adapter.Do(t.Context(), chain(), func(ctx context.Context) (struct{}, error) {
				return struct{}{}, call(ctx, s.URL, hc)
			}, adapter.WithEvidence())
			te, ok := toolerr.Find(err)
			require.True(t, ok)
			clean(t, te)
			assert.ErrorContains(t, te.Cause(), "strconv.ParseInt", "the client has learnt to read dates: drop this test")
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind(), "the transport saw it")
			assert.Equal(t, 429, te.StatusCode())
			wait, ok := te.RetryAfter()
			assert.True(t, ok)
			assert.InDelta(t, time.Minute, wait, float64(5*time.Second))
		})
	}
}

// TestSuccessesThatAreNone: what no adapter can know. If the client learns to
// tell them, this test says so.
func TestSuccessesThatAreNone(t *testing.T) {
	s := serve(t, 200, nil, `{"ok":false,"error":""}`)
	assert.NoError(t, post(t.Context(), s.URL, s.Client()))
	s = serve(t, 200, nil, "no_service")
	assert.NoError(t, hook(t.Context(), s.URL, s.Client()))
}

// TestConstants has the client refuse calls before it sends anything.
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
		te := adapt(t, err)
		assert.Equal(t, code, te.VendorCode())
		assert.Equal(t, toolerr.EffectNone, te.Effect())
		assert.False(t, te.CanRetry())
	}
}

// TestUnreachableWebhook: the path of a webhook is its credential, and the
// client's error holds it.
func TestUnreachableWebhook(t *testing.T) {
	address := faults.ClosedPort(t)
	hc := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, address)
	}}}
	err := hook(t.Context(), "https://hooks.slack.com", hc)
	require.ErrorContains(t, err, webhookSecret)
	te := adapt(t, err)
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
	assert.Equal(t, toolerr.EffectNone, te.Effect())
	assert.True(t, te.CanRetry())
}

// TestFaults drives both clients through the server that misbehaves.
func TestFaults(t *testing.T) {
	shape := faults.Shape{
		Name: "Slack",
		Error: func(faults.Answer) faults.Content {
			return faults.Content{Type: "text/html", Body: []byte(faults.CanaryBody)}
		},
		Success: func(faults.Request) faults.Content {
			return faults.Content{Type: "application/json", Body: []byte(`{"ok":true,"channel":"C024BE91L","ts":"1.0","text":"` + faults.CanaryBody + `"}`)}
		},
	}
	for name, call := range map[string]func(context.Context, string, *http.Client) error{"web API": post, "webhook": hook} {
		t.Run(name, func(t *testing.T) {
			skip := map[string]string{"law/rows": "TestEveryWord and TestConstants reach every row"}
			conformance.Suite{
				Adapter:  slackadapter.Adapter{},
				Defaults: []adapter.Adapter{httpadapter.Adapter{}},
				Client:   "slack/" + strings.ReplaceAll(name, " ", "-"),
				Shape:    shape,
				Messages: clients.Messages(),
				Wants:    wants(),
				Skip:     skip,
				Call: func(ctx context.Context, target conformance.Target) error {
					return call(ctx, target.URL, clients.Recorded(target))
				},
			}.Run(t)
		})
	}
}

// wants is what to want where the client keeps too little: of an answer outside
// 200 it keeps the status. Slack limits with 429 alone.
func wants() map[string]conformance.Want {
	all := map[string]conformance.Want{
		"fault/429-ms-before-seconds": faults.ForStatus(429).Wait(7 * time.Second).Because("the client reads Retry-After alone"),
	}
	for _, f := range faults.All() {
		if f.Want.Status == 403 && f.Want.Kind == toolerr.KindUpstreamRateLimit {
			bare := faults.ForStatus(403)
			bare.RetryAfter, bare.HasRetryAfter, bare.Tolerance = f.Want.RetryAfter, f.Want.HasRetryAfter, f.Want.Tolerance
			all["fault/"+f.Name] = f.Want.Because("a limit").
				Or("the client keeps no header, and Slack limits with 429 alone; the wait is what the transport recorded", bare)
		}
	}
	return all
}
