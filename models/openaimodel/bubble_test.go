package openaimodel_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// pipes is a network without a machine: a bubble of synctest can wait on it, and
// does not end before every goroutine on it has.
type pipes struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

// inBubble runs test with a client of the handler, where time passes by itself.
// A goroutine that is left behind fails the test.
func inBubble(t *testing.T, h http.HandlerFunc, test func(t *testing.T, client openai.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
		s := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
		go func() { _ = s.Serve(p) }()
		base := &http.Transport{DialContext: p.dial}
		test(t, openai.NewClient(
			option.WithBaseURL("http://api.openai.test/v1"), option.WithAPIKey(canaryKey),
			option.WithHTTPClient(&http.Client{Transport: httpadapter.Transport{Base: base}}),
		))
		base.CloseIdleConnections()
		require.NoError(t, s.Close())
	})
}

// TestOneRetryer: the loop repeats, as long apart as it was asked to; the SDK
// does not.
func TestOneRetryer(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		s := &server{replies: []reply{
			refusal(429, canaryText, "requests", "rate_limit_exceeded", "Retry-After-Ms", "30000"),
			refusal(429, canaryText, "tokens", "rate_limit_exceeded",
				"X-Ratelimit-Reset-Tokens", "20s", "X-Ratelimit-Remaining-Tokens", "0", "X-Ratelimit-Reset-Requests", "6h"),
			refusal(503, canaryText, "service_unavailable_error", "server_is_overloaded"),
			d.answer(words{text: "Hello there."}),
		}}
		inBubble(t, s.serve, func(t *testing.T, client openai.Client) {
			client.Options = append(client.Options, option.WithMaxRetries(5))
			start := time.Now()
			c := run(t, d.model(client), d.stream)
			require.NoError(t, c.err)
			assert.Equal(t, "Hello there.", c.last.Content.Text())
			for _, r := range s.requests() {
				assert.Equal(t, "0", r.header.Get("X-Stainless-Retry-Count"))
			}
			assert.Len(t, s.requests(), 4)
			// The loop waits a little longer than asked, so that not everybody
			// comes back at once.
			assert.GreaterOrEqual(t, time.Since(start), 50*time.Second)
			assert.Less(t, time.Since(start), 62*time.Second)
		})
	})
}

// begun sends the first pieces of an answer, and then nothing more until the
// client is gone.
func begun(data []string, gone chan<- struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		defer close(gone)
		_, _ = io.Copy(io.Discard, r.Body) // the end of a connection is noticed behind the body
		if data != nil {
			send(w, data...)
		}
		<-r.Context().Done()
	}
}

func TestNothingIsLeftBehind(t *testing.T) {
	chat, responses := chatChunks(words{text: "It is warm."})[:2], responsesEvents(words{text: "It is warm."})[:6]
	ends := map[string]struct {
		silent bool // nothing comes at all
		end    func(t *testing.T, d dialect, m agent.Model)
	}{
		"the reader breaks off": {false, func(t *testing.T, d dialect, m agent.Model) {
			for resp, err := range m.Generate(t.Context(), question(d)) {
				require.NoError(t, err)
				require.True(t, resp.Partial)
				break
			}
		}},
		"the context ends":                   {false, canceled},
		"the context ends, and nothing came": {true, canceled},
		"the deadline passes": {true, func(t *testing.T, d dialect, m agent.Model) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			err := failureOf(ctx, d, m)
			assert.ErrorIs(t, err, toolerr.KindToolTimeout)
		}},
		"the run is broken off": {false, func(t *testing.T, d dialect, m agent.Model) {
			a, err := agent.New(agent.Config{Name: "helper", Model: m})
			require.NoError(t, err)
			runner, err := agent.NewRunner(agent.RunnerConfig{App: "test", Agent: a, CreateSessions: true})
			require.NoError(t, err)
			for e, err := range runner.Run(t.Context(), agent.SessionRef{User: "ada", ID: "1"}, agent.Say("Hi"), agent.WithStreaming()) {
				require.NoError(t, err)
				if e.Partial {
					break
				}
			}
		}},
	}
	for name, tt := range ends {
		t.Run(name, func(t *testing.T) {
			for _, d := range dialects {
				if !d.stream {
					continue
				}
				data := chat
				if d.responses {
					data = responses
				}
				if tt.silent {
					data = nil
				}
				gone := make(chan struct{})
				inBubble(t, begun(data, gone), func(t *testing.T, client openai.Client) {
					tt.end(t, d, d.model(client))
					<-gone
				})
			}
		})
	}
}

func canceled(t *testing.T, d dialect, m agent.Model) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	time.AfterFunc(time.Minute, cancel)
	err := failureOf(ctx, d, m)
	assert.ErrorIs(t, err, toolerr.ClassCanceled)
}

func failureOf(ctx context.Context, d dialect, m agent.Model) (failed error) {
	for _, err := range m.Generate(ctx, question(d)) {
		failed = err
	}
	return failed
}

// TestTheSDKsOwnDeadline is a failure of the network, which may be tried again,
// and not the end of the run.
func TestTheSDKsOwnDeadline(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		gone := make(chan struct{})
		inBubble(t, begun(nil, gone), func(t *testing.T, client openai.Client) {
			client.Options = append(client.Options, option.WithRequestTimeout(time.Second))
			client = openai.NewClient(client.Options...)
			err := failureOf(t.Context(), d, d.model(client))
			assert.ErrorIs(t, err, toolerr.KindNetworkTransportTimeout)
			<-gone
		})
	})
}
