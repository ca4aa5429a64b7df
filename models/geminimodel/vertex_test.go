package geminimodel_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"google.golang.org/genai"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/agent/modeltest"
	"github.com/errand-go/errand/toolerr"
)

// vertex returns a client of Vertex AI at url, which uses client.
func vertex(t *testing.T, url string, client *http.Client) *genai.Client {
	t.Helper()
	c, err := genai.NewClient(t.Context(), &genai.ClientConfig{
		Backend: genai.BackendVertexAI, Project: "project", Location: "europe-west4",
		HTTPClient: client, HTTPOptions: genai.HTTPOptions{BaseURL: url},
	})
	require.NoError(t, err)
	return c
}

func TestVertexAI(t *testing.T) {
	both(t, func(t *testing.T, stream bool) {
		says := func(a reply) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				assert.True(t, strings.HasPrefix(r.URL.Path, "/v1beta1/projects/project/locations/europe-west4/publishers/google/models/gemini-test:"), r.URL.Path)
				if stream {
					send(w, a.chunks)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				_, _ = io.WriteString(w, together(a.chunks))
			})
		}
		script := modeltest.NewScript(t,
			says(answer("STOP", call("c1", "weather", `{"city":"Oslo"}`, "sig"))), says(answer("STOP", text("Clear."))))
		s := httptest.NewServer(script)
		t.Cleanup(s.Close)
		o := run(t, newModel(vertex(t, s.URL, s.Client())), stream, agenttest.NewTool("weather", agenttest.Return("clear")))
		require.NoError(t, o.Err)
		assert.Equal(t, "Clear.", o.Last().Content.Text())
		asked := script.Requests()
		require.Len(t, asked, 2)
		assert.Contains(t, string(asked[1].Body), `"functionResponse"`)
		assert.Contains(t, string(asked[1].Body), `"thoughtSignature":"c2ln"`)
	})
}

// A refused grant is wrapped in a *url.Error, but is not a lost connection.
func TestNoToken(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = fmt.Fprint(w, `{"error":"invalid_grant","error_description":"quorvex"}`)
	}))
	t.Cleanup(s.Close)
	config := clientcredentials.Config{ClientID: "c", ClientSecret: "s", TokenURL: s.URL, AuthStyle: oauth2.AuthStyleInParams}
	both(t, func(t *testing.T, stream bool) {
		o := run(t, newModel(vertex(t, s.URL, config.Client(t.Context()))), stream)
		require.ErrorIs(t, o.Err, agent.ErrProviderAuth)
		te := detail(t, o.Err)
		assert.Equal(t, "_oauth2", te.Service())
		assert.Equal(t, toolerr.KindUpstreamAuthError, te.Kind())
		assert.NotContains(t, o.Err.Error(), "quorvex")
	})
}
