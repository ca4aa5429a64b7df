package redisadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_redis"
	display = "Redis"
)

// The codes of errors whose text does not begin with a code.
const (
	nilReply          = "nil"
	transactionFailed = "transaction_failed"
	maxClients        = "max_clients"
	poolTimeout       = "pool_timeout"
	poolExhausted     = "pool_exhausted"
	clientClosed      = "client_closed"
	noServer          = "no_server"
	cacheAborted      = "cache_aborted"
)

// texts maps the texts of errors that the clients make without a type, or with that of the
// server's errors, to codes: go-redis v9.23.0, redigo v1.9.3, rueidis and valkey-go
// v1.0.79.
var texts = map[string]string{
	"redis: nil":                        nilReply,
	"redigo: nil returned":              nilReply,
	"redis: transaction failed":         transactionFailed,
	"redis: connection pool timeout":    poolTimeout,
	"redis: connection pool exhausted":  poolExhausted,
	"redigo: connection pool exhausted": poolExhausted,
	"redis: client is closed":           clientClosed,
	"redigo: get on closed pool":        clientClosed,
	"redigo: connection closed":         clientClosed,

	"redis nil message":  nilReply,
	"valkey nil message": nilReply,
	"rueidis client is closing or unable to connect redis":                              clientClosed, // after Client.Close
	"valkey client is closing or unable to connect valkey":                              clientClosed,
	"dedicated client should not be used after recycled":                                clientClosed,
	"the slot has no redis node":                                                        noServer,
	"the slot has no valkey node":                                                       noServer,
	"failed to fetch the cache because EXEC was aborted by redis or connection closed":  cacheAborted,
	"failed to fetch the cache because EXEC was aborted by valkey or connection closed": cacheAborted,
}

// maxClientsText is a server's refusal of one connection too many. It has no code (Redis
// 7.0.15, networking.c; go-redis v9.23.0 matches it as well).
const maxClientsText = "ERR max number of clients reached"

// The sources of the rows, read 2026-11-21.
const (
	sourceErrors  = "Redis 7.0.15, server.c (createSharedObjects) and its callers"
	sourceCluster = "Redis, Cluster specification: redirection and CLUSTERDOWN, TRYAGAIN, CROSSSLOT"
	sourceACL     = "Redis, ACL"
	sourceScript  = "Redis, Scripting with Lua"
	sourceStream  = "Redis, Streams"
	sourceClient  = "github.com/redis/go-redis v9.23.0, github.com/gomodule/redigo v1.9.3, github.com/redis/rueidis v1.0.79"
	sourceRueidis = "github.com/redis/rueidis and github.com/valkey-io/valkey-go v1.0.79"
)

// Texts that several codes share.
const (
	msgRefused = "Redis refused the command."
)

// table lists the meanings of the codes. A refused command had no effect.
var table = adapter.NewTable(
	slug, display,

	adapter.Row{VendorCode: nilReply, Kind: toolerr.KindUpstreamNotFound, Message: toolerr.Msg("Redis has nothing under that key."), Source: sourceClient},
	adapter.Row{VendorCode: transactionFailed, Kind: toolerr.KindToolRetry, Guidance: toolerr.GuidanceRetryWithBackoff, Effect: toolerr.EffectNone, Message: toolerr.Msg("Something that the transaction watched was changed meanwhile."), Hint: toolerr.Msg("Read it again and repeat the whole change."), Source: sourceClient},

	// Transient states.
	adapter.Row{
		VendorCodes: []string{"LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN"},
		Kind:        toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Redis cannot serve the command yet."), Source: sourceErrors + "; " + sourceCluster,
	},
	adapter.Row{VendorCode: "NOREPLICAS", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Redis refuses to write: too few replicas are connected."), Source: sourceErrors},
	adapter.Row{VendorCode: "READONLY", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("This Redis server can only be read."), Source: sourceErrors},
	adapter.Row{VendorCode: "BUSY", Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Redis is busy with a script."), Source: sourceScript},
	adapter.Row{VendorCode: maxClients, Kind: toolerr.KindUpstreamServerError, Effect: toolerr.EffectNone, Message: toolerr.Msg("Redis has too many connections."), Source: sourceErrors},

	// Full memory or disk.
	adapter.Row{
		VendorCodes: []string{"OOM", "MISCONF"},
		Kind:        toolerr.KindUpstreamServerError, Retry: adapter.RetryNever, Effect: toolerr.EffectNone,
		Message: toolerr.Msg("Redis refuses to write: its memory is full, or it cannot save."), Hint: toolerr.Msg("Someone has to look after the Redis server."),
		Source: sourceErrors,
	},

	// A client that does not follow the cluster.
	adapter.Row{
		VendorCodes: []string{"MOVED", "ASK"},
		Kind:        toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool calls one server of a Redis cluster as if it were alone."), Source: sourceCluster,
	},

	adapter.Row{
		VendorCode: "REDIRECT",
		Kind:       toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool calls a replica as if it were the primary."), Source: "Valkey, CLIENT CAPA: redirect",
	},

	// Permissions.
	adapter.Row{VendorCode: "NOAUTH", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("Redis wants the tool to sign in."), Source: sourceACL},
	adapter.Row{VendorCode: "WRONGPASS", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Message: toolerr.Msg("Redis does not accept the tool's credentials."), Source: sourceACL},
	adapter.Row{VendorCode: "NOPERM", Kind: toolerr.KindUpstreamAuthError, Message: toolerr.Msg("The tool's account may not do this in Redis."), Source: sourceACL},

	// Errors that the call can avoid.
	adapter.Row{VendorCode: "WRONGTYPE", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The key holds another type of value than the command is for."), Source: sourceErrors},
	adapter.Row{VendorCode: "CROSSSLOT", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The keys of the command are not on one server of the cluster."), Source: sourceCluster},
	adapter.Row{VendorCode: "BUSYKEY", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The target key exists already."), Source: sourceErrors},
	adapter.Row{VendorCode: "NOSCRIPT", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Redis does not have the script."), Hint: toolerr.Msg("Load it, or send it whole."), Source: sourceScript},
	adapter.Row{VendorCode: "UNKILLABLE", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The script has written already and cannot be stopped."), Source: sourceScript},
	adapter.Row{VendorCode: "NOTBUSY", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("No script is running."), Source: sourceScript},
	adapter.Row{VendorCode: "EXECABORT", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("Redis discarded the transaction: a command in it is not valid."), Source: sourceErrors},
	adapter.Row{VendorCode: "NOGROUP", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("There is no such stream or consumer group."), Source: sourceStream},
	adapter.Row{VendorCode: "BUSYGROUP", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The consumer group exists already."), Source: sourceStream},
	adapter.Row{VendorCode: "NOPROTO", Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Message: toolerr.Msg(msgRefused), Source: sourceErrors},
	adapter.Row{VendorCode: "ERR", Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg(msgRefused), Hint: toolerr.Msg("Check the command, its arguments and the type of the value."), Source: sourceErrors},

	// The clients.
	adapter.Row{
		VendorCodes: []string{poolTimeout, poolExhausted},
		Kind:        toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool has no free connection to Redis."), Source: sourceClient,
	},
	adapter.Row{VendorCode: clientClosed, Kind: toolerr.KindToolFatal, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool uses a Redis client after it closed it."), Source: sourceClient},
	adapter.Row{VendorCode: noServer, Kind: toolerr.KindNetworkTransportUnreachable, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's Redis client knows no server of the cluster for that key."), Source: sourceRueidis},
	adapter.Row{VendorCode: cacheAborted, Kind: toolerr.KindNetworkTransportUnmapped, Unanswered: true, Effect: toolerr.EffectNone, Message: toolerr.Msg("The tool's Redis client could not read the value into its cache."), Source: sourceRueidis},
)
