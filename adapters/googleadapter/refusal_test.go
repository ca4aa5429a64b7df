package googleadapter_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/toolerr"
)

// The refusal of a googleapi.Error is in its body, or otherwise in its message.
func TestRefusals(t *testing.T) {
	for name, tt := range map[string]struct {
		body string
		want toolerr.Finding
	}{
		"a field": {
			`{"error":{"code":400,"message":"Invalid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"event.start","description":"is required"}]}]}}`,
			toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"event.start"}},
		},
		"a parameter": {
			`{"error":{"code":400,"message":"No.","errors":[{"reason":"required","message":"No.","locationType":"parameter","location":"calendarId"}]}}`,
			toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"calendarId"}},
		},
		"a statement": {
			`{"error":{"code":400,"message":"Unrecognized name: emial at [1:8]","status":"INVALID_ARGUMENT"}}`,
			toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "emial", At: toolerr.Position{Line: 1, Column: 8}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusBadRequest)
				_, _ = w.Write([]byte(tt.body))
			}))
			defer server.Close()
			resp, err := http.Get(server.URL) //nolint:noctx // a test server
			require.NoError(t, err)
			defer resp.Body.Close()
			te := googleadapter.Adapter{}.FromError(googleapi.CheckResponse(resp))
			require.NotNil(t, te)
			assert.Equal(t, []toolerr.Finding{tt.want}, te.Refusal().Findings)
		})
	}
	te := googleadapter.Adapter{}.FromError(&googleapi.Error{Code: 400, Message: "Function not found: SUMM at [1:8]"})
	assert.Equal(t, toolerr.RuleUnknown, te.Refusal().Findings[0].Rule)
}
