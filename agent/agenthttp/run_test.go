package agenthttp_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

func readTool(does agenttest.Behavior) *agenttest.Tool {
	return agenttest.NewTool("read", does, agent.ReadOnly())
}

func TestRun(t *testing.T) {
	for _, path := range []string{"/run", "/run_sse"} {
		t.Run(path, func(t *testing.T) {
			s := serve(t, agenttest.NewModel(agenttest.Call("read", `{"n":1}`), agenttest.Say("<done> & €")),
				[]agent.Tool{readTool(agenttest.ReturnError(errors.New("token=hunter2")))})
			r := s.ask("POST", path, runBody("go", false))
			events := eventsOf(t, r)
			require.Len(t, events, 3)
			assert.Equal(t, "read", events[0].Content.Parts[0].FunctionCall.Name)
			assert.JSONEq(t, `{"n":1}`, string(events[0].Content.Parts[0].FunctionCall.Args))
			response := events[1].Content.Parts[0].FunctionResponse
			assert.Equal(t, events[0].Content.Parts[0].FunctionCall.ID, response.ID)
			assert.Equal(t, false, response.Response["success"])
			assert.Equal(t, "<done> & €", events[2].text())
			for _, e := range events {
				assert.Equal(t, r.Header.Get("X-Invocation-Id"), e.InvocationID)
				assert.Greater(t, e.Timestamp, 1.7e9)
				assert.NotNil(t, e.Actions.StateDelta)
			}
			assert.Len(t, s.stored().Events, 4, "the event of the user's message is stored too")
			agenttest.AssertNoCanary(t, "hunter2", r.body)

			var read struct{ Events []event }
			require.NoError(t, json.Unmarshal([]byte(s.ask("GET", "/apps/app/users/ada/sessions/1", "").body), &read))
			require.Len(t, read.Events, 4)
			assert.Equal(t, "go", read.Events[0].text())
			assert.Equal(t, *events[2], read.Events[3])
		})
	}
}

func TestStreaming(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.Stream("a", "b", "c")), nil)
	r := s.ask("POST", "/run_sse", runBody("go", true))
	assert.Equal(t, "no-store", r.Header.Get("Cache-Control"))
	events := eventsOf(t, r)
	require.Len(t, events, 4)
	for i, want := range []string{"a", "b", "c", "abc"} {
		assert.Equal(t, want, events[i].text())
		assert.Equal(t, i < 3, events[i].Partial)
	}
	s = serve(t, agenttest.NewModel(agenttest.Stream("a", "b")), nil)
	assert.Len(t, eventsOf(t, s.ask("POST", "/run", runBody("go", true))), 1, "an array has no pieces")
}

func TestRunThatFails(t *testing.T) {
	secret := toolerr.WithCause(errors.New("token=hunter2"))
	tests := map[string]struct {
		turn   agenttest.Turn
		status int
		code   string
		wait   string
	}{
		"rate limit":     {agenttest.Status(429, toolerr.WithRetryAfter(1500_000_000), secret), 429, "provider_rate_limit", "2"},
		"overload":       {agenttest.Status(503, secret), 503, "provider_http", ""},
		"refused":        {agenttest.Status(400, secret), 502, "provider_http", ""},
		"no credentials": {agenttest.Status(401, secret), 502, "provider_auth", ""},
		"panic":          {agenttest.Crash("token=hunter2"), 502, "provider", ""},
	}
	for name, tt := range tests {
		for _, path := range []string{"/run", "/run_sse"} {
			t.Run(name+path, func(t *testing.T) {
				s := serve(t, agenttest.NewModel(tt.turn), nil,
					func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.Limits.ModelRetries = -1 })
				r := s.ask("POST", path, runBody("go", false))
				assert.Equal(t, tt.status, r.StatusCode, "before the first event a stream fails like anything else")
				assert.Equal(t, tt.code, failureOf(t, r).Code)
				assert.Equal(t, tt.wait, r.Header.Get("Retry-After"))
				agenttest.AssertNoCanary(t, "hunter2", r.body)
				s.stored()
			})
		}
	}
}

func TestStreamThatFails(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.FailAfter(errors.New("token=hunter2"), "half an ")), nil,
		func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.Limits.ModelRetries = -1 })
	r := s.ask("POST", "/run_sse", runBody("go", true))
	require.Equal(t, http.StatusOK, r.StatusCode, "headers were sent")
	events := framesOf(t, r.body)
	last := events[len(events)-1]
	assert.NotEmpty(t, last.Error)
	assert.Equal(t, "provider", last.Code)
	assert.Equal(t, r.Header.Get("X-Request-Id"), last.RequestID)
	assert.Equal(t, 1, strings.Count(r.body, `{"error":`), "nothing else is in the frame")
	agenttest.AssertNoCanary(t, "hunter2", r.body)
	assert.Equal(t, http.StatusOK, s.ask("GET", "/health", "").StatusCode)
}

func TestSoftConditionsAreEvents(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.Stop(agent.FinishSafety, "")), nil)
	events := eventsOf(t, s.ask("POST", "/run", runBody("go", false)))
	assert.Equal(t, "SAFETY", events[len(events)-1].ErrorCode)
}

// pause runs until a call waits, and returns the ids of the call and of its question.
func pause(t *testing.T, s *site, function string) (callID, questionID string) {
	t.Helper()
	events := eventsOf(t, s.ask("POST", "/run", runBody("go", false)))
	ask := events[len(events)-1]
	require.Len(t, ask.Content.Parts, 1)
	call := ask.Content.Parts[0].FunctionCall
	require.Equal(t, function, call.Name)
	assert.Equal(t, []string{call.ID}, ask.LongRunningToolIDs)
	return events[0].Content.Parts[0].FunctionCall.ID, call.ID
}

// answerBody answers a call in the form of ADK's clients.
func answerBody(id, name, response string) string {
	return `{"appName":"app","userId":"ada","sessionId":"1","newMessage":{"role":"user","parts":[{"functionResponse":{"id":"` +
		id + `","name":"` + name + `","response":` + response + `}}]}}`
}

func TestConfirmation(t *testing.T) {
	const base = "/apps/app/users/ada/sessions/1/resume"
	tests := map[string]struct {
		path string
		body func(call, question string) string
		runs int
		says string
	}{
		"as ADK's clients approve": {"/run", func(_, q string) string {
			return answerBody(q, "adk_request_confirmation", `{"confirmed":true,"payload":{"by":"ada"}}`)
		}, 1, "paid"},
		"as ADK's clients deny": {"/run", func(_, q string) string {
			return answerBody(q, "adk_request_confirmation", `{"confirmed":false,"hint":"too much"}`)
		}, 0, "too much"},
		"as ADK's web client approves": {"/run", func(_, q string) string {
			return answerBody(q, "adk_request_confirmation", `{"response":"{\"confirmed\":true,\"payload\":{}}"}`)
		}, 1, "paid"},
		"as ADK's web client denies": {"/run", func(_, q string) string {
			return answerBody(q, "adk_request_confirmation", `{"response":"{\"confirmed\":false,\"hint\":\"too much\"}"}`)
		}, 0, "too much"},
		"resume, approved": {base, func(c, _ string) string {
			return `{"decisions":[{"callId":"` + c + `","approved":true}]}`
		}, 1, "paid"},
		"resume, denied": {base, func(c, _ string) string {
			return `{"decisions":[{"callId":"` + c + `","approved":false,"reason":"too much"}]}`
		}, 0, "too much"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			pay := agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm())
			s := serve(t, agenttest.NewModel(agenttest.Call("pay", `{"to":"ada"}`), agenttest.Say("done")), []agent.Tool{pay})
			call, question := pause(t, s, "adk_request_confirmation")
			assert.Zero(t, pay.Count())
			r := s.ask("POST", tt.path, tt.body(call, question))
			events := eventsOf(t, r)
			assert.Equal(t, "done", events[len(events)-1].text())
			assert.Equal(t, tt.runs, pay.Count())
			assert.Contains(t, r.body, tt.says)
			s.stored()
		})
	}
}

type absent struct{ in bool }

func (a *absent) Resolve(context.Context, *agent.Call) (agent.AuthStatus, error) {
	if a.in {
		return agent.AuthStatus{State: agent.AuthReady}, nil
	}
	return agent.AuthStatus{State: agent.AuthNeedsConsent, Request: agent.AuthRequest{Provider: "acme", URL: "https://acme.example/login"}}, nil
}

func (a *absent) Refresh(context.Context, *agent.Call) error { return nil }

func TestSignIn(t *testing.T) {
	for name, body := range map[string]func(call, question string) (path, body string){
		"as ADK's clients": func(_, q string) (string, string) { return "/run", answerBody(q, "adk_request_credential", `{}`) },
		"resume": func(c, _ string) (string, string) {
			return "/apps/app/users/ada/sessions/1/resume", `{"signedIn":["` + c + `"]}`
		},
	} {
		t.Run(name, func(t *testing.T) {
			auth := &absent{}
			tool := agenttest.NewTool("mail", agenttest.Return("sent"), agent.Auth(auth))
			s := serve(t, agenttest.NewModel(agenttest.Call("mail", `{}`), agenttest.Say("done")), []agent.Tool{tool})
			path, b := body(pause(t, s, "adk_request_credential"))
			auth.in = true
			eventsOf(t, s.ask("POST", path, b))
			assert.Equal(t, 1, tool.Count())
		})
	}
}

func TestDelivery(t *testing.T) {
	for name, tt := range map[string]struct {
		path    string
		body    func(call string) string
		success bool
	}{
		"as ADK's clients": {"/run", func(c string) string { return answerBody(c, "order", `{"arrived":true}`) }, true},
		"resume": {"/apps/app/users/ada/sessions/1/resume", func(c string) string {
			return `{"deliveries":[{"callId":"` + c + `","result":{"arrived":true}}]}`
		}, true},
		"resume, failed": {"/apps/app/users/ada/sessions/1/resume", func(c string) string {
			return `{"deliveries":[{"callId":"` + c + `","failed":true,"result":{"arrived":false}}]}`
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			order := agenttest.NewTool("order", agenttest.Return(map[string]string{"ticket": "7"}), agent.LongRunning())
			s := serve(t, agenttest.NewModel(agenttest.Call("order", `{}`), agenttest.Say("waiting"), agenttest.Say("done")), []agent.Tool{order})
			first := eventsOf(t, s.ask("POST", "/run", runBody("go", false)))
			eventsOf(t, s.ask("POST", tt.path, tt.body(first[0].Content.Parts[0].FunctionCall.ID)))
			var last *agent.FunctionResponse
			for _, e := range s.stored().Events {
				for _, r := range e.FunctionResponses() {
					last = r
				}
			}
			require.NotNil(t, last)
			assert.Contains(t, string(last.Response), "arrived")
			assert.Equal(t, !tt.success, last.IsError)
		})
	}
}

func TestResumeStreamsToClientsThatAcceptIt(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.Say("hello")), nil)
	const body = `{"newMessage":{"parts":[{"text":"hi"}]}}`
	r := s.ask("POST", "/apps/app/users/ada/sessions/1/resume", body, "Accept", "application/json, text/event-stream;q=0.9")
	assert.Equal(t, "text/event-stream", r.Header.Get("Content-Type"))
	assert.Equal(t, "hello", eventsOf(t, r)[0].text())
}

func TestInvalidMessages(t *testing.T) {
	for name, message := range map[string]string{
		"nothing":                 `null`,
		"no parts":                `{"parts":[]}`,
		"the model's":             `{"role":"model","parts":[{"text":"x"}]}`,
		"a call":                  `{"parts":[{"functionCall":{"name":"pay","args":{}}}]}`,
		"no confirmation":         `{"parts":[{"functionResponse":{"id":"c","name":"adk_request_confirmation","response":7}}]}`,
		"neither yes nor no":      `{"parts":[{"functionResponse":{"id":"c","name":"adk_request_confirmation","response":{"confirm":true}}}]}`,
		"an empty confirmation":   `{"parts":[{"functionResponse":{"id":"c","name":"adk_request_confirmation"}}]}`,
		"a text of nothing":       `{"parts":[{"functionResponse":{"id":"c","name":"adk_request_confirmation","response":{"response":"{}"}}}]}`,
		"data that is not Base64": `{"parts":[{"inlineData":{"mimeType":"a/b","data":"%"}}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, agenttest.NewModel(agenttest.Say("x")), nil)
			r := s.ask("POST", "/run", `{"appName":"app","userId":"ada","sessionId":"1","newMessage":`+message+`}`)
			assert.Equal(t, http.StatusBadRequest, r.StatusCode)
			assert.Equal(t, "invalid_input", failureOf(t, r).Code)
			assert.Equal(t, 1, s.model.Left())
		})
	}
	s := serve(t, agenttest.NewModel(agenttest.Say("x")), nil)
	r := s.ask("POST", "/run", strings.Replace(runBody("x", false), "{", `{"stateDelta":{"a":1},`, 1))
	assert.Equal(t, http.StatusBadRequest, r.StatusCode)
}

func TestAttachments(t *testing.T) {
	s := serve(t, agenttest.NewModel(agenttest.Say("seen")), nil)
	eventsOf(t, s.ask("POST", "/run", `{"appName":"app","userId":"ada","sessionId":"1","newMessage":{"parts":[{"text":"look"},
		{"inlineData":{"mimeType":"image/png","data":"AAE=","displayName":"p"}},{"fileData":{"fileUri":"gs://b/o","mimeType":"text/plain"}}]}}`))
	parts := s.model.Requests()[0].Contents[0].Parts
	require.Len(t, parts, 3)
	assert.Equal(t, &agent.Blob{MIMEType: "image/png", Data: []byte{0, 1}, Name: "p"}, parts[1].Blob)
	assert.Equal(t, &agent.File{URI: "gs://b/o", MIMEType: "text/plain"}, parts[2].File)
}
