package awsadapter_test

import (
	"testing"

	"github.com/errand-go/errand/adapters/awsadapter"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// meant is what each code means, spelled out once more: a guidance is named
// where the kind and the status do not say it.
var meant = []meaning.Group{
	{
		toolerr.KindUpstreamRateLimit, true, none, false, "",
		"Throttling ThrottlingException ThrottledException RequestThrottledException TooManyRequestsException " +
			"ProvisionedThroughputExceededException TransactionInProgressException RequestLimitExceeded BandwidthLimitExceeded " +
			"LimitExceededException RequestThrottled SlowDown PriorRequestNotComplete EC2ThrottledException Throttled KMSThrottling " +
			"KMSThrottlingException KmsThrottlingException KMS.ThrottlingException KmsThrottled SlowDownException ExecutionLimitExceeded " +
			"OverLimit",
	},
	{toolerr.KindUpstreamBadRequest, true, none, false, toolerr.GuidanceRetryWithBackoff, "RequestTimeout RequestTimeoutException"},
	{toolerr.KindUpstreamBadRequest, true, unknown, false, "", "RequestAbortedException"},
	{
		toolerr.KindUpstreamBadRequest, true, none, false, "",
		"TransactionConflictException ReplicatedWriteConflictException OperationAborted ConditionalRequestConflict " +
			"OperationAbortedException ConcurrentModification ConcurrentAccess TooManyUpdates EntityTemporarilyUnmodifiable " +
			"AWS.SimpleQueueService.PurgeQueueInProgress AWS.SimpleQueueService.QueueDeletedRecently",
	},
	{
		toolerr.KindUpstreamAuthError, false, none, false, toolerr.GuidanceRefreshAuthThenRetry,
		"ExpiredToken ExpiredTokenException TokenRefreshRequired ExpiredTradeInTokenException",
	},
	{toolerr.KindUpstreamAuthError, true, none, true, "", "AuthorizationPendingException"},
	{
		toolerr.KindUpstreamAuthError, false, none, true, "",
		"InvalidGrantException InvalidClientException UnauthorizedClientException AccountProblem OptInRequired KMS.OptInRequired " +
			"KMSOptInRequired RegionDisabledException PendingVerification Blocked",
	},
	{
		toolerr.KindUpstreamAuthError, false, none, false, "",
		"RequestTimeTooSkewed RequestExpired RequestInTheFuture InvalidSignatureException SignatureDoesNotMatch AuthFailure " +
			"UnrecognizedClientException InvalidClientTokenId InvalidAccessKeyId InvalidToken InvalidSecurity IncompleteSignature " +
			"IncompleteSignatureException AuthorizationHeaderMalformed MissingAuthenticationToken MissingAuthenticationTokenException " +
			"InvalidIdentityToken IDPRejectedClaim AccessDenied AccessDeniedException UnauthorizedOperation UnauthorizedException " +
			"NotAuthorized AuthorizationError AllAccessDisabled KMS.AccessDeniedException KmsAccessDenied KMSAccessDenied " +
			"KMSAccessDeniedException EC2AccessDeniedException DecryptionFailure",
	},
	{
		toolerr.KindUpstreamNotFound, false, none, false, "",
		"NoSuchBucket NoSuchKey NoSuchUpload NoSuchVersion NoSuchBucketPolicy NoSuchLifecycleConfiguration NoSuchEntity " +
			"ResourceNotFoundException TableNotFoundException NotFoundException KMS.NotFoundException " +
			"AWS.SimpleQueueService.NonExistentQueue QueueDoesNotExist ParameterNotFound ParameterVersionNotFound ExecutionDoesNotExist " +
			"StateMachineDoesNotExist InvalidInstanceID.NotFound InvalidVolume.NotFound InvalidGroup.NotFound InvalidAMIID.NotFound " +
			"InvalidVpcID.NotFound InvalidSubnetID.NotFound InvalidKeyPair.NotFound",
	},
	{
		toolerr.KindUpstreamBadRequest, false, none, false, "",
		"ConditionalCheckFailedException TransactionCanceledException PreconditionFailed PreconditionFailedException " +
			"DuplicateItemException BucketAlreadyExists BucketAlreadyOwnedByYou QueueAlreadyExists ResourceExistsException " +
			"ResourceAlreadyExistsException ParameterAlreadyExists EntityAlreadyExists AlreadyExistsException ExecutionAlreadyExists " +
			"BucketNotEmpty DeleteConflict ResourceInUseException ResourceConflictException ConflictException IncorrectInstanceState " +
			"DependencyViolation InvalidObjectState ReceiptHandleIsInvalid AWS.SimpleQueueService.MessageNotInflight " +
			"ExpiredIteratorException IdempotentParameterMismatch IdempotentParameterMismatchException DisabledException " +
			"KMSInvalidStateException EndpointDisabled OptedOut DryRunOperation DryRunOperationException MethodNotAllowed " +
			"UnsupportedOperation UnsupportedOperationException UnknownOperationException InvalidAction InvalidRequest " +
			"InvalidRequestException IllegalLocationConstraintException",
	},
	{
		toolerr.KindUpstreamBadRequest, false, none, true, "",
		"ServiceQuotaExceededException LimitExceeded TooManyBuckets InstanceLimitExceeded VcpuLimitExceeded AddressLimitExceeded " +
			"CodeStorageExceededException ParameterLimitExceeded",
	},
	{
		toolerr.KindUpstreamValidationError, false, none, false, "",
		"ValidationException ValidationError SerializationException InvalidParameter ParameterValueInvalid InvalidParameterException " +
			"InvalidParameterValue InvalidParameterValueException InvalidParameterCombination MissingParameter UnknownParameter " +
			"MalformedQueryString InvalidArgument InvalidArgumentException InvalidInput InvalidBucketName KeyTooLongError InvalidRange " +
			"InvalidPart MalformedXML BadDigest EntityTooLarge EntityTooSmall RequestEntityTooLargeException RequestTooLargeException " +
			"ItemCollectionSizeLimitExceededException InvalidMessageContents InvalidAttributeName InvalidAttributeValue " +
			"AWS.SimpleQueueService.BatchEntryIdsNotDistinct AWS.SimpleQueueService.BatchRequestTooLong " +
			"AWS.SimpleQueueService.EmptyBatchRequest AWS.SimpleQueueService.TooManyEntriesInBatchRequest MalformedPolicyDocument " +
			"MalformedPolicyDocumentException PackedPolicyTooLarge InvalidArn InvalidArnException InvalidCiphertextException " +
			"InvalidExecutionInput InvalidInstanceID.Malformed InvalidInstanceId MalformedQueryException",
	},
	{toolerr.KindUpstreamUnmapped, false, unknown, false, "", "PermanentRedirect TemporaryRedirect"},
	{
		toolerr.KindUpstreamServerError, true, unknown, false, "",
		"InternalError InternalFailure InternalFailureException InternalServerError InternalServerException InternalServiceError " +
			"ServiceException ServiceFailure ServiceUnavailable ServiceUnavailableException Unavailable InsufficientInstanceCapacity " +
			"InsufficientCapacity ResourceNotReadyException KMSInternalException KeyUnavailableException DependencyTimeoutException " +
			"ModelErrorException ModelStreamErrorException ModelTimeoutException",
	},
	{toolerr.KindUpstreamServerError, true, none, false, "", "IDPCommunicationError ModelNotReadyException"},
	{toolerr.KindUpstreamServerError, false, none, false, "", "NotImplemented"},
}

func TestMeant(t *testing.T) { meaning.Check(t, awsadapter.Adapter{}.Table(), meant) }
