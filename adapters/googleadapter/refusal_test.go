package googleadapter_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/toolerr"
)

// The refusal of a googleapi.Error is in its body, or otherwise in its message.
func TestRefusals(t *testing.T) {
	const body = `{"error":{"code":400,"message":"Invalid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"event.start","description":"is required"}]}]}}`
	te := adapt(t, refused(t, 400, body, nil))
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleRequired, Fields: []string{"event.start"}}}, te.Refusal().Findings)
	te = adapt(t, &googleapi.Error{Code: 400, Message: "Unrecognized name: emial at [1:8]"})
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial", At: toolerr.Position{Line: 1, Column: 8}}}, te.Refusal().Findings)
}
