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

// The sources of the rows. Codes that an SDK models were read from its types/errors.go,
// with their fault (client or server).
const (
	sourceCommon    = "AWS API references, Common Errors"
	sourceProtocol  = "Smithy, AWS JSON 1.0 and 1.1 protocols"
	sourceThrottles = "aws-sdk-go-v2 v1.47.6, retry.DefaultThrottleErrorCodes"
	sourceRetryable = "aws-sdk-go-v2 v1.47.6, retry.DefaultRetryableErrorCodes"
	sourceSkew      = "aws-sdk-go-v2 v1.47.6, aws/retry/middleware.go, clockSkewCodes"
	sourceSkewJava  = "AWS SDK for Java 2.x, AwsErrorCode, definite clock skew codes"
	sourceS3        = "Amazon S3 API Reference, Error responses; service/s3 v1.114.7"
	sourceDynamoDB  = "Amazon DynamoDB API Reference; service/dynamodb v1.73.0"
	sourceSQS       = "Amazon SQS API Reference; service/sqs v1.52.9, codes of the x-amzn-query-error header"
	sourceSTS       = "AWS STS API Reference; service/sts v1.51.7"
	sourceSSO       = "IAM Identity Center API References; service/sso v1.39.2, service/ssooidc v1.44.2"
	sourceEC2       = "Amazon EC2 API Reference, Error codes"
	sourceKMS       = "AWS KMS API Reference; service/kms v1.62.3"
	sourceLambda    = "AWS Lambda API Reference; service/lambda v1.114.1"
	sourceSNS       = "Amazon SNS API Reference; service/sns v1.47.8"
	sourceSSM       = "AWS Systems Manager API Reference; service/ssm v1.81.3"
	sourceSecrets   = "AWS Secrets Manager API Reference; service/secretsmanager v1.50.9"
	sourceIAM       = "IAM API Reference; service/iam v1.64.7"
	sourceBedrock   = "Amazon Bedrock API Reference; service/bedrockruntime v1.63.10"
	sourceLogs      = "Amazon CloudWatch Logs API Reference; service/cloudwatchlogs v1.91.1"
	sourceKinesis   = "Amazon Kinesis API Reference; service/kinesis v1.56.10"
	sourceSFN       = "AWS Step Functions API Reference; service/sfn v1.41.2"
)

// Hints for several codes.
var (
	hintClock    = toolerr.Msg("The clock of the machine that runs the tool is wrong. Someone has to set it.")
	hintSignIn   = toolerr.Msg("The AWS sign-in has ended. Ask the user to sign in again.")
	hintOptIn    = toolerr.Msg("The AWS account has not enabled this service or region. Someone has to enable it.")
	hintQuota    = toolerr.Msg("A quota of the AWS account is used up. Someone has to raise it, or remove what counts against it.")
	hintChanged  = toolerr.Msg("The data is not in the state that the call expected. Read it again before writing.")
	hintConflict = toolerr.Msg("Another change to the same thing is under way. Wait for it to end.")
	hintExists   = toolerr.Msg("It exists already. Use it, or choose another name.")
	hintRegion   = toolerr.Msg("The resource is in another region or behind another endpoint than the tool is set up for.")
	hintArchived = toolerr.Msg("The object is archived. It has to be restored before it can be read.")
	hintDryRun   = toolerr.Msg("It was a dry run: the call would have succeeded.")
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
		},
		Kind: toolerr.KindUpstreamRateLimit, Source: sourceThrottles,
	},
	// A throttle of control-plane calls in DynamoDB and Kinesis, a quota in KMS and Secrets
	// Manager. The SDK retries it for all of them.
	adapter.Row{
		VendorCodes: []string{"LimitExceededException", "RequestThrottled", "SlowDown", "PriorRequestNotComplete", "EC2ThrottledException"},
		Kind:        toolerr.KindUpstreamRateLimit, Source: sourceThrottles,
	},
	adapter.Row{VendorCodes: []string{"Throttled", "KMSThrottling"}, Kind: toolerr.KindUpstreamRateLimit, Source: sourceSNS},
	adapter.Row{VendorCode: "KMSThrottlingException", Kind: toolerr.KindUpstreamRateLimit, Source: sourceKinesis},
	adapter.Row{VendorCode: "KmsThrottlingException", Kind: toolerr.KindUpstreamRateLimit, Source: sourceSFN},
	adapter.Row{VendorCodes: []string{"KMS.ThrottlingException", "KmsThrottled"}, Kind: toolerr.KindUpstreamRateLimit, Source: sourceSQS},
	adapter.Row{VendorCode: "SlowDownException", Kind: toolerr.KindUpstreamRateLimit, Source: sourceSSO},

	// The request took too long to arrive, so it had no effect.
	adapter.Row{
		VendorCodes: []string{"RequestTimeout", "RequestTimeoutException"},
		Kind:        toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Guidance: toolerr.GuidanceRetryWithBackoff, Source: sourceRetryable,
	},

	// The request was aborted in the middle.
	adapter.Row{VendorCode: "RequestAbortedException", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Effect: toolerr.EffectUnknown, Source: sourceCommon},

	// Expired credentials: a program can renew them.
	adapter.Row{VendorCodes: []string{"ExpiredToken", "ExpiredTradeInTokenException"}, Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceSTS},
	adapter.Row{VendorCode: "ExpiredTokenException", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceCommon},
	adapter.Row{VendorCode: "TokenRefreshRequired", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceRefreshAuthThenRetry, Source: sourceS3},

	// Expired sign-ins: only a person can renew them.
	adapter.Row{
		VendorCodes: []string{"InvalidGrantException", "InvalidClientException", "UnauthorizedClientException"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Hint: hintSignIn, Source: sourceSSO,
	},
	adapter.Row{VendorCode: "AuthorizationPendingException", Kind: toolerr.KindUpstreamAuthError, Retry: adapter.RetryMayHelp, UserAction: true, Source: sourceSSO},

	// Clocks that differ. A retry helps only an SDK that has corrected its own clock.
	adapter.Row{VendorCode: "RequestTimeTooSkewed", Kind: toolerr.KindUpstreamAuthError, Hint: hintClock, Source: sourceSkew},
	adapter.Row{VendorCodes: []string{"RequestExpired", "RequestInTheFuture"}, Kind: toolerr.KindUpstreamAuthError, Hint: hintClock, Source: sourceSkewJava},

	// Invalid credentials.
	adapter.Row{VendorCodes: []string{"InvalidSignatureException", "SignatureDoesNotMatch", "AuthFailure"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceSkew},
	adapter.Row{
		VendorCodes: []string{
			"UnrecognizedClientException", "InvalidClientTokenId", "IncompleteSignature", "IncompleteSignatureException",
			"MissingAuthenticationToken", "MissingAuthenticationTokenException",
		},
		Kind: toolerr.KindUpstreamAuthError, Source: sourceCommon,
	},
	adapter.Row{VendorCodes: []string{"InvalidAccessKeyId", "InvalidToken", "AuthorizationHeaderMalformed"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidSecurity", Kind: toolerr.KindUpstreamAuthError, Source: sourceSQS},
	adapter.Row{VendorCodes: []string{"InvalidIdentityToken", "IDPRejectedClaim"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceSTS},
	adapter.Row{VendorCode: "IDPCommunicationError", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: sourceSTS},

	// Missing permissions.
	adapter.Row{VendorCodes: []string{"AccessDenied", "AllAccessDisabled"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceS3},
	adapter.Row{VendorCodes: []string{"AccessDeniedException", "NotAuthorized"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceCommon},
	adapter.Row{VendorCode: "UnauthorizedOperation", Kind: toolerr.KindUpstreamAuthError, Source: sourceEC2},
	adapter.Row{VendorCode: "UnauthorizedException", Kind: toolerr.KindUpstreamAuthError, Source: sourceSSO},
	adapter.Row{VendorCodes: []string{"AuthorizationError", "KMSAccessDenied"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceSNS},
	adapter.Row{VendorCode: "AccountProblem", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceS3},
	adapter.Row{VendorCodes: []string{"KMS.AccessDeniedException", "KmsAccessDenied"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceSQS},
	adapter.Row{VendorCodes: []string{"KMSAccessDeniedException", "EC2AccessDeniedException"}, Kind: toolerr.KindUpstreamAuthError, Source: sourceLambda},
	adapter.Row{VendorCode: "DecryptionFailure", Kind: toolerr.KindUpstreamAuthError, Source: sourceSecrets},
	adapter.Row{VendorCode: "OptInRequired", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: hintOptIn, Source: sourceCommon},
	adapter.Row{VendorCode: "KMS.OptInRequired", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: hintOptIn, Source: sourceSQS},
	adapter.Row{VendorCode: "KMSOptInRequired", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: hintOptIn, Source: sourceSNS},
	adapter.Row{VendorCode: "RegionDisabledException", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: hintOptIn, Source: sourceSTS},
	adapter.Row{VendorCodes: []string{"PendingVerification", "Blocked"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: sourceEC2},

	// Missing resources.
	adapter.Row{
		VendorCodes: []string{"NoSuchBucket", "NoSuchKey", "NoSuchUpload", "NoSuchVersion", "NoSuchBucketPolicy", "NoSuchLifecycleConfiguration"},
		Kind:        toolerr.KindUpstreamNotFound, Source: sourceS3,
	},
	adapter.Row{VendorCodes: []string{"ResourceNotFoundException", "TableNotFoundException"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceDynamoDB},
	adapter.Row{VendorCodes: []string{"AWS.SimpleQueueService.NonExistentQueue", "QueueDoesNotExist", "KMS.NotFoundException"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceSQS},
	adapter.Row{VendorCode: "NotFoundException", Kind: toolerr.KindUpstreamNotFound, Source: sourceKMS},
	adapter.Row{VendorCodes: []string{"ParameterNotFound", "ParameterVersionNotFound"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceSSM},
	adapter.Row{VendorCode: "NoSuchEntity", Kind: toolerr.KindUpstreamNotFound, Source: sourceIAM},
	adapter.Row{VendorCodes: []string{"ExecutionDoesNotExist", "StateMachineDoesNotExist"}, Kind: toolerr.KindUpstreamNotFound, Source: sourceSFN},
	adapter.Row{
		VendorCodes: []string{
			"InvalidInstanceID.NotFound", "InvalidVolume.NotFound", "InvalidGroup.NotFound", "InvalidAMIID.NotFound",
			"InvalidVpcID.NotFound", "InvalidSubnetID.NotFound", "InvalidKeyPair.NotFound",
		},
		Kind: toolerr.KindUpstreamNotFound, Source: sourceEC2,
	},

	// Conflicts with the state of the resource: the model must read it again, or make another
	// call first.
	adapter.Row{
		VendorCodes: []string{"ConditionalCheckFailedException", "TransactionCanceledException"},
		Kind:        toolerr.KindUpstreamBadRequest, Hint: hintChanged, Source: sourceDynamoDB,
	},
	adapter.Row{VendorCode: "PreconditionFailed", Kind: toolerr.KindUpstreamBadRequest, Hint: hintChanged, Source: sourceS3},
	adapter.Row{VendorCode: "PreconditionFailedException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintChanged, Source: sourceLambda},
	adapter.Row{VendorCode: "DuplicateItemException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceDynamoDB},
	adapter.Row{VendorCodes: []string{"BucketAlreadyExists", "BucketAlreadyOwnedByYou"}, Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceS3},
	adapter.Row{VendorCode: "QueueAlreadyExists", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceSQS},
	adapter.Row{VendorCode: "ResourceExistsException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceSecrets},
	adapter.Row{VendorCode: "ResourceAlreadyExistsException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceLogs},
	adapter.Row{VendorCode: "ParameterAlreadyExists", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceSSM},
	adapter.Row{VendorCode: "EntityAlreadyExists", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceIAM},
	adapter.Row{VendorCode: "AlreadyExistsException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceKMS},
	adapter.Row{VendorCode: "ExecutionAlreadyExists", Kind: toolerr.KindUpstreamBadRequest, Hint: hintExists, Source: sourceSFN},
	adapter.Row{VendorCodes: []string{"BucketNotEmpty", "MethodNotAllowed"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceS3},
	adapter.Row{VendorCode: "DeleteConflict", Kind: toolerr.KindUpstreamBadRequest, Source: sourceIAM},
	adapter.Row{VendorCodes: []string{"ResourceInUseException", "IdempotentParameterMismatchException"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "ResourceConflictException", Kind: toolerr.KindUpstreamBadRequest, Source: sourceLambda},
	adapter.Row{VendorCode: "ConflictException", Kind: toolerr.KindUpstreamBadRequest, Source: sourceBedrock},
	adapter.Row{
		VendorCodes: []string{"IncorrectInstanceState", "DependencyViolation", "IdempotentParameterMismatch", "UnsupportedOperation"},
		Kind:        toolerr.KindUpstreamBadRequest, Source: sourceEC2,
	},
	adapter.Row{VendorCode: "InvalidObjectState", Kind: toolerr.KindUpstreamBadRequest, Hint: hintArchived, Source: sourceS3},
	adapter.Row{VendorCodes: []string{"ReceiptHandleIsInvalid", "AWS.SimpleQueueService.MessageNotInflight"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceSQS},
	adapter.Row{VendorCode: "ExpiredIteratorException", Kind: toolerr.KindUpstreamBadRequest, Source: sourceKinesis},
	adapter.Row{VendorCodes: []string{"DisabledException", "KMSInvalidStateException", "UnsupportedOperationException"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceKMS},
	adapter.Row{VendorCodes: []string{"EndpointDisabled", "OptedOut"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceSNS},
	adapter.Row{VendorCode: "DryRunOperation", Kind: toolerr.KindUpstreamBadRequest, Hint: hintDryRun, Source: sourceEC2},
	adapter.Row{VendorCode: "DryRunOperationException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintDryRun, Source: sourceKMS},
	adapter.Row{VendorCodes: []string{"UnknownOperationException", "InvalidAction"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceCommon},

	// Transient conflicts.
	adapter.Row{
		VendorCodes: []string{"TransactionConflictException", "ReplicatedWriteConflictException"},
		Kind:        toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Source: sourceDynamoDB,
	},
	adapter.Row{
		VendorCodes: []string{"OperationAborted", "ConditionalRequestConflict"},
		Kind:        toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: hintConflict, Source: sourceS3,
	},
	adapter.Row{VendorCode: "OperationAbortedException", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: hintConflict, Source: sourceLogs},
	adapter.Row{
		VendorCodes: []string{"ConcurrentModification", "EntityTemporarilyUnmodifiable"},
		Kind:        toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: hintConflict, Source: sourceIAM,
	},
	adapter.Row{VendorCode: "ConcurrentAccess", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: hintConflict, Source: sourceSNS},
	adapter.Row{VendorCode: "TooManyUpdates", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: hintConflict, Source: sourceSSM},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.PurgeQueueInProgress", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Hint: hintConflict, Source: sourceSQS},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.QueueDeletedRecently", Kind: toolerr.KindUpstreamBadRequest, Retry: adapter.RetryMayHelp, Source: sourceSQS},

	// Quotas: waiting does not help.
	adapter.Row{VendorCode: "ServiceQuotaExceededException", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: hintQuota, Source: sourceBedrock},
	adapter.Row{VendorCode: "LimitExceeded", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: hintQuota, Source: sourceIAM},
	adapter.Row{VendorCode: "TooManyBuckets", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: hintQuota, Source: sourceS3},
	adapter.Row{
		VendorCodes: []string{"InstanceLimitExceeded", "VcpuLimitExceeded", "AddressLimitExceeded"},
		Kind:        toolerr.KindUpstreamBadRequest, UserAction: true, Hint: hintQuota, Source: sourceEC2,
	},
	adapter.Row{VendorCode: "CodeStorageExceededException", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: hintQuota, Source: sourceLambda},
	adapter.Row{VendorCode: "ParameterLimitExceeded", Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Hint: hintQuota, Source: sourceSSM},
	adapter.Row{VendorCode: "ExecutionLimitExceeded", Kind: toolerr.KindUpstreamRateLimit, Source: sourceSFN},
	// 120,000 messages are in flight. Receiving works again after some are deleted.
	adapter.Row{VendorCode: "OverLimit", Kind: toolerr.KindUpstreamRateLimit, Source: sourceSQS},

	// Invalid values: the model can correct them.
	adapter.Row{VendorCodes: []string{"ValidationException", "ItemCollectionSizeLimitExceededException"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceDynamoDB},
	adapter.Row{VendorCodes: []string{"ValidationError", "RequestEntityTooLargeException"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceCommon},
	adapter.Row{VendorCode: "SerializationException", Kind: toolerr.KindUpstreamValidationError, Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{"InvalidParameter", "ParameterValueInvalid"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceSNS},
	adapter.Row{VendorCode: "InvalidParameterException", Kind: toolerr.KindUpstreamValidationError, Source: sourceSecrets},
	adapter.Row{
		VendorCodes: []string{
			"InvalidParameterValue", "InvalidParameterCombination", "MissingParameter", "UnknownParameter",
			"MalformedQueryString", "InvalidInstanceID.Malformed",
		},
		Kind: toolerr.KindUpstreamValidationError, Source: sourceEC2,
	},
	adapter.Row{VendorCodes: []string{"InvalidParameterValueException", "RequestTooLargeException"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceLambda},
	adapter.Row{
		VendorCodes: []string{
			"InvalidArgument", "InvalidBucketName", "KeyTooLongError", "InvalidRange", "InvalidPart", "MalformedXML",
			"BadDigest", "EntityTooLarge", "EntityTooSmall",
		},
		Kind: toolerr.KindUpstreamValidationError, Source: sourceS3,
	},
	adapter.Row{VendorCode: "InvalidArgumentException", Kind: toolerr.KindUpstreamValidationError, Source: sourceKinesis},
	adapter.Row{VendorCode: "InvalidRequest", Kind: toolerr.KindUpstreamBadRequest, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidRequestException", Kind: toolerr.KindUpstreamBadRequest, Source: sourceSecrets},
	adapter.Row{VendorCodes: []string{"InvalidInput", "MalformedPolicyDocument"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceIAM},
	adapter.Row{
		VendorCodes: []string{
			"InvalidMessageContents", "InvalidAttributeName", "InvalidAttributeValue", "AWS.SimpleQueueService.BatchEntryIdsNotDistinct",
			"AWS.SimpleQueueService.BatchRequestTooLong", "AWS.SimpleQueueService.EmptyBatchRequest",
			"AWS.SimpleQueueService.TooManyEntriesInBatchRequest",
		},
		Kind: toolerr.KindUpstreamValidationError, Source: sourceSQS,
	},
	adapter.Row{VendorCodes: []string{"MalformedPolicyDocumentException", "InvalidArnException", "InvalidCiphertextException"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceKMS},
	adapter.Row{VendorCode: "PackedPolicyTooLarge", Kind: toolerr.KindUpstreamValidationError, Source: sourceSTS},
	adapter.Row{VendorCodes: []string{"InvalidArn", "InvalidExecutionInput"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceSFN},
	adapter.Row{VendorCode: "InvalidInstanceId", Kind: toolerr.KindUpstreamValidationError, Source: sourceSSM},
	adapter.Row{VendorCode: "MalformedQueryException", Kind: toolerr.KindUpstreamValidationError, Source: sourceLogs},

	// Another region or endpoint.
	adapter.Row{VendorCode: "PermanentRedirect", Kind: toolerr.KindUpstreamUnmapped, Hint: hintRegion, Source: sourceS3},
	adapter.Row{VendorCode: "TemporaryRedirect", Kind: toolerr.KindUpstreamUnmapped, Source: sourceS3},
	adapter.Row{VendorCode: "IllegalLocationConstraintException", Kind: toolerr.KindUpstreamBadRequest, Hint: hintRegion, Source: sourceS3},

	// The service failed.
	adapter.Row{VendorCode: "InternalError", Kind: toolerr.KindUpstreamServerError, Source: sourceS3},
	adapter.Row{VendorCodes: []string{"InternalFailure", "ServiceUnavailable"}, Kind: toolerr.KindUpstreamServerError, Source: sourceCommon},
	adapter.Row{VendorCode: "InternalFailureException", Kind: toolerr.KindUpstreamServerError, Source: sourceKinesis},
	adapter.Row{VendorCode: "InternalServerError", Kind: toolerr.KindUpstreamServerError, Source: sourceDynamoDB},
	adapter.Row{
		VendorCodes: []string{
			"InternalServerException", "ServiceUnavailableException", "ModelErrorException", "ModelStreamErrorException",
			"ModelTimeoutException",
		},
		Kind: toolerr.KindUpstreamServerError, Source: sourceBedrock,
	},
	adapter.Row{VendorCode: "InternalServiceError", Kind: toolerr.KindUpstreamServerError, Source: sourceSecrets},
	adapter.Row{VendorCodes: []string{"ServiceException", "ResourceNotReadyException"}, Kind: toolerr.KindUpstreamServerError, Source: sourceLambda},
	adapter.Row{VendorCode: "ServiceFailure", Kind: toolerr.KindUpstreamServerError, Source: sourceIAM},
	adapter.Row{VendorCodes: []string{"Unavailable", "InsufficientInstanceCapacity", "InsufficientCapacity"}, Kind: toolerr.KindUpstreamServerError, Source: sourceEC2},
	adapter.Row{
		VendorCodes: []string{"KMSInternalException", "KeyUnavailableException", "DependencyTimeoutException"},
		Kind:        toolerr.KindUpstreamServerError, Source: sourceKMS,
	},
	adapter.Row{VendorCode: "ModelNotReadyException", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Source: sourceBedrock},
	adapter.Row{VendorCode: "NotImplemented", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Source: sourceS3},
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
