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
	adapter.Row{VendorCode: "Throttling", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "ThrottlingException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "ThrottledException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "RequestThrottledException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "TooManyRequestsException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "ProvisionedThroughputExceededException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "TransactionInProgressException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "RequestLimitExceeded", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "BandwidthLimitExceeded", Kind: rateLimit, Source: sourceThrottles},
	// A throttle of control-plane calls in DynamoDB and Kinesis, a quota in KMS
	// and Secrets Manager; the SDK repeats it for all of them.
	adapter.Row{VendorCode: "LimitExceededException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "RequestThrottled", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "SlowDown", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "PriorRequestNotComplete", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "EC2ThrottledException", Kind: rateLimit, Source: sourceThrottles},
	adapter.Row{VendorCode: "Throttled", Kind: rateLimit, Source: sourceSNS},
	adapter.Row{VendorCode: "KMSThrottling", Kind: rateLimit, Source: sourceSNS},
	adapter.Row{VendorCode: "KMSThrottlingException", Kind: rateLimit, Source: sourceKinesis},
	adapter.Row{VendorCode: "KmsThrottlingException", Kind: rateLimit, Source: sourceSFN},
	adapter.Row{VendorCode: "KMS.ThrottlingException", Kind: rateLimit, Source: sourceSQS},
	adapter.Row{VendorCode: "KmsThrottled", Kind: rateLimit, Source: sourceSQS},
	adapter.Row{VendorCode: "SlowDownException", Kind: rateLimit, Source: sourceSSO},

	// The request took too long to arrive; it was not acted on.
	adapter.Row{VendorCode: "RequestTimeout", Kind: badRequest, CanRetry: &yes, Guidance: backoff, Source: sourceRetryable},
	adapter.Row{VendorCode: "RequestTimeoutException", Kind: badRequest, CanRetry: &yes, Guidance: backoff, Source: sourceRetryable},

	// It was given up half-way.
	adapter.Row{VendorCode: "RequestAbortedException", Kind: badRequest, CanRetry: &yes, Effect: toolerr.EffectUnknown, Source: sourceCommon},

	// Credentials that have run out: a program can renew them.
	adapter.Row{VendorCode: "ExpiredToken", Kind: authError, Guidance: refresh, Source: sourceSTS},
	adapter.Row{VendorCode: "ExpiredTokenException", Kind: authError, Guidance: refresh, Source: sourceCommon},
	adapter.Row{VendorCode: "TokenRefreshRequired", Kind: authError, Guidance: refresh, Source: sourceS3},
	adapter.Row{VendorCode: "ExpiredTradeInTokenException", Kind: authError, Guidance: refresh, Source: sourceSTS},

	// Sign-ins that have run out: only a person can.
	adapter.Row{VendorCode: "InvalidGrantException", Kind: authError, UserAction: true, Hint: hintSignIn, Source: sourceSSO},
	adapter.Row{VendorCode: "InvalidClientException", Kind: authError, UserAction: true, Hint: hintSignIn, Source: sourceSSO},
	adapter.Row{VendorCode: "UnauthorizedClientException", Kind: authError, UserAction: true, Hint: hintSignIn, Source: sourceSSO},
	adapter.Row{VendorCode: "AuthorizationPendingException", Kind: authError, CanRetry: &yes, UserAction: true, Source: sourceSSO},

	// Clocks that differ. A repeat helps only an SDK that has corrected its own.
	adapter.Row{VendorCode: "RequestTimeTooSkewed", Kind: authError, Hint: hintClock, Source: sourceSkew},
	adapter.Row{VendorCode: "RequestExpired", Kind: authError, Hint: hintClock, Source: sourceSkewJava},
	adapter.Row{VendorCode: "RequestInTheFuture", Kind: authError, Hint: hintClock, Source: sourceSkewJava},

	// Credentials that are wrong.
	adapter.Row{VendorCode: "InvalidSignatureException", Kind: authError, Source: sourceSkew},
	adapter.Row{VendorCode: "SignatureDoesNotMatch", Kind: authError, Source: sourceSkew},
	adapter.Row{VendorCode: "AuthFailure", Kind: authError, Source: sourceSkew},
	adapter.Row{VendorCode: "UnrecognizedClientException", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "InvalidClientTokenId", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "InvalidAccessKeyId", Kind: authError, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidToken", Kind: authError, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidSecurity", Kind: authError, Source: sourceSQS},
	adapter.Row{VendorCode: "IncompleteSignature", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "IncompleteSignatureException", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "AuthorizationHeaderMalformed", Kind: authError, Source: sourceS3},
	adapter.Row{VendorCode: "MissingAuthenticationToken", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "MissingAuthenticationTokenException", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "InvalidIdentityToken", Kind: authError, Source: sourceSTS},
	adapter.Row{VendorCode: "IDPRejectedClaim", Kind: authError, Source: sourceSTS},
	adapter.Row{VendorCode: "IDPCommunicationError", Kind: serverError, Effect: toolerr.EffectNone, Source: sourceSTS},

	// Rights that are missing.
	adapter.Row{VendorCode: "AccessDenied", Kind: authError, Source: sourceS3},
	adapter.Row{VendorCode: "AccessDeniedException", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "UnauthorizedOperation", Kind: authError, Source: sourceEC2},
	adapter.Row{VendorCode: "UnauthorizedException", Kind: authError, Source: sourceSSO},
	adapter.Row{VendorCode: "NotAuthorized", Kind: authError, Source: sourceCommon},
	adapter.Row{VendorCode: "AuthorizationError", Kind: authError, Source: sourceSNS},
	adapter.Row{VendorCode: "AllAccessDisabled", Kind: authError, Source: sourceS3},
	adapter.Row{VendorCode: "AccountProblem", Kind: authError, UserAction: true, Source: sourceS3},
	adapter.Row{VendorCode: "KMS.AccessDeniedException", Kind: authError, Source: sourceSQS},
	adapter.Row{VendorCode: "KmsAccessDenied", Kind: authError, Source: sourceSQS},
	adapter.Row{VendorCode: "KMSAccessDenied", Kind: authError, Source: sourceSNS},
	adapter.Row{VendorCode: "KMSAccessDeniedException", Kind: authError, Source: sourceLambda},
	adapter.Row{VendorCode: "EC2AccessDeniedException", Kind: authError, Source: sourceLambda},
	adapter.Row{VendorCode: "DecryptionFailure", Kind: authError, Source: sourceSecrets},
	adapter.Row{VendorCode: "OptInRequired", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceCommon},
	adapter.Row{VendorCode: "KMS.OptInRequired", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceSQS},
	adapter.Row{VendorCode: "KMSOptInRequired", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceSNS},
	adapter.Row{VendorCode: "RegionDisabledException", Kind: authError, UserAction: true, Hint: hintOptIn, Source: sourceSTS},
	adapter.Row{VendorCode: "PendingVerification", Kind: authError, UserAction: true, Source: sourceEC2},
	adapter.Row{VendorCode: "Blocked", Kind: authError, UserAction: true, Source: sourceEC2},

	// Not there.
	adapter.Row{VendorCode: "NoSuchBucket", Kind: notFound, Source: sourceS3},
	adapter.Row{VendorCode: "NoSuchKey", Kind: notFound, Source: sourceS3},
	adapter.Row{VendorCode: "NoSuchUpload", Kind: notFound, Source: sourceS3},
	adapter.Row{VendorCode: "NoSuchVersion", Kind: notFound, Source: sourceS3},
	adapter.Row{VendorCode: "NoSuchBucketPolicy", Kind: notFound, Source: sourceS3},
	adapter.Row{VendorCode: "NoSuchLifecycleConfiguration", Kind: notFound, Source: sourceS3},
	adapter.Row{VendorCode: "ResourceNotFoundException", Kind: notFound, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "TableNotFoundException", Kind: notFound, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.NonExistentQueue", Kind: notFound, Source: sourceSQS},
	adapter.Row{VendorCode: "QueueDoesNotExist", Kind: notFound, Source: sourceSQS},
	adapter.Row{VendorCode: "NotFoundException", Kind: notFound, Source: sourceKMS},
	adapter.Row{VendorCode: "KMS.NotFoundException", Kind: notFound, Source: sourceSQS},
	adapter.Row{VendorCode: "ParameterNotFound", Kind: notFound, Source: sourceSSM},
	adapter.Row{VendorCode: "ParameterVersionNotFound", Kind: notFound, Source: sourceSSM},
	adapter.Row{VendorCode: "NoSuchEntity", Kind: notFound, Source: sourceIAM},
	adapter.Row{VendorCode: "ExecutionDoesNotExist", Kind: notFound, Source: sourceSFN},
	adapter.Row{VendorCode: "StateMachineDoesNotExist", Kind: notFound, Source: sourceSFN},
	adapter.Row{VendorCode: "InvalidInstanceID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidVolume.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidGroup.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidAMIID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidVpcID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidSubnetID.NotFound", Kind: notFound, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidKeyPair.NotFound", Kind: notFound, Source: sourceEC2},

	// In the wrong state: the model has to look again, or do something first.
	adapter.Row{VendorCode: "ConditionalCheckFailedException", Kind: badRequest, Hint: hintChanged, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "TransactionCanceledException", Kind: badRequest, Hint: hintChanged, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "PreconditionFailed", Kind: badRequest, Hint: hintChanged, Source: sourceS3},
	adapter.Row{VendorCode: "PreconditionFailedException", Kind: badRequest, Hint: hintChanged, Source: sourceLambda},
	adapter.Row{VendorCode: "DuplicateItemException", Kind: badRequest, Hint: hintExists, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "BucketAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceS3},
	adapter.Row{VendorCode: "BucketAlreadyOwnedByYou", Kind: badRequest, Hint: hintExists, Source: sourceS3},
	adapter.Row{VendorCode: "QueueAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceSQS},
	adapter.Row{VendorCode: "ResourceExistsException", Kind: badRequest, Hint: hintExists, Source: sourceSecrets},
	adapter.Row{VendorCode: "ResourceAlreadyExistsException", Kind: badRequest, Hint: hintExists, Source: sourceLogs},
	adapter.Row{VendorCode: "ParameterAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceSSM},
	adapter.Row{VendorCode: "EntityAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceIAM},
	adapter.Row{VendorCode: "AlreadyExistsException", Kind: badRequest, Hint: hintExists, Source: sourceKMS},
	adapter.Row{VendorCode: "ExecutionAlreadyExists", Kind: badRequest, Hint: hintExists, Source: sourceSFN},
	adapter.Row{VendorCode: "BucketNotEmpty", Kind: badRequest, Source: sourceS3},
	adapter.Row{VendorCode: "DeleteConflict", Kind: badRequest, Source: sourceIAM},
	adapter.Row{VendorCode: "ResourceInUseException", Kind: badRequest, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "ResourceConflictException", Kind: badRequest, Source: sourceLambda},
	adapter.Row{VendorCode: "ConflictException", Kind: badRequest, Source: sourceBedrock},
	adapter.Row{VendorCode: "IncorrectInstanceState", Kind: badRequest, Source: sourceEC2},
	adapter.Row{VendorCode: "DependencyViolation", Kind: badRequest, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidObjectState", Kind: badRequest, Hint: hintArchived, Source: sourceS3},
	adapter.Row{VendorCode: "ReceiptHandleIsInvalid", Kind: badRequest, Source: sourceSQS},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.MessageNotInflight", Kind: badRequest, Source: sourceSQS},
	adapter.Row{VendorCode: "ExpiredIteratorException", Kind: badRequest, Source: sourceKinesis},
	adapter.Row{VendorCode: "IdempotentParameterMismatch", Kind: badRequest, Source: sourceEC2},
	adapter.Row{VendorCode: "IdempotentParameterMismatchException", Kind: badRequest, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "DisabledException", Kind: badRequest, Source: sourceKMS},
	adapter.Row{VendorCode: "KMSInvalidStateException", Kind: badRequest, Source: sourceKMS},
	adapter.Row{VendorCode: "EndpointDisabled", Kind: badRequest, Source: sourceSNS},
	adapter.Row{VendorCode: "OptedOut", Kind: badRequest, Source: sourceSNS},
	adapter.Row{VendorCode: "DryRunOperation", Kind: badRequest, Hint: hintDryRun, Source: sourceEC2},
	adapter.Row{VendorCode: "DryRunOperationException", Kind: badRequest, Hint: hintDryRun, Source: sourceKMS},
	adapter.Row{VendorCode: "MethodNotAllowed", Kind: badRequest, Source: sourceS3},
	adapter.Row{VendorCode: "UnsupportedOperation", Kind: badRequest, Source: sourceEC2},
	adapter.Row{VendorCode: "UnsupportedOperationException", Kind: badRequest, Source: sourceKMS},
	adapter.Row{VendorCode: "UnknownOperationException", Kind: badRequest, Source: sourceCommon},
	adapter.Row{VendorCode: "InvalidAction", Kind: badRequest, Source: sourceCommon},

	// Conflicts that pass by themselves.
	adapter.Row{VendorCode: "TransactionConflictException", Kind: badRequest, CanRetry: &yes, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "ReplicatedWriteConflictException", Kind: badRequest, CanRetry: &yes, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "OperationAborted", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceS3},
	adapter.Row{VendorCode: "ConditionalRequestConflict", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceS3},
	adapter.Row{VendorCode: "OperationAbortedException", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceLogs},
	adapter.Row{VendorCode: "ConcurrentModification", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceIAM},
	adapter.Row{VendorCode: "ConcurrentAccess", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceSNS},
	adapter.Row{VendorCode: "TooManyUpdates", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceSSM},
	adapter.Row{VendorCode: "EntityTemporarilyUnmodifiable", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceIAM},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.PurgeQueueInProgress", Kind: badRequest, CanRetry: &yes, Hint: hintConflict, Source: sourceSQS},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.QueueDeletedRecently", Kind: badRequest, CanRetry: &yes, Source: sourceSQS},

	// Quotas: waiting does not help.
	adapter.Row{VendorCode: "ServiceQuotaExceededException", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceBedrock},
	adapter.Row{VendorCode: "LimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceIAM},
	adapter.Row{VendorCode: "TooManyBuckets", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceS3},
	adapter.Row{VendorCode: "InstanceLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceEC2},
	adapter.Row{VendorCode: "VcpuLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceEC2},
	adapter.Row{VendorCode: "AddressLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceEC2},
	adapter.Row{VendorCode: "CodeStorageExceededException", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceLambda},
	adapter.Row{VendorCode: "ParameterLimitExceeded", Kind: badRequest, UserAction: true, Hint: hintQuota, Source: sourceSSM},
	adapter.Row{VendorCode: "ExecutionLimitExceeded", Kind: rateLimit, Source: sourceSFN},
	// 120,000 messages are in flight: receiving helps once some are deleted.
	adapter.Row{VendorCode: "OverLimit", Kind: rateLimit, Source: sourceSQS},

	// Values that are wrong: the model can change them.
	adapter.Row{VendorCode: "ValidationException", Kind: validation, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "ValidationError", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "SerializationException", Kind: validation, Source: sourceProtocol},
	adapter.Row{VendorCode: "InvalidParameter", Kind: validation, Source: sourceSNS},
	adapter.Row{VendorCode: "ParameterValueInvalid", Kind: validation, Source: sourceSNS},
	adapter.Row{VendorCode: "InvalidParameterException", Kind: validation, Source: sourceSecrets},
	adapter.Row{VendorCode: "InvalidParameterValue", Kind: validation, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidParameterValueException", Kind: validation, Source: sourceLambda},
	adapter.Row{VendorCode: "InvalidParameterCombination", Kind: validation, Source: sourceEC2},
	adapter.Row{VendorCode: "MissingParameter", Kind: validation, Source: sourceEC2},
	adapter.Row{VendorCode: "UnknownParameter", Kind: validation, Source: sourceEC2},
	adapter.Row{VendorCode: "MalformedQueryString", Kind: validation, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidArgument", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidArgumentException", Kind: validation, Source: sourceKinesis},
	adapter.Row{VendorCode: "InvalidRequest", Kind: badRequest, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidRequestException", Kind: badRequest, Source: sourceSecrets},
	adapter.Row{VendorCode: "InvalidInput", Kind: validation, Source: sourceIAM},
	adapter.Row{VendorCode: "InvalidBucketName", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "KeyTooLongError", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidRange", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "InvalidPart", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "MalformedXML", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "BadDigest", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "EntityTooLarge", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "EntityTooSmall", Kind: validation, Source: sourceS3},
	adapter.Row{VendorCode: "RequestEntityTooLargeException", Kind: validation, Source: sourceCommon},
	adapter.Row{VendorCode: "RequestTooLargeException", Kind: validation, Source: sourceLambda},
	adapter.Row{VendorCode: "ItemCollectionSizeLimitExceededException", Kind: validation, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "InvalidMessageContents", Kind: validation, Source: sourceSQS},
	adapter.Row{VendorCode: "InvalidAttributeName", Kind: validation, Source: sourceSQS},
	adapter.Row{VendorCode: "InvalidAttributeValue", Kind: validation, Source: sourceSQS},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.BatchEntryIdsNotDistinct", Kind: validation, Source: sourceSQS},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.BatchRequestTooLong", Kind: validation, Source: sourceSQS},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.EmptyBatchRequest", Kind: validation, Source: sourceSQS},
	adapter.Row{VendorCode: "AWS.SimpleQueueService.TooManyEntriesInBatchRequest", Kind: validation, Source: sourceSQS},
	adapter.Row{VendorCode: "MalformedPolicyDocument", Kind: validation, Source: sourceIAM},
	adapter.Row{VendorCode: "MalformedPolicyDocumentException", Kind: validation, Source: sourceKMS},
	adapter.Row{VendorCode: "PackedPolicyTooLarge", Kind: validation, Source: sourceSTS},
	adapter.Row{VendorCode: "InvalidArn", Kind: validation, Source: sourceSFN},
	adapter.Row{VendorCode: "InvalidArnException", Kind: validation, Source: sourceKMS},
	adapter.Row{VendorCode: "InvalidCiphertextException", Kind: validation, Source: sourceKMS},
	adapter.Row{VendorCode: "InvalidExecutionInput", Kind: validation, Source: sourceSFN},
	adapter.Row{VendorCode: "InvalidInstanceID.Malformed", Kind: validation, Source: sourceEC2},
	adapter.Row{VendorCode: "InvalidInstanceId", Kind: validation, Source: sourceSSM},
	adapter.Row{VendorCode: "MalformedQueryException", Kind: validation, Source: sourceLogs},

	// Another region or endpoint.
	adapter.Row{VendorCode: "PermanentRedirect", Kind: unmapped, Hint: hintRegion, Source: sourceS3},
	adapter.Row{VendorCode: "TemporaryRedirect", Kind: unmapped, Source: sourceS3},
	adapter.Row{VendorCode: "IllegalLocationConstraintException", Kind: badRequest, Hint: hintRegion, Source: sourceS3},

	// The service failed.
	adapter.Row{VendorCode: "InternalError", Kind: serverError, Source: sourceS3},
	adapter.Row{VendorCode: "InternalFailure", Kind: serverError, Source: sourceCommon},
	adapter.Row{VendorCode: "InternalFailureException", Kind: serverError, Source: sourceKinesis},
	adapter.Row{VendorCode: "InternalServerError", Kind: serverError, Source: sourceDynamoDB},
	adapter.Row{VendorCode: "InternalServerException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{VendorCode: "InternalServiceError", Kind: serverError, Source: sourceSecrets},
	adapter.Row{VendorCode: "ServiceException", Kind: serverError, Source: sourceLambda},
	adapter.Row{VendorCode: "ServiceFailure", Kind: serverError, Source: sourceIAM},
	adapter.Row{VendorCode: "ServiceUnavailable", Kind: serverError, Source: sourceCommon},
	adapter.Row{VendorCode: "ServiceUnavailableException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{VendorCode: "Unavailable", Kind: serverError, Source: sourceEC2},
	adapter.Row{VendorCode: "InsufficientInstanceCapacity", Kind: serverError, Source: sourceEC2},
	adapter.Row{VendorCode: "InsufficientCapacity", Kind: serverError, Source: sourceEC2},
	adapter.Row{VendorCode: "ResourceNotReadyException", Kind: serverError, Source: sourceLambda},
	adapter.Row{VendorCode: "KMSInternalException", Kind: serverError, Source: sourceKMS},
	adapter.Row{VendorCode: "KeyUnavailableException", Kind: serverError, Source: sourceKMS},
	adapter.Row{VendorCode: "DependencyTimeoutException", Kind: serverError, Source: sourceKMS},
	adapter.Row{VendorCode: "ModelErrorException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{VendorCode: "ModelStreamErrorException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{VendorCode: "ModelTimeoutException", Kind: serverError, Source: sourceBedrock},
	adapter.Row{VendorCode: "ModelNotReadyException", Kind: serverError, Effect: toolerr.EffectNone, Source: sourceBedrock},
	adapter.Row{VendorCode: "NotImplemented", Kind: serverError, CanRetry: new(bool), Effect: toolerr.EffectNone, Source: sourceS3},
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
