package geminimodel_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genai"

	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/models/geminimodel"
	"github.com/errand-go/errand/toolerr"
)

// detail is what is known about the failure of a run.
func detail(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	failed, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	return failed.Detail()
}

// statusOf is the HTTP status of a canonical code (google/rpc/code.proto).
var statusOf = map[string]int{
	"INVALID_ARGUMENT": 400, "FAILED_PRECONDITION": 400, "OUT_OF_RANGE": 400, "UNAUTHENTICATED": 401,
	"PERMISSION_DENIED": 403, "NOT_FOUND": 404, "ALREADY_EXISTS": 409, "ABORTED": 409, "RESOURCE_EXHAUSTED": 429,
	"CANCELLED": 499, "INTERNAL": 500, "UNKNOWN": 500, "DATA_LOSS": 500, "UNIMPLEMENTED": 501, "UNAVAILABLE": 503,
	"DEADLINE_EXCEEDED": 504,
}

func TestErrors(t *testing.T) {
	runErrors := map[toolerr.Kind]agent.ErrorKind{
		toolerr.KindUpstreamRateLimit: agent.ErrRateLimited,
		toolerr.KindUpstreamAuthError: agent.ErrProviderAuth,
	}
	for _, row := range (geminiadapter.Adapter{}).Table().Rows() {
		t.Run(row.VendorCode, func(t *testing.T) {
			both(t, func(t *testing.T, stream bool) {
				details := []string{}
				status, canonical := statusOf[row.VendorCode]
				word := row.VendorCode
				if !canonical {
					status, word = 400, "INVALID_ARGUMENT"
					details = append(details, reason(row.VendorCode))
				}
				want := row.Kind.CanRetry()
				if row.CanRetry != nil {
					want = *row.CanRetry
				}
				if want {
					details = append(details, delay("17s"))
				}
				w, client := serve(t, reply{status: status, body: failure(status, word, details...), header: map[string]string{"X-Request-Id": "req-1"}})
				client = retrying(t, client)
				o := run(t, newModel(client), stream)

				require.Error(t, o.Err)
				assert.Len(t, w.requests(), 1, "the SDK repeats by itself")
				te := detail(t, o.Err)
				assert.Equal(t, row.Kind, te.Kind())
				assert.Equal(t, want, te.CanRetry())
				assert.Equal(t, status, te.StatusCode())
				assert.Equal(t, row.VendorCode, te.VendorCode())
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
}

// retrying is a client like the given one that repeats by itself.
func retrying(t *testing.T, client *genai.Client) *genai.Client {
	t.Helper()
	cfg := client.ClientConfig()
	cfg.HTTPOptions.RetryOptions = repeats()
	c, err := genai.NewClient(t.Context(), &cfg)
	require.NoError(t, err)
	return c
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

func TestOverloadInAStream(t *testing.T) {
	tests := map[string]struct {
		chunks []string
		shown  string
	}{
		"at once":       {nil, ""},
		"in the middle": {[]string{chunk("", text("Hello "))}, "Hello "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, client := serve(t, reply{chunks: append(tt.chunks, failure(503, "UNAVAILABLE"))})
			o := run(t, newModel(client), true)
			require.ErrorIs(t, o.Err, agent.ErrProviderHTTP)
			te := detail(t, o.Err)
			assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
			assert.Equal(t, "UNAVAILABLE", te.VendorCode())
			assert.Equal(t, toolerr.GuidanceRetryWithBackoff, te.Guidance())
			agenttest.AssertBrokenOff(t, o, tt.shown)
			agenttest.AssertNoCanary(t, "quorvex", o.Err, te, o.Events)
		})
	}
}

func TestBrokenAnswers(t *testing.T) {
	begun := []string{chunk("", text("Hello "))}
	tests := map[string]struct {
		reply  reply
		stream bool
		want   agent.ErrorKind
		shown  string
	}{
		"no end":                {reply{chunks: begun}, true, agent.ErrProviderStream, "Hello "},
		"nothing":               {reply{chunks: []string{}}, true, agent.ErrProviderDecode, ""},
		"nothing of use":        {reply{chunks: []string{`{"quorvex":1}`}}, true, agent.ErrProviderDecode, ""},
		"a lost connection":     {reply{chunks: begun, broken: true}, true, agent.ErrProviderTransport, "Hello "},
		"no JSON":               {reply{chunks: append(begun[:1:1], "quorvex{")}, true, agent.ErrProviderTransport, "Hello "},
		"a page":                {reply{status: 200, body: "<html>quorvex"}, true, agent.ErrProviderTransport, ""},
		"no end, whole":         {reply{chunks: begun}, false, agent.ErrProviderDecode, ""},
		"nothing, whole":        {reply{chunks: []string{`{}`}}, false, agent.ErrProviderDecode, ""},
		"a body cut short":      {reply{chunks: []string{chunk("STOP", text("Hello"))}, broken: true}, false, agent.ErrProviderTransport, ""},
		"another's types":       {reply{chunks: append(begun[:1:1], `{"candidates":"quorvex"}`)}, true, agent.ErrProviderDecode, "Hello "},
		"a null, whole":         {reply{chunks: []string{`{"candidates":[null]}`}}, false, agent.ErrProviderDecode, ""},
		"a body that is no one": {reply{chunks: []string{`{"quorvex":`}}, false, agent.ErrProviderTransport, ""},
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

// What comes behind the finish is of no interest.
func TestBrokenBehindTheFinish(t *testing.T) {
	_, client := serve(t, reply{chunks: []string{chunk("STOP", text("Hello"))}, broken: true})
	o := run(t, newModel(client), true)
	require.NoError(t, o.Err)
	assert.Equal(t, "Hello", o.Last().Content.Text())
}

func TestNoServer(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		_, err := generate(t, newModel(newClient(t, "http://"+faults.ClosedPort(t), http.DefaultTransport)), hello(stream))
		require.ErrorIs(t, err, toolerr.KindNetworkTransportUnreachable)
		te, _ := toolerr.Find(err)
		assert.NotContains(t, te.DeveloperMessage(), key)
	})
}

func TestTheSDKsDeadline(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		agenttest.Bubble(t, agenttest.NewScript(t, silent), func(t *testing.T, client *http.Client) {
			c := bubbled(t, client, key, func(cfg *genai.ClientConfig) { cfg.HTTPOptions.Timeout = new(time.Minute) })
			_, err := generate(t, newModel(c), hello(stream))
			require.ErrorIs(t, err, toolerr.KindNetworkTransportTimeout)
		})
	})
}

// What is neither Google's nor the network's is left to the agent's adapters.
func TestSomebodyElsesError(t *testing.T) {
	_, client := serve(t)
	_, err := generate(t, geminimodel.New(client, "quorvex?"), hello(false))
	require.Error(t, err)
	_, adapted := toolerr.Find(err)
	assert.False(t, adapted, "the SDK says that the name is no name: %v", err)
	o := run(t, geminimodel.New(client, "quorvex?"), false)
	require.ErrorIs(t, o.Err, agent.ErrProvider)
	agenttest.AssertNoCanary(t, "quorvex", o.Err)
}
