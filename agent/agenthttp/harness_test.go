package agenthttp_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
)

var session = agent.SessionRef{App: "app", User: "ada", ID: "1"}

// site is a server with an agent.
type site struct {
	t       *testing.T
	model   *agenttest.Model
	store   agent.Store
	runner  *agent.Runner
	server  *httptest.Server
	handler *agenthttp.Handler
}

// serve starts a server for an agent, with a session unless the runner creates sessions.
func serve(t *testing.T, model *agenttest.Model, tools []agent.Tool, change ...func(*agenthttp.Config, *agent.RunnerConfig)) *site {
	t.Helper()
	a, err := agent.New(agent.Config{Name: "helper", Model: model, Tools: tools})
	require.NoError(t, err)
	rc, hc := agent.RunnerConfig{Agent: a, Store: agent.NewMemoryStore()}, agenthttp.Config{Version: "1.2.3"}
	for _, f := range change {
		f(&hc, &rc)
	}
	runner, err := agent.NewRunner(rc)
	require.NoError(t, err)
	hc.Apps = map[string]*agent.Runner{"app": runner}
	h, err := agenthttp.New(hc)
	require.NoError(t, err)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	if !rc.CreateSessions {
		_, err := rc.Store.Create(t.Context(), session, nil)
		require.NoError(t, err)
	}
	return &site{t, model, rc.Store, runner, server, h}
}

// handler returns a handler for an agent whose runner creates sessions.
func handler(t *testing.T, model *agenttest.Model, tools []agent.Tool, change ...func(*agenthttp.Config, *agent.RunnerConfig)) *agenthttp.Handler {
	t.Helper()
	all := append([]func(*agenthttp.Config, *agent.RunnerConfig){func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.CreateSessions = true }}, change...)
	return serve(t, model, tools, all...).handler
}

// post sends a request from this machine without a connection.
func post(t *testing.T, h http.Handler, path, body string) *httptest.ResponseRecorder {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
	req.RemoteAddr, req.Host = "127.0.0.1:1", "localhost"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, req)
	return w
}

// reply is a response with its body.
type reply struct {
	*http.Response
	body string
}

// ask sends a request with a JSON body, or none for "".
func (s *site) ask(method, path, body string, headers ...string) reply {
	s.t.Helper()
	resp := s.open(s.t.Context(), method, path, body, headers...)
	defer func() { _ = resp.Body.Close() }()
	all, err := io.ReadAll(resp.Body)
	require.NoError(s.t, err)
	return reply{resp, string(all)}
}

func (s *site) open(ctx context.Context, method, path, body string, headers ...string) *http.Response {
	s.t.Helper()
	req, err := http.NewRequestWithContext(ctx, method, s.server.URL+path, strings.NewReader(body))
	require.NoError(s.t, err)
	for i := 0; i < len(headers); i += 2 {
		if headers[i] == "Host" {
			req.Host = headers[i+1]
			continue
		}
		req.Header.Set(headers[i], headers[i+1])
	}
	resp, err := s.server.Client().Do(req)
	require.NoError(s.t, err)
	return resp
}

// runBody returns the body of a run with a text of the user.
func runBody(text string, streaming bool) string {
	raw, _ := json.Marshal(map[string]any{
		"appName": "app", "userId": "ada", "sessionId": "1", "streaming": streaming,
		"newMessage": map[string]any{"role": "user", "parts": []any{map[string]any{"text": text}}},
	})
	return string(raw)
}

// event is an event in the form for clients.
type event struct {
	ID, Author, InvocationID, ErrorCode, Error, Code, RequestID string
	Partial                                                     bool
	Timestamp                                                   float64
	LongRunningToolIDs                                          []string
	Content                                                     struct {
		Role  string
		Parts []struct {
			Text         string
			FunctionCall *struct {
				ID, Name string
				Args     json.RawMessage
			}
			FunctionResponse *struct {
				ID, Name string
				Response map[string]any
			}
			InlineData *struct {
				MIMEType string
				Data     []byte
			}
		}
	}
	Actions struct {
		StateDelta                 map[string]any
		RequestedToolConfirmations map[string]any
		RequestedAuthConfigs       map[string]any
	}
	UsageMetadata *struct{ PromptTokenCount, TotalTokenCount int }
}

func (e *event) text() string {
	var b strings.Builder
	for _, p := range e.Content.Parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

func eventsOf(t *testing.T, r reply) []*event {
	t.Helper()
	require.Equal(t, http.StatusOK, r.StatusCode, r.body)
	var events []*event
	if r.Header.Get("Content-Type") != "text/event-stream" {
		require.NoError(t, json.Unmarshal([]byte(r.body), &events), r.body)
		return events
	}
	return framesOf(t, r.body)
}

// framesOf decodes the events of a stream.
func framesOf(t *testing.T, body string) []*event {
	t.Helper()
	var events []*event
	lines := bufio.NewScanner(strings.NewReader(body))
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		if bytes.HasPrefix(lines.Bytes(), []byte("id: ")) {
			continue
		}
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			assert.True(t, len(lines.Bytes()) == 0 || lines.Bytes()[0] == ':', "a line that is neither data nor a comment: %s", lines.Text())
			continue
		}
		e := &event{}
		require.NoError(t, json.Unmarshal(data, e))
		events = append(events, e)
	}
	require.NoError(t, lines.Err())
	return events
}

// failure is the body of an error response.
type failure struct{ Detail, Error, Code, RequestID string }

func failureOf(t *testing.T, r reply) failure {
	t.Helper()
	var f failure
	require.NoError(t, json.Unmarshal([]byte(r.body), &f), r.body)
	var keys map[string]any
	require.NoError(t, json.Unmarshal([]byte(r.body), &keys))
	assert.Len(t, keys, 3, "text, code and request id only")
	assert.NotEmpty(t, f.Detail)
	assert.Equal(t, r.Header.Get("X-Request-Id"), f.RequestID)
	return f
}

// stored returns the session, and checks its history.
func (s *site) stored() *agent.Session {
	s.t.Helper()
	got, err := s.store.Get(context.WithoutCancel(s.t.Context()), session)
	require.NoError(s.t, err)
	agenttest.AssertHistorySound(s.t, got.Events)
	return got
}
