package agenthttp_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

const problemType = "application/problem+json"

func TestTheClientChoosesTheFormOfAFailure(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil)
	for accept, want := range map[string]bool{
		"":                                 false,
		"*/*":                              false,
		"application/*":                    false,
		"application/json":                 false,
		"text/html":                        false,
		problemType:                        true,
		"Application/Problem+JSON":         true,
		problemType + ";q=0":               false,
		problemType + ";q=0, */*":          false,
		problemType + ";q=2":               false,
		problemType + ";q=x":               false,
		problemType + ";q=0.1":             true,
		problemType + ", */*":              true,
		problemType + ", */*;q=0.1":        true,
		problemType + ";q=0.5, */*":        false,
		"application/json, " + problemType: true,
		"application/json;q=0.9, " + problemType + ";q=0.8":          false,
		"application/json;q=0.8, " + problemType + ";q=0.9":          true,
		"application/json;q=0.5, application/*":                      true,
		"text/event-stream, " + problemType + ", application/json;q": true,
		", ;,": false,
	} {
		r := s.ask("GET", "/nowhere", "", "Accept", accept)
		assert.Equal(t, http.StatusNotFound, r.StatusCode)
		assert.Contains(t, r.Header.Values("Vary"), "Accept")
		if !want {
			assert.Equal(t, "application/json", r.Header.Get("Content-Type"), accept)
			assert.Equal(t, "no_route", failureOf(t, r).Code)
			continue
		}
		assert.Equal(t, problemType, r.Header.Get("Content-Type"), accept)
		assert.JSONEq(t, `{"type":"about:blank","title":"Not Found","status":404,"detail":"There is nothing at this path.",
			"code":"no_route","requestId":"`+r.Header.Get("X-Request-Id")+`","retryable":false}`, r.body)
	}
	assert.Equal(t, "application/json", s.ask("GET", "/health", "", "Accept", problemType).Header.Get("Content-Type"), "a success")
}

// Pointers are URI fragments, and the sentences are those for models.
func TestAProblemNamesThePlaces(t *testing.T) {
	s := serve(t, agenttest.NewModel(), nil)
	const sessions = "/apps/app/users/bob/sessions"
	for request, want := range map[string]string{
		`{}`: `[{"pointer":"#/userId","detail":"is required","code":"required"},{"pointer":"#/sessionId","detail":"is required","code":"required"},
			{"pointer":"#/appName","detail":"is required","code":"required"}]`,
		`{"appName":"app","userId":"u","sessionId":1}`:                                                                                                   `[{"pointer":"#/sessionId","detail":"has the wrong type","code":"wrong_type"}]`,
		`{"appName":"app","userId":"u","sessionId":"1","stateDelta":{"a":1}}`:                                                                            `[{"pointer":"#/stateDelta","detail":"is read only and cannot be set","code":"read_only"}]`,
		`{"appName":"app","userId":"u","sessionId":"1","newMessage":{"role":"model"}}`:                                                                   `[{"pointer":"#/newMessage/role","detail":"is not one of the allowed values, such as \"user\"","code":"not_allowed"}]`,
		`{"appName":"app","userId":"u","sessionId":"1","newMessage":{"parts":[{"text":"x"},{"functionCall":{"name":"f"}}]}}`:                             `[{"pointer":"#/newMessage/parts/1/functionCall","detail":"is not permitted","code":"not_permitted"}]`,
		`{"appName":"app","userId":"u","sessionId":"1","newMessage":{"parts":[{"functionResponse":{"name":"adk_request_confirmation","response":[]}}]}}`: `[{"pointer":"#/newMessage/parts/0/functionResponse/response","detail":"does not have the required format","code":"bad_format"}]`,
		`{"appName":"app","userId":"u","sessionId":"1","newMessage":{"parts":[{"text":7}]}}`:                                                             ``, // a decoder does not report list indices
		`{"appName":`: ``,
	} {
		r := s.ask("POST", "/run", request, "Accept", problemType)
		assert.Equal(t, http.StatusBadRequest, r.StatusCode, request)
		var got struct{ Errors json.RawMessage }
		require.NoError(t, json.Unmarshal([]byte(r.body), &got))
		if want == "" {
			assert.Empty(t, got.Errors, request)
			continue
		}
		assert.JSONEq(t, want, string(got.Errors), request)
	}
	r := s.ask("POST", sessions, `{"events":[{}]}`, "Accept", problemType)
	assert.Contains(t, r.body, `"pointer":"#/events"`)
	for body, pointer := range map[string]string{
		`{"decisions":[{"callId":"x","aproved":true}]}`:                              "#/decisions/0/approved",
		`{"decisions":[{"callId":"x","approved":null}]}`:                             "#/decisions/0/approved",
		`{"decisions":[{"call_id":"x","approved":true}]}`:                            "#/decisions/0/callId",
		`{"decisions":[{"callId":"x","approved":false},{"approved":true}]}`:          "#/decisions/1/callId",
		`{"deliveries":[{"result":1}],"decisions":[{"callId":"x","approved":true}]}`: "#/deliveries/0/callId",
	} {
		r := s.ask("POST", sessions+"/1/resume", body, "Accept", problemType)
		assert.Equal(t, http.StatusBadRequest, r.StatusCode, body)
		assert.Contains(t, r.body, `"errors":[{"detail":"is required","pointer":"`+pointer+`","code":"required"}]`)
	}
}

// A tool that calls such a server gets its advice, findings and message.
func TestErrandReadsItsOwnFailures(t *testing.T) {
	failing := func(err error) *site {
		return serve(t, agenttest.NewModel(agenttest.Fail(err)), nil,
			func(_ *agenthttp.Config, rc *agent.RunnerConfig) { rc.Limits.ModelRetries = -1 })
	}
	limited := toolerr.RateLimit(toolerr.Message{}, toolerr.WithRetryAfter(90*time.Second))
	for name, tt := range map[string]struct {
		site *site
		body string
		want map[string]any // members of the problem
		wait time.Duration
	}{
		"a wait":            {failing(limited), runBody("go", false), map[string]any{"status": 429.0, "retry_after": 90.0}, 90 * time.Second},
		"bad credentials":   {failing(toolerr.Upstream(401, toolerr.Message{})), runBody("go", false), map[string]any{"status": 502.0, "retryable": false, "owner_action_required": true}, 0},
		"an empty request":  {serve(t, agenttest.NewModel(), nil), `{}`, map[string]any{"status": 400.0, "retryable": false}, 0},
		"a broken provider": {failing(toolerr.Upstream(500, toolerr.Message{})), runBody("go", false), map[string]any{"status": 503.0}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := tt.site.ask("POST", "/run", tt.body, "Accept", problemType)
			var sent map[string]any
			require.NoError(t, json.Unmarshal([]byte(r.body), &sent), r.body)
			for _, member := range []string{"status", "retryable", "retry_after", "owner_action_required"} {
				assert.Equal(t, tt.want[member], sent[member], member)
			}

			r.Body = io.NopCloser(strings.NewReader(r.body))
			te, ok := toolerr.Find(adapters.Default().For("ask").Adapt(t.Context(), httpadapter.CheckResponse(r.Response)))
			require.True(t, ok)
			assert.Equal(t, r.StatusCode, te.StatusCode())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, sent["detail"], te.Refusal().Message)
			var want []toolerr.Finding
			for _, e := range entriesOf(t, r.body) {
				want = append(want, toolerr.Finding{Rule: e.Code, Fields: []string{strings.TrimPrefix(e.Pointer, "#")}})
			}
			assert.Equal(t, want, te.Refusal().Findings)
			assert.Equal(t, sent["owner_action_required"] == true, te.RequiresUserAction())
			assert.False(t, sent["retryable"] == false && te.CanRetry())
		})
	}
}

type entry struct {
	Pointer, Detail string
	Code            toolerr.Rule
}

// entriesOf returns the errors of a problem.
func entriesOf(t *testing.T, body string) []entry {
	t.Helper()
	var p struct{ Errors []entry }
	require.NoError(t, json.Unmarshal([]byte(body), &p))
	return p.Errors
}
