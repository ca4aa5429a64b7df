package agenthttp_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
)

// patience is how long a test waits for an expected event.
const patience = time.Minute

// over waits until the session has no run, and returns it.
func (s *site) over() *agent.Session {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return !s.runner.Active(session) }, patience, time.Millisecond)
	return s.stored()
}

// signals is a tool that signals its start, and ends with its context.
type signals struct {
	*agenttest.Tool
	begun chan struct{}
}

func waiting() *signals {
	begun := make(chan struct{}, 16)
	return &signals{agenttest.NewTool("wait", func(ctx context.Context) (any, error) {
		begun <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}), begun}
}

func (s *signals) wait(t *testing.T) {
	t.Helper()
	select {
	case <-s.begun:
	case <-time.After(patience):
		require.Fail(t, "the tool was not called")
	}
}

func TestClientThatGoesAwayCancelsItsRun(t *testing.T) {
	for _, path := range []string{"/run", "/run_sse"} {
		t.Run(path, func(t *testing.T) {
			tool := waiting()
			s := serve(t, agenttest.NewModel(agenttest.Call("wait", `{}`), agenttest.Say("never")), []agent.Tool{tool})
			ctx, leave := context.WithCancel(t.Context())
			req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.server.URL+path, strings.NewReader(runBody("go", false)))
			require.NoError(t, err)
			gone := make(chan struct{})
			go func() {
				defer close(gone)
				resp, err := s.server.Client().Do(req)
				if err == nil {
					_, _ = io.Copy(io.Discard, resp.Body)
					_ = resp.Body.Close()
				}
			}()
			tool.wait(t)
			leave()
			<-gone
			events := s.over().Events
			assert.Equal(t, agent.CodeCanceled, events[len(events)-1].ErrorCode, "the call has a result, and the run an end")
			assert.Equal(t, 1, s.model.Left())
		})
	}
}

// dial starts a run on a new connection.
func (s *site) dial(body string) *net.TCPConn {
	s.t.Helper()
	conn, err := (&net.Dialer{}).DialContext(s.t.Context(), "tcp", s.server.Listener.Addr().String())
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /run_sse HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	require.NoError(s.t, err)
	return conn.(*net.TCPConn)
}

// net/http treats a client that has closed its side as disconnected, so its run is
// canceled; it still reads how the run ended.
func TestHalfClosedClient(t *testing.T) {
	tool := waiting()
	s := serve(t, agenttest.NewModel(agenttest.Call("wait", `{}`), agenttest.Say("never")), []agent.Tool{tool})
	conn := s.dial(runBody("go", false))
	tool.wait(t)
	require.NoError(t, conn.CloseWrite())
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(patience)))
	all, err := io.ReadAll(conn)
	require.NoError(t, err)
	assert.Contains(t, string(all), `"errorCode":"CANCELLED"`)
	events := s.over().Events
	assert.Equal(t, agent.CodeCanceled, events[len(events)-1].ErrorCode)
}

func TestReaderThatDoesNotReadCancelsItsRun(t *testing.T) {
	deltas := make([]string, 64)
	for i := range deltas {
		deltas[i] = strings.Repeat("x", 1<<20)
	}
	s := serve(t, agenttest.NewModel(agenttest.Stream(deltas...)), nil,
		func(c *agenthttp.Config, _ *agent.RunnerConfig) { c.WriteTimeout = 3 * time.Second })
	conn := s.dial(runBody("go", true))
	line, err := bufio.NewReader(conn).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, line, "200")
	var ended []agent.EventCode
	for _, e := range s.over().Events {
		ended = append(ended, e.ErrorCode)
	}
	assert.Contains(t, [][]agent.EventCode{
		{"", agent.CodeInterrupted},                     // the handler stops the run,
		{"", agent.CodeInterrupted, agent.CodeCanceled}, // unless net/http ends the context before
	}, ended, "the codes of the text, the answer and the end")
}

func TestQuietStreamIsKeptAlive(t *testing.T) {
	tool := waiting()
	s := serve(t, agenttest.NewModel(agenttest.Silence(), agenttest.Say("never")), []agent.Tool{tool},
		func(c *agenthttp.Config, _ *agent.RunnerConfig) { c.KeepAlive = 5 * time.Millisecond })
	ctx, leave := context.WithTimeout(t.Context(), patience)
	defer leave()
	resp := s.open(ctx, "POST", "/run_sse", runBody("go", false))
	defer func() { _ = resp.Body.Close() }()
	lines := bufio.NewReader(resp.Body)
	id, err := lines.ReadString('\n')
	require.NoError(t, err)
	assert.Regexp(t, "^id: [^/]+/\n$", id, "a client that reconnects does not start the run again")
	for range 3 {
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		assert.Equal(t, ": keep-alive\n", line)
		_, err = lines.ReadString('\n')
		require.NoError(t, err)
	}
	leave()
	s.over()
}

func TestCancel(t *testing.T) {
	tool := waiting()
	s := serve(t, agenttest.NewModel(agenttest.Call("wait", `{}`), agenttest.Say("never")), []agent.Tool{tool})
	resp := s.open(t.Context(), "POST", "/run_sse", runBody("go", false))
	defer func() { _ = resp.Body.Close() }()
	tool.wait(t)
	busy := s.ask("POST", "/run", runBody("too", false))
	assert.Equal(t, http.StatusConflict, busy.StatusCode)
	assert.Equal(t, "session_busy", failureOf(t, busy).Code)
	assert.Equal(t, http.StatusConflict, s.ask("DELETE", "/apps/app/users/ada/sessions/1", "").StatusCode)

	path := "/apps/app/users/ada/sessions/1/invocations/" + resp.Header.Get("X-Invocation-Id") + "/cancel"
	require.Equal(t, http.StatusOK, s.ask("POST", path, "").StatusCode)
	all, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	frames := framesOf(t, string(all))
	assert.Equal(t, "CANCELLED", frames[len(frames)-1].ErrorCode)
	s.over()
	assert.Equal(t, http.StatusNotFound, s.ask("POST", path, "").StatusCode)
}

func TestServe(t *testing.T) {
	tool := waiting()
	h := handler(t, agenttest.NewModel(agenttest.Call("wait", `{}`)), []agent.Tool{tool})
	ln, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- h.Serve(ctx, ln) }()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://"+ln.Addr().String()+"/run_sse", strings.NewReader(runBody("go", false)))
	require.NoError(t, err)
	resp, err := http.DefaultClient.Do(req)
	require.NoError(t, err)
	defer func() { _ = resp.Body.Close() }()
	tool.wait(t)
	stop()
	all, err := io.ReadAll(resp.Body)
	require.NoError(t, err)
	assert.Contains(t, string(all), "CANCELLED", "the run ends before the server does")
	require.NoError(t, <-served)
	require.Error(t, h.Serve(t.Context(), ln), "the listener is closed")
}

func TestManyStreams(t *testing.T) {
	const clients = 300
	before := runtime.NumGoroutine()
	s := serve(t, agenttest.NewModel().Forever(agenttest.Stream("a", strings.Repeat("b", 10_000), "c")), nil,
		func(c *agenthttp.Config, rc *agent.RunnerConfig) { c.MaxRuns, rc.CreateSessions = -1, true })
	var group sync.WaitGroup
	for i := range clients {
		group.Go(func() {
			conn := s.dial(strings.Replace(runBody("go", true), `"sessionId":"1"`, fmt.Sprintf(`"sessionId":"s%d"`, i), 1))
			if i%3 == 2 {
				assert.NoError(t, conn.CloseWrite())
			}
			all, err := io.ReadAll(bufio.NewReaderSize(conn, 16))
			assert.NoError(t, err)
			assert.True(t, i%3 == 2 || bytes.HasSuffix(all, []byte("\r\n0\r\n\r\n")) && bytes.Count(all, []byte("data: ")) == 4, "a whole stream")
		})
	}
	group.Wait()
	for i := range clients {
		ref := agent.SessionRef{App: "app", User: "ada", ID: fmt.Sprint("s", i)}
		require.Eventually(t, func() bool { return !s.runner.Active(ref) }, patience, time.Millisecond)
		got, err := s.store.Get(t.Context(), ref)
		if i%3 == 2 && errors.Is(err, agent.ErrSessionNotFound) {
			continue // it disconnected before its run started
		}
		require.NoError(t, err)
		agenttest.AssertHistorySound(t, got.Events)
		if i%3 != 2 {
			assert.Len(t, got.Events[1].Content.Text(), 10_002)
		}
	}
	s.server.Close()
	require.Eventually(t, func() bool { return runtime.NumGoroutine() <= before+5 }, patience, time.Millisecond, "goroutines")
}
