package geminiadapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	nothing = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each code and each reason means, spelled out once more.
var meant = []struct {
	kind   toolerr.Kind
	retry  bool
	effect toolerr.Effect
	user   bool
	codes  string
}{
	{toolerr.KindUpstreamBadRequest, false, nothing, false, "INVALID_ARGUMENT OUT_OF_RANGE ALREADY_EXISTS"},
	{toolerr.KindUpstreamBadRequest, false, nothing, true, "FAILED_PRECONDITION RESOURCE_QUOTA_EXCEEDED"},
	{toolerr.KindUpstreamBadRequest, true, nothing, false, "ABORTED"},
	{toolerr.KindUpstreamBadRequest, false, unknown, false, "CANCELLED"},
	{toolerr.KindUpstreamAuthError, false, nothing, false, "UNAUTHENTICATED ACCESS_TOKEN_EXPIRED"},
	{
		toolerr.KindUpstreamAuthError, false, nothing, true, "PERMISSION_DENIED API_KEY_INVALID API_KEY_SERVICE_BLOCKED API_KEY_HTTP_REFERRER_BLOCKED " +
			"API_KEY_IP_ADDRESS_BLOCKED API_KEY_ANDROID_APP_BLOCKED API_KEY_IOS_APP_BLOCKED ACCESS_TOKEN_TYPE_UNSUPPORTED ACCESS_TOKEN_SCOPE_INSUFFICIENT " +
			"CREDENTIALS_MISSING SERVICE_DISABLED BILLING_DISABLED CONSUMER_INVALID CONSUMER_SUSPENDED GCP_SUSPENDED USER_PROJECT_DENIED " +
			"IAM_PERMISSION_DENIED SECURITY_POLICY_VIOLATED LOCATION_POLICY_VIOLATED",
	},
	{toolerr.KindUpstreamNotFound, false, nothing, false, "NOT_FOUND"},
	{toolerr.KindUpstreamRateLimit, true, nothing, false, "RESOURCE_EXHAUSTED RATE_LIMIT_EXCEEDED"},
	{toolerr.KindUpstreamServerError, true, unknown, false, "INTERNAL UNKNOWN UNAVAILABLE DEADLINE_EXCEEDED"},
	{toolerr.KindUpstreamServerError, false, unknown, false, "DATA_LOSS"},
	{toolerr.KindUpstreamServerError, false, nothing, false, "UNIMPLEMENTED"},
}

func TestMeant(t *testing.T) {
	listed := 0
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			te := geminiadapter.Adapter{}.FromError(answered(418, code))
			require.NotNil(t, te, code)
			assert.Equal(t, code, te.VendorCode())
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.Equal(t, m.user, te.RequiresUserAction(), code)
			listed++
		}
	}
	assert.Len(t, geminiadapter.Adapter{}.Table().Rows(), listed, "every row, once")
}
