package microsoftadapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/conformance/faults"
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
	{rateLimit, true, none, false, "TooManyRequests activityLimitReached ApplicationThrottled bandwidth_limit"},
	{serverError, true, unknown, false, "ServerBusy OperationTimedOut InternalError InternalServerError serviceNotAvailable generalException UnknownError"},
	{
		authError, false, none, false, "AuthenticationFailed ExpiredAuthenticationToken InvalidAuthenticationToken unauthenticated InvalidAuthenticationInfo " +
			"NoAuthenticationInformation AuthorizationFailed LinkedAuthorizationFailed RequestDisallowedByPolicy AuthorizationFailure " +
			"AuthorizationPermissionMismatch InsufficientAccountPermissions accessDenied Authorization_RequestDenied ErrorAccessDenied authentication_failed",
	},
	{
		notFound, false, none, false, "ResourceNotFound ResourceGroupNotFound SubscriptionNotFound BlobNotFound ContainerNotFound itemNotFound " +
			"Request_ResourceNotFound ErrorItemNotFound",
	},
	{
		badRequest, false, none, false, "Conflict ResourceAlreadyExists BlobAlreadyExists ContainerAlreadyExists StorageAccountAlreadyTaken nameAlreadyExists " +
			"ConditionNotMet resourceModified LeaseIdMissing LeaseAlreadyPresent resyncRequired syncStateNotFound notAllowed notSupported malwareDetected SkuNotAvailable",
	},
	{toolerr.KindToolRetry, true, none, false, "locked"},
	{badRequest, false, none, true, "QuotaExceeded quotaLimitReached"},
	{serverError, false, none, true, "insufficient_storage"},
	{
		validation, false, none, false, "InvalidRequestContent InvalidParameter InvalidQueryParameterValue InvalidHeaderValue invalidRequest invalidRange " +
			"Request_BadRequest ErrorInvalidRequest",
	},
	{
		authError, false, none, true, "AADSTS70008 AADSTS700082 AADSTS50173 AADSTS50076 AADSTS50079 AADSTS65001 AADSTS53003 " +
			"AADSTS7000215 AADSTS7000222 AADSTS700016 AADSTS90002",
	},
	{needsUser, false, none, true, "insufficient_claims authentication_required"},
	{toolerr.KindToolFatal, false, none, true, "credential_unavailable"},
}

// withoutToken is the error of a call that the authority gave no token, for the
// reason of an AADSTS number.
func withoutToken(code string) error {
	answer := `{"error":"invalid_grant","error_description":"` + faults.CanaryMessage + `","error_codes":[` + strings.TrimPrefix(code, "AADSTS") + `]}`
	return &AuthenticationFailedError{RawResponse: authority(400, &body{[]byte(answer)}), message: faults.CanaryMessage}
}

func TestMeant(t *testing.T) {
	own := map[string]error{
		"authentication_failed":   &AuthenticationFailedError{},
		"authentication_required": &AuthenticationRequiredError{},
		"credential_unavailable":  &credentialUnavailableError{},
	}
	listed := 0
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			err := own[code]
			switch {
			case err != nil:
			case strings.HasPrefix(code, "AADSTS"):
				err = withoutToken(code)
			default:
				err = &ResponseError{ErrorCode: code, StatusCode: 418}
			}
			te := adapt(t, err)
			assert.Equal(t, code, te.VendorCode())
			assert.Equal(t, m.kind, te.Kind(), code)
			assert.Equal(t, m.retry, te.CanRetry(), code)
			assert.Equal(t, m.effect, te.Effect(), code)
			assert.Equal(t, m.user, te.RequiresUserAction(), code)
			listed++
		}
	}
	assert.Len(t, microsoftadapter.Adapter{}.Table().Rows(), listed, "every row, once")
}
