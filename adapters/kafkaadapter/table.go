package kafkaadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
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

// Texts of several rows.
const (
	msgMoves = "The Kafka cluster is rebalancing; nothing was done."
	hintWait = "Wait a moment, then make the same call again."

	hintCheck = "The message may have been written. Look at what is there before sending it again."
)

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_kafka", "Kafka",
	// Transient states: the broker had no effect, and asks for a retry.
	adapter.Row{VendorCodes: []string{
		"LEADER_NOT_AVAILABLE 5", "NOT_LEADER_OR_FOLLOWER 6", "BROKER_NOT_AVAILABLE 8", "REPLICA_NOT_AVAILABLE 9",
		"COORDINATOR_LOAD_IN_PROGRESS 14", "COORDINATOR_NOT_AVAILABLE 15", "NOT_COORDINATOR 16", "NOT_CONTROLLER 41",
		"STALE_CONTROLLER_EPOCH 11", "LISTENER_NOT_FOUND 72", "FENCED_LEADER_EPOCH 74", "UNKNOWN_LEADER_EPOCH 75", "OFFSET_NOT_AVAILABLE 78",
		"PREFERRED_LEADER_NOT_AVAILABLE 80", "ELIGIBLE_LEADERS_NOT_AVAILABLE 83", "UNSTABLE_OFFSET_COMMIT 88", "CONCURRENT_TRANSACTIONS 51",
		"REBALANCE_IN_PROGRESS 27", "FETCH_SESSION_ID_NOT_FOUND 70", "INVALID_FETCH_SESSION_EPOCH 71", "FETCH_SESSION_TOPIC_ID_ERROR 106",
		"INCONSISTENT_TOPIC_ID 103", "SHARE_SESSION_LIMIT_REACHED 133", "NOT_ENOUGH_REPLICAS 19",
	}, Fact: toolerr.FactMaintenance, Message: toolerr.Msg(msgMoves), Hint: toolerr.Msg(hintWait), Source: sourceProtocol},
	adapter.Row{VendorCode: clusterInFlux, Fact: toolerr.FactMaintenance, Unanswered: true, Message: toolerr.Msg(msgMoves), Hint: toolerr.Msg(hintWait), Source: sourceClients},
	adapter.Row{VendorCode: "THROTTLING_QUOTA_EXCEEDED 89", Fact: toolerr.FactRateLimit, Source: sourceProtocol},

	// Failures after which it is not known whether data was written.
	adapter.Row{VendorCode: "REQUEST_TIMED_OUT 7", Fact: toolerr.FactTimeout, Hint: toolerr.Msg(hintCheck), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{"NETWORK_EXCEPTION 13", "NOT_ENOUGH_REPLICAS_AFTER_APPEND 20", "KAFKA_STORAGE_ERROR 56"}, Fact: toolerr.FactFailed, Hint: toolerr.Msg(hintCheck), Source: sourceProtocol},
	adapter.Row{VendorCode: "CORRUPT_MESSAGE 2", Fact: toolerr.FactFailed, Message: toolerr.Msg("A message arrived damaged."), Hint: toolerr.Msg("Make the same call again."), Source: sourceProtocol},
	adapter.Row{VendorCode: "UNKNOWN_SERVER_ERROR -1", Fact: toolerr.FactBroken, Source: sourceProtocol},

	// Missing objects. The protocol treats an unknown topic as transient, because a new one is
	// not known everywhere at once; the clients have waited for that.
	adapter.Row{VendorCodes: []string{
		"UNKNOWN_TOPIC_OR_PARTITION 3", "UNKNOWN_TOPIC_ID 100",
	}, Fact: toolerr.FactNotFound, Message: toolerr.Msg("The cluster has no such topic or partition."), Hint: toolerr.Msg("Check the name of the topic. If it was made a moment ago, the cluster may not know it yet."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{
		"GROUP_ID_NOT_FOUND 69", "RESOURCE_NOT_FOUND 91", "DELEGATION_TOKEN_NOT_FOUND 62", "TRANSACTIONAL_ID_NOT_FOUND 105",
		"LOG_DIR_NOT_FOUND 57", "SNAPSHOT_NOT_FOUND 98", "VOTER_NOT_FOUND 127", "UNKNOWN_CONTROLLER_ID 116", "UNKNOWN_SUBSCRIPTION_ID 117",
		"BROKER_ID_NOT_REGISTERED 102", "CONTROLLER_ID_NOT_REGISTERED 136", "SHARE_SESSION_NOT_FOUND 122",
	}, Fact: toolerr.FactNotFound, Source: sourceProtocol},

	// Permissions and credentials.
	adapter.Row{VendorCodes: []string{
		"TOPIC_AUTHORIZATION_FAILED 29", "GROUP_AUTHORIZATION_FAILED 30", "CLUSTER_AUTHORIZATION_FAILED 31",
		"TRANSACTIONAL_ID_AUTHORIZATION_FAILED 53", "DELEGATION_TOKEN_AUTHORIZATION_FAILED 65", "DELEGATION_TOKEN_OWNER_MISMATCH 63",
	}, Fact: toolerr.FactMissingScope, Message: toolerr.Msg("The tool's Kafka user may not do this."), Hint: toolerr.Msg("Someone has to grant the user this operation."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{"SASL_AUTHENTICATION_FAILED 58", "DELEGATION_TOKEN_EXPIRED 66", "UNSUPPORTED_SASL_MECHANISM 33", "ILLEGAL_SASL_STATE 34", "PRINCIPAL_DESERIALIZATION_FAILURE 97"}, Fact: toolerr.FactWrongKey, Source: sourceProtocol},
	adapter.Row{VendorCode: closedAtOnce, Fact: toolerr.FactWrongKey, Unanswered: true, Message: toolerr.Msg("The broker closed the connection at once."), Hint: toolerr.Msg("Someone has to correct the tool's settings for TLS or for the login."), Source: sourceClients},
	adapter.Row{VendorCodes: []string{
		"SECURITY_DISABLED 54", "DELEGATION_TOKEN_AUTH_DISABLED 61", "DELEGATION_TOKEN_REQUEST_NOT_ALLOWED 64", "TOPIC_DELETION_DISABLED 73",
	}, Fact: toolerr.FactUnsupported, UserAction: true, Unlike: "the configuration of the cluster forbids it", Message: toolerr.Msg("The cluster is not set up for this."), Hint: toolerr.Msg("Someone has to change its configuration."), Source: sourceProtocol},

	// Values that the caller can change.
	adapter.Row{VendorCodes: []string{
		"MESSAGE_TOO_LARGE 10", "RECORD_LIST_TOO_LARGE 18", "OFFSET_METADATA_TOO_LARGE 12", "TELEMETRY_TOO_LARGE 118",
	}, Fact: toolerr.FactTooLarge, Message: toolerr.Msg("The message is larger than the topic allows."), Hint: toolerr.Msg("Send less at once, or store the content elsewhere and send a reference."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{"OFFSET_OUT_OF_RANGE 1", "POSITION_OUT_OF_RANGE 99", "OFFSET_MOVED_TO_TIERED_STORAGE 109"}, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The partition has no message at this offset."), Hint: toolerr.Msg("Read from the earliest or the latest offset instead."), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_PARTITIONS 37", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The number of partitions must be at least one, and cannot be reduced."), Source: sourceProtocol},
	adapter.Row{VendorCode: "INVALID_REPLICATION_FACTOR 38", Fact: toolerr.FactInvalid, Message: toolerr.Msg("The replication factor must be at least one, and at most the number of brokers."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{
		"INVALID_TOPIC_EXCEPTION 17", "INVALID_CONFIG 40", "INVALID_RECORD 87", "INVALID_TIMESTAMP 32", "INVALID_REPLICA_ASSIGNMENT 39",
		"INVALID_GROUP_ID 24", "INVALID_SESSION_TIMEOUT 26", "INVALID_REQUIRED_ACKS 21", "INVALID_COMMIT_OFFSET_SIZE 28",
		"INVALID_FETCH_SIZE 4", "INVALID_TRANSACTION_TIMEOUT 50", "INVALID_PRINCIPAL_TYPE 67", "INVALID_REGULAR_EXPRESSION 128",
		"UNACCEPTABLE_CREDENTIAL 93", "DUPLICATE_RESOURCE 92", "INVALID_REGISTRATION 119", "INVALID_VOTER_KEY 125",
		"STREAMS_INVALID_TOPOLOGY 130",
	}, Fact: toolerr.FactInvalid, Source: sourceProtocol},

	// Requests that the state of the cluster refuses.
	adapter.Row{VendorCode: "TOPIC_ALREADY_EXISTS 36", Fact: toolerr.FactExists, Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{"NON_EMPTY_GROUP 68", "GROUP_SUBSCRIBED_TO_TOPIC 86"}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("The consumer group still has members, or still reads the topic."), Hint: toolerr.Msg("Its consumers have to stop first."), Source: sourceProtocol},
	adapter.Row{VendorCode: "GROUP_MAX_SIZE_REACHED 81", Fact: toolerr.FactQuota, Message: toolerr.Msg("The consumer group has the maximum number of members."), Hint: toolerr.Msg("Someone has to remove one, or to raise the limit."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{"POLICY_VIOLATION 44", "INVALID_REQUEST 42"}, Fact: toolerr.FactRefused, Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{
		"UNKNOWN_MEMBER_ID 25", "ILLEGAL_GENERATION 22", "MEMBER_ID_REQUIRED 79", "FENCED_INSTANCE_ID 82", "FENCED_MEMBER_EPOCH 110",
		"STALE_MEMBER_EPOCH 113", "UNRELEASED_INSTANCE_ID 111", "INVALID_RECORD_STATE 121", "INVALID_SHARE_SESSION_EPOCH 123",
		"FENCED_STATE_EPOCH 124",
	}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("The consumer is not a member of its group any more."), Hint: toolerr.Msg("Messages that it has read may be delivered again."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{"PRODUCER_FENCED 90", "INVALID_PRODUCER_EPOCH 47", "TRANSACTION_COORDINATOR_FENCED 52"}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("Another producer has taken over the same transactional id."), Hint: toolerr.Msg("Someone has to stop one of the two."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{
		"INVALID_TXN_STATE 48", "TRANSACTION_ABORTABLE 120", "INVALID_PRODUCER_ID_MAPPING 49", "UNKNOWN_PRODUCER_ID 59",
		"OUT_OF_ORDER_SEQUENCE_NUMBER 45",
	}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("The state of the transaction does not allow this."), Hint: toolerr.Msg("The transaction has to be aborted before another begins."), Source: sourceProtocol},
	adapter.Row{VendorCode: "DUPLICATE_SEQUENCE_NUMBER 46", Fact: toolerr.FactWrongState, Effect: toolerr.EffectUnknown, Unlike: "an earlier attempt wrote the message", Message: toolerr.Msg("The message was written before."), Hint: toolerr.Msg("Do not send it again."), Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{
		"REASSIGNMENT_IN_PROGRESS 60", "NO_REASSIGNMENT_IN_PROGRESS 85", "ELECTION_NOT_NEEDED 84", "OPERATION_NOT_ATTEMPTED 55",
		"GROUP_DELETION_FAILED 134", "DUPLICATE_BROKER_REGISTRATION 101", "DUPLICATE_VOTER 126",
	}, Fact: toolerr.FactWrongState, Source: sourceProtocol},
	adapter.Row{VendorCodes: []string{
		"UNSUPPORTED_VERSION 35", "UNSUPPORTED_FOR_MESSAGE_FORMAT 43", "UNSUPPORTED_COMPRESSION_TYPE 76", "UNSUPPORTED_ASSIGNOR 112",
		"INCONSISTENT_GROUP_PROTOCOL 23", "UNSUPPORTED_ENDPOINT_TYPE 115", "MISMATCHED_ENDPOINT_TYPE 114",
	}, Fact: toolerr.FactUnsupported, Source: sourceProtocol},

	// Errors of the clients.
	adapter.Row{VendorCode: noBrokers, Fact: toolerr.FactUnreachable, Unanswered: true, Source: sourceClients},
	adapter.Row{VendorCode: notDelivered, Fact: toolerr.FactNoAnswer, Unanswered: true, Hint: toolerr.Msg(hintCheck), Source: sourceClients},
	adapter.Row{VendorCode: bufferFull, Fact: toolerr.FactClientBusy, Unanswered: true, Message: toolerr.Msg("The tool has too many messages that wait to be sent."), Source: sourceClients},
	adapter.Row{VendorCodes: []string{clientClosed, clientUsage}, Fact: toolerr.FactMisuse, Unanswered: true, Source: sourceClients},
	adapter.Row{VendorCode: badAnswer, Fact: toolerr.FactFailed, Unanswered: true, Message: toolerr.Msg("The broker's answer could not be read."), Hint: toolerr.Msg("Find out what was done before making the call again."), Source: sourceClients},
)

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

// Code returns the code that the table has for a number of the protocol, "" if it has
// none: 6 is NOT_LEADER_OR_FOLLOWER.
func Code(number int) string { return table.Code(number) }

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
