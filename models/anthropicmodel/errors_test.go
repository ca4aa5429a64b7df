package anthropicmodel_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func hello(stream bool) *agent.ModelRequest {
	return &agent.ModelRequest{Stream: stream, Contents: []agent.Content{agent.TextContent(agent.RoleUser, "Hi")}}
}

// detail is what is known about the failure of a run.
func detail(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	failed, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	return failed.Detail()
}

// statusOf is the status that Anthropic's page of errors gives a type.
var statusOf = map[string]int{
	"invalid_request_error": 400, "authentication_error": 401, "billing_error": 402, "permission_error": 403,
	"not_found_error": 404, "conflict_error": 409, "request_too_large": 413, "rate_limit_error": 429,
	"api_error": 500, "timeout_error": 504, "overloaded_error": 529, "enforced_spend_limit_reached": 429,
}

func TestErrors(t *testing.T) {
	runErrors := map[toolerr.Kind]agent.ErrorKind{
		toolerr.KindUpstreamRateLimit: agent.ErrRateLimited,
		toolerr.KindUpstreamAuthError: agent.ErrProviderAuth,
	}
	for _, row := range (anthropicadapter.Adapter{}).Table().Rows() {
		t.Run(row.VendorCode, func(t *testing.T) {
			both(t, func(t *testing.T, stream bool) {
				status, known := statusOf[row.VendorCode]
				require.True(t, known, "a row without a status")
				body := failure(row.VendorCode)
				if row.VendorCode == "enforced_spend_limit_reached" {
					body = `{"type":"error","error":{"type":"rate_limit_error","message":"quorvexmessage","details":{"error_code":"enforced_spend_limit_reached"}}}`
				}
				want := row.Kind.CanRetry()
				if row.CanRetry != nil {
					want = *row.CanRetry
				}
				header := map[string]string{}
				if want {
					header["Retry-After"] = "17"
				}
				w, client := serve(t, reply{status: status, body: body, header: header})
				client.Options = append(client.Options, option.WithMaxRetries(5))
				o := run(t, newModel(client), stream)

				require.Error(t, o.Err)
				assert.Len(t, w.requests(), 1, "the SDK repeats by itself")
				te := detail(t, o.Err)
				assert.Equal(t, row.Kind, te.Kind())
				assert.Equal(t, want, te.CanRetry())
				assert.Equal(t, status, te.StatusCode())
				assert.Equal(t, row.VendorCode, te.VendorCode())
				assert.Equal(t, "req_1", te.Extra().RequestID)
				wait, waits := te.RetryAfter()
				assert.Equal(t, want, waits)
				if waits {
					assert.Equal(t, 17*time.Second, wait)
				}
				kind, ok := runErrors[row.Kind]
				if !ok {
					kind = agent.ErrProviderHTTP
				}
				require.ErrorIs(t, o.Err, kind)
				agenttest.AssertNoCanary(t, "quorvex", o.Err, te, o.Events)
				assert.NotContains(t, te.DeveloperMessage(), key)
			})
		})
	}
	for code := range statusOf {
		_, ok := (anthropicadapter.Adapter{}).Table().Lookup(code)
		assert.True(t, ok, "%s has no row", code)
	}
}

func TestOverloadInAStream(t *testing.T) {
	whole := eventsOf(message("end_turn", text("Hello there.")))
	tests := map[string]struct {
		events []string
		shown  string
	}{
		"at once":       {nil, ""},
		"in the middle": {whole[:4], "Hello "},
		"at the end":    {whole[:len(whole)-1], "Hello there."},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, reply{events: append(append([]string(nil), tt.events...), failure("overloaded_error"))})
			o := run(t, newModel(client), true)
			require.ErrorIs(t, o.Err, agent.ErrProviderHTTP)
			require.ErrorIs(t, o.Err, toolerr.KindUpstreamServerError)
			te := detail(t, o.Err)
			assert.Zero(t, te.StatusCode(), "the status was that of a success")
			assert.Equal(t, "overloaded_error", te.VendorCode())
			assert.Equal(t, toolerr.GuidanceRetryWithBackoff, te.Guidance())
			agenttest.AssertBrokenOff(t, o, tt.shown)
			agenttest.AssertNoCanary(t, "quorvex", o.Err, te, o.Events)
		})
	}
}

func TestBrokenAnswers(t *testing.T) {
	whole := eventsOf(message("end_turn", text("Hello there.")))
	without := func(i int) []string { return append(append([]string(nil), whole[:i]...), whole[i+1:]...) }
	tests := map[string]struct {
		reply  reply
		stream bool
		want   agent.ErrorKind
		shown  string
	}{
		"no end":                {reply{events: whole[:len(whole)-1]}, true, agent.ErrProviderStream, "Hello there."},
		"no reason":             {reply{events: without(len(whole) - 2)}, true, agent.ErrProviderDecode, "Hello there."},
		"nothing":               {reply{events: []string{}}, true, agent.ErrProviderDecode, ""},
		"a lost connection":     {reply{events: whole[:4], broken: true}, true, agent.ErrProviderTransport, "Hello "},
		"no JSON":               {reply{events: append(append([]string(nil), whole[:4]...), "quorvex{")}, true, agent.ErrProviderStream, "Hello "},
		"a block not begun":     {reply{events: without(2)}, true, agent.ErrProviderDecode, ""},
		"a block out of turn":   {reply{events: append(append([]string(nil), whole[:2]...), `{"type":"content_block_start","index":7,"content_block":{"type":"text","text":""}}`)}, true, agent.ErrProviderDecode, ""},
		"a body cut short":      {reply{message: message("end_turn", text("Hello")), broken: true}, false, agent.ErrProviderTransport, ""},
		"a body that is no one": {reply{status: 200, body: `{"id":`}, false, agent.ErrProviderTransport, ""},
		"another's body":        {reply{status: 200, body: `{"quorvex":1}`}, false, agent.ErrProviderDecode, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, tt.reply)
			o := run(t, newModel(client), tt.stream)
			require.ErrorIs(t, o.Err, tt.want)
			agenttest.AssertBrokenOff(t, o, tt.shown)
			agenttest.AssertNoCanary(t, "quorvex", o.Err, o.Events)
		})
	}
}

func TestNoServer(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		client := anthropic.NewClient(option.WithBaseURL("http://"+faults.ClosedPort(t)), option.WithAPIKey(key))
		_, err := generate(t, newModel(client), hello(stream))
		require.ErrorIs(t, err, toolerr.KindNetworkTransportUnreachable)
		agenttest.AssertNoCanary(t, "quorvex", err)
		te, _ := toolerr.Find(err)
		assert.NotContains(t, te.DeveloperMessage(), "quorvex")
	})
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
	assert.Empty(t, w.requests(), "a request without credentials was sent")
	te := detail(t, o.Err)
	assert.True(t, te.RequiresUserAction())
	assert.Equal(t, toolerr.EffectNone, te.Effect())
}

// The SDK's own deadline comes back as a bare context.DeadlineExceeded.
func TestTheSDKsDeadline(t *testing.T) {
	silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	agenttest.Bubble(t, agenttest.NewScript(t, silent), func(t *testing.T, client *http.Client) {
		c := bubbled(client, key)
		c.Options = append(c.Options, option.WithRequestTimeout(time.Minute))
		_, err := generate(t, newModel(anthropic.NewClient(c.Options...)), hello(false))
		require.ErrorIs(t, err, toolerr.KindNetworkTransportTimeout)
	})
}

// A refused grant comes inside of a *url.Error, and is no lost connection.
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

// What is neither Anthropic's nor the network's is left to the agent's adapters.
func TestSomebodyElsesError(t *testing.T) {
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
