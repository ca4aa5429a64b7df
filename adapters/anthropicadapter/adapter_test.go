package anthropicadapter_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// body returns the body of a failure, with code beside the type if it is not "".
func body(typ, code string) string {
	details := ""
	if code != "" {
		details = fmt.Sprintf(`,"details":{"error_code":%q}`, code)
	}
	return fmt.Sprintf(`{"type":"error","error":{"type":%q,"message":%q%s},"request_id":"req_body"}`, typ, faults.CanaryMessage, details)
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := anthropicadapter.Adapter.FromError(err)
	require.NotNil(t, te, "declined: %T", err)
	assert.Equal(t, "_anthropic", te.Service())
	assert.Empty(t, faults.Planted().FindContent(te.Payload().String()))
	assert.NotContains(t, te.DeveloperMessage(), faults.CredentialBearer)
	return te
}

// Only a text with an event of Anthropic is recognised.
func TestTexts(t *testing.T) {
	const begin = "received error while streaming: "
	for name, text := range map[string]string{
		"nothing":                 "",
		"a sentence":              "Overloaded",
		"half an event":           `{"type":"error","error":`,
		"an error object":         `{"type":"overloaded_error","message":"Overloaded"}`,
		"an event of OpenAI's":    `{"error":{"type":"server_error","message":"","code":"server_error"}}`,
		"an event without a type": `{"type":"error","error":{"message":"Overloaded"}}`,
		"a huge event":            `{"type":"error","error":{"type":"overloaded_error","message":"` + strings.Repeat("x", 1<<20) + `"}}`,
	} {
		assert.Nil(t, anthropicadapter.Adapter.FromError(errors.New(begin+text)), name)
	}
	assert.Nil(t, anthropicadapter.Adapter.FromError(errors.New("tool: "+begin+body("overloaded_error", ""))), "another program's text")

	te := adapt(t, errors.New(begin+body("rate_limit_error", "enforced_spend_limit_reached")+"\n"))
	assert.Equal(t, "enforced_spend_limit_reached", te.VendorCode())
	assert.Equal(t, "req_body", te.Extra().RequestID)
	assert.False(t, te.CanRetry())
}
