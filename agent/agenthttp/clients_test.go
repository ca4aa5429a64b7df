package agenthttp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/toolerr"
)

// node starts a script of testdata/js, whose packages npm installs, and returns its lines.
func node(t *testing.T, script string, args ...string) *bufio.Scanner {
	t.Helper()
	if _, err := os.Stat("testdata/js/node_modules/eventsource/package.json"); err != nil {
		testenv.Missing(t, "eventsource", "npm ci --ignore-scripts --prefix agent/agenthttp/testdata/js (npm: apt-get install npm)")
	}
	return start(t, testenv.Command(t, "node", "nodejs"), append([]string{filepath.Join("testdata", "js", script)}, args...)...)
}

// start starts a client, and returns the lines that it prints.
func start(t *testing.T, name string, args ...string) *bufio.Scanner {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Stderr = t.Output()
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Wait() })
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<24)
	return lines
}

// A seen is a line of a script.
type seen struct {
	// of eventsource.mjs
	Type, ID string
	Status   int
	Event    event
	// of adkweb.mjs
	Snackbar, Text, Error, Thrown string
	Asked                         []string
	State                         map[string]any
}

func next(t *testing.T, lines *bufio.Scanner) (s seen, ok bool) {
	t.Helper()
	if !lines.Scan() {
		require.NoError(t, lines.Err())
		return s, false
	}
	require.NoError(t, json.Unmarshal(lines.Bytes(), &s), lines.Text())
	return s, true
}

func rest(t *testing.T, lines *bufio.Scanner) (all []seen) {
	t.Helper()
	for s, ok := next(t, lines); ok; s, ok = next(t, lines) {
		all = append(all, s)
	}
	return all
}

// inputs returns the number of events that the user has in the stored session.
func (s *site) inputs() (n int) {
	for _, e := range s.stored().Events {
		if e.Author == agent.AuthorUser {
			n++
		}
	}
	return n
}

// A client that reconnects after the end of a run is told to stop, and the message is not
// said again.
func TestEventSourceAfterTheEnd(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.Stream("Hel", "lo"), agenttest.Say("again")), nil)
	all := rest(t, node(t, "eventsource.mjs", s.server.URL+"/run_sse", runBody("hello", true)))
	var kinds []string
	text := ""
	for _, one := range all {
		kinds = append(kinds, one.Type)
		if one.Type == "event" && !one.Event.Partial {
			text += one.Event.text()
		}
	}
	assert.Equal(t, []string{"request", "event", "event", "event", "error", "request", "error"}, kinds)
	assert.Equal(t, http.StatusNoContent, all[len(all)-1].Status)
	assert.Equal(t, "Hello", text)
	assert.Equal(t, 1, s.inputs())
	assert.Equal(t, 1, s.model.Left())
}

// A client whose connection breaks gets the events that it missed, once.
func TestEventSourceAfterABrokenConnection(t *testing.T) {
	for name, keep := range map[string]bool{"the run goes on": true, "the run is canceled": false} {
		t.Run(name, func(t *testing.T) {
			begun, release := make(chan struct{}), make(chan struct{})
			tool := agenttest.NewTool("wait", func(ctx context.Context) (any, error) {
				close(begun)
				select {
				case <-release:
				case <-ctx.Done():
				}
				return "done", ctx.Err()
			})
			s := serve(t, agenttest.NewModel(agenttest.Call("wait", `{}`), agenttest.Say("ok")), []agent.Tool{tool},
				func(c *agenthttp.Config, _ *agent.RunnerConfig) { c.KeepRuns = keep })
			lines := node(t, "eventsource.mjs", s.server.URL+"/run_sse", runBody("hello", true))
			for _, want := range []string{"request", "event"} {
				got, ok := next(t, lines)
				require.True(t, ok)
				require.Equal(t, want, got.Type)
			}
			<-begun
			s.server.CloseClientConnections()
			broken, ok := next(t, lines)
			require.True(t, ok)
			assert.Equal(t, "error", broken.Type)
			again, ok := next(t, lines)
			require.True(t, ok)
			assert.NotEmpty(t, again.ID, "the request names the last event")
			close(release)
			ids, end := map[string]int{}, seen{}
			for _, one := range rest(t, lines) {
				if one.Type == "event" {
					ids[one.ID]++
					end = one
				}
			}
			assert.Len(t, ids, 2, "the result, and the end of the run")
			for id, n := range ids {
				assert.Equal(t, 1, n, id)
			}
			if keep {
				assert.Equal(t, "ok", end.Event.text())
			} else {
				assert.Equal(t, "CANCELLED", end.Event.ErrorCode)
			}
			assert.Equal(t, 1, tool.Count())
			assert.Equal(t, 1, s.inputs())
		})
	}
}

// A second reader gets the events after the id that it names, those to come too.
func TestLastEventIDOfAnOpenRun(t *testing.T) {
	release := make(chan struct{})
	tool := agenttest.NewTool("wait", agenttest.Hang(release))
	s := serve(t, agenttest.NewModel(agenttest.Call("wait", `{}`), agenttest.Say("ok")), []agent.Tool{tool})
	first := s.open(t.Context(), http.MethodPost, "/run_sse", runBody("hello", false))
	defer func() { _ = first.Body.Close() }()
	lines := bufio.NewScanner(first.Body)
	require.True(t, lines.Scan())
	id, ok := strings.CutPrefix(lines.Text(), "id: ")
	require.True(t, ok, lines.Text())
	done := make(chan reply)
	go func() { done <- s.ask(http.MethodPost, "/run_sse", runBody("hello", false), "Last-Event-ID", id) }()
	close(release)
	second := <-done
	events := framesOf(t, second.body)
	require.Len(t, events, 2, second.body)
	assert.Equal(t, "ok", events[1].text())
	for last, status := range map[string]int{
		id: http.StatusOK, strings.Split(id, "/")[0] + "/": http.StatusOK, strings.Split(id, "/")[0] + "/" + events[1].ID: http.StatusNoContent,
		"unknown/event": http.StatusNoContent, "unknown": http.StatusNoContent,
	} {
		r := s.ask(http.MethodPost, "/run_sse", runBody("hello", false), "Last-Event-ID", last)
		assert.Equal(t, status, r.StatusCode, last)
	}
	assert.Equal(t, 1, s.inputs())
}

// claims is a store that processes share.
type claims struct {
	*agent.MemoryStore
	held sync.Map
}

func (c *claims) Claim(ctx context.Context, ref agent.SessionRef) (context.Context, func(), error) {
	if _, held := c.held.LoadOrStore(ref, true); held {
		return nil, nil, agent.ErrSessionBusy
	}
	ctx, cancel := context.WithCancel(ctx)
	return ctx, func() { cancel(); c.held.Delete(ref) }, nil
}

// A client that reconnects at another process than that of its run gets the events of the
// run until its end.
func TestLastEventIDInAnotherProcess(t *testing.T) {
	release := make(chan struct{})
	tool := agenttest.NewTool("wait", agenttest.Hang(release))
	store := &claims{MemoryStore: agent.NewMemoryStore()}
	process := func(model *agenttest.Model) *site {
		return serve(t, model, []agent.Tool{tool}, func(c *agenthttp.Config, rc *agent.RunnerConfig) {
			c.KeepAlive, rc.Store, rc.CreateSessions = time.Millisecond, store, true
		})
	}
	first, second := process(agenttest.NewModel(agenttest.Call("wait", `{}`), agenttest.Say("ok"))), process(agenttest.NewModel())
	begun := first.open(t.Context(), http.MethodPost, "/run_sse", runBody("hello", false))
	defer func() { _ = begun.Body.Close() }()
	lines, id := bufio.NewScanner(begun.Body), ""
	for (id == "" || strings.HasSuffix(id, "/")) && lines.Scan() { // a keep-alive has the id of the run only
		if line, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
			id = line
		}
	}
	require.NotEmpty(t, id)
	rejoined := second.open(t.Context(), http.MethodPost, "/run_sse", runBody("hello", false), "Last-Event-ID", id)
	defer func() { _ = rejoined.Body.Close() }()
	require.Equal(t, http.StatusOK, rejoined.StatusCode, "the run is open, so the client keeps reading")
	close(release)
	body, err := io.ReadAll(rejoined.Body)
	require.NoError(t, err)
	events := framesOf(t, string(body))
	require.Len(t, events, 2)
	assert.Equal(t, "ok", events[1].text())
	last := strings.Split(id, "/")[0] + "/" + events[1].ID
	assert.Equal(t, http.StatusNoContent, second.ask(http.MethodPost, "/run_sse", runBody("hello", false), "Last-Event-ID", last).StatusCode)
	assert.Equal(t, 1, first.inputs())
}

// Every failure is shown to the user of ADK's web client.
func TestADKWebClientShowsEveryFailure(t *testing.T) {
	type test struct {
		turns  []agenttest.Turn
		body   string
		status int
		shows  string
	}
	tests := map[string]test{
		"the model refuses the key": {[]agenttest.Turn{agenttest.Status(401)}, runBody("hello", false), http.StatusBadGateway, "credentials"},
		"the model fails later": {
			[]agenttest.Turn{agenttest.Call("pay_later", `{}`), agenttest.Status(400)},
			runBody("hello", false), http.StatusOK, "refused",
		},
		"a late approval": {nil, `{"appName":"app","userId":"ada","sessionId":"1","newMessage":{"role":"user","parts":[{"functionResponse":
			{"id":"confirm-call_1","name":"adk_request_confirmation","response":{"confirmed":true}}}]}}`, http.StatusNotFound, "No pending call"},
		"no session": {nil, strings.Replace(runBody("hello", false), `"sessionId":"1"`, `"sessionId":"2"`, 1), http.StatusNotFound, "session does not exist"},
		"no JSON":    {nil, `{`, http.StatusBadRequest, ""},
		"too large":  {nil, runBody(strings.Repeat("x", 10_000), false), http.StatusRequestEntityTooLarge, "too large"},
		"state of all users": {
			nil, strings.Replace(runBody("hello", false), `{`, `{"stateDelta":{"app:a":1},`, 1), http.StatusUnprocessableEntity, "app:",
		},
	}
	statuses := map[int]bool{}
	for _, kind := range agent.ErrorKinds() { // one of each status
		if statuses[agenthttp.StatusOf(kind)] {
			continue
		}
		statuses[agenthttp.StatusOf(kind)] = true
		tests["a run fails: "+string(kind)] = test{[]agenttest.Turn{agenttest.Fail(agent.NewRunError(kind, toolerr.Message{}, nil))}, runBody("hello", false), agenthttp.StatusOf(kind), kind.Error()}
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := serve(t, agenttest.NewModel(tt.turns...), nil, func(c *agenthttp.Config, rc *agent.RunnerConfig) {
				c.BodyLimit, rc.Limits.ModelRetries = 10_000, -1
			})
			all := rest(t, node(t, "adkweb.mjs", s.server.URL+"/run_sse", tt.body))
			require.GreaterOrEqual(t, len(all), 2)
			assert.Equal(t, tt.status, all[len(all)-1].Status)
			assert.NotEmpty(t, all[len(all)-2].Snackbar)
			assert.Contains(t, all[len(all)-2].Snackbar, tt.shows)
		})
	}
}

// ADK's web client shows a call that waits, and its changes of the state are used.
func TestADKWebClientAsksAndSetsState(t *testing.T) {
	tool := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm())
	s := serve(t, agenttest.NewModel(agenttest.Call("pay", `{}`)), []agent.Tool{tool})
	body := strings.Replace(runBody("pay", true), `{`, `{"stateDelta":{"language":"Danish"},`, 1)
	all := rest(t, node(t, "adkweb.mjs", s.server.URL+"/run_sse", body))
	var asked []string
	for _, one := range all {
		assert.Empty(t, one.Thrown)
		asked = append(asked, one.Asked...)
	}
	assert.Contains(t, asked, "adk_request_confirmation")
	assert.Equal(t, "Danish", s.stored().State["language"])

	s.model.Then(agenttest.Say("It waits."))
	all = rest(t, node(t, "adkweb.mjs", s.server.URL+"/run_sse", runBody("well?", true)))
	s.model.Then(agenttest.Call("pay", `{}`))
	for _, one := range append(all, rest(t, node(t, "adkweb.mjs", s.server.URL+"/run_sse", runBody("again", true)))...) {
		assert.Empty(t, one.Thrown, "also on an event that only lists the calls that wait")
	}

	const path = "/apps/app/users/ada/sessions/1"
	r := s.ask(http.MethodPatch, path, `{"stateDelta":{"__session_metadata__":{"displayName":"Payment"},"language":null}}`)
	require.Equal(t, http.StatusOK, r.StatusCode, r.body)
	assert.Contains(t, r.body, `"displayName":"Payment"`)
	assert.NotContains(t, s.stored().State, "language")
	assert.Equal(t, http.StatusNotFound, s.ask(http.MethodPatch, "/apps/app/users/ada/sessions/2", `{"stateDelta":{"a":1}}`).StatusCode)
	assert.Equal(t, http.StatusOK, s.ask(http.MethodPatch, path, ``).StatusCode)
}

// curl posts a body, and returns the lines of the answer and its status.
func curl(t *testing.T, url, body string, headers ...string) (all []string) {
	t.Helper()
	args := []string{"-sN", "-w", "%{http_code}", "-d", body, url}
	for _, h := range append(headers, "Accept: text/event-stream", "Content-Type: application/json") {
		args = append(args, "-H", h)
	}
	for lines := start(t, testenv.Command(t, "curl", "curl"), args...); lines.Scan(); {
		all = append(all, lines.Text())
	}
	return all
}

// curl shows the status and the failure, and can ask for the rest of a run.
func TestCurl(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.Say("hello"), agenttest.Status(429)), nil,
		func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.Limits.ModelRetries = -1 })
	run := func(headers ...string) string {
		return strings.Join(curl(t, s.server.URL+"/run_sse", runBody("hi", true), headers...), "\n")
	}
	out := run()
	assert.Regexp(t, `^id: (\S+)\ndata: {.*hello.*}\n\n200$`, out)
	id, _, _ := strings.Cut(strings.TrimPrefix(out, "id: "), "\n")
	assert.Equal(t, "204", run("Last-Event-ID: "+id))
	assert.Regexp(t, `^data: {"error":"[^"]+","code":"provider_rate_limit","requestId":"[^"]+"}\n\n429$`, run())
}
