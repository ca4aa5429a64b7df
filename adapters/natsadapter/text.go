package natsadapter

import "strings"

// prefix is how the client begins each of its texts.
const prefix = "nats: "

// maxText is longer than any of the texts.
const maxText = 128

// codeOf returns the code of a text, "" if it is none of the client's.
func codeOf(text string) string {
	said, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return ""
	}
	if len(said) <= maxText {
		if code, ok := texts[said]; ok {
			return code
		}
	}
	for _, s := range sentences {
		if len(said) >= len(s.begin) && strings.EqualFold(said[:len(s.begin)], s.begin) {
			return s.code
		}
	}
	return ""
}

// sentences are how a server begins what it says: refusals of a connection (-ERR;
// nats-server v2.9.10 and v2.15.0-dev, client.go, errors.go) and of a pull request
// (statuses 400 and 409; consumer.go). Subjects and limits stand behind them. The
// client keeps them as they are, or in small letters, behind its prefix.
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

// full are the descriptions with which a stream refuses a message because of its
// limits; any other failure of a store has the same number (nats-server v2.9.10,
// store.go).
var full = map[string]bool{
	"maximum messages exceeded": true, "maximum bytes exceeded": true, "maximum messages per subject exceeded": true,
}

// texts are the client's own, for want of types, behind the prefix: nats.go
// v1.55.0, nats.go, jserrors.go, kv.go, object.go, js.go, jetstream/errors.go.
var texts = byText(
	coded{noResponders, `no responders available for request`},
	coded{timeout, `timeout
key watcher timed out waiting for initial keys`},
	coded{noServers, `no servers available for connection`},
	coded{disconnected, `server is disconnected
disconnected during fetch`},
	coded{connectionReconnecting, `connection reconnecting`},
	coded{connectionClosed, `connection closed`},
	coded{connectionDraining, `connection draining`},
	coded{drainTimeout, `draining connection timed out`},
	coded{staleConnection, `stale connection`},
	coded{reconnectBufExceeded, `outbound buffer limit exceeded`},
	coded{slowConsumer, `slow consumer, messages dropped`},
	coded{noInfoReceived, `protocol exception, INFO not received`},
	coded{protocolError, `connect message, json parse error
message could not decode headers`},
	coded{tlsFailed, `tls error`},
	coded{secureConn, `secure connection required
secure connection not available`},
	coded{authorization, `authorization violation`},
	coded{authExpired, `authentication expired`},
	coded{authRevoked, `authentication revoked`},
	coded{accountAuthExpired, `account authentication expired`},
	coded{permissionViolation, `permissions violation`},
	coded{maxConnections, `server maximum connections exceeded
maximum account active connections exceeded`},
	coded{maxSubscriptions, `server maximum subscriptions exceeded`},
	coded{maxPayload, `maximum payload exceeded`},
	coded{badSubject, `invalid subject
subject required
invalid subject name`},
	coded{badQueueName, `invalid queue name`},
	coded{notSupported, `nkeys not supported by the server
headers not supported by this server
no echo option not supported by this server
client ID not supported by this server
client IP not supported by this server
TTL is not supported on delete
limit marker TTLs not supported by server
object-store requires at least server version 2.6.2
key-value requires at least server version 2.6.2`},
	coded{noStreamResponse, `no response from stream`},
	coded{asyncPublishTimeout, `timeout waiting for ack`},
	coded{tooManyStalled, `stalled with too many outstanding async published messages`},
	coded{invalidResponse, `invalid jetstream publish response
invalid jetstream api response
consumer creation response is empty
consumer reset response is empty`},
	coded{publisherClosed, `jetstream context closed`},
	coded{msgDeleteUnsuccessful, `message deletion unsuccessful`},
	coded{noMatchingStream, `no stream matches subject`},
	coded{consumerNameExists, `consumer name already in use`},
	coded{consumerNotFound, `consumer deleted`},
	coded{unavailable, `Leadership Changed
leadership change
recreating ordered consumer
cannot fetch consumer info; ordered consumer is being reset`},
	coded{serverShutdown, `server shutdown`},
	coded{noHeartbeat, `no heartbeat received`},
	coded{noMessages, `no messages
end of data reached`},
	coded{maxBytes, `message size exceeds max bytes
batch completed`},
	coded{pinIDMismatch, `pin ID mismatch`},
	coded{msgAlreadyAckd, `message was already acknowledged`},
	coded{notPullConsumer, `consumer is not a pull consumer
cannot pull subscribe to push based consumer`},
	coded{notPushConsumer, `must use pull subscribe to bind to pull based consumer
consumer is not a push consumer`},
	coded{invalidStreamName, `invalid stream name`},
	coded{invalidConsumerName, `invalid consumer name
invalid durable name`},
	coded{invalidFilterSubject, `invalid filter subject
subject does not match consumer`},
	coded{nameRequired, `stream name is required
consumer name is required
name is required`},
	coded{configNotSupported, `stream subject transformation not supported by nats-server
stream sourcing is not supported by nats-server
stream sourcing with multiple subject transforms not supported by nats-server
stream sourcing with multiple subject filters not supported by nats-server
multiple consumer filter subjects not supported by nats-server`},
	coded{keyExists, `key exists`},
	coded{keyRevisionMismatch, `key revision mismatch`},
	coded{keyNotFound, `key not found
key was deleted`},
	coded{noKeysFound, `no keys found`},
	coded{invalidKey, `invalid key`},
	coded{historyTooLarge, `history limited to a max of 64`},
	coded{bucketNotFound, `bucket not found`},
	coded{bucketExists, `bucket name already in use`},
	coded{invalidBucketName, `invalid bucket name
invalid object-store name`},
	coded{badBucket, `bucket not valid key-value store
bucket malformed`},
	coded{objectNotFound, `object not found
cannot update meta for a deleted object`},
	coded{noObjectsFound, `no objects found`},
	coded{objectExists, `an object already exists with that name`},
	coded{badObjectMeta, `object-store meta information invalid`},
	coded{linkNotAllowed, `link cannot be set when putting the object in bucket
not allowed to link to a deleted object
not allowed to link to another link
invalid Get, object is a link to a bucket`},
	coded{digestMismatch, `received a corrupt object, digests do not match
object digest hash has invalid format`},
	coded{clientOptions, `timeout invalid
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
mixing of websocket and non websocket URLs is not allowed`},
	coded{clientUsage, `invalid connection
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
consumer instance not yet created`},
)

// A coded is the texts of a code, a line each.
type coded struct{ code, lines string }

// byText returns the codes by their texts.
func byText(all ...coded) map[string]string {
	codes := make(map[string]string, 200)
	for _, c := range all {
		for text := range strings.SplitSeq(c.lines, "\n") {
			codes[text] = c.code
		}
	}
	return codes
}
