package graphqladapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/graphqladapter"
	"github.com/errand-go/errand/toolerr"
)

// meant is what each code means, spelled out once more.
var meant = []struct {
	kind   toolerr.Kind
	retry  bool
	effect toolerr.Effect
	user   bool
	codes  string
}{
	{authError, false, none, false, "UNAUTHENTICATED AUTHENTICATION_ERROR invalid-jwt invalid-headers FORBIDDEN access-denied permission-error"},
	{authError, false, none, true, "ACCESS_DENIED INSUFFICIENT_SCOPES SHOP_INACTIVE"},
	{rateLimit, true, none, false, "RATE_LIMITED RATELIMITED THROTTLED TOO_MANY_REQUESTS"},
	{
		validation, false, none, false, "MAX_COST_EXCEEDED MAX_NODE_LIMIT_EXCEEDED RESOURCE_LIMITS_EXCEEDED EXCESSIVE_PAGINATION COMPLEXITY_LIMIT_EXCEEDED " +
			"BAD_USER_INPUT GRAPHQL_VALIDATION_FAILED GRAPHQL_PARSE_FAILED validation-failed parse-failed data-exception UNPROCESSABLE " +
			"undefinedField missingRequiredArguments argumentLiteralsIncompatible variableMismatch",
	},
	{notFound, false, none, false, "NOT_FOUND"},
	{badRequest, false, none, false, "BAD_REQUEST OPERATION_RESOLUTION_FAILURE constraint-violation PERSISTED_QUERY_NOT_SUPPORTED"},
	{toolerr.KindToolRetry, true, none, false, "PERSISTED_QUERY_NOT_FOUND"},
	{serverError, true, unknown, false, "INTERNAL_SERVER_ERROR INTERNAL SERVICE_UNAVAILABLE unexpected TIMEOUT"},
	{serverError, false, unknown, false, "postgres-error"},
}

func TestMeant(t *testing.T) {
	listed := 0
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			te := adapt(t, refuse(t, 200, coded(code)))
			assert.Equal(t, code, te.VendorCode())
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.Equal(t, m.user, te.RequiresUserAction(), code)
			listed++
		}
	}
	assert.Len(t, graphqladapter.Adapter{}.Table().Rows(), listed, "every row, once")
}
