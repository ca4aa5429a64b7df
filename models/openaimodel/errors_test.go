package openaimodel_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/toolerr"
)

// once disables the loop's retries, so that the test sees the first failure.
func once() agent.RunOption { return agent.WithLimits(agent.Limits{ModelRetries: -1, ModelCalls: 1}) }

// detail returns the detail of a run's error.
func detail(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	failed, ok := errors.AsType[*agent.RunError](err)
	require.True(t, ok, "%T", err)
	return failed.Detail()
}

// The code decides, not the status: some codes end a run softly, before an answer and in
// the middle of one, and one does not.
func TestBlocked(t *testing.T) {
	const spent = "insufficient_quota"
	for _, code := range []string{
		"content_filter", "content_policy_violation", "moderation_blocked", "invalid_prompt",
		"bio_policy", "cyber_policy", "misalignment_policy_violation", spent,
	} {
		t.Run(code, func(t *testing.T) {
			each(t, func(t *testing.T, d dialect) {
				begun := d.pieces(words{text: "It is warm."})
				tests := map[agent.EventCode]reply{agent.CodePromptBlocked: refusal(http.StatusTooManyRequests, canaryText, "", code)}
				if d.stream {
					tests[agent.CodeSafety] = events(append(begun[:len(begun)-3], errorBody(canaryText, code, code))...)
				}
				for want, r := range tests {
					c := run(t, d.model(newServer(t, r).client()), d.stream, once())
					if code != spent {
						require.NoError(t, c.Err)
						assert.Equal(t, want, c.Last().ErrorCode)
						continue
					}
					te := detail(t, c.Err)
					assert.Equal(t, spent, te.VendorCode())
					assert.False(t, te.CanRetry())
					assert.Contains(t, te.DeveloperMessage(), canaryText, "the developer message has OpenAI's text")
				}
			})
		})
	}
}

// Responses of servers that are almost compatible with OpenAI.
func TestOtherServers(t *testing.T) {
	const html = "<html>" + canaryText + "</html>"
	tests := map[string]struct {
		reply  reply
		kind   agent.ErrorKind
		status int
		retry  bool
	}{
		"an HTML page with a status":       {rawReply(502, "text/html", html), agent.ErrProviderHTTP, 502, true},
		"an error that is a string":        {rawReply(429, "application/json", `{"error":"`+canaryText+`"}`, "Retry-After", "3"), agent.ErrRateLimited, 429, true},
		"an error without an error member": {rawReply(400, "application/json", `{"object":"error","message":"`+canaryText+`","code":400}`), agent.ErrProviderHTTP, 400, false},
		"a code that is a number":          {rawReply(402, "application/json", `{"error":{"message":"`+canaryText+`","code":402}}`), agent.ErrProviderHTTP, 402, false},
		"no body":                          {rawReply(503, "application/json", ""), agent.ErrProviderHTTP, 503, true},
		"half a body":                      {halfBody, agent.ErrProviderHTTP, 503, true},
		"a detail member":                  {rawReply(404, "application/json", `{"detail":"`+canaryText+`"}`), agent.ErrProviderHTTP, 404, false},
		"a redirection":                    {rawReply(300, "text/html", html), agent.ErrProviderHTTP, 300, false},
		"a redirection with JSON":          {rawReply(300, "application/json", `{"choices":[]}`), agent.ErrProviderHTTP, 300, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, d dialect) {
				s := newServer(t, tt.reply)
				c := run(t, d.model(s.client()), d.stream, once())
				require.Error(t, c.Err)
				te := detail(t, c.Err)
				if tt.kind != "" {
					require.ErrorIs(t, c.Err, tt.kind)
				}
				assert.Equal(t, tt.status, te.StatusCode())
				assert.Equal(t, tt.retry, te.CanRetry())
			})
		})
	}
}

func halfBody(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "100")
	w.WriteHeader(http.StatusServiceUnavailable)
	_, _ = w.Write([]byte(`{"error":`))
	_ = http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// Responses with a success status that cannot be used, and that modeltest.Suite does not have.
func TestBrokenAnswers(t *testing.T) {
	tests := map[string]struct {
		reply reply
		kind  agent.ErrorKind
	}{
		"no reason":                          {rawReply(200, "application/json", `{"choices":[{"message":{"content":"a"}}],"output":[]}`), agent.ErrProviderDecode},
		"an error member":                    {rawReply(200, "application/json", `{"error":{"message":"`+canaryText+`","code":429}}`), agent.ErrRateLimited},
		"a failed response":                  {rawReply(200, "application/json", `{"status":"failed","error":{"message":"`+canaryText+`","code":"server_error"}}`), agent.ErrProviderHTTP},
		"a failed response without an error": {rawReply(200, "application/json", `{"status":"failed","error":null}`), agent.ErrProviderDecode},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			for _, d := range dialects {
				if d.stream {
					continue
				}
				s := newServer(t, tt.reply)
				c := run(t, d.model(s.client()), false, once())
				require.ErrorIs(t, c.Err, tt.kind, d.String())
			}
		})
	}
}

// The caller's deadline ends the run. The SDK's own is a network failure, which may be
// retried.
func TestDeadlines(t *testing.T) {
	tests := map[string]struct {
		callers, sdks time.Duration
		want          toolerr.Kind
	}{
		"the caller's deadline": {time.Minute, time.Hour, toolerr.KindToolTimeout},
		"the SDK's deadline":    {time.Hour, time.Minute, toolerr.KindNetworkTransportTimeout},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, d dialect) {
				silent := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
				modeltest.Bubble(t, modeltest.NewScript(t, silent), func(t *testing.T, client *http.Client) {
					ctx, cancel := context.WithTimeout(t.Context(), tt.callers)
					defer cancel()
					m := d.model(bubbled(client, canaryKey, option.WithRequestTimeout(tt.sdks)))
					require.ErrorIs(t, modeltest.AssertSound(ctx, t, m, question(d)).Err, tt.want)
				})
			})
		})
	}
}

// A foreign error is left to the agent's adapters.
func TestErrorsOfAnotherSource(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		mine := errors.New("no token: " + canaryText)
		s := newServer(t)
		client := s.client(option.WithMiddleware(func(*http.Request, option.MiddlewareNext) (*http.Response, error) { return nil, mine }))
		_, _, err := collect(t, d.model(client), question(d))
		assert.Equal(t, mine, err)
	})
}
