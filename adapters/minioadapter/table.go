package minioadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_minio"
	display = "MinIO"
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

// Messages and hints of several codes.
const (
	msgFull = "There is no space left for this."

	hintName = "Use another name."
	hintFull = "Someone has to make space, or to raise the limit."
)

// table lists the meanings of the codes, for any status: awsadapter's rows for S3, and the
// rows below.
var table = adapter.NewTable(slug, display, slices.Concat(rows[:], borrowed())...)

// rows are MinIO's codes, and codes of S3 that have another meaning in MinIO or whose texts
// in awsadapter name AWS.
var rows = [...]adapter.Row{
	// Transient refusals. RequestTimeout is a lock in MinIO and a body that did not arrive in
	// S3. Neither had an effect.
	{VendorCodes: []string{"RequestTimeout", "SlowDownRead", "TooManyRequests"}, Kind: toolerr.KindUpstreamRateLimit, Source: sourceServer},
	{VendorCode: "SlowDownWrite", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectUnknown, Source: sourceServer}, // some drives may have it
	{
		VendorCodes: []string{"XMinioServerNotInitialized", "XMinioIAMNotInitialized", "XMinioBucketMetadataNotInitialized", "STSNotInitialized", "STSIAMNotInitialized"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The server has not started up yet."), Source: sourceServer + "; " + sourceSTS,
	},
	{VendorCode: "ClientDisconnected", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The server saw the connection end before it could answer."), Source: sourceServer},
	{VendorCode: "XMinioBackendDown", Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg("The storage behind the server cannot be reached."), Source: sourceServer},

	// Keys and permissions.
	{VendorCodes: []string{"InvalidClientCertificate", "TooManyIntermediateCAs"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceSTS},
	{VendorCode: "XMinioPaidTierLicenseRequired", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("The server's licence does not include this."), Source: sourceClient},
	{
		VendorCodes: []string{"XMinioInsecureClientRequest", "InsecureConnection"},
		Kind:        toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg("The server wants an encrypted connection, and the tool made a plain one."),
		Hint: toolerr.Msg("Someone has to correct the tool's endpoint."), Source: sourceServer + "; " + sourceSTS,
	},
	{VendorCode: "InvalidRegion", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg("The bucket is in another region."), Hint: toolerr.Msg("Someone has to correct the region that the tool is set up for."), Source: sourceServer},

	// Conflicts.
	{VendorCode: "RestoreAlreadyInProgress", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The object is being restored already."), Hint: toolerr.Msg("Wait for it to end."), Source: sourceServer},
	{VendorCode: "XMinioObjectExistsAsDirectory", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The name is that of a folder."), Hint: toolerr.Msg(hintName), Source: sourceServer},

	// Limits: waiting does not help.
	{VendorCode: "XMinioStorageFull", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, UserAction: true, Message: toolerr.Msg(msgFull), Hint: toolerr.Msg(hintFull), Source: sourceServer},
	{VendorCode: "XMinioAdminBucketQuotaExceeded", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg(msgFull), Hint: toolerr.Msg(hintFull), Source: sourceServer},
	{VendorCode: "MaxVersionsExceeded", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg("The object has too many versions."), Hint: toolerr.Msg("Someone has to remove old ones."), Source: sourceServer},
	{
		VendorCode: "TooManyBuckets", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg("There are too many buckets."),
		Hint: toolerr.Msg("Use a bucket that is there."), Source: "Amazon S3 API Reference, Error responses",
	},

	// Invalid values.
	{
		VendorCodes: []string{"XMinioInvalidObjectName", "XMinioInvalidResourceName"},
		Kind:        toolerr.KindUpstreamValidationError, Message: toolerr.Msg("An object cannot have this name."), Hint: toolerr.Msg(hintName), Source: sourceServer,
	},
	{VendorCode: "MetadataTooLarge", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The object's metadata are too large."), Source: sourceServer},
	{VendorCode: "UnexpectedEOF", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The data ended before the size that was given for them."), Source: sourceClient}, // parts of it may be there

	// The store itself.
	{VendorCode: "XMinioObjectTampered", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg("The stored object was changed behind the server's back."), Source: sourceServer},
	{VendorCode: "APINotSupported", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg("The server cannot do this."), Source: sourceClient},

	// Codes without more information than their kind: of MinIO, and of S3 if awsadapter does
	// not list them.
	{VendorCode: "ServerBusy", Kind: toolerr.KindUpstreamServerError, Source: sourceServer},
	{
		VendorCodes: strings.Fields(`InvalidTokenId UnauthorizedAccess AuthorizationQueryParametersError AuthorizationParametersError XMinioInvalidIAMCredentials
			InvalidClientGrantsToken`),
		Kind: toolerr.KindUpstreamAuthError, Source: sourceServer + "; " + sourceSTS,
	},
	{
		VendorCodes: strings.Fields("NoSuchTagSet NoSuchCORSConfiguration NoSuchWebsiteConfiguration NoSuchBucketLifecycle NoSuchObjectLockConfiguration " +
			"ObjectLockConfigurationNotFoundError ReplicationConfigurationNotFoundError ServerSideEncryptionConfigurationNotFoundError " +
			"RemoteDestinationNotFoundError TransitionStorageClassNotFoundError"),
		Kind: toolerr.KindUpstreamNotFound, Source: sourceServer,
	},
	{
		VendorCodes: strings.Fields("InvalidBucketState MalformedDate MalformedPOSTRequest MissingContentLength MissingContentMD5 MissingFields " +
			"MissingRequestBodyError MissingSecurityHeader InvalidDigest IncompleteBody ExcessData XAmzContentSHA256Mismatch " +
			"XAmzContentChecksumMismatch"),
		Kind: toolerr.KindUpstreamBadRequest, Source: sourceServer,
	},
	{
		VendorCodes: strings.Fields("InvalidPartNumber InvalidPartOrder InvalidStorageClass InvalidDuration InvalidRequestParameter MissingRequiredParameter " +
			"MalformedPolicy InvalidPolicyDocument PolicyTooLarge XMinioMalformedJSON XMinioEncryptionError UnsupportedNotification"),
		Kind: toolerr.KindUpstreamValidationError, Source: sourceServer,
	},

	// Errors of the client without a code.
	{VendorCode: connectionClosed, Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectUnknown, Unanswered: true, Source: sourceText},
	{VendorCode: endpointOffline, Kind: toolerr.KindNetworkTransportUnreachable, Effect: toolerr.EffectNone, Unanswered: true, Source: sourceText},
}

// borrowed returns awsadapter's rows for the codes of stores with the protocol.
func borrowed() (all []adapter.Row) {
	aws := spec.Of(awsadapter.Adapter{}).Table()
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
