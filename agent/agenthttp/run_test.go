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

// answerBody answers a call in the form of ADK's clients.
func answerBody(id, name, response string) string {
	return `{"appName":"app","userId":"ada","sessionId":"1","newMessage":{"role":"user","parts":[{"functionResponse":{"id":"` +
		id + `","name":"` + name + `","response":` + response + `}}]}}`
}

type absent struct{ in bool }

func (a *absent) Resolve(context.Context, *agent.Call) (agent.AuthStatus, error) {
	if a.in {
		return agent.AuthStatus{State: agent.AuthReady}, nil
	}
	return agent.AuthStatus{State: agent.AuthNeedsConsent, Request: agent.AuthRequest{Provider: "acme", URL: "https://acme.example/login"}}, nil
}

func (a *absent) Refresh(context.Context, *agent.Call, toolerr.Access) error { return nil }

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
		"a role of a model":       `{"role":"model"}`,
		"a call":                  `{"parts":[{"text":"x"},{"functionCall":{"name":"f"}}]}`,
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

// Numbers in the arguments and results of calls stay as they were written.
func TestNumbersStayAsWritten(t *testing.T) {
	echo := agent.NewTool("echo", "Echoes.", func(_ context.Context, in struct {
		N json.RawMessage `json:"n"`
	},
	) (map[string]json.RawMessage, error) {
		return map[string]json.RawMessage{"seen": in.N}, nil
	})
	for _, n := range []string{"1234567890123456789", "12345678901234567890", "9007199254740993", "1.0", "-0", "0.1000000000000000055"} {
		t.Run(n, func(t *testing.T) {
			call := func(tool string) agent.FunctionCall {
				return agent.FunctionCall{ID: "call_" + tool, Name: tool, Args: json.RawMessage(`{"n":` + n + `}`)}
			}
			s := serve(t, agenttest.NewModel(agenttest.Calls(call("echo"), call("order"))).Forever(agenttest.Say("done")),
				[]agent.Tool{echo, agenttest.NewTool("order", agenttest.Return(nil), agent.LongRunning())})
			ran := s.ask("POST", "/run_sse", runBody("go", false)).body
			assert.Equal(t, 2, strings.Count(ran, `"args":{"n":`+n+`}`))
			assert.Contains(t, ran, `"seen":`+n+`}`)
			s.ask("POST", resumePath, `{"deliveries":[{"callId":"call_order","result":{"got":`+n+`}}]}`)
			read := s.ask("GET", "/apps/app/users/ada/sessions/1", "").body
			requests := s.model.Requests()
			asked, err := json.Marshal(requests[len(requests)-1].Contents)
			require.NoError(t, err)
			for _, want := range []string{`"args":{"n":`, `"seen":`, `"got":`} {
				assert.Contains(t, read, want+n+`}`)
				assert.Contains(t, string(asked), want+n+`}`)
			}
		})
	}
}
