package kafkaadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_kafka"
	display = "Kafka"
)

// errand's own codes, for errors of the clients.
const (
	noBrokers     = "no_brokers"
	notDelivered  = "not_delivered"
	bufferFull    = "buffer_full"
	clientClosed  = "client_closed"
	clientUsage   = "client_usage"
	closedAtOnce  = "connection_refused_at_once"
	badAnswer     = "bad_answer"
	clusterInFlux = "cluster_changes"
)

// The sources of the rows, read 2026-11-23.
const (
	sourceProtocol = "Apache Kafka 4.1, Protocol guide, Error codes; franz-go v1.22.2, pkg/kerr"
	sourceClients  = "franz-go v1.22.2, pkg/kgo/errors.go; sarama v1.61.1, errors.go; kafka-go v0.4.51, writer.go, reader.go"
)

// Messages and hints of several rows.
const (
	msgMoves  = "The Kafka cluster is reorganising itself, and did not do it."
	msgTopic  = "The cluster has no such topic or partition."
	msgRights = "The tool's Kafka user may not do this."
	msgMember = "The consumer is no longer a member of its group."
	msgFenced = "Another producer has taken over the same transactional id."
	msgTxn    = "The transaction is not in a state that allows this."
	msgLarge  = "The message is larger than the topic allows."
	msgSetup  = "The cluster is not set up for this."

	hintTopic  = "Check the name of the topic. If it was made a moment ago, the cluster may not know it yet."
	hintRights = "Someone has to grant the user this operation."
	hintSmall  = "Send less at once, or store the content elsewhere and send a reference."
	hintCheck  = "It may have been done. Look at what is there before doing it again."
	hintOffset = "Read from the earliest or the latest offset instead."
)

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,

	// Transient states: the broker had no effect, and asks for a retry.
	adapter.Row{VendorCodes: words(`LEADER_NOT_AVAILABLE NOT_LEADER_OR_FOLLOWER BROKER_NOT_AVAILABLE REPLICA_NOT_AVAILABLE
		COORDINATOR_LOAD_IN_PROGRESS COORDINATOR_NOT_AVAILABLE NOT_COORDINATOR NOT_CONTROLLER STALE_CONTROLLER_EPOCH LISTENER_NOT_FOUND
		FENCED_LEADER_EPOCH UNKNOWN_LEADER_EPOCH OFFSET_NOT_AVAILABLE PREFERRED_LEADER_NOT_AVAILABLE ELIGIBLE_LEADERS_NOT_AVAILABLE
		UNSTABLE_OFFSET_COMMIT CONCURRENT_TRANSACTIONS REBALANCE_IN_PROGRESS FETCH_SESSION_ID_NOT_FOUND INVALID_FETCH_SESSION_EPOCH
		FETCH_SESSION_TOPIC_ID_ERROR INCONSISTENT_TOPIC_ID SHARE_SESSION_LIMIT_REACHED`), Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgMoves), Source: sourceProtocol},
	adapter.Row{VendorCode: "NOT_ENOUGH_REPLICAS", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Too few replicas of the partition are in step to accept the message."), Source: sourceProtocol},
	adapter.Row{VendorCode: "THROTTLING_QUOTA_EXCEEDED", Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceProtocol},

	// Failures after which it is not known whether data was written.
	adapter.Row{VendorCodes: words(`REQUEST_TIMED_OUT NETWORK_EXCEPTION NOT_ENOUGH_REPLICAS_AFTER_APPEND KAFKA_STORAGE_ERROR`), Kind: toolerr.KindUpstreamServerError, Hint: toolerr.Msg(hintCheck), Source: sourceProtocol},
	adapter.Row{VendorCode: "CORRUPT_MESSAGE", Kind: toolerr.KindUpstreamServerError, Message: toolerr.Msg("A message arrived damaged."), Source: sourceProtocol},
	adapter.Row{VendorCode: "UNKNOWN_SERVER_ERROR", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Source: sourceProtocol},

	// Missing objects. The protocol treats an unknown topic as transient, because a new one is
	// not known everywhere at once; the clients have waited for that.
	adapter.Row{VendorCodes: words(`UNKNOWN_TOPIC_OR_PARTITION UNKNOWN_TOPIC_ID`), Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg(msgTopic), Hint: toolerr.Msg(hintTopic), Source: sourceProtocol},
	adapter.Row{VendorCode: "GROUP_ID_NOT_FOUND", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The cluster has no such consumer group."), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`RESOURCE_NOT_FOUND DELEGATION_TOKEN_NOT_FOUND TRANSACTIONAL_ID_NOT_FOUND LOG_DIR_NOT_FOUND SNAPSHOT_NOT_FOUND
		VOTER_NOT_FOUND UNKNOWN_CONTROLLER_ID UNKNOWN_SUBSCRIPTION_ID BROKER_ID_NOT_REGISTERED CONTROLLER_ID_NOT_REGISTERED SHARE_SESSION_NOT_FOUND`), Kind: toolerr.KindUpstreamNotFound, Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`OFFSET_OUT_OF_RANGE POSITION_OUT_OF_RANGE OFFSET_MOVED_TO_TIERED_STORAGE`), Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The partition has nothing at this offset, or no longer."), Hint: toolerr.Msg(hintOffset), Source: sourceProtocol},

	// Permissions and credentials.
	adapter.Row{VendorCodes: words(`TOPIC_AUTHORIZATION_FAILED GROUP_AUTHORIZATION_FAILED CLUSTER_AUTHORIZATION_FAILED
		TRANSACTIONAL_ID_AUTHORIZATION_FAILED DELEGATION_TOKEN_AUTHORIZATION_FAILED DELEGATION_TOKEN_OWNER_MISMATCH`), Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgRights), Hint: toolerr.Msg(hintRights), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`SASL_AUTHENTICATION_FAILED DELEGATION_TOKEN_EXPIRED UNSUPPORTED_SASL_MECHANISM ILLEGAL_SASL_STATE
		PRINCIPAL_DESERIALIZATION_FAILURE`), Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to set valid credentials."), Source: sourceProtocol},

	// Values that the caller can change.
	adapter.Row{VendorCodes: words(`MESSAGE_TOO_LARGE RECORD_LIST_TOO_LARGE OFFSET_METADATA_TOO_LARGE TELEMETRY_TOO_LARGE`), Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgLarge), Hint: toolerr.Msg(hintSmall), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_TOPIC_EXCEPTION", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the topic is not valid, or reserved."), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_PARTITIONS", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The number of partitions is not possible: it is at least one, and never becomes smaller."), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_REPLICATION_FACTOR", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The replication factor is below one or above the number of brokers."), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_CONFIG", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A configuration entry is not known or has a value that is not valid."), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_RECORD", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The topic does not accept such a message."), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_TIMESTAMP", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The time of the message is outside of what the topic accepts."), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`INVALID_REPLICA_ASSIGNMENT INVALID_GROUP_ID INVALID_SESSION_TIMEOUT INVALID_REQUIRED_ACKS INVALID_COMMIT_OFFSET_SIZE
		INVALID_FETCH_SIZE INVALID_TRANSACTION_TIMEOUT INVALID_PRINCIPAL_TYPE INVALID_REGULAR_EXPRESSION UNACCEPTABLE_CREDENTIAL
		DUPLICATE_RESOURCE INVALID_REGISTRATION INVALID_VOTER_KEY STREAMS_INVALID_TOPOLOGY`), Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("Kafka refused a value of the request."), Source: sourceProtocol},

	// Requests that the state of the cluster refuses.
	adapter.Row{VendorCode: "TOPIC_ALREADY_EXISTS", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A topic of that name exists already."), Hint: toolerr.Msg("Use the one that is there, or choose another name."), Source: sourceProtocol},
	adapter.Row{VendorCode: "NON_EMPTY_GROUP", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The consumer group still has members."), Hint: toolerr.Msg("Its consumers have to stop first."), Source: sourceProtocol},
	adapter.Row{VendorCode: "GROUP_SUBSCRIBED_TO_TOPIC", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The consumer group still reads the topic."), Hint: toolerr.Msg("Its consumers have to stop first."), Source: sourceProtocol},
	adapter.Row{VendorCode: "GROUP_MAX_SIZE_REACHED", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The consumer group has as many members as it may have."), Source: sourceProtocol},
	adapter.Row{VendorCode: "POLICY_VIOLATION", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A policy of the cluster forbids such values."), Source: sourceProtocol},
	adapter.Row{VendorCode: "TOPIC_DELETION_DISABLED", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The cluster does not allow topics to be deleted."), UserAction: true, Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`UNKNOWN_MEMBER_ID ILLEGAL_GENERATION MEMBER_ID_REQUIRED FENCED_INSTANCE_ID FENCED_MEMBER_EPOCH STALE_MEMBER_EPOCH
		UNRELEASED_INSTANCE_ID INVALID_RECORD_STATE INVALID_SHARE_SESSION_EPOCH FENCED_STATE_EPOCH`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgMember), Hint: toolerr.Msg("What was read may be delivered again."), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`PRODUCER_FENCED INVALID_PRODUCER_EPOCH TRANSACTION_COORDINATOR_FENCED`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgFenced), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`INVALID_TXN_STATE TRANSACTION_ABORTABLE INVALID_PRODUCER_ID_MAPPING UNKNOWN_PRODUCER_ID OUT_OF_ORDER_SEQUENCE_NUMBER`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgTxn), Hint: toolerr.Msg("The transaction has to be aborted before another begins."), Source: sourceProtocol},
	adapter.Row{VendorCode: "DUPLICATE_SEQUENCE_NUMBER", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The message was written before."), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`REASSIGNMENT_IN_PROGRESS NO_REASSIGNMENT_IN_PROGRESS ELECTION_NOT_NEEDED OPERATION_NOT_ATTEMPTED GROUP_DELETION_FAILED
		DUPLICATE_BROKER_REGISTRATION DUPLICATE_VOTER`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The cluster's state does not allow this."), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`UNSUPPORTED_VERSION UNSUPPORTED_FOR_MESSAGE_FORMAT UNSUPPORTED_COMPRESSION_TYPE UNSUPPORTED_ASSIGNOR INCONSISTENT_GROUP_PROTOCOL
		UNSUPPORTED_ENDPOINT_TYPE MISMATCHED_ENDPOINT_TYPE`), Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The cluster does not support this."), Source: sourceProtocol},
	adapter.Row{VendorCodes: words(`SECURITY_DISABLED DELEGATION_TOKEN_AUTH_DISABLED DELEGATION_TOKEN_REQUEST_NOT_ALLOWED`), Kind: toolerr.KindUpstreamBadRequest, UserAction: true, Message: toolerr.Msg(msgSetup), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_REQUEST", Kind: toolerr.KindUpstreamBadRequest, Source: sourceProtocol},

	// Errors of the clients.
	adapter.Row{VendorCode: noBrokers, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Source: sourceClients},
	adapter.Row{VendorCode: notDelivered, Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Hint: toolerr.Msg(hintCheck), Source: sourceClients},
	adapter.Row{VendorCode: bufferFull, Kind: toolerr.KindToolRetry, Unanswered: true, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("Too many messages wait to be sent."), Source: sourceClients},
	adapter.Row{VendorCode: clientClosed, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's Kafka client is closed."), Source: sourceClients},
	adapter.Row{VendorCode: clientUsage, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool uses its Kafka client in a way that is not possible."), Source: sourceClients},
	adapter.Row{VendorCode: closedAtOnce, Kind: toolerr.KindUpstreamAuthError, Unanswered: true, Effect: toolerr.EffectNone, UserAction: true, Message: toolerr.Msg("The broker closed the connection at once: TLS or the login may not be set as it expects."), Source: sourceClients},
	adapter.Row{VendorCode: badAnswer, Kind: toolerr.KindUpstreamServerError, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The broker's answer could not be read."), Source: sourceClients},
	adapter.Row{VendorCode: clusterInFlux, Kind: toolerr.KindUpstreamServerError, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgMoves), Source: sourceClients},
)

func words(s string) []string { return strings.Fields(s) }

// texts are the errors that the clients make with errors.New (franz-go v1.22.2, sarama
// v1.61.1, kafka-go v0.4.51).
var texts = map[string]string{
	"records have timed out before they were able to be produced":                                    notDelivered,
	"record failed after being retried too many times":                                               notDelivered,
	"the maximum amount of records are buffered, cannot buffer more":                                 bufferFull,
	"client is aborting buffered records":                                                            clientClosed,
	"broker is too old; the broker has already indicated it will not know how to handle the request": "UNSUPPORTED_VERSION",
	"kafka: client has run out of available brokers to talk to":                                      noBrokers,
	"kafka: broker for ID is not found":                                                              clusterInFlux,
	"kafka: controller is not available":                                                             clusterInFlux,
	"kafka: broker not connected":                                                                    noBrokers,
	"kafka: tried to use a client that was closed":                                                   clientClosed,
	"kafka: message received by producer in process of shutting down":                                clientClosed,
	"kafka: response did not contain all the expected topic/partition blocks":                        badAnswer,
	"kafka: insufficient data to decode packet, more bytes expected":                                 badAnswer,
	"kafka: partitioner returned an invalid partition index":                                         clientUsage,
	"kafka: message is larger than Consumer.Fetch.Max":                                               "MESSAGE_TOO_LARGE",
	"kafka: unknown SCRAM mechanism provided":                                                        "UNSUPPORTED_SASL_MECHANISM",
	"consumer group is closed":                                                                       clientClosed,
	"consumer group generation has ended":                                                            "REBALANCE_IN_PROGRESS",
	"unavailable when GroupID is not set":                                                            clientUsage,
	"unavailable when GroupID is set":                                                                clientUsage,
}

// A beginning is the beginning of the text of an error with its own type.
type beginning struct{ text, code string }

var beginnings = [...]beginning{
	{"kafka: client has run out of available brokers to talk to", noBrokers},
	{"broker closed the connection immediately", closedAtOnce},
	{"broker replied that ", clusterInFlux},
	{"kafka: invalid configuration (", clientUsage},
	{"kafka: error encoding packet: ", clientUsage},
	{"kafka: error decoding packet: ", badAnswer},
}

// names are the names of the protocol's numbers, from -1 on (Apache Kafka, Protocol guide,
// Error codes, as in franz-go v1.22.2).
var names = strings.Fields(`
UNKNOWN_SERVER_ERROR NONE OFFSET_OUT_OF_RANGE CORRUPT_MESSAGE UNKNOWN_TOPIC_OR_PARTITION INVALID_FETCH_SIZE LEADER_NOT_AVAILABLE
NOT_LEADER_OR_FOLLOWER REQUEST_TIMED_OUT BROKER_NOT_AVAILABLE REPLICA_NOT_AVAILABLE MESSAGE_TOO_LARGE STALE_CONTROLLER_EPOCH OFFSET_METADATA_TOO_LARGE
NETWORK_EXCEPTION COORDINATOR_LOAD_IN_PROGRESS COORDINATOR_NOT_AVAILABLE NOT_COORDINATOR INVALID_TOPIC_EXCEPTION RECORD_LIST_TOO_LARGE
NOT_ENOUGH_REPLICAS NOT_ENOUGH_REPLICAS_AFTER_APPEND INVALID_REQUIRED_ACKS ILLEGAL_GENERATION INCONSISTENT_GROUP_PROTOCOL INVALID_GROUP_ID
UNKNOWN_MEMBER_ID INVALID_SESSION_TIMEOUT REBALANCE_IN_PROGRESS INVALID_COMMIT_OFFSET_SIZE TOPIC_AUTHORIZATION_FAILED GROUP_AUTHORIZATION_FAILED
CLUSTER_AUTHORIZATION_FAILED INVALID_TIMESTAMP UNSUPPORTED_SASL_MECHANISM ILLEGAL_SASL_STATE UNSUPPORTED_VERSION TOPIC_ALREADY_EXISTS
INVALID_PARTITIONS INVALID_REPLICATION_FACTOR INVALID_REPLICA_ASSIGNMENT INVALID_CONFIG NOT_CONTROLLER INVALID_REQUEST UNSUPPORTED_FOR_MESSAGE_FORMAT
POLICY_VIOLATION OUT_OF_ORDER_SEQUENCE_NUMBER DUPLICATE_SEQUENCE_NUMBER INVALID_PRODUCER_EPOCH INVALID_TXN_STATE INVALID_PRODUCER_ID_MAPPING
INVALID_TRANSACTION_TIMEOUT CONCURRENT_TRANSACTIONS TRANSACTION_COORDINATOR_FENCED TRANSACTIONAL_ID_AUTHORIZATION_FAILED SECURITY_DISABLED
OPERATION_NOT_ATTEMPTED KAFKA_STORAGE_ERROR LOG_DIR_NOT_FOUND SASL_AUTHENTICATION_FAILED UNKNOWN_PRODUCER_ID REASSIGNMENT_IN_PROGRESS
DELEGATION_TOKEN_AUTH_DISABLED DELEGATION_TOKEN_NOT_FOUND DELEGATION_TOKEN_OWNER_MISMATCH DELEGATION_TOKEN_REQUEST_NOT_ALLOWED
DELEGATION_TOKEN_AUTHORIZATION_FAILED DELEGATION_TOKEN_EXPIRED INVALID_PRINCIPAL_TYPE NON_EMPTY_GROUP GROUP_ID_NOT_FOUND FETCH_SESSION_ID_NOT_FOUND
INVALID_FETCH_SESSION_EPOCH LISTENER_NOT_FOUND TOPIC_DELETION_DISABLED FENCED_LEADER_EPOCH UNKNOWN_LEADER_EPOCH UNSUPPORTED_COMPRESSION_TYPE
STALE_BROKER_EPOCH OFFSET_NOT_AVAILABLE MEMBER_ID_REQUIRED PREFERRED_LEADER_NOT_AVAILABLE GROUP_MAX_SIZE_REACHED FENCED_INSTANCE_ID
ELIGIBLE_LEADERS_NOT_AVAILABLE ELECTION_NOT_NEEDED NO_REASSIGNMENT_IN_PROGRESS GROUP_SUBSCRIBED_TO_TOPIC INVALID_RECORD UNSTABLE_OFFSET_COMMIT
THROTTLING_QUOTA_EXCEEDED PRODUCER_FENCED RESOURCE_NOT_FOUND DUPLICATE_RESOURCE UNACCEPTABLE_CREDENTIAL INCONSISTENT_VOTER_SET INVALID_UPDATE_VERSION
FEATURE_UPDATE_FAILED PRINCIPAL_DESERIALIZATION_FAILURE SNAPSHOT_NOT_FOUND POSITION_OUT_OF_RANGE UNKNOWN_TOPIC_ID DUPLICATE_BROKER_REGISTRATION
BROKER_ID_NOT_REGISTERED INCONSISTENT_TOPIC_ID INCONSISTENT_CLUSTER_ID TRANSACTIONAL_ID_NOT_FOUND FETCH_SESSION_TOPIC_ID_ERROR INELIGIBLE_REPLICA
NEW_LEADER_ELECTED OFFSET_MOVED_TO_TIERED_STORAGE FENCED_MEMBER_EPOCH UNRELEASED_INSTANCE_ID UNSUPPORTED_ASSIGNOR STALE_MEMBER_EPOCH
MISMATCHED_ENDPOINT_TYPE UNSUPPORTED_ENDPOINT_TYPE UNKNOWN_CONTROLLER_ID UNKNOWN_SUBSCRIPTION_ID TELEMETRY_TOO_LARGE INVALID_REGISTRATION
TRANSACTION_ABORTABLE INVALID_RECORD_STATE SHARE_SESSION_NOT_FOUND INVALID_SHARE_SESSION_EPOCH FENCED_STATE_EPOCH INVALID_VOTER_KEY DUPLICATE_VOTER
VOTER_NOT_FOUND INVALID_REGULAR_EXPRESSION REBOOTSTRAP_REQUIRED STREAMS_INVALID_TOPOLOGY STREAMS_INVALID_TOPOLOGY_EPOCH STREAMS_TOPOLOGY_FENCED
SHARE_SESSION_LIMIT_REACHED GROUP_DELETION_FAILED STREAMS_TOPOLOGY_DESCRIPTION_UPDATE_FAILED CONTROLLER_ID_NOT_REGISTERED
`)

// Code returns the name that the protocol has for a number, "" if it has none: 6 is
// NOT_LEADER_OR_FOLLOWER.
func Code(number int) string {
	if number++; number >= 0 && number < len(names) && number != 1 {
		return names[number]
	}
	return ""
}

// The types of the clients' errors.
const (
	franz   = "github.com/twmb/franz-go/pkg"
	segment = "github.com/segmentio/kafka-go"
	ibm     = "github.com/IBM/sarama"
	shopify = "github.com/Shopify/sarama"
)

var (
	kerrError    = shape.T(franz+"/kerr", "Error")
	segmentError = shape.T(segment, "Error")
	saramaError  = shape.T(ibm, "KError")
	shopifyError = shape.T(shopify, "KError")
)

// numbered are the types with a number.
var numbered = shape.NewSet(kerrError, segmentError, saramaError, shopifyError)

// lists are the types that contain several errors, and do not unwrap.
var lists = []shape.Type{
	shape.T(segment, "WriteErrors"), shape.T(ibm, "ProducerErrors"), shape.T(ibm, "ConsumerErrors"), shape.T(shopify, "ProducerErrors"), shape.T(shopify, "ConsumerErrors"),
}

// typed are the types of errors with their own text and without a number.
var typed = []shape.Type{
	shape.T(ibm, "sentinelError"), shape.T(shopify, "sentinelError"), shape.T(ibm, "ConfigurationError"), shape.T(ibm, "PacketEncodingError"),
	shape.T(ibm, "PacketDecodingError"), shape.T(franz+"/kgo", "ErrFirstReadEOF"), shape.T(franz+"/kgo", "errUnknownController"), shape.T(franz+"/kgo", "errUnknownCoordinator"),
}
