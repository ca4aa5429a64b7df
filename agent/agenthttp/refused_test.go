package agenthttp_test

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenthttp"
	"github.com/errand-go/errand/agent/agenttest"
)

// What the handler answers before a run begins is seen by the users of three clients, none of
// which sends the message a second time.
func TestClientsSeeARequestThatIsRefused(t *testing.T) {
	occupied := func(user string) func(*testing.T, *site) {
		return func(t *testing.T, s *site) {
			t.Helper()
			body := strings.Replace(runBody("first", false), `"ada"`, `"`+user+`"`, 1)
			first := s.open(t.Context(), http.MethodPost, "/run_sse", body)
			t.Cleanup(func() { _ = first.Body.Close() })
			require.Eventually(t, func() bool { return len(s.model.Requests()) == 1 }, patience, time.Millisecond)
		}
	}
	for name, tt := range map[string]struct {
		change func(*agenthttp.Config, *agent.RunnerConfig)
		before func(*testing.T, *site)
		status int
		shows  string
	}{
		"the token is refused": {
			func(c *agenthttp.Config, _ *agent.RunnerConfig) { c.Token = "s3cret" }, nil, http.StatusUnauthorized, "token",
		},
		"the session is busy": {nil, occupied("ada"), http.StatusConflict, "Another run"},
		"the server is busy": {
			func(c *agenthttp.Config, _ *agent.RunnerConfig) { c.MaxRuns = 1 }, occupied("eve"), http.StatusServiceUnavailable, "Try again in a second",
		},
		"the store panics": {
			func(c *agenthttp.Config, rc *agent.RunnerConfig) {
				c.KeepAlive, rc.Store = patience, broken{agent.NewMemoryStore(), true} // a comment would begin a stream
			}, nil, http.StatusServiceUnavailable, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			release := make(chan struct{})
			model := agenttest.NewModel().Forever(func(ctx context.Context, req *agent.ModelRequest, yield func(*agent.ModelResponse, error) bool) {
				<-release
				agenttest.Say("ok")(ctx, req, yield)
			})
			s := serve(t, model, nil, func(c *agenthttp.Config, rc *agent.RunnerConfig) {
				c.KeepAlive, rc.CreateSessions = time.Millisecond, true
				if tt.change != nil {
					tt.change(c, rc)
				}
			})
			t.Cleanup(func() { close(release) })
			asked := 0
			if tt.before != nil {
				tt.before(t, s)
				asked = 1
			}
			url, body := s.server.URL+"/run_sse", runBody("hello", true)

			web := rest(t, node(t, "adkweb.mjs", url, body))
			require.Len(t, web, 2)
			assert.Equal(t, tt.status, web[1].Status)
			assert.NotEmpty(t, web[0].Snackbar)
			assert.Contains(t, web[0].Snackbar, tt.shows)

			source := rest(t, node(t, "eventsource.mjs", url, body, "Bearer wrong"))
			require.Len(t, source, 2, "a request and an error")
			assert.Equal(t, tt.status, source[1].Status)

			out := curl(t, url, body)
			require.Len(t, out, 3)
			assert.Contains(t, out[0], web[0].Snackbar)
			assert.Equal(t, strconv.Itoa(tt.status), out[2])

			assert.Len(t, s.model.Requests(), asked, "no run began")
			agenttest.AssertNoCanary(t, "hunter2", strings.Join(out, "\n"))
		})
	}
}
