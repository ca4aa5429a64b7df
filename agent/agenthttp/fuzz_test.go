package agenthttp_test

import (
	"encoding/json"
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

// The response to any body is JSON, and an invalid request has a 4xx status.
func FuzzBody(f *testing.F) {
	for _, seed := range []string{
		runBody("hi", true), ``, `null`, `[]`, `{"state":{"a":1}}`, `{"decisions":[{"callId":"x","approved":true}]}`,
		answerBody("confirm-x", "adk_request_confirmation", `{"confirmed":true}`), answerBody("x", "y", `null`),
		`{"newMessage":{"parts":[{"inlineData":{}},{"fileData":{}},{"text":"\ud800"}]}}`, `{"deliveries":[{"result":1,"failed":true}]}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, body string) {
		a, err := agent.New(agent.Config{Name: "helper", Model: agenttest.NewModel().Forever(agenttest.Say("x"))})
		require.NoError(t, err)
		runner, err := agent.NewRunner(agent.RunnerConfig{Agent: a, CreateSessions: true})
		require.NoError(t, err)
		h, err := agenthttp.New(agenthttp.Config{Apps: map[string]*agent.Runner{"app": runner}})
		require.NoError(t, err)
		for _, path := range []string{"/run", "/run_sse", "/apps/app/users/ada/sessions", "/apps/app/users/ada/sessions/1/resume"} {
			req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, path, strings.NewReader(body))
			req.RemoteAddr, req.Host = "127.0.0.1:1", "localhost"
			w := httptest.NewRecorder()
			h.ServeHTTP(w, req)
			assert.Less(t, w.Code, 500, "%s: %s", path, w.Body)
			if w.Header().Get("Content-Type") == "text/event-stream" {
				framesOf(t, w.Body.String())
				continue
			}
			assert.True(t, json.Valid(w.Body.Bytes()), "%s: %s", path, w.Body)
		}
	})
}
