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

// Where the rows come from. Codes that an SDK models were read from its
// types/errors.go, with the fault (client or server) it gives them.
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

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	notFound    = toolerr.KindUpstreamNotFound
	badRequest  = toolerr.KindUpstreamBadRequest
	validation  = toolerr.KindUpstreamValidationError
	serverError = toolerr.KindUpstreamServerError
	unmapped    = toolerr.KindUpstreamUnmapped

	refresh = toolerr.GuidanceRefreshAuthThenRetry
	backoff = toolerr.GuidanceRetryWithBackoff
)

// The hints, each for several codes.
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

var yes = true // for CanRetry to point at

// table is what the codes of AWS mean, whatever the protocol and the status:
// most services send theirs with HTTP 400. A code that several services use has
// one row, by its commonest meaning.
var table = adapter.NewTable(
	slug, display,

	// Throttling: all services, then those of one.
	adapter.Row{Code: "Throttling", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "ThrottlingException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "ThrottledException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "RequestThrottledException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "TooManyRequestsException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "ProvisionedThroughputExceededException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "TransactionInProgressException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "RequestLimitExceeded", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "BandwidthLimitExceeded", Kind: rateLimit, Source: sourceThrottles},
	// A throttle of control-plane calls in DynamoDB and Kinesis, a quota in KMS
	// and Secrets Manager; the SDK repeats it for all of them.
	adapter.Row{Code: "LimitExceededException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "RequestThrottled", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "SlowDown", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "PriorRequestNotComplete", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "EC2ThrottledException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{Code: "Throttled", Kind: rateLimit, Source: sourceSNS},
	adapter.Row{Code: "KMSThrottling", Kind: rateLimit, Source: sourceSNS},
	adapter.Row{Code: "KMSThrottlingException", Kind: rateLimit, Source: sourceKinesis},
	adapter.Row{Code: "KmsThrottlingException", Kind: rateLimit, Source: sourceSFN},
	adapter.Row{Code: "KMS.ThrottlingException", Kind: rateLimit, Source: sourceSQS},
	adapter.Row{Code: "KmsThrottled", Kind: rateLimit, Source: sourceSQS},
	adapter.Row{Code: "SlowDownException", Kind: rateLimit, Source: sourceSSO},

	// The request took too long to arrive; it was not acted on.
	adapter.Row{Code: "RequestTimeout", Kind: badRequest, CanRetry: &yes, Guidance: backoff, Source: sourceRetryable},
	adapter.Row{Code: "RequestTimeoutException", Kind: badRequest, CanRetry: &yes, Guidance: backoff, Source: sourceRetryable},

	// It was given up half-way.
	adapter.Row{Code: "RequestAbortedException", Kind: badRequest, CanRetry: &yes, Effect: toolerr.EffectUnknown, Source: sourceCommon},

	// Credentials that have run out: a program can renew them.
	adapter.Row{Code: "ExpiredToken", Kind: authError, Guidance: refresh, Source: sourceSTS},
	adapter.Row{Code: "ExpiredTokenException", Kind: authError, Guidance: refresh, Source: sourceCommon},
	adapter.Row{Code: "TokenRefreshRequired", Kind: authError, Guidance: refresh, Source: sourceS3},
	adapter.Row{Code: "ExpiredTradeInTokenException", Kind: authError, Guidance: refresh, Source: sourceSTS},

	// Sign-ins that have run out: only a person can.
	adapter.Row{Code: "InvalidGrantException", Kind: authError, UserAction: true, Hint: hintSignIn, Source: sourceSSO},
	adapter.Row{Code: "InvalidClientException", Kind: authError, UserAction: true, Hint: hintSignIn, Source: sourceSSO},
	adapter.Row{Code: "UnauthorizedClientException", Kind: authError, UserAction: true, Hint: hintSignIn, Source: sourceSSO},
	adapter.Row{Code: "AuthorizationPendingException", Kind: authError, CanRetry: &yes, UserAction: true, Source: sourceSSO},

	// Clocks that differ. A repeat helps only an SDK that has corrected its own.
	adapter.Row{Code: "RequestTimeTooSkewed", Kind: authError, Hint: hintClock, Source: sourceSkew},
	adapter.Row{Code: "RequestExpired", Kind: authError, Hint: hintClock, Source: sourceSkewJava},
	adapter.Row{Code: "RequestInTheFuture", Kind: authError, Hint: hintClock, Source: sourceSkewJava},

	// Credentials that are wrong.
	adapter.Row{Code: "InvalidSignatureException", Kind: authError, Source: sourceSkew},
	adapter.Row{Code: "SignatureDoesNotMatch", Kind: authError, Source: sourceSkew},
	adapter.Row{Code: "AuthFailure", Kind: authError, Source: sourceSkew},
	adapter.Row{Code: "UnrecognizedClientException", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "InvalidClientTokenId", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "InvalidAccessKeyId", Kind: authError, Source: sourceS3},
	adapter.Row{Code: "InvalidToken", Kind: authError, Source: sourceS3},
	adapter.Row{Code: "InvalidSecurity", Kind: authError, Source: sourceSQS},
	adapter.Row{Code: "IncompleteSignature", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "IncompleteSignatureException", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "AuthorizationHeaderMalformed", Kind: authError, Source: sourceS3},
	adapter.Row{Code: "MissingAuthenticationToken", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "MissingAuthenticationTokenException", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "InvalidIdentityToken", Kind: authError, Source: sourceSTS},
	adapter.Row{Code: "IDPRejectedClaim", Kind: authError, Source: sourceSTS},
	adapter.Row{Code: "IDPCommunicationError", Kind: serverError, Effect: toolerr.EffectNone, Source: sourceSTS},

	// Rights that are missing.
	adapter.Row{Code: "AccessDenied", Kind: authError, Source: sourceS3},
	adapter.Row{Code: "AccessDeniedException", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "UnauthorizedOperation", Kind: authError, Source: sourceEC2},
	adapter.Row{Code: "UnauthorizedException", Kind: authError, Source: sourceSSO},
	adapter.Row{Code: "NotAuthorized", Kind: authError, Source: sourceCommon},
	adapter.Row{Code: "AuthorizationError", Kind: authError, Source: sourceSNS},
	adapter.Row{Code: "AllAccessDisabled", Kind: authError, Source: sourceS3},
	adapter.Row{Code: "AccountProblem", Kind: authError, UserAction: true, Source: sourceS3},
	adapter.Row{Code: "KMS.AccessDeniedException", Kind: authError, Source: sourceSQS},
	adapter.Row{Code: "KmsAccessDenied", Kind: authError, Source: sourceSQS},
	adapter.Row{Code: "KMSAccessDenied", Kind: authError, Source: sourceSNS},
	adapter.Row{Code: "KMSAccessDeniedException", Kind: authError, Source: sourceLambda},
	adapter.Row{Code: "EC2AccessDeniedException", Kind: authError, Source: sourceLambda},
	adapter.Row{Code: "DecryptionFailure", Kind: authError, Source: sourceSecrets},
	adapter.Row{Code: "OptInRequired", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceCommon},
	adapter.Row{Code: "KMS.OptInRequired", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceSQS},
	adapter.Row{Code: "KMSOptInRequired", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceSNS},
	adapter.Row{Code: "RegionDisabledException", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceSTS},
	adapter.Row{Code: "PendingVerification", Kind: authError, UserAction: true, Source: sourceEC2},
	adapter.Row{Code: "Blocked", Kind: authError, UserAction: true, Source: sourceEC2},

	// Not there.
	adapter.Row{Code: "NoSuchBucket", Kind: notFound, Source: sourceS3},
	adapter.Row{Code: "NoSuchKey", Kind: notFound, Source: sourceS3},
	adapter.Row{Code: "NoSuchUpload", Kind: notFound, Source: sourceS3},
	adapter.Row{Code: "NoSuchVersion", Kind: notFound, Source: sourceS3},
	adapter.Row{Code: "NoSuchBucketPolicy", Kind: notFound, Source: sourceS3},
	adapter.Row{Code: "NoSuchLifecycleConfiguration", Kind: notFound, Source: sourceS3},
	adapter.Row{Code: "ResourceNotFoundException", Kind: notFound, Source: sourceDynamoDB},
	adapter.Row{Code: "TableNotFoundException", Kind: notFound, Source: sourceDynamoDB},
	adapter.Row{Code: "AWS.SimpleQueueService.NonExistentQueue", Kind: notFound, Source: sourceSQS},
	adapter.Row{Code: "QueueDoesNotExist", Kind: notFound, Source: sourceSQS},
	adapter.Row{Code: "NotFoundException", Kind: notFound, Source: sourceKMS},
	adapter.Row{Code: "KMS.NotFoundException", Kind: notFound, Source: sourceSQS},
	adapter.Row{Code: "ParameterNotFound", Kind: notFound, Source: sourceSSM},
	adapter.Row{Code: "ParameterVersionNotFound", Kind: notFound, Source: sourceSSM},
	adapter.Row{Code: "NoSuchEntity", Kind: notFound, Source: sourceIAM},
	adapter.Row{Code: "ExecutionDoesNotExist", Kind: notFound, Source: sourceSFN},
	adapter.Row{Code: "StateMachineDoesNotExist", Kind: notFound, Source: sourceSFN},
	adapter.Row{Code: "InvalidInstanceID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{Code: "InvalidVolume.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{Code: "InvalidGroup.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{Code: "InvalidAMIID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{Code: "InvalidVpcID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{Code: "InvalidSubnetID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{Code: "InvalidKeyPair.NotFound", Kind: notFound, Source: sourceEC2},

	// In the wrong state: the model has to look again, or do something first.
	adapter.Row{Code: "ConditionalCheckFailedException", Kind: badRequest, Hint: hintChanged, Source: sourceDynamoDB},
	adapter.Row{Code: "TransactionCanceledException", Kind: badRequest, Hint: hintChanged, Source: sourceDynamoDB},
	adapter.Row{Code: "PreconditionFailed", Kind: badRequest, Hint: hintChanged, Source: sourceS3},
	adapter.Row{Code: "PreconditionFailedException", Kind: badRequest, Hint: hintChanged, Source: sourceLambda},
	adapter.Row{Code: "DuplicateItemException", Kind: badRequest, Hint: hintExists, Source: sourceDynamoDB},
	adapter.Row{Code: "BucketAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceS3},
	adapter.Row{Code: "BucketAlreadyOwnedByYou", Kind: badRequest, Hint: hintExists, Source: sourceS3},
	adapter.Row{Code: "QueueAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceSQS},
	adapter.Row{Code: "ResourceExistsException", Kind: badRequest, Hint: hintExists, Source: sourceSecrets},
	adapter.Row{Code: "ResourceAlreadyExistsException", Kind: badRequest, Hint: hintExists, Source: sourceLogs},
	adapter.Row{Code: "ParameterAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceSSM},
	adapter.Row{Code: "EntityAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceIAM},
	adapter.Row{Code: "AlreadyExistsException", Kind: badRequest, Hint: hintExists, Source: sourceKMS},
	adapter.Row{Code: "ExecutionAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceSFN},
	adapter.Row{Code: "BucketNotEmpty", Kind: badRequest, Source: sourceS3},
	adapter.Row{Code: "DeleteConflict", Kind: badRequest, Source: sourceIAM},
	adapter.Row{Code: "ResourceInUseException", Kind: badRequest, Source: sourceDynamoDB},
	adapter.Row{Code: "ResourceConflictException", Kind: badRequest, Source: sourceLambda},
	adapter.Row{Code: "ConflictException", Kind: badRequest, Source: sourceBedrock},
	adapter.Row{Code: "IncorrectInstanceState", Kind: badRequest, Source: sourceEC2},
	adapter.Row{Code: "DependencyViolation", Kind: badRequest, Source: sourceEC2},
	adapter.Row{Code: "InvalidObjectState", Kind: badRequest, Hint: hintArchived, Source: sourceS3},
	adapter.Row{Code: "ReceiptHandleIsInvalid", Kind: badRequest, Source: sourceSQS},
	adapter.Row{Code: "AWS.SimpleQueueService.MessageNotInflight", Kind: badRequest, Source: sourceSQS},
	adapter.Row{Code: "ExpiredIteratorException", Kind: badRequest, Source: sourceKinesis},
	adapter.Row{Code: "IdempotentParameterMismatch", Kind: badRequest, Source: sourceEC2},
	adapter.Row{Code: "IdempotentParameterMismatchException", Kind: badRequest, Source: sourceDynamoDB},
	adapter.Row{Code: "DisabledException", Kind: badRequest, Source: sourceKMS},
	adapter.Row{Code: "KMSInvalidStateException", Kind: badRequest, Source: sourceKMS},
	adapter.Row{Code: "EndpointDisabled", Kind: badRequest, Source: sourceSNS},
	adapter.Row{Code: "OptedOut", Kind: badRequest, Source: sourceSNS},
	adapter.Row{Code: "DryRunOperation", Kind: badRequest, Hint: hintDryRun, Source: sourceEC2},
	adapter.Row{Code: "DryRunOperationException", Kind: badRequest, Hint: hintDryRun, Source: sourceKMS},
	adapter.Row{Code: "MethodNotAllowed", Kind: badRequest, Source: sourceS3},
	adapter.Row{Code: "UnsupportedOperation", Kind: badRequest, Source: sourceEC2},
	adapter.Row{Code: "UnsupportedOperationException", Kind: badRequest, Source: sourceKMS},
	adapter.Row{Code: "UnknownOperationException", Kind: badRequest, Source: sourceCommon},
	adapter.Row{Code: "InvalidAction", Kind: badRequest, Source: sourceCommon},

	// Conflicts that pass by themselves.
	adapter.Row{Code: "TransactionConflictException", Kind: badRequest, CanRetry: &yes, Source: sourceDynamoDB},
	adapter.Row{Code: "ReplicatedWriteConflictException", Kind: badRequest, CanRetry: &yes, Source: sourceDynamoDB},
	adapter.Row{Code: "OperationAborted", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceS3},
	adapter.Row{Code: "ConditionalRequestConflict", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceS3},
	adapter.Row{Code: "OperationAbortedException", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceLogs},
	adapter.Row{Code: "ConcurrentModification", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceIAM},
	adapter.Row{Code: "ConcurrentAccess", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceSNS},
	adapter.Row{Code: "TooManyUpdates", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceSSM},
	adapter.Row{Code: "EntityTemporarilyUnmodifiable", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceIAM},
	adapter.Row{Code: "AWS.SimpleQueueService.PurgeQueueInProgress", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceSQS},
	adapter.Row{Code: "AWS.SimpleQueueService.QueueDeletedRecently", Kind: badRequest, CanRetry: &yes, Source: sourceSQS},

	// Quotas: waiting does not help.
	adapter.Row{Code: "ServiceQuotaExceededException", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceBedrock},
	adapter.Row{Code: "LimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceIAM},
	adapter.Row{Code: "TooManyBuckets", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceS3},
	adapter.Row{Code: "InstanceLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceEC2},
	adapter.Row{Code: "VcpuLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceEC2},
	adapter.Row{Code: "AddressLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceEC2},
	adapter.Row{Code: "CodeStorageExceededException", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceLambda},
	adapter.Row{Code: "ParameterLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceSSM},
	adapter.Row{Code: "ExecutionLimitExceeded", Kind: rateLimit, Source: sourceSFN},
	// 120,000 messages are in flight: receiving helps once some are deleted.
	adapter.Row{Code: "OverLimit", Kind: rateLimit, Source: sourceSQS},

	// Values that are wrong: the model can change them.
	adapter.Row{Code: "ValidationException", Kind: validation, Source: sourceDynamoDB},
	adapter.Row{Code: "ValidationError", Kind: validation, Source: sourceCommon},
	adapter.Row{Code: "SerializationException", Kind: validation, Source: sourceProtocol},
	adapter.Row{Code: "InvalidParameter", Kind: validation, Source: sourceSNS},
	adapter.Row{Code: "ParameterValueInvalid", Kind: validation, Source: sourceSNS},
	adapter.Row{Code: "InvalidParameterException", Kind: validation, Source: sourceSecrets},
	adapter.Row{Code: "InvalidParameterValue", Kind: validation, Source: sourceEC2},
	adapter.Row{Code: "InvalidParameterValueException", Kind: validation, Source: sourceLambda},
	adapter.Row{Code: "InvalidParameterCombination", Kind: validation, Source: sourceEC2},
	adapter.Row{Code: "MissingParameter", Kind: validation, Source: sourceEC2},
	adapter.Row{Code: "UnknownParameter", Kind: validation, Source: sourceEC2},
	adapter.Row{Code: "MalformedQueryString", Kind: validation, Source: sourceEC2},
	adapter.Row{Code: "InvalidArgument", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "InvalidArgumentException", Kind: validation, Source: sourceKinesis},
	adapter.Row{Code: "InvalidRequest", Kind: badRequest, Source: sourceS3},
	adapter.Row{Code: "InvalidRequestException", Kind: badRequest, Source: sourceSecrets},
	adapter.Row{Code: "InvalidInput", Kind: validation, Source: sourceIAM},
	adapter.Row{Code: "InvalidBucketName", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "KeyTooLongError", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "InvalidRange", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "InvalidPart", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "MalformedXML", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "BadDigest", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "EntityTooLarge", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "EntityTooSmall", Kind: validation, Source: sourceS3},
	adapter.Row{Code: "RequestEntityTooLargeException", Kind: validation, Source: sourceCommon},
	adapter.Row{Code: "RequestTooLargeException", Kind: validation, Source: sourceLambda},
	adapter.Row{Code: "ItemCollectionSizeLimitExceededException", Kind: validation, Source: sourceDynamoDB},
	adapter.Row{Code: "InvalidMessageContents", Kind: validation, Source: sourceSQS},
	adapter.Row{Code: "InvalidAttributeName", Kind: validation, Source: sourceSQS},
	adapter.Row{Code: "InvalidAttributeValue", Kind: validation, Source: sourceSQS},
	adapter.Row{Code: "AWS.SimpleQueueService.BatchEntryIdsNotDistinct", Kind: validation, Source: sourceSQS},
	adapter.Row{Code: "AWS.SimpleQueueService.BatchRequestTooLong", Kind: validation, Source: sourceSQS},
	adapter.Row{Code: "AWS.SimpleQueueService.EmptyBatchRequest", Kind: validation, Source: sourceSQS},
	adapter.Row{Code: "AWS.SimpleQueueService.TooManyEntriesInBatchRequest", Kind: validation, Source: sourceSQS},
	adapter.Row{Code: "MalformedPolicyDocument", Kind: validation, Source: sourceIAM},
	adapter.Row{Code: "MalformedPolicyDocumentException", Kind: validation, Source: sourceKMS},
	adapter.Row{Code: "PackedPolicyTooLarge", Kind: validation, Source: sourceSTS},
	adapter.Row{Code: "InvalidArn", Kind: validation, Source: sourceSFN},
	adapter.Row{Code: "InvalidArnException", Kind: validation, Source: sourceKMS},
	adapter.Row{Code: "InvalidCiphertextException", Kind: validation, Source: sourceKMS},
	adapter.Row{Code: "InvalidExecutionInput", Kind: validation, Source: sourceSFN},
	adapter.Row{Code: "InvalidInstanceID.Malformed", Kind: validation, Source: sourceEC2},
	adapter.Row{Code: "InvalidInstanceId", Kind: validation, Source: sourceSSM},
	adapter.Row{Code: "MalformedQueryException", Kind: validation, Source: sourceLogs},

	// Another region or endpoint.
	adapter.Row{Code: "PermanentRedirect", Kind: unmapped, Hint: hintRegion, Source: sourceS3},
	adapter.Row{Code: "TemporaryRedirect", Kind: unmapped, Source: sourceS3},
	adapter.Row{Code: "IllegalLocationConstraintException", Kind: badRequest, Hint: hintRegion, Source: sourceS3},

	// The service failed.
	adapter.Row{Code: "InternalError", Kind: serverError, Source: sourceS3},
	adapter.Row{Code: "InternalFailure", Kind: serverError, Source: sourceCommon},
	adapter.Row{Code: "InternalFailureException", Kind: serverError, Source: sourceKinesis},
	adapter.Row{Code: "InternalServerError", Kind: serverError, Source: sourceDynamoDB},
	adapter.Row{Code: "InternalServerException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{Code: "InternalServiceError", Kind: serverError, Source: sourceSecrets},
	adapter.Row{Code: "ServiceException", Kind: serverError, Source: sourceLambda},
	adapter.Row{Code: "ServiceFailure", Kind: serverError, Source: sourceIAM},
	adapter.Row{Code: "ServiceUnavailable", Kind: serverError, Source: sourceCommon},
	adapter.Row{Code: "ServiceUnavailableException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{Code: "Unavailable", Kind: serverError, Source: sourceEC2},
	adapter.Row{Code: "InsufficientInstanceCapacity", Kind: serverError, Source: sourceEC2},
	adapter.Row{Code: "InsufficientCapacity", Kind: serverError, Source: sourceEC2},
	adapter.Row{Code: "ResourceNotReadyException", Kind: serverError, Source: sourceLambda},
	adapter.Row{Code: "KMSInternalException", Kind: serverError, Source: sourceKMS},
	adapter.Row{Code: "KeyUnavailableException", Kind: serverError, Source: sourceKMS},
	adapter.Row{Code: "DependencyTimeoutException", Kind: serverError, Source: sourceKMS},
	adapter.Row{Code: "ModelErrorException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{Code: "ModelStreamErrorException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{Code: "ModelTimeoutException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{Code: "ModelNotReadyException", Kind: serverError, Effect: toolerr.EffectNone, Source: sourceBedrock},
	adapter.Row{Code: "NotImplemented", Kind: serverError, CanRetry: new(bool), Effect: toolerr.EffectNone, Source: sourceS3},
)

// familyOf says what an unlisted code means whose name follows the services'
// habits: there are thousands of codes, and most are spelled like the listed
// ones. The name decides only under a refusal: a 5xx stays a failure, except
// that a throttle is one under any status.
func familyOf(code string, status int) (toolerr.Kind, bool) {
	switch {
	case strings.Contains(code, "Throttl"):
		return rateLimit, true
	case status >= 500:
		return "", false
	case strings.Contains(code, "AccessDenied"):
		return authError, true
	case strings.HasPrefix(code, "NoSuch"),
		strings.HasSuffix(code, ".NotFound"),
		strings.HasSuffix(code, "NotFoundException"),
		strings.HasSuffix(code, "NotFoundFault"),
		strings.HasSuffix(code, "DoesNotExist"),
		strings.HasSuffix(code, "DoesNotExistException"):
		return notFound, true
	}
	return "", false
}
