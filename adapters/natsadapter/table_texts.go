package natsadapter

// sentences are the beginnings of a server's texts: of those that refuse a connection
// (-ERR; nats-server v2.9.10 and v2.15.0-dev, client.go, errors.go) and of those that
// refuse a pull request (statuses 400 and 409; consumer.go). Subjects and limits follow.
// The client keeps the texts unchanged, or in lower case, after its prefix.
var sentences = [...]struct{ begin, code string }{
	{"authorization violation", "authorization"},
	{"user authentication expired", "auth_expired"},
	{"user authentication revoked", "auth_revoked"},
	{"account authentication expired", "account_auth_expired"},
	{"authentication timeout", "auth_timeout"},
	{"permissions violation", "permission_violation"},
	{"maximum connections exceeded", "max_connections_exceeded"},
	{"maximum account active connections exceeded", "max_connections_exceeded"},
	{"maximum subscriptions exceeded", "max_subscriptions_exceeded"},
	{"connection throttling is active", "connection_throttled"},
	{"maximum payload violation", "max_payload"},
	{"maximum control line exceeded", "max_control_line"},
	{"invalid publish subject", "bad_subject"},
	{"invalid subject", "bad_subject"},
	{"secure connection - tls required", "secure_conn"},
	{"stale connection", "stale_connection"},
	{"unknown protocol operation", "protocol_error"},
	{"parser error", "protocol_error"},
	{"message headers not supported", "not_supported"},

	{"exceeded maxwaiting", "max_waiting_exceeded"},
	{"exceeded maxrequest", "max_request_exceeded"},
	{"message size exceeds maxbytes", "max_bytes_exceeded"},
	{"consumer is push based", "not_pull_consumer"},
	{"server shutdown", "server_shutdown"},
	{"bad request", "bad_request"},
}

// full lists the descriptions with which a stream refuses a message because of its limits.
// Any other failure of a store has the same number (nats-server v2.9.10, store.go).
var full = map[string]bool{
	"maximum messages exceeded": true, "maximum bytes exceeded": true, "maximum messages per subject exceeded": true,
}

// texts maps the client's own texts, which follow its prefix, to codes. Most of the errors
// have no type (nats.go v1.55.0, nats.go, jserrors.go, kv.go, object.go, js.go,
// jetstream/errors.go). Each line is one text.
var texts = byText(map[string]string{
	"no_responders": `no responders available for request`,
	"timeout": `timeout
key watcher timed out waiting for initial keys`,
	"no_servers": `no servers available for connection`,
	"disconnected": `server is disconnected
disconnected during fetch`,
	"connection_reconnecting": `connection reconnecting`,
	"connection_closed":       `connection closed`,
	"connection_draining":     `connection draining`,
	"drain_timeout":           `draining connection timed out`,
	"stale_connection":        `stale connection`,
	"reconnect_buf_exceeded":  `outbound buffer limit exceeded`,
	"slow_consumer":           `slow consumer, messages dropped`,
	"no_info_received":        `protocol exception, INFO not received`,
	"protocol_error": `connect message, json parse error
message could not decode headers`,
	tlsFailed: `tls error`,
	"secure_conn": `secure connection required
secure connection not available`,
	"authorization":        `authorization violation`,
	"auth_expired":         `authentication expired`,
	"auth_revoked":         `authentication revoked`,
	"account_auth_expired": `account authentication expired`,
	"permission_violation": `permissions violation`,
	"max_connections_exceeded": `server maximum connections exceeded
maximum account active connections exceeded`,
	"max_subscriptions_exceeded": `server maximum subscriptions exceeded`,
	"max_payload":                `maximum payload exceeded`,
	"bad_subject": `invalid subject
subject required
invalid subject name`,
	"bad_queue_name": `invalid queue name`,
	"not_supported": `nkeys not supported by the server
headers not supported by this server
no echo option not supported by this server
client ID not supported by this server
client IP not supported by this server
TTL is not supported on delete
limit marker TTLs not supported by server
object-store requires at least server version 2.6.2
key-value requires at least server version 2.6.2`,
	"no_stream_response":    `no response from stream`,
	"async_publish_timeout": `timeout waiting for ack`,
	"too_many_stalled_msgs": `stalled with too many outstanding async published messages`,
	"invalid_response": `invalid jetstream publish response
invalid jetstream api response
consumer creation response is empty
consumer reset response is empty`,
	"publisher_closed":        `jetstream context closed`,
	"msg_delete_unsuccessful": `message deletion unsuccessful`,
	"no_matching_stream":      `no stream matches subject`,
	"consumer_exists":         `consumer name already in use`,
	"consumer_not_found":      `consumer deleted`,
	"jetstream_unavailable": `Leadership Changed
leadership change
recreating ordered consumer
cannot fetch consumer info; ordered consumer is being reset`,
	"server_shutdown": `server shutdown`,
	"no_heartbeat":    `no heartbeat received`,
	"no_messages": `no messages
end of data reached`,
	"max_bytes_exceeded": `message size exceeds max bytes
batch completed`,
	"pin_id_mismatch":  `pin ID mismatch`,
	"msg_already_ackd": `message was already acknowledged`,
	"not_pull_consumer": `consumer is not a pull consumer
cannot pull subscribe to push based consumer`,
	"not_push_consumer": `must use pull subscribe to bind to pull based consumer
consumer is not a push consumer`,
	"invalid_stream_name": `invalid stream name`,
	"invalid_consumer_name": `invalid consumer name
invalid durable name`,
	"invalid_filter_subject": `invalid filter subject
subject does not match consumer`,
	"name_required": `stream name is required
consumer name is required
name is required`,
	"config_not_supported": `stream subject transformation not supported by nats-server
stream sourcing is not supported by nats-server
stream sourcing with multiple subject transforms not supported by nats-server
stream sourcing with multiple subject filters not supported by nats-server
multiple consumer filter subjects not supported by nats-server`,
	keyExists:           `key exists`,
	keyRevisionMismatch: `key revision mismatch`,
	"key_not_found": `key not found
key was deleted`,
	"no_keys_found":     `no keys found`,
	"invalid_key":       `invalid key`,
	"history_too_large": `history limited to a max of 64`,
	"bucket_not_found":  `bucket not found`,
	"bucket_exists":     `bucket name already in use`,
	"invalid_bucket_name": `invalid bucket name
invalid object-store name`,
	"bad_bucket": `bucket not valid key-value store
bucket malformed`,
	"object_not_found": `object not found
cannot update meta for a deleted object`,
	"no_objects_found":      `no objects found`,
	"object_already_exists": `an object already exists with that name`,
	"bad_object_meta":       `object-store meta information invalid`,
	"link_not_allowed": `link cannot be set when putting the object in bucket
not allowed to link to a deleted object
not allowed to link to another link
invalid Get, object is a link to a bucket`,
	"digest_mismatch": `received a corrupt object, digests do not match
object digest hash has invalid format`,
	"client_options": `timeout invalid
multiple tls.Configs not allowed
at least one of certCB or rootCAsCB must be set
user callback defined without a signature handler
nkey defined without a signature handler
user callback not defined
user callback and nkey defined
token and token handler both set
cannot set user info callback and user/pass
websocket connection headers already set
selected server is not in the pool
mixing of websocket and non websocket URLs is not allowed`,
	"client_usage": `invalid connection
invalid subscription
invalid subscription type
argument needs to be a channel type
maximum messages delivered
illegal call on an async subscription
invalid message or message nil
invalid argument
invalid context
context requires a deadline
context and timeout can not both be set
message is not bound to subscription/connection
message does not have a reply
connection is not tls
reply subject should be empty
stream configuration is required
consumer configuration is required
config required
object-store config required
object required
bucket required
consumer not active
not a jetstream message
cannot acknowledge a message for a consumer with AckNone policy
subscription closed
messages iterator closed
consumer is already consuming
consumer has active subscription
handler cannot be empty
invalid jetstream option
ordered consumer initialized as fetch
ordered consumer initialized as consume
cannot run concurrent processing using ordered consumer
consumer instance not yet created`,
})
