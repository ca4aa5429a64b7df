package geminimodel_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/models/geminimodel"
	"github.com/errand-go/errand/toolerr"
)

// detail returns the detail of a run's error.
func detail(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	failed, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	return failed.Detail()
}

// By the status alone, the request would be invalid.
func TestTheCodeDecides(t *testing.T) {
	bad := failure(400, "INVALID_ARGUMENT", reason("API_KEY_INVALID"), delay("17s"))
	for name, r := range map[string]reply{
		"instead of an answer": {status: 400, body: bad}, "in a stream": {chunks: []string{chunk("", text("Hello ")), bad}},
	} {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, r)
			o := run(t, newModel(client), r.chunks != nil)
			require.ErrorIs(t, o.Err, agent.ErrProviderAuth)
			te := detail(t, o.Err)
			assert.Equal(t, "API_KEY_INVALID", te.VendorCode())
			assert.False(t, te.CanRetry())
			agenttest.AssertNoCanary(t, "quorvex", o.Err, te, o.Events)
			assert.NotContains(t, te.DeveloperMessage(), key)
		})
	}
}

func repeats() *genai.HTTPRetryOptions {
	return &genai.HTTPRetryOptions{Attempts: new(int32(5)), InitialDelay: new(0.001)}
}

func TestTheWaitOfAHeader(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		_, client := serve(t, reply{status: 429, body: failure(429, "RESOURCE_EXHAUSTED"), header: map[string]string{"Retry-After": "23", "X-Request-Id": "req-1"}})
		te := detail(t, run(t, newModel(client), stream).Err)
		wait, ok := te.RetryAfter()
		assert.True(t, ok)
		assert.Equal(t, 23*time.Second, wait)
		assert.Equal(t, "req-1", te.Extra().RequestID)
	})
}

// Failures of this API's answers that modeltest.Suite does not have.
func TestBrokenAnswers(t *testing.T) {
	for name, tt := range map[string]struct {
		chunks []string
		stream bool
		shown  string
	}{
		"not JSON":                  {[]string{chunk("", text("Hello ")), "quorvex{"}, true, "Hello "},
		"other types":               {[]string{chunk("", text("Hello ")), `{"candidates":"quorvex"}`}, true, "Hello "},
		"a null, without streaming": {[]string{`{"candidates":[null]}`}, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, reply{chunks: tt.chunks})
			o := run(t, newModel(client), tt.stream)
			require.ErrorIs(t, o.Err, agent.ErrProviderDecode)
			agenttest.AssertBrokenOff(t, o, tt.shown)
			agenttest.AssertNoCanary(t, "quorvex", o.Err, o.Events)
		})
	}
}

// Errors after the finish are ignored.
func TestBrokenBehindTheFinish(t *testing.T) {
	_, client := serve(t, reply{chunks: []string{chunk("STOP", text("Hello"))}, broken: true})
	o := run(t, newModel(client), true)
	require.NoError(t, o.Err)
	assert.Equal(t, "Hello", o.Last().Content.Text())
}

func TestTheSDKsDeadline(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		modeltest.Bubble(t, modeltest.NewScript(t, silent), func(t *testing.T, client *http.Client) {
			c := bubbled(t, client, key, func(cfg *genai.ClientConfig) { cfg.HTTPOptions.Timeout = new(time.Minute) })
			_, err := generate(t, newModel(c), hello(stream))
			require.ErrorIs(t, err, toolerr.KindNetworkTransportTimeout)
		})
	})
}

// An error that is neither Google's nor the network's is left to the agent's adapters.
func TestErrorsOfAnotherSource(t *testing.T) {
	_, client := serve(t)
	_, err := generate(t, geminimodel.New(client, "quorvex?"), hello(false))
	require.Error(t, err)
	_, adapted := toolerr.Find(err)
	assert.False(t, adapted, "the SDK says that the name is not a name: %v", err)
	o := run(t, geminimodel.New(client, "quorvex?"), false)
	require.ErrorIs(t, o.Err, agent.ErrProvider)
	agenttest.AssertNoCanary(t, "quorvex", o.Err)
}
