package mcpresult_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/mcpresult"
	"github.com/errand-go/errand/toolerr"
)

// refusal returns a refused access with a service's words in it, which no client may get.
func refusal(fact toolerr.Fact, c toolerr.Credentials) *toolerr.ToolRuntimeError {
	return toolerr.Upstream(403, toolerr.Message{}, toolerr.WithCredentials(c),
		toolerr.WithAccess(toolerr.Access{Fact: fact, Scopes: []string{"canary:read"}, ResourceMetadata: "https://canary.example/"}))
}

// A challenge is one about the caller's credentials that a caller can change, with the
// author's words.
func TestChallenge(t *testing.T) {
	caller := toolerr.Credentials{Owner: toolerr.OwnerCaller, Scopes: []string{"files:read", "a\"b"}, ResourceMetadata: "https://mcp.example/meta"}
	server, bare := caller, toolerr.Credentials{Owner: toolerr.OwnerCaller}
	server.Owner = toolerr.OwnerServer
	const words = `, scope="files:read a\"b", resource_metadata="https://mcp.example/meta"`
	for name, tt := range map[string]struct {
		err    *toolerr.ToolRuntimeError
		status int
		header string
	}{
		"expired":          {refusal(toolerr.FactExpiredKey, caller), 401, `Bearer error="invalid_token"` + words},
		"wrong":            {refusal(toolerr.FactWrongKey, caller), 401, `Bearer error="invalid_token"` + words},
		"sign in":          {refusal(toolerr.FactSignIn, bare), 401, `Bearer error="invalid_token"`},
		"scope":            {refusal(toolerr.FactMissingScope, caller), 403, `Bearer error="insufficient_scope"` + words},
		"no scope stated":  {refusal(toolerr.FactMissingScope, bare), 200, ""},
		"the server's key": {refusal(toolerr.FactExpiredKey, server), 200, ""},
		"no owner stated":  {refusal(toolerr.FactExpiredKey, toolerr.Credentials{}), 200, ""},
		"not permitted":    {refusal(toolerr.FactNotPermitted, caller), 200, ""},
		"an empty account": {refusal(toolerr.FactAccountEmpty, caller), 200, ""},
		"a rate limit":     {toolerr.RateLimit(toolerr.Message{}, toolerr.WithCredentials(caller)), 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var s mcpresult.SignIn
			w := httptest.NewRecorder()
			r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}"))
			s.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				s.Challenge(r.Header, tt.err)
				w.Header().Set("Content-Length", "6")
				_, err := io.WriteString(w, "result")
				assert.NoError(t, err)
				assert.NoError(t, http.NewResponseController(w).Flush())
			})).ServeHTTP(w, r)
			assert.Equal(t, tt.status, w.Code)
			assert.Equal(t, tt.header, w.Header().Get("WWW-Authenticate"))
			assert.Equal(t, tt.status == 200, w.Body.String() == "result")
			assert.NotContains(t, w.Body.String(), "canary")
			assert.Empty(t, r.Header, "the caller's request is not changed")

			s.Page = func(context.Context, string, string) string { return "https://mcp.example/sign-in" }
			e, ok := s.Elicit(t.Context(), "tool", tt.err)
			assert.Equal(t, tt.status != 200, ok, "a client is asked in the same cases")
			assert.NotContains(t, e.Message, "canary")
			s.Page = func(context.Context, string, string) string { panic("page") }
			_, ok = s.Elicit(t.Context(), "tool", tt.err)
			assert.False(t, ok)
		})
	}
}

// A response that has begun stays, and so do those of another request and of a batch.
func TestChallengeComesTooLate(t *testing.T) {
	var s mcpresult.SignIn
	te := refusal(toolerr.FactExpiredKey, toolerr.Credentials{Owner: toolerr.OwnerCaller})
	w := httptest.NewRecorder()
	s.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		assert.NoError(t, http.NewResponseController(w).Flush())
		s.Challenge(r.Header, te)
		w.WriteHeader(http.StatusTeapot)
		_, _ = io.WriteString(w, "result")
	})).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/", strings.NewReader("{}")))
	assert.Equal(t, 200, w.Code)
	assert.Equal(t, "result", w.Body.String())

	for _, batch := range []string{`[{},{}]`, "\r\n [{},{}]"} {
		w = httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(batch))
		s.Handler(http.HandlerFunc(func(w http.ResponseWriter, of *http.Request) {
			s.Challenge(of.Header, te)
			s.Challenge(r.Header, te)
			(*mcpresult.SignIn)(nil).Challenge(of.Header, te)
			body, err := io.ReadAll(of.Body)
			assert.NoError(t, err)
			assert.Equal(t, batch, string(body))
			w.WriteHeader(http.StatusTeapot)
		})).ServeHTTP(w, r)
		assert.Equal(t, http.StatusTeapot, w.Code, batch)
	}
}

// SEP-3313 has three classes. Without a log record, there is nothing that its id finds.
func TestToolFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		caller := toolerr.Credentials{Owner: toolerr.OwnerCaller}
		for name, tt := range map[string]struct {
			err  *toolerr.ToolRuntimeError
			want mcpresult.ToolFailure
		}{
			"a rate limit": {toolerr.Upstream(429, toolerr.Message{}, toolerr.WithRetryAfter(time.Minute)), mcpresult.ToolFailure{
				Class: "reliability", Code: "retryable_transient_error", Retryable: true, RetryNotBefore: time.Now().Add(time.Minute).UnixMilli(),
			}},
			"an unknown effect": {toolerr.Upstream(500, toolerr.Message{}), mcpresult.ToolFailure{Class: "reliability", Code: "retryable_transient_error"}},
			"a sign-in":         {refusal(toolerr.FactSignIn, caller), mcpresult.ToolFailure{Class: "governance", Code: "auth_required"}},
			"a scope":           {refusal(toolerr.FactMissingScope, caller), mcpresult.ToolFailure{Class: "governance", Code: "permission_denied"}},
			"no credit":         {toolerr.Upstream(402, toolerr.Message{}), mcpresult.ToolFailure{Class: "governance", Code: "user_action_required"}},
			"a question":        {toolerr.ContextRequired(toolerr.Message{}, toolerr.Message{}), mcpresult.ToolFailure{Class: "governance", Code: "user_action_required"}},
			"denied":            {toolerr.Fatal(toolerr.Message{}, toolerr.WithCode(toolerr.CodeDenied)), mcpresult.ToolFailure{Class: "governance", Code: "policy_blocked"}},
			"not found":         {toolerr.Upstream(404, toolerr.Message{}), mcpresult.ToolFailure{Class: "capability", Code: "resource_not_found"}},
			"invalid":           {toolerr.InvalidInput(toolerr.Message{}, nil), mcpresult.ToolFailure{Class: "capability", Code: "invalid_input"}},
			"fatal":             {toolerr.Fatal(toolerr.Message{}), mcpresult.ToolFailure{Class: "capability", Code: "internal_error"}},
		} {
			g := mcpresult.Guard{Drafts: true}
			_, meta := g.Render(tt.err)
			assert.NotContains(t, meta, mcpresult.ToolFailureKey, name)
			te := tt.err.With(toolerr.WithReference())
			tt.want.CorrelationID, tt.want.AgentGuidance = te.Reference(), te.Hint().String()
			_, meta = g.Render(te)
			assert.Equal(t, tt.want, meta[mcpresult.ToolFailureKey], name)
		}
	})
}
