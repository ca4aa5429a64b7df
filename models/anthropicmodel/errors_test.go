package anthropicmodel_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/toolerr"
)

func hello(stream bool) *agent.ModelRequest {
	return &agent.ModelRequest{Stream: stream, Contents: []agent.Content{agent.TextContent(agent.RoleUser, "Hi")}}
}

// detail returns the detail of a run's error.
func detail(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	failed, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	return failed.Detail()
}

// By the status alone, a retry would help. A stream has no status.
func TestTheCodeDecides(t *testing.T) {
	const spent = `{"type":"error","error":{"type":"rate_limit_error","message":"quorvexmessage","details":{"error_code":"enforced_spend_limit_reached"}}}`
	begun := eventsOf(message("end_turn", text("Hello there.")))[:4]
	for name, r := range map[string]reply{
		"instead of an answer": {status: 429, body: spent}, "in a stream": {events: append(begun, spent)},
	} {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, r)
			o := run(t, newModel(client), r.events != nil)
			require.ErrorIs(t, o.Err, agent.ErrProviderAuth)
			te := detail(t, o.Err)
			assert.Equal(t, r.status, te.StatusCode())
			assert.Equal(t, "enforced_spend_limit_reached", te.VendorCode())
			assert.False(t, te.CanRetry())
			agenttest.AssertNoCanary(t, "quorvex", o.Err, te, o.Events)
		})
	}
}

// Failures of this API's events that modeltest.Suite does not have.
func TestBrokenAnswers(t *testing.T) {
	whole := eventsOf(message("end_turn", text("Hello there.")))
	without := func(i int) []string { return slices.Delete(slices.Clone(whole), i, i+1) }
	outOfOrder := append(slices.Clone(whole[:2]), `{"type":"content_block_start","index":7,"content_block":{"type":"text","text":""}}`)
	for name, tt := range map[string]struct {
		events []string
		shown  string
	}{"no reason": {without(len(whole) - 2), "Hello there."}, "a block without its start": {without(2), ""}, "a block out of order": {outOfOrder, ""}} {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, reply{events: tt.events})
			o := run(t, newModel(client), true)
			require.ErrorIs(t, o.Err, agent.ErrProviderDecode)
			agenttest.AssertBrokenOff(t, o, tt.shown)
		})
	}
}

func TestNoCredentials(t *testing.T) {
	for _, name := range []string{"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE", "ANTHROPIC_FEDERATION_RULE_ID"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	w, _ := serve(t)
	s := httptest.NewServer(w)
	t.Cleanup(s.Close)
	o := run(t, newModel(anthropic.NewClient(option.WithBaseURL(s.URL))), false)
	require.ErrorIs(t, o.Err, agent.ErrProviderAuth)
	assert.Empty(t, w.Requests(), "a request without credentials was sent")
	te := detail(t, o.Err)
	assert.True(t, te.RequiresUserAction())
	assert.Equal(t, toolerr.EffectNone, te.Effect())
}

// The SDK returns its own deadline as an unwrapped context.DeadlineExceeded.
func TestTheSDKsDeadline(t *testing.T) {
	silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	modeltest.Bubble(t, modeltest.NewScript(t, silent), func(t *testing.T, client *http.Client) {
		c := bubbled(client, key)
		c.Options = append(c.Options, option.WithRequestTimeout(time.Minute))
		_, err := generate(t, newModel(anthropic.NewClient(c.Options...)), hello(false))
		require.ErrorIs(t, err, toolerr.KindNetworkTransportTimeout)
	})
}

// A refused grant is wrapped in a *url.Error, but is not a lost connection.
func TestNoToken(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = io.WriteString(w, `{"error":"invalid_grant","error_description":"quorvex"}`)
	}))
	t.Cleanup(s.Close)
	config := clientcredentials.Config{ClientID: "c", ClientSecret: "s", TokenURL: s.URL, AuthStyle: oauth2.AuthStyleInParams}
	both(t, func(t *testing.T, stream bool) {
		client := anthropic.NewClient(option.WithBaseURL(s.URL), option.WithAPIKey(key), option.WithHTTPClient(config.Client(t.Context())))
		o := run(t, newModel(client), stream)
		require.ErrorIs(t, o.Err, agent.ErrProviderAuth)
		te := detail(t, o.Err)
		assert.Equal(t, "_oauth2", te.Service())
		assert.NotContains(t, o.Err.Error(), "quorvex")
	})
}

// An error that is neither Anthropic's nor the network's is left to the agent's adapters.
func TestErrorsOfAnotherSource(t *testing.T) {
	theirs := errors.New("quorvex")
	client := anthropic.NewClient(option.WithAPIKey(key), option.WithMiddleware(
		func(*http.Request, option.MiddlewareNext) (*http.Response, error) { return nil, theirs },
	))
	_, err := generate(t, newModel(client), hello(false))
	require.Equal(t, theirs, err)
	o := run(t, newModel(client), false)
	require.ErrorIs(t, o.Err, agent.ErrProvider)
	agenttest.AssertNoCanary(t, "quorvex", o.Err)
}
