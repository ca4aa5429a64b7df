package minioadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// The codes that this package uses by name. The last two are errand's own.
const (
	invalidBucket    = "InvalidBucketName"
	invalidObject    = "XMinioInvalidObjectName"
	connectionClosed = "connection_closed"
	endpointOffline  = "endpoint_offline"
)

// clientsOwn are the codes, with status 400, of errors that the client makes.
var clientsOwn = map[string]bool{
	invalidBucket: true, invalidObject: true, "InvalidArgument": true, "EntityTooLarge": true, "EntityTooSmall": true, "UnexpectedEOF": true,
}

// The sources of MinIO's own rows, read 2026-11-22.
const (
	sourceServer = "minio 2026-02-12, cmd/api-errors.go"
	sourceSTS    = "minio 2026-02-12, cmd/sts-errors.go"
	sourceClient = "minio-go v7.4.1, s3-error.go and api-error-response.go"
	sourceText   = "minio-go v7.4.1, api.go"
)

// table lists the meanings of the codes, for any status: awsadapter's rows for S3, and the
// rows below.
var table = adapter.NewTable("_minio", "MinIO", slices.Concat(rows, borrowed())...)

// rows are MinIO's codes, and codes of S3 that have another meaning in MinIO or whose texts
// in awsadapter name AWS.
var rows = []adapter.Row{
	// RequestTimeout is a lock in MinIO and a body that did not arrive in S3. Neither had an
	// effect.
	{VendorCodes: []string{"RequestTimeout", "SlowDownRead", "TooManyRequests"}, Fact: toolerr.FactRateLimit, Source: sourceServer},
	{VendorCode: "SlowDownWrite", Fact: toolerr.FactRateLimit, Effect: toolerr.EffectUnknown, Unlike: "some drives may have the data", Source: sourceServer},
	{VendorCodes: []string{"XMinioServerNotInitialized", "XMinioIAMNotInitialized", "XMinioBucketMetadataNotInitialized", "STSNotInitialized", "STSIAMNotInitialized"}, Fact: toolerr.FactMaintenance, Source: sourceServer + "; " + sourceSTS},
	{
		VendorCode: "ClientDisconnected", Fact: toolerr.FactAborted, Effect: toolerr.EffectUnknown, Unlike: "the connection ended, and the data may be there",
		Message: toolerr.Msg("The server saw the connection end before it could answer."), Hint: toolerr.Msg("Find out what was done before making the call again."), Source: sourceServer,
	},
	{VendorCodes: []string{"XMinioBackendDown", "ServerBusy"}, Fact: toolerr.FactFailed, Source: sourceServer},

	// Access.
	{VendorCodes: []string{
		"InvalidClientCertificate", "TooManyIntermediateCAs", "InvalidTokenId", "UnauthorizedAccess", "AuthorizationQueryParametersError",
		"AuthorizationParametersError", "XMinioInvalidIAMCredentials", "InvalidClientGrantsToken",
	}, Fact: toolerr.FactWrongKey, Source: sourceServer + "; " + sourceSTS},
	{VendorCode: "XMinioPaidTierLicenseRequired", Fact: toolerr.FactPlanLimit, Source: sourceClient},
	{VendorCodes: []string{
		"XMinioInsecureClientRequest", "InsecureConnection",
	}, Fact: toolerr.FactToolMistake, Message: toolerr.Msg("The server requires an encrypted connection."), Hint: toolerr.Msg("Someone has to correct the tool's endpoint."), Source: sourceServer + "; " + sourceSTS},
	{VendorCode: "InvalidRegion", Fact: toolerr.FactToolMistake, Message: toolerr.Msg("The bucket is in another region."), Hint: toolerr.Msg("Someone has to correct the region that the tool is set up for."), Source: sourceServer},

	// Objects, their state and their limits.
	{VendorCode: "RestoreAlreadyInProgress", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The object is being restored already."), Hint: toolerr.Msg("Wait for the restore to end."), Source: sourceServer},
	{VendorCode: "XMinioObjectExistsAsDirectory", Fact: toolerr.FactExists, Message: toolerr.Msg("A folder has this name."), Hint: toolerr.Msg("Use another name."), Source: sourceServer},
	{VendorCode: "XMinioStorageFull", Fact: toolerr.FactNoSpace, Source: sourceServer},
	{VendorCodes: []string{"XMinioAdminBucketQuotaExceeded", "MaxVersionsExceeded", "TooManyBuckets"}, Fact: toolerr.FactQuota, Source: sourceServer + "; Amazon S3 API Reference, Error responses"},
	{VendorCodes: []string{
		"NoSuchTagSet", "NoSuchCORSConfiguration", "NoSuchWebsiteConfiguration", "NoSuchBucketLifecycle", "NoSuchObjectLockConfiguration",
		"ObjectLockConfigurationNotFoundError", "ReplicationConfigurationNotFoundError", "ServerSideEncryptionConfigurationNotFoundError",
		"RemoteDestinationNotFoundError", "TransitionStorageClassNotFoundError",
	}, Fact: toolerr.FactNotFound, Source: sourceServer},
	{VendorCode: "XMinioObjectTampered", Fact: toolerr.FactBroken, Effect: toolerr.EffectNone, Unlike: "nothing was read or written", Message: toolerr.Msg("The stored object was changed without the server's knowledge."), Hint: toolerr.Msg("Someone has to look into it."), Source: sourceServer},

	// The request.
	{VendorCodes: []string{invalidObject, "XMinioInvalidResourceName"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("An object cannot have this name."), Hint: toolerr.Msg("Use another name."), Source: sourceServer},
	{VendorCodes: []string{"MetadataTooLarge", "PolicyTooLarge"}, Fact: toolerr.FactTooLarge, Source: sourceServer},
	{VendorCodes: []string{
		"InvalidPartNumber", "InvalidPartOrder", "InvalidStorageClass", "InvalidDuration", "InvalidRequestParameter",
		"MissingRequiredParameter", "MalformedPolicy", "InvalidPolicyDocument", "XMinioMalformedJSON", "XMinioEncryptionError",
		"UnsupportedNotification",
	}, Fact: toolerr.FactInvalid, Source: sourceServer},
	{VendorCodes: []string{
		"InvalidBucketState", "MalformedDate", "MalformedPOSTRequest", "MissingContentLength", "MissingContentMD5", "MissingFields",
		"MissingRequestBodyError", "MissingSecurityHeader", "InvalidDigest", "IncompleteBody", "ExcessData", "XAmzContentSHA256Mismatch",
		"XAmzContentChecksumMismatch",
	}, Fact: toolerr.FactRefused, Source: sourceServer},
	{VendorCode: "UnexpectedEOF", Fact: toolerr.FactRefused, Effect: toolerr.EffectUnknown, Unlike: "a part of the data may be there", Message: toolerr.Msg("The data ended before the size that was given for it."), Source: sourceClient},
	{VendorCode: "APINotSupported", Fact: toolerr.FactUnimplemented, Source: sourceClient},

	// Errors of the client without a code.
	{VendorCode: connectionClosed, Fact: toolerr.FactConnectionLost, Unanswered: true, Source: sourceText},
	{VendorCode: endpointOffline, Fact: toolerr.FactUnreachable, Unanswered: true, Source: sourceText},
}

// borrowed returns awsadapter's rows for the codes of stores with the protocol.
func borrowed() (all []adapter.Row) {
	aws := spec.Of(awsadapter.Adapter).Table()
	for code := range strings.FieldsSeq(s3Codes) {
		row, ok := aws.Lookup(code)
		if !ok {
			panic("minioadapter: awsadapter does not list " + code)
		}
		all = append(all, row)
	}
	return all
}

// s3Codes are codes of S3 and STS: of minio-go's retry.go and s3-error.go, of
// MinIO's api-errors.go and sts-errors.go, and of S3's list.
const s3Codes = "SlowDown Throttling ThrottlingException RequestLimitExceeded RequestThrottled BandwidthLimitExceeded " +
	"ExpiredToken ExpiredTokenException TokenRefreshRequired RequestTimeTooSkewed " +
	"SignatureDoesNotMatch InvalidAccessKeyId InvalidToken InvalidClientTokenId InvalidIdentityToken IDPRejectedClaim IDPCommunicationError " +
	"AuthorizationHeaderMalformed AccessDenied AllAccessDisabled AccountProblem " +
	"NoSuchBucket NoSuchKey NoSuchUpload NoSuchVersion NoSuchBucketPolicy NoSuchLifecycleConfiguration KMS.NotFoundException " +
	"PreconditionFailed BucketAlreadyExists BucketAlreadyOwnedByYou BucketNotEmpty InvalidObjectState MethodNotAllowed OperationAborted ConditionalRequestConflict " +
	"InvalidArgument InvalidRequest InvalidBucketName KeyTooLongError InvalidRange InvalidPart MalformedXML BadDigest EntityTooLarge EntityTooSmall " +
	"InvalidParameterValue MissingParameter MalformedPolicyDocument PackedPolicyTooLarge " +
	"PermanentRedirect TemporaryRedirect IllegalLocationConstraintException InternalError ServiceUnavailable NotImplemented"
