package httpadapter_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
)

// Cloudflare's members for agents can lower can_retry, set a wait and request a person.
// They cannot raise can_retry.
func TestAgentMembers(t *testing.T) {
	const problem = `{"type":"https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-1xxx-errors/error-1015/",` +
		`"title":"Error 1015: You are being rate limited","status":%d,"detail":"…","error_code":1015,"cloudflare_error":true%s}`
	for name, tt := range map[string]struct {
		status     int
		members    string
		header     string
		retry      bool
		wait       time.Duration
		userAction bool
	}{
		"a wait":                      {429, `,"retryable":true,"retry_after":30,"owner_action_required":false`, "", true, 30 * time.Second, false},
		"the header comes first":      {429, `,"retryable":true,"retry_after":30`, "7", true, 7 * time.Second, false},
		"a negative wait":             {429, `,"retryable":true,"retry_after":-1`, "", true, 0, false},
		"a retry that does not help":  {530, `,"retryable":false,"retry_after":30`, "", false, 0, false},
		"a block":                     {403, `,"retryable":false,"owner_action_required":true`, "", false, 0, true},
		"a retry that is not allowed": {403, `,"retryable":true,"retry_after":30`, "", false, 0, false},
		"an unknown effect":           {409, `,"retryable":true`, "", false, 0, false},
		"no such members":             {530, ``, "", true, 0, false},
		"members of another type":     {530, `,"retryable":"false"`, "", true, 0, false},
		"a body that is not JSON":     {530, `,"retryable":false`, "", true, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				if tt.header != "" {
					w.Header().Set("Retry-After", tt.header)
				}
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(tt.status)
				if name == "a body that is not JSON" {
					_, _ = fmt.Fprint(w, "retry: ")
				}
				_, _ = fmt.Fprintf(w, problem, tt.status, tt.members)
			}))
			defer server.Close()
			resp, err := http.Get(server.URL) //nolint:noctx // a test server
			require.NoError(t, err)
			defer resp.Body.Close()
			te := httpadapter.Adapter{}.FromError(httpadapter.CheckResponse(resp))
			require.NotNil(t, te)
			assert.Equal(t, tt.retry, te.CanRetry())
			wait, _ := te.RetryAfter()
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, tt.userAction, te.RequiresUserAction())
		})
	}
}
