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

// Texts that several codes share.
const (
	msgClosed   = "The tool's connection to NATS is closed."
	msgProtocol = "The tool and the server do not understand each other."

	hintAgain  = "Read it again, then repeat the change with the new revision."
	hintExists = "Use what is there, or choose another name."
)

// table lists the meanings of the codes. A refusal by the server or the client had no
// effect.
var table = adapter.NewTable(
	slug, display,

	// Requests and connections.
	adapter.Row{VendorCode: "no_responders", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Nobody answers on that subject in NATS at the moment."), Hint: toolerr.Msg("Check the subject; the service behind it may be down."), Source: sourceClient},
	adapter.Row{VendorCode: "timeout", Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS did not answer in time."), Source: sourceClient},
	adapter.Row{VendorCode: "no_servers", Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("No NATS server could be reached."), Source: sourceClient},
	adapter.Row{
		VendorCodes: []string{"disconnected", "connection_reconnecting", "stale_connection"},
		Kind:        toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The connection to NATS was lost."), Source: sourceClient,
	},
	adapter.Row{VendorCode: "connection_closed", Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgClosed), Source: sourceClient},
	adapter.Row{VendorCode: "connection_draining", Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgClosed), Source: sourceClient},
	adapter.Row{VendorCode: "drain_timeout", Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS did not take all messages before the connection was closed."), Source: sourceClient},
	adapter.Row{VendorCode: "reconnect_buf_exceeded", Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The connection to NATS is down, and too many messages wait for it."), Source: sourceClient},
	adapter.Row{VendorCode: "slow_consumer", Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The tool was too slow for its messages, and lost some."), Source: sourceClient},
	adapter.Row{VendorCode: "no_info_received", Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgProtocol), Source: sourceClient},
	adapter.Row{VendorCode: "protocol_error", Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgProtocol), Source: sourceServer},
	adapter.Row{VendorCode: tlsFailed, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg("No secure connection to NATS could be made."), Source: sourceClient},
	adapter.Row{VendorCode: "secure_conn", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("One of NATS and the tool wants a secure connection, and the other has none."), Source: sourceClient},

	// Permissions.
	adapter.Row{
		VendorCodes: []string{"authorization", "auth_expired", "auth_revoked", "account_auth_expired"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("NATS does not accept the tool's credentials."), Hint: toolerr.Msg("Someone has to set valid credentials."), Source: sourceServer,
	},
	adapter.Row{VendorCode: "auth_timeout", Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool did not sign in to NATS in time."), Source: sourceServer},
	adapter.Row{VendorCode: "permission_violation", Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg("The tool's account may not use that subject in NATS."), Source: sourceServer},

	// Limits of connections.
	adapter.Row{VendorCode: "max_connections_exceeded", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("NATS has too many connections."), Source: sourceServer},
	adapter.Row{VendorCode: "max_subscriptions_exceeded", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool has too many subscriptions in NATS."), Source: sourceServer},
	adapter.Row{VendorCode: "connection_throttled", Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("NATS is limiting new connections."), Source: "nats-server v2.15.0-dev, server/server.go"},

	// Errors that the agent can correct.
	adapter.Row{VendorCode: "max_payload", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message is larger than NATS allows."), Source: sourceClient},
	adapter.Row{VendorCode: "max_control_line", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The subject is longer than NATS allows."), Source: sourceServer},
	adapter.Row{VendorCode: "bad_subject", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The subject is not valid."), Source: sourceClient},
	adapter.Row{VendorCode: "bad_queue_name", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the queue is not valid."), Source: sourceClient},

	// Errors that the tool's developer must correct.
	adapter.Row{VendorCode: "client_options", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's connection to NATS is not set up correctly."), Source: sourceClient},
	adapter.Row{VendorCode: "client_usage", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool does not use NATS as it must be used."), Source: sourceJetStream},
	adapter.Row{VendorCode: "not_supported", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The NATS server is too old for what the tool wants."), Source: sourceClient},
	adapter.Row{VendorCode: "config_not_supported", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The NATS server is too old for a part of the configuration, and may have taken the rest."), Source: sourceJetStream},
	adapter.Row{
		VendorCodes: []string{"jetstream_not_enabled", "jetstream_not_enabled_for_account"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool needs JetStream, which is not enabled in NATS."), Source: sourceNumbers,
	},

	// JetStream: publishing.
	adapter.Row{VendorCode: "no_stream_response", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("No stream takes messages of that subject at the moment."), Hint: toolerr.Msg("Check the subject; its stream may be without a leader."), Source: sourceJetStream},
	adapter.Row{VendorCode: "async_publish_timeout", Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS did not say in time that it has stored the message."), Source: sourceJetStream},
	adapter.Row{VendorCode: "too_many_stalled_msgs", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("NATS is slow to acknowledge earlier messages; this one was not sent."), Source: sourceJetStream},
	adapter.Row{VendorCode: "publisher_closed", Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The tool stopped before NATS said that it has stored the message."), Source: sourceJetStream},
	adapter.Row{VendorCode: "invalid_response", Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("JetStream's answer cannot be read."), Source: sourceJetStream},
	adapter.Row{VendorCode: "msg_delete_unsuccessful", Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("JetStream did not delete the message."), Source: sourceJetStream},
	adapter.Row{VendorCode: "message_too_large", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message is larger than the stream allows."), Source: sourceNumbers},
	adapter.Row{VendorCode: streamFull, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The stream is full and takes no message until others are gone."), Source: sourceNumbers},
	adapter.Row{VendorCode: streamStoreFailed, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The stream could not store the message."), Source: sourceNumbers},
	adapter.Row{VendorCode: "stream_sealed", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The stream is sealed: nothing can be changed in it."), Source: sourceNumbers},
	adapter.Row{VendorCode: "stream_not_match", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Another stream than the expected one takes that subject."), Source: sourceNumbers},
	adapter.Row{VendorCode: "invalid_message_ttl", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The lifetime of the message is not valid for this stream."), Source: sourceNumbers},
	adapter.Row{VendorCode: "invalid_schedule", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The schedule of the message is not valid for this stream."), Source: sourceNumbers},
	adapter.Row{VendorCode: wrongLastSequence, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("It was changed meanwhile."), Hint: toolerr.Msg(hintAgain), Source: sourceNumbers},
	adapter.Row{VendorCode: "duplicate_in_process", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS is just storing a message with the same id."), Source: sourceNumbers},

	// JetStream: missing objects.
	adapter.Row{VendorCode: "stream_not_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such stream."), Source: sourceNumbers},
	adapter.Row{VendorCode: "consumer_not_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such consumer, or it was deleted."), Source: sourceNumbers},
	adapter.Row{VendorCode: "message_not_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The stream has no such message."), Source: sourceNumbers},
	adapter.Row{VendorCode: "no_matching_stream", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("No stream takes messages of that subject."), Source: sourceJetStream},
	adapter.Row{VendorCode: "no_messages", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There are no messages at the moment."), Source: sourceJetStream},
	adapter.Row{VendorCode: "stream_name_in_use", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A stream of that name exists already, with another configuration."), Hint: toolerr.Msg(hintExists), Source: sourceNumbers},
	adapter.Row{VendorCode: "consumer_exists", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A consumer of that name exists already, or is in use."), Hint: toolerr.Msg(hintExists), Source: sourceNumbers},
	adapter.Row{VendorCode: "consumer_not_unique", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Another consumer has these messages: a stream that is a work queue gives each of them once."), Source: sourceNumbers},
	adapter.Row{VendorCode: "subjects_overlap", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Another stream has these subjects."), Source: sourceNumbers},

	// JetStream: configuration.
	adapter.Row{VendorCode: "bad_request", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("JetStream refused the request."), Source: sourceNumbers},
	adapter.Row{VendorCode: "consumer_create", Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("JetStream cannot make or change the consumer like that."), Source: sourceNumbers},
	adapter.Row{VendorCode: "invalid_stream_config", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The configuration of the stream is not valid."), Source: sourceNumbers},
	adapter.Row{VendorCode: "invalid_stream_name", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the stream is not valid."), Source: sourceJetStream},
	adapter.Row{VendorCode: "invalid_consumer_name", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the consumer is not valid."), Source: sourceJetStream},
	adapter.Row{VendorCode: "invalid_filter_subject", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The consumer's filter subject is not valid."), Source: sourceNumbers},
	adapter.Row{VendorCode: "name_required", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A name is missing."), Source: sourceJetStream},

	// JetStream: later.
	adapter.Row{VendorCode: "jetstream_unavailable", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("JetStream cannot serve that for a moment."), Source: sourceNumbers},
	adapter.Row{VendorCode: "server_shutdown", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The NATS server is stopping."), Source: sourceJetStream},
	adapter.Row{VendorCode: "no_heartbeat", Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS stopped to send the messages of the consumer."), Source: sourceJetStream},
	adapter.Row{VendorCode: "too_many_requests", Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("JetStream has too many requests to work on."), Source: sourceNumbers},
	adapter.Row{VendorCode: "max_waiting_exceeded", Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("Too many pull requests wait for the consumer."), Source: sourceConsumer},

	// JetStream: limits.
	adapter.Row{VendorCode: "resources_exceeded", Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg("The limits of the NATS account or server leave no room for that."), Hint: toolerr.Msg("Someone has to look after the NATS server or its account."), Source: sourceNumbers},
	adapter.Row{VendorCode: "max_consumers_exceeded", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("There are as many consumers as the limits allow."), Hint: toolerr.Msg("Delete one that nobody needs, or use one that is there."), Source: sourceNumbers},
	adapter.Row{VendorCode: "max_streams_exceeded", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("There are as many streams as the limits allow."), Hint: toolerr.Msg("Delete one that nobody needs, or use one that is there."), Source: sourceNumbers},
	adapter.Row{VendorCode: "max_request_exceeded", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The pull request asks for more than the consumer allows."), Source: sourceConsumer},
	adapter.Row{VendorCode: "max_bytes_exceeded", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The next message is larger than the pull request allows."), Source: sourceConsumer},
	adapter.Row{VendorCodes: []string{"not_pull_consumer", "not_push_consumer"}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The consumer is of the other kind: a client fetches messages from a pull consumer, and a push consumer delivers them."), Source: sourceJetStream},
	adapter.Row{VendorCode: "pin_id_mismatch", Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The consumer serves another client now."), Source: sourceJetStream},
	adapter.Row{VendorCode: "msg_already_ackd", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The message was acknowledged already."), Source: sourceJetStream},

	// Key-value and object stores.
	adapter.Row{VendorCode: keyExists, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The key exists already."), Hint: toolerr.Msg("Change what is there, or choose another key."), Source: sourceStores},
	adapter.Row{VendorCode: keyRevisionMismatch, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The key was changed meanwhile."), Hint: toolerr.Msg(hintAgain), Source: sourceStores},
	adapter.Row{VendorCode: "key_not_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The bucket has no such key, or it was deleted."), Source: sourceStores},
	adapter.Row{VendorCode: "no_keys_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The bucket has no keys."), Source: sourceStores},
	adapter.Row{VendorCode: "invalid_key", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The key is not valid."), Source: sourceStores},
	adapter.Row{VendorCode: "history_too_large", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A bucket keeps at most 64 values of a key."), Source: sourceStores},
	adapter.Row{VendorCode: "bucket_not_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such bucket."), Source: sourceStores},
	adapter.Row{VendorCode: "bucket_exists", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A bucket of that name exists already."), Hint: toolerr.Msg(hintExists), Source: sourceStores},
	adapter.Row{VendorCode: "invalid_bucket_name", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the bucket is not valid."), Source: sourceStores},
	adapter.Row{VendorCode: "bad_bucket", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The bucket is none of that kind."), Source: sourceStores},
	adapter.Row{VendorCode: "object_not_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The store has no such object, or it was deleted."), Source: sourceStores},
	adapter.Row{VendorCode: "no_objects_found", Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The store has no objects."), Source: sourceStores},
	adapter.Row{VendorCode: "object_already_exists", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("An object of that name exists already."), Hint: toolerr.Msg(hintExists), Source: sourceStores},
	adapter.Row{VendorCode: "bad_object_meta", Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("What describes the object is not valid."), Source: sourceStores},
	adapter.Row{VendorCode: "link_not_allowed", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A link cannot be made or read like that."), Source: sourceStores},
	adapter.Row{VendorCode: "digest_mismatch", Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The object that came is damaged."), Source: sourceStores},
)
