package agenthttp_test

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
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

const pendingPath, resumePath = "/apps/app/users/ada/sessions/1/pending", "/apps/app/users/ada/sessions/1/resume"

// A paused site has a call of each kind that waits: call_pay for an approval, call_mail for a
// sign-in, and call_order for its result.
type paused struct {
	*site
	auth  absent
	tools []*agenttest.Tool
}

func pausedSite(t *testing.T, check func(*http.Request, agent.SessionRef, agent.PendingCall) error, log *slog.Logger) *paused {
	t.Helper()
	p := &paused{}
	p.tools = []*agenttest.Tool{
		agenttest.NewTool("pay", agenttest.Return("paid"), agent.Confirm()),
		agenttest.NewTool("mail", agenttest.Return("sent"), agent.Auth(&p.auth)),
	}
	order := agenttest.NewTool("order", agenttest.Return(nil), agent.LongRunning())
	call := func(tool, args string) agent.FunctionCall {
		return agent.FunctionCall{ID: "call_" + tool, Name: tool, Args: json.RawMessage(args)}
	}
	model := agenttest.NewModel(agenttest.Calls(call("pay", `{"cents":4200}`), call("mail", `{}`), call("order", `{}`))).
		Forever(agenttest.Say("done"))
	p.site = serve(t, model, []agent.Tool{p.tools[0], p.tools[1], order}, func(hc *agenthttp.Config, _ *agent.RunnerConfig) {
		hc.CheckResume, hc.Logger = check, log
	})
	events := eventsOf(t, p.ask("POST", "/run", runBody("go", false)))
	questions := []string{"confirm-call_pay", "signin-call_mail"} // for ADK's clients
	last := events[len(events)-1]
	require.Len(t, last.Content.Parts, len(questions))
	for i, name := range []string{"adk_request_confirmation", "adk_request_credential"} {
		assert.Equal(t, name, last.Content.Parts[i].FunctionCall.Name)
		assert.Equal(t, questions[i], last.Content.Parts[i].FunctionCall.ID)
	}
	assert.Equal(t, questions, last.LongRunningToolIDs)
	return p
}

// runs returns how often the tools ran.
func (p *paused) runs() int { return p.tools[0].Count() + p.tools[1].Count() }

// An answer is a member of a body that answers a call that waits.
type answer struct {
	name, body, call string
	says             string // the result has it
	runs             int    // of the tool
	fails            bool
}

func answers() []answer {
	part := func(response string) string {
		return `"newMessage":{"parts":[{"text":"and so"},{"functionResponse":` + response + `}]}`
	}
	confirmation := func(id, response string) string {
		return part(`{"id":"` + id + `","name":"adk_request_confirmation","response":` + response + `}`)
	}
	const pay, question = "call_pay", "confirm-call_pay"
	return []answer{
		{"approval", `"decisions":[{"callId":"call_pay","approved":true}]`, pay, "paid", 1, false},
		{"denial", `"decisions":[{"callId":"none","approved":true},{"callId":"call_pay","approved":false,"reason":"too much"}]`, pay, "too much", 0, true},
		{"sign-in", `"signedIn":["call_mail"]`, "call_mail", "sent", 1, false},
		{"result", `"deliveries":[{"callId":"call_order","result":{"arrived":true}}]`, "call_order", "arrived", 0, false},
		{"failure", `"deliveries":[{"callId":"call_order","failed":true,"result":{"arrived":false}}]`, "call_order", "arrived", 0, true},
		{"ADK's approval", confirmation(question, `{"confirmed":true,"payload":{"by":"ada"}}`), pay, "paid", 1, false},
		{"ADK's approval in a text", confirmation(question, `{"response":"{\"confirmed\":true,\"payload\":{}}"}`), pay, "paid", 1, false},
		{"ADK's approval, by the id of the call", confirmation(pay, `{"confirmed":true}`), pay, "paid", 1, false},
		{"ADK's denial", confirmation(question, `{"confirmed":false,"hint":"too much"}`), pay, "too much", 0, true},
		{"ADK's denial in a text", confirmation(question, `{"response":"{\"confirmed\":false,\"hint\":\"too much\"}"}`), pay, "too much", 0, true},
		{"ADK's sign-in", part(`{"id":"signin-call_mail","name":"adk_request_credential","response":{}}`), "call_mail", "sent", 1, false},
		{"ADK's result", part(`{"id":"call_order","name":"order","response":{"arrived":true}}`), "call_order", "arrived", 0, false},
	}
}

// bodyOf is a body for every route: each ignores the members of the others.
func bodyOf(a answer) string {
	return `{"appName":"app","userId":"ada","sessionId":"1",` + a.body + `}`
}

// The test sends every answer to every route, also to those that are added later.
func TestNoRouteSkipsCheckResume(t *testing.T) {
	var asked []string
	s := pausedSite(t, func(_ *http.Request, session agent.SessionRef, call agent.PendingCall) error {
		assert.Equal(t, agent.SessionRef{App: "app", User: "ada", ID: "1"}, session)
		asked = append(asked, call.CallID)
		return errors.New("not an approver: token=hunter2")
	}, nil)
	before, pending := s.stored().Version, s.ask("GET", pendingPath, "").body
	path := strings.NewReplacer("{app}", "app", "{user}", "ada", "{session}", "1", "{name}", "f", "{version}", "1", "{invocation}", "i")
	resumes := map[string]string{"POST /run": `"newMessage"`, "POST /run_sse": `"newMessage"`, "POST /apps/{app}/users/{user}/sessions/{session}/resume": ``}
	for _, pattern := range agenthttp.Patterns() {
		method, route, _ := strings.Cut(pattern, " ")
		if method == http.MethodDelete && strings.HasSuffix(route, "{session}") {
			continue // deletes the calls too
		}
		member, mayResume := resumes[pattern]
		delete(resumes, pattern)
		for _, a := range answers() {
			t.Run(pattern+"/"+a.name, func(t *testing.T) {
				asked = nil
				r := s.ask(method, path.Replace(route), bodyOf(a))
				if mayResume && strings.Contains(a.body, member) {
					assert.Equal(t, http.StatusForbidden, r.StatusCode, r.body)
					assert.Equal(t, []string{a.call}, asked)
					assert.Contains(t, r.body, `"code":"resume_refused"`)
				} else {
					assert.Empty(t, asked)
				}
				assert.NotContains(t, r.body, "hunter2")
				assert.Zero(t, s.runs())
				assert.Equal(t, before, s.stored().Version, "nothing was stored")
				assert.Equal(t, pending, s.ask("GET", pendingPath, "").body)
			})
		}
	}
	assert.Empty(t, resumes, "the routes exist")
}

func TestCheckResumeAllows(t *testing.T) {
	for _, a := range answers() {
		t.Run(a.name, func(t *testing.T) {
			var asked []agent.PendingCall
			s := pausedSite(t, func(r *http.Request, _ agent.SessionRef, call agent.PendingCall) error {
				asked = append(asked, call)
				if r.Header.Get("Authorization") != "Bearer approver" {
					return errors.New("not an approver")
				}
				return nil
			}, nil)
			route := "/run"
			if !strings.Contains(a.body, "newMessage") {
				route = resumePath
			}
			require.Equal(t, http.StatusForbidden, s.ask("POST", route, bodyOf(a), "Authorization", "Bearer requester").StatusCode)
			assert.Zero(t, s.runs())
			s.auth.in = true
			eventsOf(t, s.ask("POST", route, bodyOf(a), "Authorization", "Bearer approver"))
			assert.Equal(t, a.runs, s.runs())
			var result *agent.FunctionResponse // the last of the call
			for _, e := range s.stored().Events {
				for _, r := range e.FunctionResponses() {
					if r.ID == a.call {
						result = r
					}
				}
			}
			require.NotNil(t, result)
			assert.Contains(t, string(result.Response), a.says)
			assert.Equal(t, a.fails, result.IsError)
			require.Len(t, asked, 2)
			assert.Equal(t, asked[0], asked[1])
			assert.Equal(t, a.call, asked[0].CallID)
			if asked[0].Tool == "pay" {
				assert.JSONEq(t, `{"cents":4200}`, string(asked[0].Args))
				assert.Equal(t, asked[0].Args, asked[0].Confirmation.Args)
			}
			assert.NotContains(t, s.ask("GET", pendingPath, "").body, `"callId":"`+a.call)
		})
	}
}

func TestWhatARefusalShows(t *testing.T) {
	for name, tt := range map[string]struct {
		check  func() error
		detail string
		wait   string
	}{
		"an error":          {func() error { return errors.New("token=hunter2") }, "This client may not continue the call.", ""},
		"a safe message":    {func() error { return toolerr.Fatal(toolerr.Msg("Only Eve may approve payments.")) }, "Only Eve may approve payments.", ""},
		"one that may pass": {func() error { return toolerr.RateLimit(toolerr.Msg("Later."), toolerr.WithRetryAfter(time.Minute)) }, "Later.", "60"},
		"a panic":           {func() error { panic("token=hunter2") }, "This client may not continue the call.", ""},
		"a nil pointer":     {func() error { var u *http.Request; return u.Context().Err() }, "This client may not continue the call.", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			s := pausedSite(t, func(*http.Request, agent.SessionRef, agent.PendingCall) error { return tt.check() }, slog.New(slog.NewJSONHandler(&log, nil)))
			r := s.ask("POST", resumePath, bodyOf(answers()[0]))
			require.Equal(t, http.StatusForbidden, r.StatusCode, r.body)
			assert.Equal(t, tt.detail, failureOf(t, r).Detail)
			assert.Equal(t, tt.wait, r.Header.Get("Retry-After"))
			assert.Zero(t, s.runs())
			assert.Contains(t, log.String(), "resume_refused")
			agenttest.AssertNoCanary(t, "hunter2", r.body, log.String())
		})
	}
}

func TestPending(t *testing.T) {
	s := pausedSite(t, nil, nil)
	r := s.ask("GET", pendingPath, "")
	require.Equal(t, http.StatusOK, r.StatusCode)
	var list []map[string]any
	require.NoError(t, json.Unmarshal([]byte(r.body), &list))
	require.Len(t, list, 3)
	hash := list[0]["argsHash"].(string)
	for i, want := range []string{
		`{"callId":"call_pay","agent":"helper","tool":"pay","args":{"cents":4200},"argsHash":"` + hash + `","waits":"confirmation"}`,
		`{"callId":"call_mail","agent":"helper","tool":"mail","args":{},"waits":"auth",
			"auth":{"callId":"call_mail","tool":"mail","provider":"acme","url":"https://acme.example/login"}}`,
		`{"callId":"call_order","agent":"helper","tool":"order","args":{},"waits":"result"}`,
	} {
		assert.InDelta(t, time.Now().Unix(), list[i]["since"], 60)
		delete(list[i], "since")
		got, err := json.Marshal(list[i])
		require.NoError(t, err)
		assert.JSONEq(t, want, string(got))
	}
	r = s.ask("POST", resumePath, `{"decisions":[{"callId":"call_pay","approved":true,"argsHash":"`+hash+`"}]}`)
	assert.Contains(t, r.body, `"paid"`)
	assert.NotContains(t, s.ask("GET", pendingPath, "").body, "call_pay")

	other := serve(t, agenttest.NewModel(), nil)
	assert.JSONEq(t, `[]`, other.ask("GET", pendingPath, "").body)
	r = other.ask("GET", "/apps/app/users/bob/sessions/1/pending", "")
	assert.Equal(t, http.StatusNotFound, r.StatusCode)
	assert.Equal(t, "session_not_found", failureOf(t, r).Code)
}
