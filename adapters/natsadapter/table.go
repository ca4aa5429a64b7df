package natsadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_nats"
	display = "NATS"
)

// The codes that the adapter itself chooses.
const (
	tlsFailed           = "tls"
	wrongLastSequence   = "wrong_last_sequence"
	streamStoreFailed   = "stream_store_failed"
	streamFull          = "stream_full"
	keyExists           = "key_exists"
	clientUsage         = "client_usage"
	keyRevisionMismatch = "key_revision_mismatch"
)

// The sources of the rows, read 2026-11-22.
const (
	sourceClient    = "nats.go v1.55.0, nats.go"
	sourceServer    = "nats-server v2.9.10, server/client.go and server/errors.go"
	sourceJetStream = "nats.go v1.55.0, jserrors.go and jetstream/errors.go"
	sourceConsumer  = "nats-server v2.9.10, server/consumer.go"
	sourceNumbers   = "nats-server v2.15.0-dev, server/errors.json"
	sourceStores    = "nats.go v1.55.0, kv.go, object.go and jetstream/errors.go"
)

// table lists the meanings of the codes. A refusal by the server or the client had no
// effect.
var table = adapter.NewTable(
	slug, display,
	// Requests and connections.
	adapter.Row{VendorCodes: []string{"no_responders", "no_stream_response"}, Fact: toolerr.FactOverloaded, Message: toolerr.Msg("No service or stream listens on that subject at the moment."), Hint: toolerr.Msg("Check the subject; the service behind it may be down."), Source: sourceClient + "; " + sourceJetStream},
	adapter.Row{VendorCodes: []string{"timeout", "async_publish_timeout", "no_heartbeat"}, Fact: toolerr.FactNoAnswer, Unanswered: true, Source: sourceClient + "; " + sourceJetStream},
	adapter.Row{VendorCodes: []string{"no_servers", "reconnect_buf_exceeded"}, Fact: toolerr.FactUnreachable, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCodes: []string{"disconnected", "connection_reconnecting", "stale_connection"}, Fact: toolerr.FactConnectionLost, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCode: "connection_closed", Fact: toolerr.FactConnectionLost, Unanswered: true, Retry: adapter.RetryNever, Unlike: "the client does not connect again", Source: sourceClient},
	adapter.Row{VendorCode: "connection_draining", Fact: toolerr.FactUnreachable, Unanswered: true, Retry: adapter.RetryNever, Unlike: "the client does not connect again", Source: sourceClient},
	adapter.Row{VendorCode: "drain_timeout", Fact: toolerr.FactNoAnswer, Unanswered: true, Retry: adapter.RetryNever, Unlike: "the connection is closed", Message: toolerr.Msg("NATS did not accept all messages before the connection was closed."), Source: sourceClient},
	adapter.Row{VendorCode: "slow_consumer", Fact: toolerr.FactUnreadable, Unanswered: true, Message: toolerr.Msg("The tool was too slow for its messages, and lost some."), Source: sourceClient},
	adapter.Row{VendorCode: "no_info_received", Fact: toolerr.FactUnreadable, Unanswered: true, Effect: toolerr.EffectNone, Unlike: "the connection was not made yet", Source: sourceClient},
	adapter.Row{VendorCode: "protocol_error", Fact: toolerr.FactUnreadable, Unanswered: true, Retry: adapter.RetryNever, Unlike: "the two sides do not speak the same protocol", Source: sourceServer},
	adapter.Row{VendorCode: tlsFailed, Fact: toolerr.FactUnreachable, Unanswered: true, Kind: toolerr.KindNetworkTransportUnmapped, Retry: adapter.RetryNever, Unlike: "a retry meets the same certificate and the same settings", Message: toolerr.Msg("No secure connection to NATS could be made."), Source: sourceClient},

	// Access.
	adapter.Row{VendorCodes: []string{"authorization", "auth_expired", "auth_revoked", "account_auth_expired"}, Fact: toolerr.FactWrongKey, Source: sourceServer},
	adapter.Row{VendorCode: "auth_timeout", Fact: toolerr.FactNoAnswer, Unanswered: true, Effect: toolerr.EffectNone, Unlike: "the connection was not made yet", Source: sourceServer},
	adapter.Row{VendorCode: "permission_violation", Fact: toolerr.FactNotPermitted, Source: sourceServer},

	// Limits of connections.
	adapter.Row{VendorCodes: []string{"max_connections_exceeded", "max_subscriptions_exceeded"}, Fact: toolerr.FactPoolFull, Message: toolerr.Msg("NATS has too many connections, or the tool has too many subscriptions."), Hint: toolerr.Msg("Wait a moment, then make the same call again."), Source: sourceServer},
	adapter.Row{VendorCodes: []string{"connection_throttled", "too_many_requests 10167 10210 10211", "max_waiting_exceeded"}, Fact: toolerr.FactRateLimit, Source: "nats-server v2.15.0-dev, server/server.go; " + sourceNumbers + "; " + sourceConsumer},

	// Values that the caller can change.
	adapter.Row{VendorCodes: []string{
		"max_payload", "max_control_line", "message_too_large 10054 10097", "max_request_exceeded", "history_too_large", "max_bytes_exceeded",
	}, Fact: toolerr.FactTooLarge, Source: sourceClient + "; " + sourceServer + "; " + sourceNumbers + "; " + sourceConsumer + "; " + sourceStores},
	adapter.Row{VendorCodes: []string{
		"bad_subject", "bad_queue_name", "invalid_message_ttl 10165 10166", "invalid_schedule 10188 10189 10190 10191 10192 10203",
		"invalid_stream_config 10052 10113 10061 10074", "invalid_stream_name 10128", "invalid_consumer_name 10102 10103 10127",
		"invalid_filter_subject 10093 10136 10138 10139", "invalid_key", "invalid_bucket_name", "bad_object_meta",
	}, Fact: toolerr.FactInvalid, Source: sourceClient + "; " + sourceNumbers + "; " + sourceJetStream + "; " + sourceStores},
	adapter.Row{VendorCode: "name_required", Fact: toolerr.FactInvalid, Rule: toolerr.RuleRequired, Field: "name", Source: sourceJetStream},

	// Mistakes of the tool, and servers without what it needs.
	adapter.Row{VendorCodes: []string{clientUsage + " 10025", "client_options"}, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The NATS client refused the call."), Source: sourceClient + "; " + sourceJetStream},
	adapter.Row{VendorCode: "secure_conn", Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("Only one of NATS and the tool uses a secure connection."), Source: sourceClient},
	adapter.Row{VendorCode: "not_supported 10185", Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The NATS server is too old for the tool."), Source: sourceClient},
	adapter.Row{VendorCode: "config_not_supported", Fact: toolerr.FactMisuse, Unanswered: true, Effect: toolerr.EffectUnknown, Unlike: "the server may have accepted the rest", Message: toolerr.Msg("The NATS server is too old for a part of the configuration."), Source: sourceJetStream},
	adapter.Row{VendorCodes: []string{"jetstream_not_enabled 10076", "jetstream_not_enabled_for_account 10039 10035"}, Fact: toolerr.FactMisuse, Message: toolerr.Msg("The tool needs JetStream, which is not enabled in NATS."), Source: sourceNumbers},
	adapter.Row{VendorCode: "publisher_closed", Fact: toolerr.FactMisuse, Unanswered: true, Effect: toolerr.EffectUnknown, Unlike: "the message was sent", Message: toolerr.Msg("The tool stopped before NATS confirmed the message."), Source: sourceJetStream},

	// JetStream: publishing.
	adapter.Row{VendorCode: "too_many_stalled_msgs", Fact: toolerr.FactOverloaded, Source: sourceJetStream},
	adapter.Row{VendorCodes: []string{"invalid_response", "msg_delete_unsuccessful"}, Fact: toolerr.FactUnclear, Source: sourceJetStream},
	adapter.Row{VendorCode: streamFull, Fact: toolerr.FactOverloaded, Message: toolerr.Msg("The stream is full."), Hint: toolerr.Msg("It accepts messages again when others are removed."), Source: sourceNumbers},
	adapter.Row{VendorCodes: []string{streamStoreFailed + " 10077", "server_shutdown"}, Fact: toolerr.FactFailed, Source: sourceNumbers + "; " + sourceJetStream},
	adapter.Row{VendorCode: "stream_sealed 10109", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The stream is sealed: nothing can be changed in it."), Hint: toolerr.Msg("Use another stream."), Source: sourceNumbers},
	adapter.Row{VendorCodes: []string{"stream_not_match 10060 10056", "subjects_overlap 10065"}, Fact: toolerr.FactWrongState, Message: toolerr.Msg("Another stream has the subject."), Hint: toolerr.Msg("Use that stream, or another subject."), Source: sourceNumbers},
	adapter.Row{VendorCodes: []string{wrongLastSequence + " 10071 10164 10070 10063", keyRevisionMismatch}, Fact: toolerr.FactConflict, Source: sourceNumbers + "; " + sourceStores},
	adapter.Row{VendorCode: "duplicate_in_process 10158", Fact: toolerr.FactLocked, Effect: toolerr.EffectUnknown, Unlike: "the other message is the same", Message: toolerr.Msg("NATS is storing a message with the same id."), Source: sourceNumbers},

	// JetStream: objects.
	adapter.Row{VendorCodes: []string{
		"stream_not_found 10059", "consumer_not_found 10014 10149", "message_not_found 10037 10043", "no_matching_stream", "key_not_found",
		"bucket_not_found", "object_not_found",
	}, Fact: toolerr.FactNotFound, Source: sourceNumbers + "; " + sourceJetStream + "; " + sourceStores},
	adapter.Row{VendorCodes: []string{"no_messages", "no_keys_found", "no_objects_found"}, Fact: toolerr.FactNotFound, Message: toolerr.Msg("There is nothing to read at the moment."), Hint: toolerr.Msg("An empty result is not a mistake in the call."), Source: sourceJetStream + "; " + sourceStores},
	adapter.Row{VendorCodes: []string{"stream_name_in_use 10058 10130", "consumer_exists 10013 10148 10105", keyExists, "bucket_exists", "object_already_exists"}, Fact: toolerr.FactExists, Source: sourceNumbers + "; " + sourceStores},
	adapter.Row{VendorCode: "consumer_not_unique 10100 10099", Fact: toolerr.FactWrongState, Message: toolerr.Msg("Another consumer has these messages: a work queue delivers each message to one consumer."), Hint: toolerr.Msg("Use that consumer."), Source: sourceNumbers},
	adapter.Row{VendorCodes: []string{"not_pull_consumer", "not_push_consumer"}, Fact: toolerr.FactRefused, Message: toolerr.Msg("The consumer has the other mode: a client fetches messages from a pull consumer, and a push consumer delivers them."), Source: sourceJetStream},
	adapter.Row{VendorCodes: []string{"bad_request 10003", "bad_bucket", "link_not_allowed"}, Fact: toolerr.FactRefused, Source: sourceNumbers + "; " + sourceStores},
	adapter.Row{VendorCode: "consumer_create 10012", Fact: toolerr.FactRefused, Effect: toolerr.EffectUnknown, Unlike: "the server may have made a part of it", Source: sourceNumbers},
	adapter.Row{VendorCode: "msg_already_ackd", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The message was acknowledged already."), Hint: toolerr.Msg("Nothing has to be done."), Source: sourceJetStream},
	adapter.Row{VendorCode: "pin_id_mismatch", Fact: toolerr.FactLocked, Message: toolerr.Msg("The consumer serves another client now."), Source: sourceJetStream},

	// JetStream: later, or never.
	adapter.Row{VendorCode: "jetstream_unavailable 10124 10202 10226 10008 10009 10163 10118 10119 10194 10195", Fact: toolerr.FactMaintenance, Source: sourceNumbers},
	adapter.Row{VendorCode: "resources_exceeded 10002 10023 10028 10047 10120 10122", Fact: toolerr.FactNoSpace, Source: sourceNumbers},
	adapter.Row{VendorCodes: []string{"max_consumers_exceeded 10026", "max_streams_exceeded 10027"}, Fact: toolerr.FactQuota, Message: toolerr.Msg("The limit of the account or stream is reached."), Hint: toolerr.Msg("Delete one that nobody needs, or use an existing one."), Source: sourceNumbers},
	adapter.Row{VendorCode: "digest_mismatch", Fact: toolerr.FactUnreadable, Unanswered: true, Effect: toolerr.EffectNone, Unlike: "an object was only read", Source: sourceStores},
)
