package gemini_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"google.golang.org/genai"

	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/toolerr"
)

// Not all of a huge list of details is read.
func TestManyDetails(t *testing.T) {
	details := slices.Repeat([]map[string]any{{}}, 1<<20)
	details = append(details, map[string]any{"@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": "API_KEY_INVALID"})
	te := geminiadapter.Adapter{}.FromError(genai.APIError{Code: 429, Status: "RESOURCE_EXHAUSTED", Details: details})
	assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
}
