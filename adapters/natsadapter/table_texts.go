package natsadapter

// sentences are the beginnings of a server's texts: of those that refuse a connection
// (-ERR; nats-server v2.9.10 and v2.15.0-dev, client.go, errors.go) and of those that
// refuse a pull request (statuses 400 and 409; consumer.go). Subjects and limits follow.
// The client keeps the texts unchanged, or in lower case, after its prefix.
var sentences = [...]struct{ begin, code string }{
	{"authorization violation", authorization},
	{"user authentication expired", authExpired},
	{"user authentication revoked", authRevoked},
	{"account authentication expired", accountAuthExpired},
	{"authentication timeout", authTimeout},
	{"permissions violation", permissionViolation},
	{"maximum connections exceeded", maxConnections},
	{"maximum account active connections exceeded", maxConnections},
	{"maximum subscriptions exceeded", maxSubscriptions},
	{"connection throttling is active", connectionThrottled},
	{"maximum payload violation", maxPayload},
	{"maximum control line exceeded", maxControlLine},
	{"invalid publish subject", badSubject},
	{"invalid subject", badSubject},
	{"secure connection - tls required", secureConn},
	{"stale connection", staleConnection},
	{"unknown protocol operation", protocolError},
	{"parser error", protocolError},
	{"message headers not supported", notSupported},

	{"exceeded maxwaiting", maxWaiting},
	{"exceeded maxrequest", maxRequest},
	{"message size exceeds maxbytes", maxBytes},
	{"consumer is push based", notPullConsumer},
	{"server shutdown", serverShutdown},
	{"bad request", badRequestCode},
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
	noResponders: `no responders available for request`,
	timeout: `timeout
key watcher timed out waiting for initial keys`,
	noServers: `no servers available for connection`,
	disconnected: `server is disconnected
disconnected during fetch`,
	connectionReconnecting: `connection reconnecting`,
	connectionClosed:       `connection closed`,
	connectionDraining:     `connection draining`,
	drainTimeout:           `draining connection timed out`,
	staleConnection:        `stale connection`,
	reconnectBufExceeded:   `outbound buffer limit exceeded`,
	slowConsumer:           `slow consumer, messages dropped`,
	noInfoReceived:         `protocol exception, INFO not received`,
	protocolError: `connect message, json parse error
message could not decode headers`,
	tlsFailed: `tls error`,
	secureConn: `secure connection required
secure connection not available`,
	authorization:       `authorization violation`,
	authExpired:         `authentication expired`,
	authRevoked:         `authentication revoked`,
	accountAuthExpired:  `account authentication expired`,
	permissionViolation: `permissions violation`,
	maxConnections: `server maximum connections exceeded
maximum account active connections exceeded`,
	maxSubscriptions: `server maximum subscriptions exceeded`,
	maxPayload:       `maximum payload exceeded`,
	badSubject: `invalid subject
subject required
invalid subject name`,
	badQueueName: `invalid queue name`,
	notSupported: `nkeys not supported by the server
headers not supported by this server
no echo option not supported by this server
client ID not supported by this server
client IP not supported by this server
TTL is not supported on delete
limit marker TTLs not supported by server
object-store requires at least server version 2.6.2
key-value requires at least server version 2.6.2`,
	noStreamResponse:    `no response from stream`,
	asyncPublishTimeout: `timeout waiting for ack`,
	tooManyStalled:      `stalled with too many outstanding async published messages`,
	invalidResponse: `invalid jetstream publish response
invalid jetstream api response
consumer creation response is empty
consumer reset response is empty`,
	publisherClosed:       `jetstream context closed`,
	msgDeleteUnsuccessful: `message deletion unsuccessful`,
	noMatchingStream:      `no stream matches subject`,
	consumerNameExists:    `consumer name already in use`,
	consumerNotFound:      `consumer deleted`,
	unavailable: `Leadership Changed
leadership change
recreating ordered consumer
cannot fetch consumer info; ordered consumer is being reset`,
	serverShutdown: `server shutdown`,
	noHeartbeat:    `no heartbeat received`,
	noMessages: `no messages
end of data reached`,
	maxBytes: `message size exceeds max bytes
batch completed`,
	pinIDMismatch:  `pin ID mismatch`,
	msgAlreadyAckd: `message was already acknowledged`,
	notPullConsumer: `consumer is not a pull consumer
cannot pull subscribe to push based consumer`,
	notPushConsumer: `must use pull subscribe to bind to pull based consumer
consumer is not a push consumer`,
	invalidStreamName: `invalid stream name`,
	invalidConsumerName: `invalid consumer name
invalid durable name`,
	invalidFilterSubject: `invalid filter subject
subject does not match consumer`,
	nameRequired: `stream name is required
consumer name is required
name is required`,
	configNotSupported: `stream subject transformation not supported by nats-server
stream sourcing is not supported by nats-server
stream sourcing with multiple subject transforms not supported by nats-server
stream sourcing with multiple subject filters not supported by nats-server
multiple consumer filter subjects not supported by nats-server`,
	keyExists:           `key exists`,
	keyRevisionMismatch: `key revision mismatch`,
	keyNotFound: `key not found
key was deleted`,
	noKeysFound:     `no keys found`,
	invalidKey:      `invalid key`,
	historyTooLarge: `history limited to a max of 64`,
	bucketNotFound:  `bucket not found`,
	bucketExists:    `bucket name already in use`,
	invalidBucketName: `invalid bucket name
invalid object-store name`,
	badBucket: `bucket not valid key-value store
bucket malformed`,
	objectNotFound: `object not found
cannot update meta for a deleted object`,
	noObjectsFound: `no objects found`,
	objectExists:   `an object already exists with that name`,
	badObjectMeta:  `object-store meta information invalid`,
	linkNotAllowed: `link cannot be set when putting the object in bucket
not allowed to link to a deleted object
not allowed to link to another link
invalid Get, object is a link to a bucket`,
	digestMismatch: `received a corrupt object, digests do not match
object digest hash has invalid format`,
	clientOptions: `timeout invalid
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
	clientUsage: `invalid connection
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
