package anthropicadapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	nothing = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each word means, spelled out once more.
var meant = []struct {
	kind   toolerr.Kind
	retry  bool
	effect toolerr.Effect
	user   bool
	codes  string
}{
	{toolerr.KindUpstreamBadRequest, false, nothing, false, "invalid_request_error conflict_error request_too_large"},
	{toolerr.KindUpstreamAuthError, false, nothing, true, "authentication_error billing_error permission_error"},
	{toolerr.KindUpstreamNotFound, false, nothing, false, "not_found_error"},
	{toolerr.KindUpstreamRateLimit, true, nothing, false, "rate_limit_error"},
	{toolerr.KindUpstreamRateLimit, false, nothing, true, "enforced_spend_limit_reached"},
	{toolerr.KindUpstreamServerError, true, unknown, false, "api_error timeout_error"},
	{toolerr.KindUpstreamServerError, true, nothing, false, "overloaded_error"},
}

func TestMeant(t *testing.T) {
	listed := 0
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			te := anthropicadapter.Adapter{}.FromError(answered(400, body(code, ""), nil))
			require.NotNil(t, te, code)
			assert.Equal(t, code, te.VendorCode())
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.Equal(t, m.user, te.RequiresUserAction(), code)
			listed++
		}
	}
	assert.Len(t, anthropicadapter.Adapter{}.Table().Rows(), listed, "every row, once")
}
