package minioadapter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/minioadapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each code means, spelled out once more, and the status that it
// comes with.
var meant = []struct {
	kind   toolerr.Kind
	status int
	retry  bool
	effect toolerr.Effect
	user   bool
	codes  string
}{
	{toolerr.KindUpstreamRateLimit, 503, true, none, false, "RequestTimeout SlowDownRead SlowDown"},
	{toolerr.KindUpstreamRateLimit, 429, true, none, false, "TooManyRequests Throttling ThrottlingException RequestLimitExceeded RequestThrottled BandwidthLimitExceeded"},
	{toolerr.KindUpstreamRateLimit, 503, true, unknown, false, "SlowDownWrite"},
	{toolerr.KindUpstreamServerError, 503, true, unknown, false, "ServerBusy ServiceUnavailable"},
	{
		toolerr.KindUpstreamServerError, 503, true, none, false,
		"XMinioServerNotInitialized XMinioIAMNotInitialized XMinioBucketMetadataNotInitialized STSNotInitialized STSIAMNotInitialized IDPCommunicationError",
	},
	{toolerr.KindUpstreamServerError, 500, true, unknown, false, "InternalError"},
	{toolerr.KindUpstreamServerError, 400, true, unknown, false, "XMinioBackendDown"},
	{toolerr.KindUpstreamServerError, 501, false, none, false, "NotImplemented APINotSupported"},
	{toolerr.KindUpstreamServerError, 507, false, none, true, "XMinioStorageFull"},
	{toolerr.KindUpstreamServerError, 400, false, none, false, "XMinioObjectTampered"},
	{toolerr.KindUpstreamBadRequest, 499, true, unknown, false, "ClientDisconnected"},
	{toolerr.KindUpstreamBadRequest, 409, true, none, false, "OperationAborted ConditionalRequestConflict"},
	{
		toolerr.KindUpstreamAuthError, 403, false, none, false,
		"SignatureDoesNotMatch InvalidAccessKeyId InvalidToken InvalidClientTokenId InvalidIdentityToken IDPRejectedClaim AuthorizationHeaderMalformed " +
			"AccessDenied AllAccessDisabled RequestTimeTooSkewed ExpiredToken ExpiredTokenException TokenRefreshRequired InvalidTokenId UnauthorizedAccess " +
			"AuthorizationQueryParametersError AuthorizationParametersError XMinioInvalidIAMCredentials InvalidClientGrantsToken",
	},
	{toolerr.KindUpstreamAuthError, 403, false, none, true, "AccountProblem InvalidClientCertificate TooManyIntermediateCAs XMinioPaidTierLicenseRequired"},
	{
		toolerr.KindUpstreamNotFound, 404, false, none, false,
		"NoSuchBucket NoSuchKey NoSuchUpload NoSuchVersion NoSuchBucketPolicy NoSuchLifecycleConfiguration KMS.NotFoundException NoSuchTagSet NoSuchCORSConfiguration " +
			"NoSuchWebsiteConfiguration NoSuchBucketLifecycle NoSuchObjectLockConfiguration ObjectLockConfigurationNotFoundError " +
			"ReplicationConfigurationNotFoundError ServerSideEncryptionConfigurationNotFoundError RemoteDestinationNotFoundError TransitionStorageClassNotFoundError",
	},
	{
		toolerr.KindUpstreamBadRequest, 409, false, none, false,
		"BucketAlreadyExists BucketAlreadyOwnedByYou BucketNotEmpty InvalidBucketState RestoreAlreadyInProgress",
	},
	{toolerr.KindUpstreamBadRequest, 412, false, none, false, "PreconditionFailed"},
	{
		toolerr.KindUpstreamBadRequest, 400, false, none, false,
		"InvalidObjectState MethodNotAllowed InvalidRequest IllegalLocationConstraintException XMinioObjectExistsAsDirectory MalformedDate MalformedPOSTRequest " +
			"MissingContentLength MissingContentMD5 MissingFields MissingRequestBodyError MissingSecurityHeader InvalidDigest IncompleteBody ExcessData " +
			"XAmzContentSHA256Mismatch XAmzContentChecksumMismatch",
	},
	{
		toolerr.KindUpstreamBadRequest, 400, false, none, true,
		"XMinioInsecureClientRequest InsecureConnection InvalidRegion XMinioAdminBucketQuotaExceeded MaxVersionsExceeded TooManyBuckets",
	},
	{toolerr.KindUpstreamBadRequest, 400, false, unknown, false, "UnexpectedEOF"},
	{
		toolerr.KindUpstreamValidationError, 400, false, none, false,
		"InvalidArgument InvalidBucketName KeyTooLongError InvalidRange InvalidPart MalformedXML BadDigest EntityTooLarge EntityTooSmall InvalidParameterValue " +
			"MissingParameter MalformedPolicyDocument PackedPolicyTooLarge XMinioInvalidObjectName XMinioInvalidResourceName MetadataTooLarge InvalidPartNumber " +
			"InvalidPartOrder InvalidStorageClass InvalidDuration InvalidRequestParameter MissingRequiredParameter MalformedPolicy InvalidPolicyDocument " +
			"PolicyTooLarge XMinioMalformedJSON XMinioEncryptionError UnsupportedNotification",
	},
	{toolerr.KindUpstreamUnmapped, 301, false, unknown, false, "PermanentRedirect TemporaryRedirect"},
}

// TestEveryRowIsMeant compares the table with the list above.
func TestEveryRowIsMeant(t *testing.T) {
	said := map[string]bool{"connection_closed": true, "endpoint_offline": true} // cases of their own
	for _, m := range meant {
		for code := range strings.FieldsSeq(m.codes) {
			assert.False(t, said[code], "%s is listed twice", code)
			said[code] = true
			row, ok := (minioadapter.Adapter{}).Table().Lookup(code)
			if assert.True(t, ok, code) {
				assert.Equal(t, m.user, row.UserAction, code)
			}
		}
	}
	for _, row := range (minioadapter.Adapter{}).Table().Rows() {
		assert.True(t, said[row.VendorCode], row.VendorCode)
		if row.CanRetry != nil {
			assert.NotEqual(t, row.Kind.CanRetry(), *row.CanRetry, "%s: the kind says so already", row.VendorCode)
		}
	}
}

// TestOneTable: what a code of S3 means is written down once, but where MinIO means
// something else, or the words are those of AWS.
func TestOneTable(t *testing.T) {
	others := map[string]bool{"RequestTimeout": true, "TooManyBuckets": true}
	aws := awsadapter.Adapter{}.Table()
	for _, row := range (minioadapter.Adapter{}).Table().Rows() {
		theirs, ok := aws.Lookup(row.VendorCode)
		if !ok || others[row.VendorCode] {
			continue
		}
		assert.Equal(t, theirs.Source, row.Source, row.VendorCode)
		assert.NotContains(t, row.Hint.String()+row.Message.String(), "AWS", row.VendorCode)
	}
}
