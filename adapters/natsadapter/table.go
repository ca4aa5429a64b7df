package natsadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_nats"
	display = "NATS"
)

// The codes: the names of the client's errors and of the server's numbers, or a common name
// of several.
const (
	noResponders           = "no_responders"
	timeout                = "timeout"
	noServers              = "no_servers"
	disconnected           = "disconnected"
	connectionReconnecting = "connection_reconnecting"
	connectionClosed       = "connection_closed"
	connectionDraining     = "connection_draining"
	drainTimeout           = "drain_timeout"
	staleConnection        = "stale_connection"
	reconnectBufExceeded   = "reconnect_buf_exceeded"
	slowConsumer           = "slow_consumer"
	noInfoReceived         = "no_info_received"
	protocolError          = "protocol_error"
	tlsFailed              = "tls"
	secureConn             = "secure_conn"
	notSupported           = "not_supported"

	authorization       = "authorization"
	authExpired         = "auth_expired"
	authRevoked         = "auth_revoked"
	authTimeout         = "auth_timeout"
	accountAuthExpired  = "account_auth_expired"
	permissionViolation = "permission_violation"
	maxConnections      = "max_connections_exceeded"
	maxSubscriptions    = "max_subscriptions_exceeded"
	connectionThrottled = "connection_throttled"

	maxPayload     = "max_payload"
	maxControlLine = "max_control_line"
	badSubject     = "bad_subject"
	badQueueName   = "bad_queue_name"
	clientOptions  = "client_options"
	clientUsage    = "client_usage"

	noStreamResponse      = "no_stream_response"
	asyncPublishTimeout   = "async_publish_timeout"
	tooManyStalled        = "too_many_stalled_msgs"
	publisherClosed       = "publisher_closed"
	invalidResponse       = "invalid_response"
	msgDeleteUnsuccessful = "msg_delete_unsuccessful"

	streamNotFound     = "stream_not_found"
	consumerNotFound   = "consumer_not_found"
	messageNotFound    = "message_not_found"
	noMatchingStream   = "no_matching_stream"
	noMessages         = "no_messages"
	wrongLastSequence  = "wrong_last_sequence"
	duplicateInProcess = "duplicate_in_process"
	streamNameInUse    = "stream_name_in_use"
	consumerNameExists = "consumer_exists"
	consumerNotUnique  = "consumer_not_unique"
	subjectsOverlap    = "subjects_overlap"
	pinIDMismatch      = "pin_id_mismatch"
	msgAlreadyAckd     = "msg_already_ackd"
	maxWaiting         = "max_waiting_exceeded"
	maxRequest         = "max_request_exceeded"
	maxBytes           = "max_bytes_exceeded"
	notPullConsumer    = "not_pull_consumer"
	notPushConsumer    = "not_push_consumer"
	serverShutdown     = "server_shutdown"
	noHeartbeat        = "no_heartbeat"

	notEnabled           = "jetstream_not_enabled"
	notEnabledForAccount = "jetstream_not_enabled_for_account"
	configNotSupported   = "config_not_supported"
	unavailable          = "jetstream_unavailable"
	streamStoreFailed    = "stream_store_failed"
	streamFull           = "stream_full"
	tooManyRequests      = "too_many_requests"
	resourcesExceeded    = "resources_exceeded"
	tooManyConsumers     = "max_consumers_exceeded"
	tooManyStreams       = "max_streams_exceeded"

	badRequestCode       = "bad_request"
	consumerCreate       = "consumer_create"
	invalidStreamConfig  = "invalid_stream_config"
	messageTooLarge      = "message_too_large"
	streamNotMatch       = "stream_not_match"
	streamSealed         = "stream_sealed"
	invalidStreamName    = "invalid_stream_name"
	invalidConsumerName  = "invalid_consumer_name"
	invalidFilterSubject = "invalid_filter_subject"
	invalidMessageTTL    = "invalid_message_ttl"
	invalidSchedule      = "invalid_schedule"
	nameRequired         = "name_required"

	keyExists           = "key_exists"
	keyRevisionMismatch = "key_revision_mismatch"
	keyNotFound         = "key_not_found"
	noKeysFound         = "no_keys_found"
	invalidKey          = "invalid_key"
	historyTooLarge     = "history_too_large"
	bucketNotFound      = "bucket_not_found"
	bucketExists        = "bucket_exists"
	invalidBucketName   = "invalid_bucket_name"
	badBucket           = "bad_bucket"
	objectNotFound      = "object_not_found"
	noObjectsFound      = "no_objects_found"
	objectExists        = "object_already_exists"
	badObjectMeta       = "bad_object_meta"
	linkNotAllowed      = "link_not_allowed"
	digestMismatch      = "digest_mismatch"
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
	msgNoAnswer    = "NATS did not answer in time."
	msgLost        = "The connection to NATS was lost."
	msgClosed      = "The tool's connection to NATS is closed."
	msgProtocol    = "The tool and the server do not understand each other."
	msgSignIn      = "NATS does not accept the tool's credentials."
	msgConnections = "NATS has too many connections."
	msgBusy        = "JetStream cannot serve that for a moment."
	msgFull        = "The limits of the NATS account or server leave no room for that."
	msgNoJetStream = "The tool needs JetStream, which is not enabled in NATS."
	msgOldServer   = "The NATS server is too old for what the tool wants."
	msgTool        = "The tool does not use NATS as it must be used."
	msgLimit       = "The pull request asks for more than the consumer allows."
	msgMisuse      = "The consumer is of the other kind: one is pulled from, the other pushes."

	hintOperator = "Someone has to look after the NATS server or its account."
	hintKey      = "Someone has to set valid credentials."
	hintAgain    = "Read it again, then repeat the change with the new revision."
	hintExists   = "Use what is there, or choose another name."
)

// table lists the meanings of the codes. A refusal by the server or the client had no
// effect.
var table = adapter.NewTable(
	slug, display,

	// Requests and connections.
	adapter.Row{VendorCode: noResponders, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Nobody answers on that subject in NATS at the moment."), Hint: toolerr.Msg("Check the subject; the service behind it may be down."), Source: sourceClient},
	adapter.Row{VendorCode: timeout, Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgNoAnswer), Source: sourceClient},
	adapter.Row{VendorCode: noServers, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("No NATS server could be reached."), Source: sourceClient},
	adapter.Row{
		VendorCodes: []string{disconnected, connectionReconnecting, staleConnection},
		Kind:        toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgLost), Source: sourceClient,
	},
	adapter.Row{VendorCode: connectionClosed, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgClosed), Source: sourceClient},
	adapter.Row{VendorCode: connectionDraining, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgClosed), Source: sourceClient},
	adapter.Row{VendorCode: drainTimeout, Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS did not take all messages before the connection was closed."), Source: sourceClient},
	adapter.Row{VendorCode: reconnectBufExceeded, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The connection to NATS is down, and too many messages wait for it."), Source: sourceClient},
	adapter.Row{VendorCode: slowConsumer, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The tool was too slow for its messages, and lost some."), Source: sourceClient},
	adapter.Row{VendorCode: noInfoReceived, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgProtocol), Source: sourceClient},
	adapter.Row{VendorCode: protocolError, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectUnknown, Message: toolerr.Msg(msgProtocol), Source: sourceServer},
	adapter.Row{VendorCode: tlsFailed, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg("No secure connection to NATS could be made."), Source: sourceClient},
	adapter.Row{VendorCode: secureConn, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("One of NATS and the tool wants a secure connection, and the other has none."), Source: sourceClient},

	// Permissions.
	adapter.Row{
		VendorCodes: []string{authorization, authExpired, authRevoked, accountAuthExpired},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg(msgSignIn), Hint: toolerr.Msg(hintKey), Source: sourceServer,
	},
	adapter.Row{VendorCode: authTimeout, Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool did not sign in to NATS in time."), Source: sourceServer},
	adapter.Row{VendorCode: permissionViolation, Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg("The tool's account may not use that subject in NATS."), Source: sourceServer},

	// Limits of connections.
	adapter.Row{VendorCode: maxConnections, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgConnections), Source: sourceServer},
	adapter.Row{VendorCode: maxSubscriptions, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool has too many subscriptions in NATS."), Source: sourceServer},
	adapter.Row{VendorCode: connectionThrottled, Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("NATS is limiting new connections."), Source: "nats-server v2.15.0-dev, server/server.go"},

	// Errors that the agent can correct.
	adapter.Row{VendorCode: maxPayload, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message is larger than NATS allows."), Source: sourceClient},
	adapter.Row{VendorCode: maxControlLine, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The subject is longer than NATS allows."), Source: sourceServer},
	adapter.Row{VendorCode: badSubject, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The subject is not valid."), Source: sourceClient},
	adapter.Row{VendorCode: badQueueName, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the queue is not valid."), Source: sourceClient},

	// Errors that the tool's developer must correct.
	adapter.Row{VendorCode: clientOptions, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's connection to NATS is not set up correctly."), Source: sourceClient},
	adapter.Row{VendorCode: clientUsage, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgTool), Source: sourceJetStream},
	adapter.Row{VendorCode: notSupported, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgOldServer), Source: sourceClient},
	adapter.Row{VendorCode: configNotSupported, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The NATS server is too old for a part of the configuration, and may have taken the rest."), Source: sourceJetStream},
	adapter.Row{
		VendorCodes: []string{notEnabled, notEnabledForAccount},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgNoJetStream), Source: sourceNumbers,
	},

	// JetStream: publishing.
	adapter.Row{VendorCode: noStreamResponse, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("No stream takes messages of that subject at the moment."), Hint: toolerr.Msg("Check the subject; its stream may be without a leader."), Source: sourceJetStream},
	adapter.Row{VendorCode: asyncPublishTimeout, Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS did not say in time that it has stored the message."), Source: sourceJetStream},
	adapter.Row{VendorCode: tooManyStalled, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("NATS is slow to acknowledge earlier messages; this one was not sent."), Source: sourceJetStream},
	adapter.Row{VendorCode: publisherClosed, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The tool stopped before NATS said that it has stored the message."), Source: sourceJetStream},
	adapter.Row{VendorCode: invalidResponse, Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("JetStream's answer cannot be read."), Source: sourceJetStream},
	adapter.Row{VendorCode: msgDeleteUnsuccessful, Kind: toolerr.KindUpstreamUnmapped, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("JetStream did not delete the message."), Source: sourceJetStream},
	adapter.Row{VendorCode: messageTooLarge, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The message is larger than the stream allows."), Source: sourceNumbers},
	adapter.Row{VendorCode: streamFull, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("The stream is full and takes no message until others are gone."), Source: sourceNumbers},
	adapter.Row{VendorCode: streamStoreFailed, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The stream could not store the message."), Source: sourceNumbers},
	adapter.Row{VendorCode: streamSealed, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The stream is sealed: nothing can be changed in it."), Source: sourceNumbers},
	adapter.Row{VendorCode: streamNotMatch, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Another stream than the expected one takes that subject."), Source: sourceNumbers},
	adapter.Row{VendorCode: invalidMessageTTL, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The lifetime of the message is not valid for this stream."), Source: sourceNumbers},
	adapter.Row{VendorCode: invalidSchedule, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The schedule of the message is not valid for this stream."), Source: sourceNumbers},
	adapter.Row{VendorCode: wrongLastSequence, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("It was changed meanwhile."), Hint: toolerr.Msg(hintAgain), Source: sourceNumbers},
	adapter.Row{VendorCode: duplicateInProcess, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS is just storing a message with the same id."), Source: sourceNumbers},

	// JetStream: missing objects.
	adapter.Row{VendorCode: streamNotFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such stream."), Source: sourceNumbers},
	adapter.Row{VendorCode: consumerNotFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such consumer, or it was deleted."), Source: sourceNumbers},
	adapter.Row{VendorCode: messageNotFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The stream has no such message."), Source: sourceNumbers},
	adapter.Row{VendorCode: noMatchingStream, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("No stream takes messages of that subject."), Source: sourceJetStream},
	adapter.Row{VendorCode: noMessages, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There are no messages at the moment."), Source: sourceJetStream},
	adapter.Row{VendorCode: streamNameInUse, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A stream of that name exists already, with another configuration."), Hint: toolerr.Msg(hintExists), Source: sourceNumbers},
	adapter.Row{VendorCode: consumerNameExists, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A consumer of that name exists already, or is in use."), Hint: toolerr.Msg(hintExists), Source: sourceNumbers},
	adapter.Row{VendorCode: consumerNotUnique, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Another consumer has these messages: a stream that is a work queue gives each of them once."), Source: sourceNumbers},
	adapter.Row{VendorCode: subjectsOverlap, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Another stream has these subjects."), Source: sourceNumbers},

	// JetStream: configuration.
	adapter.Row{VendorCode: badRequestCode, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("JetStream refused the request."), Source: sourceNumbers},
	adapter.Row{VendorCode: consumerCreate, Kind: toolerr.KindUpstreamBadRequest, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("JetStream cannot make or change the consumer like that."), Source: sourceNumbers},
	adapter.Row{VendorCode: invalidStreamConfig, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The configuration of the stream is not valid."), Source: sourceNumbers},
	adapter.Row{VendorCode: invalidStreamName, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the stream is not valid."), Source: sourceJetStream},
	adapter.Row{VendorCode: invalidConsumerName, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the consumer is not valid."), Source: sourceJetStream},
	adapter.Row{VendorCode: invalidFilterSubject, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The consumer's filter subject is not valid."), Source: sourceNumbers},
	adapter.Row{VendorCode: nameRequired, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A name is missing."), Source: sourceJetStream},

	// JetStream: later.
	adapter.Row{VendorCode: unavailable, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgBusy), Source: sourceNumbers},
	adapter.Row{VendorCode: serverShutdown, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("The NATS server is stopping."), Source: sourceJetStream},
	adapter.Row{VendorCode: noHeartbeat, Kind: toolerr.KindNetworkTransportTimeout, Unanswered: true, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("NATS stopped to send the messages of the consumer."), Source: sourceJetStream},
	adapter.Row{VendorCode: tooManyRequests, Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("JetStream has too many requests to work on."), Source: sourceNumbers},
	adapter.Row{VendorCode: maxWaiting, Kind: toolerr.KindUpstreamRateLimit, Message: toolerr.Msg("Too many pull requests wait for the consumer."), Source: sourceConsumer},

	// JetStream: limits.
	adapter.Row{VendorCode: resourcesExceeded, Kind: toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgFull), Hint: toolerr.Msg(hintOperator), Source: sourceNumbers},
	adapter.Row{VendorCode: tooManyConsumers, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("There are as many consumers as the limits allow."), Hint: toolerr.Msg("Delete one that nobody needs, or use one that is there."), Source: sourceNumbers},
	adapter.Row{VendorCode: tooManyStreams, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("There are as many streams as the limits allow."), Hint: toolerr.Msg("Delete one that nobody needs, or use one that is there."), Source: sourceNumbers},
	adapter.Row{VendorCode: maxRequest, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg(msgLimit), Source: sourceConsumer},
	adapter.Row{VendorCode: maxBytes, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The next message is larger than the pull request allows."), Source: sourceConsumer},
	adapter.Row{VendorCodes: []string{notPullConsumer, notPushConsumer}, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgMisuse), Source: sourceJetStream},
	adapter.Row{VendorCode: pinIDMismatch, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The consumer serves another client now."), Source: sourceJetStream},
	adapter.Row{VendorCode: msgAlreadyAckd, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The message was acknowledged already."), Source: sourceJetStream},

	// Key-value and object stores.
	adapter.Row{VendorCode: keyExists, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The key exists already."), Hint: toolerr.Msg("Change what is there, or choose another key."), Source: sourceStores},
	adapter.Row{VendorCode: keyRevisionMismatch, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("The key was changed meanwhile."), Hint: toolerr.Msg(hintAgain), Source: sourceStores},
	adapter.Row{VendorCode: keyNotFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The bucket has no such key, or it was deleted."), Source: sourceStores},
	adapter.Row{VendorCode: noKeysFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The bucket has no keys."), Source: sourceStores},
	adapter.Row{VendorCode: invalidKey, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The key is not valid."), Source: sourceStores},
	adapter.Row{VendorCode: historyTooLarge, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("A bucket keeps at most 64 values of a key."), Source: sourceStores},
	adapter.Row{VendorCode: bucketNotFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("There is no such bucket."), Source: sourceStores},
	adapter.Row{VendorCode: bucketExists, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A bucket of that name exists already."), Hint: toolerr.Msg(hintExists), Source: sourceStores},
	adapter.Row{VendorCode: invalidBucketName, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("The name of the bucket is not valid."), Source: sourceStores},
	adapter.Row{VendorCode: badBucket, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The bucket is none of that kind."), Source: sourceStores},
	adapter.Row{VendorCode: objectNotFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The store has no such object, or it was deleted."), Source: sourceStores},
	adapter.Row{VendorCode: noObjectsFound, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("The store has no objects."), Source: sourceStores},
	adapter.Row{VendorCode: objectExists, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("An object of that name exists already."), Hint: toolerr.Msg(hintExists), Source: sourceStores},
	adapter.Row{VendorCode: badObjectMeta, Kind: toolerr.KindUpstreamValidationError, Message: toolerr.Msg("What describes the object is not valid."), Source: sourceStores},
	adapter.Row{VendorCode: linkNotAllowed, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("A link cannot be made or read like that."), Source: sourceStores},
	adapter.Row{VendorCode: digestMismatch, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The object that came is damaged."), Source: sourceStores},
)
