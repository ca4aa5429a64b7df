package agenthttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

func TestNew(t *testing.T) {
	_, err := agenthttp.New(agenthttp.Config{})
	require.ErrorContains(t, err, "no apps")
	_, err = agenthttp.New(agenthttp.Config{Apps: map[string]*agent.Runner{"": nil, "a": nil}})
	require.ErrorContains(t, err, `app ""`)
	require.ErrorContains(t, err, `app "a"`)
}

func TestAbout(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil)
	assert.JSONEq(t, `{"status":"ok"}`, s.ask("GET", "/health", "").body)
	assert.Contains(t, s.ask("GET", "/version", "").body, `"version":"1.2.3"`)
	assert.JSONEq(t, `["app"]`, s.ask("GET", "/list-apps", "").body)
}

func TestSessions(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil)
	const base = "/apps/app/users/bob/sessions"
	type got struct {
		ID, AppName, UserID string
		State               map[string]any
		Events              []any
		LastUpdateTime      float64
	}
	one := func(r reply) (g got) {
		t.Helper()
		require.Equal(t, http.StatusOK, r.StatusCode, r.body)
		require.NoError(t, json.Unmarshal([]byte(r.body), &g))
		return g
	}
	made := one(s.ask("POST", base, ""))
	assert.NotEmpty(t, made.ID)
	assert.Equal(t, "app", made.AppName)
	assert.Equal(t, "bob", made.UserID)
	assert.InDelta(t, time.Now().Unix(), made.LastUpdateTime, 60)
	assert.NotNil(t, made.Events)

	assert.Equal(t, map[string]any{"k": "v"}, one(s.ask("POST", base+"/x", `{"state":{"k":"v"}}`)).State)
	assert.Equal(t, map[string]any{"k": "v"}, one(s.ask("POST", base+"/y", `{"k":"v"}`)).State, "the state itself, as older clients send it")
	assert.Equal(t, "z", one(s.ask("POST", base, `{"sessionId":"z","state":null,"events":[]}`)).ID)
	assert.Equal(t, "x", one(s.ask("GET", base+"/x", "")).ID)

	var list []got
	require.NoError(t, json.Unmarshal([]byte(s.ask("GET", base, "").body), &list))
	assert.Len(t, list, 4)

	for request, want := range map[string]struct {
		status int
		code   string
	}{
		"POST " + base + "/x":                                         {http.StatusConflict, "already_exists"},
		"GET " + base + "/none":                                       {http.StatusNotFound, "session_not_found"},
		"DELETE " + base + "/none":                                    {http.StatusNotFound, "session_not_found"},
		"GET /apps/other/users/bob/sessions":                          {http.StatusNotFound, "app_not_found"},
		"GET /nowhere":                                                {http.StatusNotFound, "no_route"},
		"PUT " + base:                                                 {http.StatusMethodNotAllowed, "method_not_allowed"},
		"POST " + base + `/e {"events":[{}]}`:                         {http.StatusBadRequest, "invalid_input"},
		"POST " + base + `/e {"state":`:                               {http.StatusBadRequest, "invalid_input"},
		"POST " + base + `/e {"state":7}`:                             {http.StatusBadRequest, "invalid_input"},
		"POST " + base + `/e [1]`:                                     {http.StatusBadRequest, "invalid_input"},
		"POST /apps/app/users/ada/sessions/1/invocations/none/cancel": {http.StatusNotFound, "run_not_found"},
		"GET " + base + "/x/artifacts/none":                           {http.StatusNotFound, "artifact_not_found"},
		"GET " + base + "/x/artifacts/none/versions/x":                {http.StatusBadRequest, "invalid_input"},
		"GET " + base + "/x/artifacts/none?version=x":                 {http.StatusBadRequest, "invalid_input"},
		"POST /run {}":                                                {http.StatusBadRequest, "invalid_input"},
		`POST /run {"appName":"app","userId":"u","sessionId":"1","stateDelta":{"app:a":1}}`:                     {http.StatusUnprocessableEntity, "invalid_input"},
		"PATCH " + base + `/1 {"stateDelta":{"app:a":1}}`:                                                       {http.StatusUnprocessableEntity, "invalid_input"},
		"POST " + base + `/1/resume {"decisions":[{"callId":"x","aproved":true}]}`:                              {http.StatusBadRequest, "invalid_input"},
		"POST " + base + `/1/resume {"decisions":[{"call_id":"x","approved":true}]}`:                            {http.StatusBadRequest, "invalid_input"},
		"POST " + base + `/1/resume {"deliveries":[{"result":1}],"decisions":[{"callId":"x","approved":true}]}`: {http.StatusBadRequest, "invalid_input"},
		`POST /run {"appName":"x","userId":"u","sessionId":1}`:                                                  {http.StatusBadRequest, "invalid_input"},
	} {
		method, rest, _ := strings.Cut(request, " ")
		path, body, _ := strings.Cut(rest, " ")
		r := s.ask(method, path, body)
		assert.Equal(t, want.status, r.StatusCode, request)
		assert.Equal(t, want.code, failureOf(t, r).Code, request)
	}

	require.Equal(t, http.StatusOK, s.ask("DELETE", base+"/x", "").StatusCode)
	assert.Equal(t, http.StatusNotFound, s.ask("GET", base+"/x", "").StatusCode)
}

func TestArtifacts(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil)
	const base = "/apps/app/users/ada/sessions/1/artifacts"
	assert.JSONEq(t, `[]`, s.ask("GET", base, "").body)
	for _, text := range []string{"one", "two"} {
		_, err := s.runner.Artifacts().SaveArtifact(t.Context(), session, "f.txt", agent.Blob{MIMEType: "text/plain", Data: []byte(text)})
		require.NoError(t, err)
	}
	assert.JSONEq(t, `["f.txt"]`, s.ask("GET", base, "").body)
	assert.JSONEq(t, `{"inlineData":{"mimeType":"text/plain","data":"dHdv"}}`, s.ask("GET", base+"/f.txt", "").body)
	for _, first := range []string{"?version=1", "/versions/1"} {
		assert.JSONEq(t, `{"inlineData":{"mimeType":"text/plain","data":"b25l"}}`, s.ask("GET", base+"/f.txt"+first, "").body)
	}
	require.Equal(t, http.StatusOK, s.ask("DELETE", base+"/f.txt", "").StatusCode)
	assert.JSONEq(t, `[]`, s.ask("GET", base, "").body)
}

func TestWhoMayCall(t *testing.T) {
	tests := map[string]struct {
		token   string
		remote  string
		host    string
		headers map[string]string
		status  int
	}{
		"this machine":                       {remote: "127.0.0.1:5", host: "localhost:8000", status: 200},
		"this machine, IPv6":                 {remote: "[::1]:5", host: "[::1]:8000", status: 200},
		"this machine, IPv4 in IPv6":         {remote: "[::ffff:127.0.0.1]:5", host: "127.0.0.1", status: 200},
		"another machine":                    {remote: "192.0.2.1:5", host: "localhost", status: 403},
		"a rebound host name":                {remote: "127.0.0.1:5", host: "evil.example", status: 403},
		"localhost as a prefix":              {remote: "127.0.0.1:5", host: "localhost.evil.example", status: 403},
		"an origin of another site":          {remote: "127.0.0.1:5", host: "localhost", headers: map[string]string{"Origin": "https://evil.example"}, status: 403},
		"a null origin":                      {remote: "127.0.0.1:5", host: "localhost", headers: map[string]string{"Origin": "null"}, status: 403},
		"an origin of this server":           {remote: "127.0.0.1:5", host: "localhost:8000", headers: map[string]string{"Origin": "http://localhost:8000"}, status: 200},
		"an allowed origin":                  {remote: "127.0.0.1:5", host: "localhost", headers: map[string]string{"Origin": "http://localhost:4200"}, status: 200},
		"with the token":                     {token: "s3cret", remote: "192.0.2.1:5", host: "agents.example", headers: map[string]string{"Authorization": "Bearer s3cret"}, status: 200},
		"with the token, another case":       {token: "s3cret", remote: "192.0.2.1:5", host: "agents.example", headers: map[string]string{"Authorization": "bearer  s3cret"}, status: 200},
		"without the token":                  {token: "s3cret", remote: "192.0.2.1:5", host: "agents.example", status: 401},
		"without the token, on this machine": {token: "s3cret", remote: "127.0.0.1:5", host: "localhost", status: 401},
		"another token":                      {token: "s3cret", remote: "127.0.0.1:5", host: "localhost", headers: map[string]string{"Authorization": "Bearer s3cretx"}, status: 401},
		"another scheme":                     {token: "s3cret", remote: "127.0.0.1:5", host: "localhost", headers: map[string]string{"Authorization": "Basic s3cret"}, status: 401},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			h := handler(t, agenttest.NewModel(), nil, func(c *agenthttp.Config, _ *agent.RunnerConfig) {
				c.Token, c.AllowOrigins = tt.token, []string{"http://localhost:4200"}
			})
			for _, path := range []string{"/health", "/list-apps"} {
				req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
				req.RemoteAddr, req.Host = tt.remote, tt.host
				for k, v := range tt.headers {
					req.Header.Set(k, v)
				}
				w := httptest.NewRecorder()
				h.ServeHTTP(w, req)
				assert.Equal(t, tt.status, w.Code)
				if tt.status == 401 {
					assert.Equal(t, "Bearer", w.Header().Get("WWW-Authenticate"))
				}
				agenttest.AssertNoCanary(t, "s3cret", w.Body.String())
			}
		})
	}
}

func TestPreflight(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil, func(c *agenthttp.Config, _ *agent.RunnerConfig) {
		c.AllowOrigins, c.Token = []string{"http://localhost:4200"}, "t"
	})
	r := s.ask("OPTIONS", "/run_sse", "", "Origin", "http://localhost:4200", "Access-Control-Request-Method", "POST")
	assert.Equal(t, http.StatusNoContent, r.StatusCode)
	assert.Equal(t, "http://localhost:4200", r.Header.Get("Access-Control-Allow-Origin"))
	assert.Contains(t, r.Header.Get("Access-Control-Allow-Headers"), "Authorization")
	r = s.ask("OPTIONS", "/run_sse", "", "Origin", "http://evil.example", "Access-Control-Request-Method", "POST")
	assert.Equal(t, http.StatusForbidden, r.StatusCode)
	assert.Empty(t, r.Header.Get("Access-Control-Allow-Origin"))
}

func TestRequestID(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil)
	assert.Equal(t, "my-id.1", s.ask("GET", "/health", "", "X-Request-Id", "my-id.1").Header.Get("X-Request-Id"))
	for _, bad := range []string{"", "a b", "<script>", strings.Repeat("a", 65)} {
		got := s.ask("GET", "/health", "", "X-Request-Id", bad).Header.Get("X-Request-Id")
		assert.NotEqual(t, bad, got)
		assert.NotEmpty(t, got)
	}
}

func TestBodyLimit(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.Say("x")), nil, func(c *agenthttp.Config, _ *agent.RunnerConfig) { c.BodyLimit = 1000 })
	r := s.ask("POST", "/run", runBody(strings.Repeat("a", 1000), false))
	assert.Equal(t, http.StatusRequestEntityTooLarge, r.StatusCode)
	assert.Equal(t, "body_too_large", failureOf(t, r).Code)
	assert.Equal(t, 1, s.model.Left())
}

// broken is a store whose errors contain secrets.
type broken struct {
	agent.Store
	panics bool
}

func (b broken) Create(context.Context, agent.SessionRef, agent.State) (*agent.Session, error) {
	if b.panics {
		panic("password=hunter2")
	}
	return nil, errors.Join(agent.ErrBackend, errors.New("dial tcp: password=hunter2"))
}

func TestStoreThatFails(t *testing.T) {
	for _, panics := range []bool{false, true} {
		var log strings.Builder
		h := handler(t, agenttest.NewModel(), nil, func(c *agenthttp.Config, rc *agent.RunnerConfig) {
			c.Logger, rc.Store = slog.New(slog.NewJSONHandler(&log, nil)), broken{agent.NewMemoryStore(), panics}
		})
		for range 2 {
			w := post(t, h, "/apps/app/users/u/sessions", "")
			want := http.StatusServiceUnavailable
			if panics {
				want = http.StatusInternalServerError
			}
			assert.Equal(t, want, w.Code)
			agenttest.AssertNoCanary(t, "hunter2", w.Body.String())
		}
		assert.Contains(t, log.String(), "request failed")
	}
}

func TestEveryKindHasAStatus(t *testing.T) {
	for _, kind := range agent.ErrorKinds() {
		s := serve(t, agenttest.NewModel(agenttest.Fail(agent.NewRunError(kind, toolerr.Message{}, errors.New("token=hunter2")))), nil,
			func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.Limits.ModelRetries = -1 })
		r := s.ask("POST", "/run", runBody("go", false))
		assert.GreaterOrEqual(t, r.StatusCode, 400, kind)
		assert.Contains(t, agenthttp.Kinds(), kind, "has a row")
		agenttest.AssertNoCanary(t, "hunter2", r.body)
	}
}
