package awsadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_aws"
	display = "AWS"
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
var (
	hintSignIn = toolerr.Msg("The AWS sign-in has ended. Ask the user to sign in again.")
	hintRegion = toolerr.Msg("The resource is in another region or behind another endpoint than the tool is set up for.")
)

// table lists the meanings of AWS codes, for any protocol and status: most services send
// them with HTTP 400. A code that several services use has one row, with its most common
// meaning.
var table = adapter.NewTable(
	slug, display,

	// Throttling: all services, then those of one.
	adapter.Row{
		VendorCodes: []string{
			"Throttling", "ThrottlingException", "ThrottledException", "RequestThrottledException", "TooManyRequestsException",
			"ProvisionedThroughputExceededException", "TransactionInProgressException", "RequestLimitExceeded", "BandwidthLimitExceeded",
			"LimitExceededException", "RequestThrottled", "SlowDown", "PriorRequestNotComplete", "EC2ThrottledException", "Throttled",
			"KMSThrottling", "KMSThrottlingException", "KmsThrottlingException", "KMS.ThrottlingException", "KmsThrottled",
			"SlowDownException", "ExecutionLimitExceeded", "OverLimit",
		},
		Kind: toolerr.KindUpstreamRateLimit, Source: sourceRetry + "; " + sourceServices,
	},

	// The request took too long to arrive, so it had no effect.
	adapter.Row{VendorCodes: []string{"RequestTimeout", "RequestTimeoutException"}, Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Guidance: toolerr.GuidanceRetryWithBackoff, Source: sourceRetry},

	// The request was aborted in the middle.
	adapter.Row{VendorCode: "RequestAbortedException", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Effect: toolerr.EffectUnknown, Source: sourceCommon},

	// Expired credentials: a program can renew them.
	adapter.Row{
		VendorCodes: []string{"ExpiredToken", "ExpiredTradeInTokenException", "ExpiredTokenException", "TokenRefreshRequired"},
		Kind:        toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceServices + "; " + sourceCommon,
	},

	// Expired sign-ins: only a person can renew them.
	adapter.Row{VendorCodes: []string{"InvalidGrantException", "InvalidClientException", "UnauthorizedClientException"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: hintSignIn, Source: sourceServices},
	adapter.Row{VendorCode: "AuthorizationPendingException", Kind: toolerr.KindUpstreamAuthError, Retry: adapter.RetryMayHelp, UserAction: true, Source: sourceServices},

	// Clocks that differ. A retry helps only an SDK that has corrected its own clock.
	adapter.Row{
		VendorCodes: []string{"RequestTimeTooSkewed", "RequestExpired", "RequestInTheFuture"}, Kind: toolerr.KindUpstreamAuthError,
		Hint:   toolerr.Msg("The clock of the machine that runs the tool is wrong. Someone has to set it."),
		Source: sourceRetry + "; " + "AWS SDK for Java 2.x, AwsErrorCode, definite clock skew codes",
	},

	// Invalid credentials.
	adapter.Row{
		VendorCodes: []string{
			"InvalidSignatureException", "SignatureDoesNotMatch", "AuthFailure", "UnrecognizedClientException", "InvalidClientTokenId",
			"IncompleteSignature", "IncompleteSignatureException", "MissingAuthenticationToken", "MissingAuthenticationTokenException",
			"InvalidAccessKeyId", "InvalidToken", "AuthorizationHeaderMalformed", "InvalidSecurity", "InvalidIdentityToken",
			"IDPRejectedClaim", "AccessDenied", "AllAccessDisabled", "AccessDeniedException", "NotAuthorized", "UnauthorizedOperation",
			"UnauthorizedException", "AuthorizationError", "KMSAccessDenied", "KMS.AccessDeniedException", "KmsAccessDenied",
			"KMSAccessDeniedException", "EC2AccessDeniedException", "DecryptionFailure",
		},
		Kind: toolerr.KindUpstreamAuthError, Source: sourceRetry + "; " + sourceCommon + "; " + sourceServices,
	},
	adapter.Row{VendorCodes: []string{"IDPCommunicationError", "ModelNotReadyException"}, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: sourceServices},

	// Missing permissions.
	adapter.Row{VendorCodes: []string{"AccountProblem", "PendingVerification", "Blocked"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceServices},
	adapter.Row{
		VendorCodes: []string{"OptInRequired", "KMS.OptInRequired", "KMSOptInRequired", "RegionDisabledException"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("The AWS account has not enabled this service or region. Someone has to enable it."), Source: sourceCommon + "; " + sourceServices,
	},

	// Missing resources.
	adapter.Row{
		VendorCodes: []string{
			"NoSuchBucket", "NoSuchKey", "NoSuchUpload", "NoSuchVersion", "NoSuchBucketPolicy", "NoSuchLifecycleConfiguration",
			"ResourceNotFoundException", "TableNotFoundException", "AWS.SimpleQueueService.NonExistentQueue", "QueueDoesNotExist",
			"KMS.NotFoundException", "NotFoundException", "ParameterNotFound", "ParameterVersionNotFound", "NoSuchEntity",
			"ExecutionDoesNotExist", "StateMachineDoesNotExist", "InvalidInstanceID.NotFound", "InvalidVolume.NotFound",
			"InvalidGroup.NotFound", "InvalidAMIID.NotFound", "InvalidVpcID.NotFound", "InvalidSubnetID.NotFound",
			"InvalidKeyPair.NotFound",
		},
		Kind: toolerr.KindUpstreamNotFound, Source: sourceServices,
	},

	// Conflicts with the state of the resource: the model must read it again, or make another
	// call first.
	adapter.Row{
		VendorCodes: []string{"ConditionalCheckFailedException", "TransactionCanceledException", "PreconditionFailed", "PreconditionFailedException"},
		Kind:        toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The data is not in the state that the call expected. Read it again before writing."), Source: sourceServices,
	},
	adapter.Row{
		VendorCodes: []string{
			"DuplicateItemException", "BucketAlreadyExists", "BucketAlreadyOwnedByYou", "QueueAlreadyExists", "ResourceExistsException",
			"ResourceAlreadyExistsException", "ParameterAlreadyExists", "EntityAlreadyExists", "AlreadyExistsException",
			"ExecutionAlreadyExists",
		},
		Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("It exists already. Use it, or choose another name."), Source: sourceServices,
	},
	adapter.Row{
		VendorCodes: []string{
			"BucketNotEmpty", "MethodNotAllowed", "DeleteConflict", "ResourceInUseException", "IdempotentParameterMismatchException",
			"ResourceConflictException", "ConflictException", "IncorrectInstanceState", "DependencyViolation",
			"IdempotentParameterMismatch", "UnsupportedOperation", "ReceiptHandleIsInvalid", "AWS.SimpleQueueService.MessageNotInflight",
			"ExpiredIteratorException", "DisabledException", "KMSInvalidStateException", "UnsupportedOperationException",
			"EndpointDisabled", "OptedOut", "UnknownOperationException", "InvalidAction", "InvalidRequest", "InvalidRequestException",
		},
		Kind: toolerr.KindUpstreamBadRequest, Source: sourceServices + "; " + sourceCommon,
	},
	adapter.Row{VendorCode: "InvalidObjectState", Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The object is archived. It has to be restored before it can be read."), Source: sourceServices},
	adapter.Row{VendorCodes: []string{"DryRunOperation", "DryRunOperationException"}, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("It was a dry run: the call would have succeeded."), Source: sourceServices},

	// Transient conflicts.
	adapter.Row{
		VendorCodes: []string{"TransactionConflictException", "ReplicatedWriteConflictException", "AWS.SimpleQueueService.QueueDeletedRecently"},
		Kind:        toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Source: sourceServices,
	},
	adapter.Row{
		VendorCodes: []string{
			"OperationAborted", "ConditionalRequestConflict", "OperationAbortedException", "ConcurrentModification",
			"EntityTemporarilyUnmodifiable", "ConcurrentAccess", "TooManyUpdates", "AWS.SimpleQueueService.PurgeQueueInProgress",
		},
		Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: toolerr.Msg("Another change to the same thing is under way. Wait for it to end."), Source: sourceServices,
	},

	// Quotas: waiting does not help.
	adapter.Row{
		VendorCodes: []string{
			"ServiceQuotaExceededException", "LimitExceeded", "TooManyBuckets", "InstanceLimitExceeded", "VcpuLimitExceeded",
			"AddressLimitExceeded", "CodeStorageExceededException", "ParameterLimitExceeded",
		},
		Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: toolerr.Msg("A quota of the AWS account is used up. Someone has to raise it, or remove what counts against it."), Source: sourceServices,
	},

	// Invalid values: the model can correct them.
	adapter.Row{
		VendorCodes: []string{
			"ValidationException", "ItemCollectionSizeLimitExceededException", "ValidationError", "RequestEntityTooLargeException",
			"SerializationException", "InvalidParameter", "ParameterValueInvalid", "InvalidParameterException", "InvalidParameterValue",
			"InvalidParameterCombination", "MissingParameter", "UnknownParameter", "MalformedQueryString", "InvalidInstanceID.Malformed",
			"InvalidParameterValueException", "RequestTooLargeException", "InvalidArgument", "InvalidBucketName", "KeyTooLongError",
			"InvalidRange", "InvalidPart", "MalformedXML", "BadDigest", "EntityTooLarge", "EntityTooSmall", "InvalidArgumentException",
			"InvalidInput", "MalformedPolicyDocument", "InvalidMessageContents", "InvalidAttributeName", "InvalidAttributeValue",
			"AWS.SimpleQueueService.BatchEntryIdsNotDistinct", "AWS.SimpleQueueService.BatchRequestTooLong",
			"AWS.SimpleQueueService.EmptyBatchRequest", "AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
			"MalformedPolicyDocumentException", "InvalidArnException", "InvalidCiphertextException", "PackedPolicyTooLarge", "InvalidArn",
			"InvalidExecutionInput", "InvalidInstanceId", "MalformedQueryException",
		},
		Kind: toolerr.KindUpstreamValidationError, Source: sourceServices + "; " + sourceCommon + "; " + "Smithy, AWS JSON 1.0 and 1.1 protocols",
	},

	// Another region or endpoint.
	adapter.Row{VendorCode: "PermanentRedirect", Kind: toolerr.KindUpstreamUnmapped, Hint: hintRegion, Source: sourceServices},
	adapter.Row{VendorCode: "TemporaryRedirect", Kind: toolerr.KindUpstreamUnmapped, Source: sourceServices},
	adapter.Row{VendorCode: "IllegalLocationConstraintException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintRegion, Source: sourceServices},

	// The service failed.
	adapter.Row{
		VendorCodes: []string{
			"InternalError", "InternalFailure", "ServiceUnavailable", "InternalFailureException", "InternalServerError",
			"InternalServerException", "ServiceUnavailableException", "ModelErrorException", "ModelStreamErrorException",
			"ModelTimeoutException", "InternalServiceError", "ServiceException", "ResourceNotReadyException", "ServiceFailure",
			"Unavailable", "InsufficientInstanceCapacity", "InsufficientCapacity", "KMSInternalException", "KeyUnavailableException",
			"DependencyTimeoutException",
		},
		Kind: toolerr.KindUpstreamServerError, Source: sourceServices + "; " + sourceCommon,
	},
	adapter.Row{VendorCode: "NotImplemented", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceServices},
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
