package anthropicmodel_test

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
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
func inBubble(t *testing.T, h http.Handler, test func(t *testing.T, client anthropic.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
		s := &http.Server{Handler: h, ReadHeaderTimeout: time.Minute}
		go func() { _ = s.Serve(p) }()
		base := &http.Transport{DialContext: p.dial}
		test(t, anthropic.NewClient(
			option.WithBaseURL("http://api.anthropic.test"), option.WithAPIKey(key),
			option.WithHTTPClient(&http.Client{Transport: httpadapter.Transport{Base: base}}),
		))
		base.CloseIdleConnections()
		require.NoError(t, s.Close())
	})
}

func TestTheLoopWaitsAsAsked(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		w := &wire{t: t, replies: []reply{
			{status: 429, body: failure("rate_limit_error"), header: map[string]string{"Retry-After": "30"}},
			{status: 529, body: failure("overloaded_error"), header: map[string]string{"Retry-After": "20"}},
			{message: message("end_turn", text("Hello there."))},
		}}
		inBubble(t, w, func(t *testing.T, client anthropic.Client) {
			a, err := agent.New(agent.Config{Name: "helper", Model: newModel(client)})
			require.NoError(t, err)
			runner, err := agent.NewRunner(agent.RunnerConfig{App: "app", Agent: a, Store: agent.NewMemoryStore(), CreateSessions: true})
			require.NoError(t, err)
			var opts []agent.RunOption
			if stream {
				opts = append(opts, agent.WithStreaming())
			}
			start, last := time.Now(), ""
			for e, err := range runner.Run(t.Context(), session, agent.Say("Hi"), opts...) {
				require.NoError(t, err)
				last = e.Content.Text()
			}
			assert.Equal(t, "Hello there.", last)
			assert.Len(t, w.requests(), 3)
			// The loop waits a little longer than asked, so that not everybody comes back at once.
			assert.InDelta(t, 50, time.Since(start).Seconds(), 6)
			assert.GreaterOrEqual(t, time.Since(start), 50*time.Second)
		})
	})
}

// endless begins an answer, and then says nothing more until the client is gone.
func endless(gone chan<- struct{}) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(gone)
		send(w, []string{
			`{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"usage":{"input_tokens":1,"output_tokens":1}}}`,
			`{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
			`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hello"}}`,
		})
		hang(r)
	})
}

func TestNothingIsLeftBehind(t *testing.T) {
	ends := map[string]func(t *testing.T, m agent.Model){
		"the reader breaks off": func(t *testing.T, m agent.Model) {
			for resp, err := range m.Generate(t.Context(), hello(true)) {
				require.NoError(t, err)
				assert.Equal(t, "Hello", resp.Content.Text())
				break
			}
		},
		"the context ends": func(t *testing.T, m agent.Model) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var failed error
			for _, err := range m.Generate(ctx, hello(true)) {
				failed = err
			}
			require.Error(t, failed)
		},
		"the run is broken off": func(t *testing.T, m agent.Model) {
			a, err := agent.New(agent.Config{Name: "helper", Model: m})
			require.NoError(t, err)
			runner, err := agent.NewRunner(agent.RunnerConfig{App: "app", Agent: a, Store: agent.NewMemoryStore(), CreateSessions: true})
			require.NoError(t, err)
			for e, err := range runner.Run(t.Context(), session, agent.Say("Hi"), agent.WithStreaming()) {
				require.NoError(t, err)
				if e.Partial {
					break
				}
			}
		},
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			gone := make(chan struct{})
			inBubble(t, endless(gone), func(t *testing.T, client anthropic.Client) {
				end(t, newModel(client))
				<-gone
			})
		})
	}
}
