package awsadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// The sources of the rows. sourceRetry is about throttles, retryable errors and clock skew.
// sourceServices are the references of EC2, S3 (v1.114.7), DynamoDB (v1.73.0), SQS
// (v1.52.9), STS (v1.51.7), SSO (v1.39.2) and SSO OIDC (v1.44.2), KMS (v1.62.3), Lambda
// (v1.114.1), SNS (v1.47.8), Systems Manager (v1.81.3), Secrets Manager (v1.50.9), IAM
// (v1.64.7), Bedrock (v1.63.10), CloudWatch Logs (v1.91.1), Kinesis (v1.56.10) and Step
// Functions (v1.41.2), and the modules in brackets, with the fault (client or server) that
// they model.
const (
	sourceRetry    = "aws-sdk-go-v2 v1.47.6, aws/retry"
	sourceServices = "API reference of the service; types/errors.go of its SDK"
	sourceCommon   = "AWS API references, Common Errors"
)

// Hints for several codes.
const (
	hintRegion = "The resource is in another region or behind another endpoint than the tool is set up for."
)

// table lists the meanings of AWS codes, for any protocol and status: most services send
// them with HTTP 400. A code that several services use has one row, with its most common
// meaning.
var table = adapter.NewTable(
	"_aws", "AWS",
	// Throttling: all services, then those of one.
	adapter.Row{VendorCodes: []string{
		"Throttling", "ThrottlingException", "ThrottledException", "RequestThrottledException", "TooManyRequestsException",
		"ProvisionedThroughputExceededException", "TransactionInProgressException", "RequestLimitExceeded", "BandwidthLimitExceeded",
		"LimitExceededException", "RequestThrottled", "SlowDown", "PriorRequestNotComplete", "EC2ThrottledException", "Throttled",
		"KMSThrottling", "KMSThrottlingException", "KmsThrottlingException", "KMS.ThrottlingException", "KmsThrottled", "SlowDownException",
		"ExecutionLimitExceeded", "OverLimit",
	}, Fact: toolerr.FactRateLimit, Source: sourceRetry + "; " + sourceServices},

	// The request took too long to arrive, or was aborted in the middle.
	adapter.Row{VendorCodes: []string{"RequestTimeout", "RequestTimeoutException"}, Fact: toolerr.FactTimeout, Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectNone, Unlike: "the service did nothing", Hint: toolerr.Msg("The request arrived too slowly. Make the same call again."), Source: sourceRetry},
	adapter.Row{VendorCode: "RequestAbortedException", Fact: toolerr.FactAborted, Effect: toolerr.EffectUnknown, Unlike: "the service had begun to work on the request", Source: sourceCommon},

	// Access.
	adapter.Row{VendorCodes: []string{"ExpiredToken", "ExpiredTradeInTokenException", "ExpiredTokenException", "TokenRefreshRequired"}, Fact: toolerr.FactExpiredKey, Source: sourceServices + "; " + sourceCommon},
	adapter.Row{VendorCodes: []string{"InvalidGrantException", "InvalidClientException", "UnauthorizedClientException"}, Fact: toolerr.FactSignIn, Source: sourceServices},
	adapter.Row{VendorCode: "AuthorizationPendingException", Fact: toolerr.FactSignIn, Retry: adapter.RetryMayHelp, Guidance: toolerr.GuidanceRetryWithBackoff, Unlike: "the user is signing in", Hint: toolerr.Msg("The user has not finished signing in. Ask the user to do so, then try again."), Source: sourceServices},
	// A retry helps only an SDK that has corrected its own clock.
	adapter.Row{VendorCodes: []string{"RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture"}, Fact: toolerr.FactWrongKey, Hint: toolerr.Msg("The clock of the machine that runs the tool is wrong. Someone has to set it."), Source: sourceRetry + "; AWS SDK for Java 2.x, AwsErrorCode, definite clock skew codes"},
	adapter.Row{VendorCodes: []string{
		"InvalidSignatureException", "SignatureDoesNotMatch", "AuthFailure", "UnrecognizedClientException", "InvalidClientTokenId",
		"IncompleteSignature", "IncompleteSignatureException", "MissingAuthenticationToken", "MissingAuthenticationTokenException",
		"InvalidAccessKeyId", "InvalidToken", "AuthorizationHeaderMalformed", "InvalidSecurity", "InvalidIdentityToken", "IDPRejectedClaim",
	}, Fact: toolerr.FactWrongKey, Source: sourceRetry + "; " + sourceCommon + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{
		"AccessDenied", "AllAccessDisabled", "AccessDeniedException", "NotAuthorized", "UnauthorizedOperation", "UnauthorizedException",
		"AuthorizationError", "KMSAccessDenied", "KMS.AccessDeniedException", "KmsAccessDenied", "KMSAccessDeniedException",
		"EC2AccessDeniedException", "DecryptionFailure",
	}, Fact: toolerr.FactNotPermitted, Source: sourceCommon + "; " + sourceServices},
	adapter.Row{VendorCodes: []string{"AccountProblem", "PendingVerification", "Blocked"}, Fact: toolerr.FactAccountClosed, Source: sourceServices},
	adapter.Row{VendorCodes: []string{
		"OptInRequired", "KMS.OptInRequired", "KMSOptInRequired", "RegionDisabledException",
	}, Fact: toolerr.FactNotEnabled, Hint: toolerr.Msg("The AWS account has not enabled this service or region. Someone has to enable it."), Source: sourceCommon + "; " + sourceServices},

	// Missing and existing resources.
	adapter.Row{VendorCodes: []string{
		"NoSuchBucket", "NoSuchKey", "NoSuchUpload", "NoSuchVersion", "NoSuchBucketPolicy", "NoSuchLifecycleConfiguration",
		"ResourceNotFoundException", "TableNotFoundException", "AWS.SimpleQueueService.NonExistentQueue", "QueueDoesNotExist",
		"KMS.NotFoundException", "NotFoundException", "ParameterNotFound", "ParameterVersionNotFound", "NoSuchEntity",
		"ExecutionDoesNotExist", "StateMachineDoesNotExist", "InvalidInstanceID.NotFound", "InvalidVolume.NotFound", "InvalidGroup.NotFound",
		"InvalidAMIID.NotFound", "InvalidVpcID.NotFound", "InvalidSubnetID.NotFound", "InvalidKeyPair.NotFound",
	}, Fact: toolerr.FactNotFound, Source: sourceServices},
	adapter.Row{VendorCodes: []string{
		"DuplicateItemException", "BucketAlreadyExists", "BucketAlreadyOwnedByYou", "QueueAlreadyExists", "ResourceExistsException",
		"ResourceAlreadyExistsException", "ParameterAlreadyExists", "EntityAlreadyExists", "AlreadyExistsException", "ExecutionAlreadyExists",
	}, Fact: toolerr.FactExists, Source: sourceServices},

	// The state of a resource.
	adapter.Row{VendorCodes: []string{"ConditionalCheckFailedException", "TransactionCanceledException", "PreconditionFailed", "PreconditionFailedException"}, Fact: toolerr.FactStale, Source: sourceServices},
	adapter.Row{VendorCodes: []string{
		"BucketNotEmpty", "DeleteConflict", "ResourceInUseException", "IdempotentParameterMismatchException", "ResourceConflictException",
		"ConflictException", "IncorrectInstanceState", "DependencyViolation", "IdempotentParameterMismatch", "UnsupportedOperation",
		"ReceiptHandleIsInvalid", "AWS.SimpleQueueService.MessageNotInflight", "DisabledException", "KMSInvalidStateException",
		"EndpointDisabled", "OptedOut",
	}, Fact: toolerr.FactWrongState, Source: sourceServices},
	adapter.Row{VendorCode: "ExpiredIteratorException", Fact: toolerr.FactOutdated, Source: sourceServices},
	adapter.Row{VendorCode: "InvalidObjectState", Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The object is archived. It has to be restored before it can be read."), Source: sourceServices},
	adapter.Row{VendorCodes: []string{
		"TransactionConflictException", "ReplicatedWriteConflictException", "AWS.SimpleQueueService.QueueDeletedRecently", "OperationAborted",
		"ConditionalRequestConflict", "OperationAbortedException", "ConcurrentModification", "EntityTemporarilyUnmodifiable",
		"ConcurrentAccess", "TooManyUpdates", "AWS.SimpleQueueService.PurgeQueueInProgress",
	}, Fact: toolerr.FactAborted, Source: sourceServices},
	adapter.Row{VendorCodes: []string{
		"ServiceQuotaExceededException", "LimitExceeded", "TooManyBuckets", "InstanceLimitExceeded", "VcpuLimitExceeded",
		"AddressLimitExceeded", "CodeStorageExceededException", "ParameterLimitExceeded",
	}, Fact: toolerr.FactQuota, Source: sourceServices},

	// The request.
	adapter.Row{VendorCodes: []string{
		"ItemCollectionSizeLimitExceededException", "RequestEntityTooLargeException", "RequestTooLargeException", "EntityTooLarge",
		"AWS.SimpleQueueService.BatchRequestTooLong", "AWS.SimpleQueueService.TooManyEntriesInBatchRequest", "PackedPolicyTooLarge",
	}, Fact: toolerr.FactTooLarge, Source: sourceServices},
	adapter.Row{VendorCodes: []string{
		"ValidationException", "ValidationError", "SerializationException", "InvalidParameter", "ParameterValueInvalid",
		"InvalidParameterException", "InvalidParameterValue",
		"MalformedQueryString", "InvalidInstanceID.Malformed", "InvalidParameterValueException", "InvalidArgument",
		"InvalidRange", "InvalidPart", "BadDigest", "EntityTooSmall", "InvalidArgumentException",
		"InvalidInput", "MalformedPolicyDocument", "InvalidMessageContents", "InvalidAttributeName", "InvalidAttributeValue",
		"AWS.SimpleQueueService.BatchEntryIdsNotDistinct", "AWS.SimpleQueueService.EmptyBatchRequest", "MalformedPolicyDocumentException",
		"InvalidArnException", "InvalidCiphertextException", "InvalidArn", "InvalidExecutionInput", "InvalidInstanceId",
		"MalformedQueryException",
	}, Fact: toolerr.FactInvalid, Source: sourceServices + "; " + sourceCommon + "; Smithy, AWS JSON 1.0 and 1.1 protocols"},
	adapter.Row{VendorCode: "MissingParameter", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Source: sourceCommon},
	adapter.Row{VendorCode: "UnknownParameter", Fact: toolerr.FactInvalid, Rule: toolerr.RuleUnknown, Source: sourceCommon},
	adapter.Row{VendorCode: "InvalidParameterCombination", Fact: toolerr.FactInvalid, Rule: toolerr.RuleConflict, Source: sourceCommon},
	adapter.Row{VendorCodes: []string{"InvalidBucketName", "InvalidTag", "MalformedXML"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleBadFormat, Source: sourceServices},
	adapter.Row{VendorCodes: []string{"KeyTooLongError", "MetadataTooLarge"}, Fact: toolerr.FactInvalid, Rule: toolerr.RuleTooLong, Source: sourceServices},
	adapter.Row{VendorCode: "InvalidStorageClass", Fact: toolerr.FactInvalid, Rule: toolerr.RuleNotAllowed, Source: sourceServices},
	adapter.Row{VendorCodes: []string{"UnsupportedOperationException", "InvalidRequest", "InvalidRequestException"}, Fact: toolerr.FactRefused, Source: sourceServices + "; " + sourceCommon},
	adapter.Row{VendorCodes: []string{"DryRunOperation", "DryRunOperationException"}, Fact: toolerr.FactRefused, Hint: toolerr.Msg("This was a dry run: the call would have succeeded."), Source: sourceServices},
	adapter.Row{VendorCodes: []string{"MethodNotAllowed", "UnknownOperationException", "InvalidAction"}, Fact: toolerr.FactToolMistake, Source: sourceServices + "; " + sourceCommon},
	adapter.Row{VendorCode: "IllegalLocationConstraintException", Fact: toolerr.FactRefused, Hint: toolerr.Msg(hintRegion), Source: sourceServices},
	adapter.Row{VendorCode: "PermanentRedirect", Fact: toolerr.FactUnclear, Hint: toolerr.Msg(hintRegion), Source: sourceServices},
	adapter.Row{VendorCode: "TemporaryRedirect", Fact: toolerr.FactUnclear, Source: sourceServices},

	// The service.
	adapter.Row{VendorCodes: []string{"IDPCommunicationError", "ModelNotReadyException"}, Fact: toolerr.FactOverloaded, Source: sourceServices},
	adapter.Row{VendorCodes: []string{
		"InternalError", "InternalFailure", "ServiceUnavailable", "InternalFailureException", "InternalServerError",
		"InternalServerException", "ServiceUnavailableException", "ModelErrorException", "ModelStreamErrorException", "ModelTimeoutException",
		"InternalServiceError", "ServiceException", "ResourceNotReadyException", "ServiceFailure", "Unavailable",
		"InsufficientInstanceCapacity", "InsufficientCapacity", "KMSInternalException", "KeyUnavailableException",
		"DependencyTimeoutException",
	}, Fact: toolerr.FactFailed, Source: sourceServices + "; " + sourceCommon},
	adapter.Row{VendorCode: "NotImplemented", Fact: toolerr.FactUnimplemented, Source: sourceServices},
)

// kindOf returns the kind of an unlisted code whose name follows the naming of the
// services, or "": there are thousands of codes, and most are named like the listed ones.
// The name decides only for a refusal: a 5xx stays a failure, but a throttle is one with
// any status.
func kindOf(code string, status int) toolerr.Kind {
	switch {
	case strings.Contains(code, "Throttl"):
		return toolerr.KindUpstreamRateLimit
	case status >= 500:
		return ""
	case strings.Contains(code, "AccessDenied"):
		return toolerr.KindUpstreamAuthError
	case strings.HasPrefix(code, "NoSuch"),
		strings.HasSuffix(code, ".NotFound"),
		strings.HasSuffix(code, "NotFoundException"),
		strings.HasSuffix(code, "NotFoundFault"),
		strings.HasSuffix(code, "DoesNotExist"),
		strings.HasSuffix(code, "DoesNotExistException"):
		return toolerr.KindUpstreamNotFound
	}
	return ""
}
