package redisadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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
	planLimit         = "plan_limit"
	dailyLimit        = "daily_limit"
	capacity          = "capacity_quota"
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

// quotas are the beginnings of the refusals of a hosted server whose plan is used up. They
// have no code of their own (Upstash, Troubleshooting).
var quotas = map[string]string{
	"ERR max requests limit exceeded":         planLimit,
	"ERR max daily request limit exceeded":    dailyLimit,
	"ERR DB capacity quota exceeded":          capacity,
	"ERR max concurrent connections exceeded": maxClients,
}

// The sources of the rows, read 2026-11-21.
const (
	sourceErrors  = "Redis 7.0.15, server.c (createSharedObjects) and its callers"
	sourceCluster = "Redis, Cluster specification: redirection and CLUSTERDOWN, TRYAGAIN, CROSSSLOT"
	sourceACL     = "Redis, ACL"
	sourceScript  = "Redis, Scripting with Lua"
	sourceStream  = "Redis, Streams"
	sourceClient  = "github.com/redis/go-redis v9.23.0, github.com/gomodule/redigo v1.9.3, github.com/redis/rueidis v1.0.79"
	sourceUpstash = "Upstash Redis, Troubleshooting"
	sourceRueidis = "github.com/redis/rueidis and github.com/valkey-io/valkey-go v1.0.79"
)

// table lists the meanings of the codes. A refused command had no effect.
var table = adapter.NewTable(
	"_redis", "Redis",
	adapter.Row{VendorCode: nilReply, Fact: toolerr.FactNotFound, Source: sourceClient},
	adapter.Row{VendorCode: transactionFailed, Fact: toolerr.FactConflict, Source: sourceClient},

	// Transient states.
	adapter.Row{VendorCodes: []string{"LOADING", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS", "READONLY", "BUSY"}, Fact: toolerr.FactMaintenance, Source: sourceErrors + "; " + sourceCluster + "; " + sourceScript},
	adapter.Row{VendorCode: maxClients, Fact: toolerr.FactPoolFull, Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"OOM", "MISCONF"}, Fact: toolerr.FactNoSpace, Message: toolerr.Msg("Redis refuses to write: its memory is full, or it cannot save."), Hint: toolerr.Msg("Someone has to look after the Redis server."), Source: sourceErrors},

	adapter.Row{VendorCode: planLimit, Fact: toolerr.FactPlanLimit, Kind: toolerr.KindUpstreamRateLimit, Unlike: "the plan counts requests", Source: sourceUpstash},
	adapter.Row{VendorCode: dailyLimit, Fact: toolerr.FactDailyLimit, Source: sourceUpstash},
	adapter.Row{VendorCode: capacity, Fact: toolerr.FactQuota, Source: sourceUpstash},

	// A client that does not follow the cluster.
	adapter.Row{VendorCodes: []string{"MOVED", "ASK", "REDIRECT"}, Fact: toolerr.FactMisuse, Message: toolerr.Msg("The tool calls a server of a Redis cluster, or a replica, as if it were the only server."), Source: sourceCluster + "; Valkey, CLIENT CAPA: redirect"},

	// Access.
	adapter.Row{VendorCodes: []string{"NOAUTH", "WRONGPASS"}, Fact: toolerr.FactWrongKey, Source: sourceACL},
	adapter.Row{VendorCode: "NOPERM", Fact: toolerr.FactNotPermitted, Source: sourceACL},

	// Errors that the call can avoid.
	adapter.Row{VendorCode: "WRONGTYPE", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The key holds another type of value than the command is for."), Hint: toolerr.Msg("Use a command for that type, or another key."), Source: sourceErrors},
	adapter.Row{VendorCode: "CROSSSLOT", Fact: toolerr.FactRefused, Message: toolerr.Msg("The keys of the command are not on one server of the cluster."), Hint: toolerr.Msg("Use one key at a time."), Source: sourceCluster},
	adapter.Row{VendorCodes: []string{"BUSYKEY", "BUSYGROUP"}, Fact: toolerr.FactExists, Source: sourceErrors + "; " + sourceStream},
	adapter.Row{VendorCode: "NOSCRIPT", Fact: toolerr.FactRefused, Message: toolerr.Msg("Redis does not have the script."), Hint: toolerr.Msg("Load it, or send it whole."), Source: sourceScript},
	adapter.Row{VendorCode: "UNKILLABLE", Fact: toolerr.FactWrongState, Message: toolerr.Msg("The script has written already and cannot be stopped."), Hint: toolerr.Msg("Wait for it to end."), Source: sourceScript},
	adapter.Row{VendorCode: "NOTBUSY", Fact: toolerr.FactWrongState, Message: toolerr.Msg("No script is running."), Hint: toolerr.Msg("Nothing has to be stopped."), Source: sourceScript},
	adapter.Row{VendorCode: "EXECABORT", Fact: toolerr.FactRefused, Message: toolerr.Msg("Redis discarded the transaction: a command in it is not valid."), Source: sourceErrors},
	adapter.Row{VendorCode: "NOGROUP", Fact: toolerr.FactRefused, Message: toolerr.Msg("The stream or consumer group does not exist."), Hint: toolerr.Msg("Create it first, or use another one."), Source: sourceStream},
	adapter.Row{VendorCode: "NOPROTO", Fact: toolerr.FactMisuse, Message: toolerr.Msg("The tool uses a version of the protocol that Redis does not have."), Source: sourceErrors},
	adapter.Row{VendorCode: "ERR", Fact: toolerr.FactRefused, Message: toolerr.Msg("Redis refused the command."), Hint: toolerr.Msg("Check the command, its arguments and the type of the value."), Source: sourceErrors},

	// The clients.
	adapter.Row{VendorCodes: []string{poolTimeout, poolExhausted}, Fact: toolerr.FactClientBusy, Unanswered: true, Source: sourceClient},
	adapter.Row{VendorCode: clientClosed, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The tool uses a Redis client after it closed it."), Source: sourceClient},
	adapter.Row{VendorCode: noServer, Fact: toolerr.FactUnreachable, Unanswered: true, Message: toolerr.Msg("The tool's Redis client knows no server of the cluster for that key."), Source: sourceRueidis},
	adapter.Row{VendorCode: cacheAborted, Fact: toolerr.FactClientBusy, Unanswered: true, Message: toolerr.Msg("The tool's Redis client could not read the value into its cache."), Source: sourceRueidis},
)
