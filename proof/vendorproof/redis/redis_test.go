// Package redis_test tests go-redis, redigo and rueidis with Redis.
//
// Not tested: valkey-go, which is a copy of rueidis with other names, and takes as long to
// compile.
package redis_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
	goredis "github.com/redis/go-redis/v9"
	"github.com/redis/rueidis"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/redisadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown

	secret = faults.CredentialBearer
	value  = faults.CanaryBody
)

// A client sends one command and returns its error.
type client struct {
	do    func(args ...any) error
	close func()
}

// clients connect to a server. The first error is that of the first command.
var clients = map[string]func(t *testing.T, address, user, password string) client{
	"go-redis": func(t *testing.T, address, user, password string) client {
		c := goredis.NewClient(&goredis.Options{
			Addr: address, Username: user, Password: password, MaxRetries: -1, PoolSize: 1, DialerRetries: 1, ContextTimeoutEnabled: true,
		})
		return client{func(args ...any) error { return c.Do(t.Context(), args...).Err() }, func() { _ = c.Close() }}
	},
	"redigo": func(t *testing.T, address, user, password string) client {
		var opts []redis.DialOption
		if password != "" {
			opts = []redis.DialOption{redis.DialUsername(user), redis.DialPassword(password)}
		}
		conn, err := redis.Dial("tcp", address, opts...)
		if err != nil {
			return client{func(...any) error { return err }, func() {}}
		}
		return client{func(args ...any) error {
			answer, err := conn.Do(args[0].(string), args[1:]...)
			if err == nil && answer == nil {
				_, err = redis.String(answer, err)
			}
			return err
		}, func() { _ = conn.Close() }}
	},
	"rueidis": func(t *testing.T, address, user, password string) client {
		c, err := rueidis.NewClient(rueidis.ClientOption{
			InitAddress: []string{address}, Username: user, Password: password, ForceSingleClient: true, DisableRetry: true, DisableCache: true,
		})
		if err != nil {
			return client{func(...any) error { return err }, func() {}}
		}
		return client{func(args ...any) error {
			return c.Do(t.Context(), c.B().Arbitrary(words(args)...).Build()).Error()
		}, c.Close}
	},
}

// words returns the arguments as a client sends them.
func words(args []any) (all []string) {
	for _, arg := range args {
		all = append(all, fmt.Sprint(arg))
	}
	return all
}

type command []any

// refusals are commands that a server refuses, with the code for the agent.
var refusals = []struct {
	code string
	args command
	also []command // sent before
}{
	{code: "nil", args: command{"GET", "nothing"}},
	{code: "ERR", args: command{value, value, secret}},
	{code: "ERR", args: command{"INCR", "text"}, also: []command{{"SET", "text", value}}},
	{code: "WRONGTYPE", args: command{"LPUSH", "text", value}, also: []command{{"SET", "text", value}}},
	{code: "NOSCRIPT", args: command{"EVALSHA", strings.Repeat("a", 40), 0}},
	{code: "NOTBUSY", args: command{"SCRIPT", "KILL"}},
	{code: "NOGROUP", args: command{"XREADGROUP", "GROUP", value, "c", "STREAMS", "s", ">"}},
	{code: "BUSYGROUP", args: command{"XGROUP", "CREATE", "s", "g", "$", "MKSTREAM"}, also: []command{{"XGROUP", "CREATE", "s", "g", "$", "MKSTREAM"}}},
	{code: "BUSYKEY", args: command{"RESTORE", "text", 0, "x"}, also: []command{{"SET", "text", value}}},
	{code: "EXECABORT", args: command{"EXEC"}, also: []command{{"MULTI"}, {value}}},
	{code: "NOPROTO", args: command{"HELLO", 9}},
	{code: "WRONGPASS", args: command{"AUTH", "nobody", secret}},
	{code: "", args: command{"EVAL", "return redis.error_reply('MYERR " + value + "')", 0}},
}

// said are a server's texts in rare failures, which a server of the test sends.
var said = map[string]string{
	"MOVED": "a cluster with slots", "REDIRECT": "Valkey's replica that sends clients on", "ASK": "a cluster that moves slots",
	"MISCONF": "a disk that is full", "CROSSSLOT": "a cluster with slots", "UNKILLABLE": "a script that wrote and does not end",
}

// saidBefore are a server's texts in such failures before it has any effect.
var saidBefore = map[string]string{
	"LOADING": "LOADING Redis is loading the dataset in memory", "TRYAGAIN": "TRYAGAIN Multiple keys request during rehashing of slot",
}

// saidByUpstash are the beginnings of texts of limits (Upstash Redis, Troubleshooting).
var saidByUpstash = map[string]string{
	"plan_limit": "ERR max requests limit exceeded", "daily_limit": "ERR max daily request limit exceeded", "capacity_quota": "ERR DB capacity quota exceeded",
}

// scripted runs a script that writes, and then returns a word of the server.
func scripted(t *testing.T, c client) {
	t.Helper()
	for _, word := range []string{"BUSY", "TRYAGAIN", "READONLY"} {
		err := c.do("EVAL", "redis.call('SET', KEYS[1], 'x') return redis.error_reply('"+word+" "+value+"')", 1, "text")
		check(t, proof.Case{Name: "a script's " + word, Err: err, Code: word, Want: proof.Want(toolerr.KindUpstreamServerError, unknown)})
	}
}

// misspelt sends a password with an unknown command.
func misspelt(t *testing.T, c client) {
	t.Helper()
	te := redisadapter.Adapter.FromError(c.do("AUHT", "default", "hunter2plain"))
	require.NotNil(t, te)
	assert.Contains(t, te.DeveloperMessage(), "AUHT")
	assert.NotContains(t, fmt.Sprintf("%+v %v %v", te.Report(), te.LogValue(), te.Payload()), "hunter2")
}

var check = proof.Checks(redisadapter.Adapter)

// checked compares an error with the table's row of a code; "" means the error of a script.
func checked(t *testing.T, name, code string, err error) {
	t.Helper()
	c := proof.Case{Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown)}
	if code != "" {
		c = proof.RowCase(t, spec.Of(redisadapter.Adapter).Table(), code)
	}
	c.Name, c.Err = name, err
	check(t, c)
	seen[code] = true
}

var seen = map[string]bool{}

func TestRedis(t *testing.T) {
	plain := startRedis(t)
	limited := startRedis(t, "--maxclients", "1")
	replica := startRedis(t, "--replicaof", "127.0.0.1 1")
	stale := startRedis(t, "--replicaof", "127.0.0.1 1", "--replica-serve-stale-data", "no")
	lonely := startRedis(t, "--min-replicas-to-write", "1")
	cluster := startRedis(t, "--cluster-enabled", "yes")
	full := startRedis(t, "--maxmemory", "1")
	guarded := startRedis(t, "--requirepass", faults.CredentialPassword)

	for name, connect := range clients {
		t.Run(name, func(t *testing.T) {
			open := func(address, user, password string) client {
				c := connect(t, address, user, password)
				t.Cleanup(c.close)
				return c
			}
			for _, r := range refusals {
				c := open(plain, "", "")
				for _, before := range r.also {
					_ = c.do(before...)
				}
				checked(t, r.code, r.code, c.do(r.args...))
				c.close()
			}
			checked(t, "READONLY", "READONLY", open(replica, "", "").do("SET", value, secret))
			checked(t, "MASTERDOWN", "MASTERDOWN", open(stale, "", "").do("GET", value))
			checked(t, "NOREPLICAS", "NOREPLICAS", open(lonely, "", "").do("SET", value, secret))
			checked(t, "CLUSTERDOWN", "CLUSTERDOWN", open(cluster, "", "").do("GET", value))
			checked(t, "OOM", "OOM", open(full, "", "").do("SET", value, secret))
			checked(t, "NOAUTH", "NOAUTH", open(guarded, "", "").do("SET", value, secret))
			checked(t, "WRONGPASS at the start", "WRONGPASS", open(guarded, "default", secret).do("GET", value))
			admin := open(plain, "", "")
			require.NoError(t, admin.do("ACL", "SETUSER", "few", "on", ">"+faults.CredentialPassword, "+ping", "+hello", "+client"))
			checked(t, "NOPERM", "NOPERM", open(plain, "few", faults.CredentialPassword).do("SET", value, secret))
			busy(t, open(plain, "", ""), open(plain, "", ""))

			first := open(limited, "", "")
			require.NoError(t, first.do("PING"))
			tooMany(t, open(limited, "", "").do("PING"))
			first.close()
			for word, why := range said {
				checked(t, word+", "+why, word, open(startFake(t, "-"+word+" "+value+" "+secret), "", "").do("GET", value))
			}
			for word, line := range saidBefore {
				checked(t, word, word, open(startFake(t, "-"+line), "", "").do("GET", value))
			}
			scripted(t, open(plain, "", ""))
			misspelt(t, open(plain, "", ""))
			for word, line := range saidByUpstash {
				checked(t, word, word, open(startFake(t, "-"+line+". Limit: 500000, Usage: 500000."), "", "").do("GET", value))
			}
			checked(t, "max_clients", "max_clients", open(startFake(t, "-ERR max number of clients reached"), "", "").do("GET", value))

			check(t, proof.Case{
				Name: "refused", Err: open("127.0.0.1:1", "", "").do("GET", value),
				Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none), Service: "_http",
			})
		})
	}
	goRedisItself(t, plain)
	redigoItself(t, plain)
	rueidisItself(t, plain)
	rueidisAway(t, plain, cluster)
	for _, row := range spec.Of(redisadapter.Adapter).Table().Rows() {
		assert.True(t, seen[row.VendorCode], "no server returns %s", row.VendorCode)
	}
}

// busy runs a script without an end, and stops it.
func busy(t *testing.T, runs, asks client) {
	t.Helper()
	require.NoError(t, asks.do("PING"))
	ended := make(chan error, 1)
	go func() { ended <- runs.do("EVAL", "while true do end", 0) }()
	var err error
	require.Eventually(t, func() bool { err = asks.do("GET", value); return err != nil && strings.HasPrefix(err.Error(), "BUSY") }, time.Minute, time.Millisecond)
	checked(t, "BUSY", "BUSY", err)
	require.NoError(t, asks.do("SCRIPT", "KILL"))
	checked(t, "a script that was killed", "ERR", <-ended)
}

// tooMany checks the error of a refused connection: the server's text, or a connection that
// broke before the client read it.
func tooMany(t *testing.T, err error) {
	t.Helper()
	require.Error(t, err)
	if strings.HasPrefix(err.Error(), "ERR max") {
		checked(t, "too many connections", "max_clients", err)
		return
	}
	t.Logf("too many connections: %T %v", err, err)
}

func goRedisItself(t *testing.T, address string) {
	ctx := t.Context()
	c := goredis.NewClient(&goredis.Options{Addr: address, MaxRetries: -1, PoolSize: 1, PoolTimeout: 10 * time.Millisecond, ContextTimeoutEnabled: true})
	require.NoError(t, c.Set(ctx, "watched", 1, 0).Err())
	other := goredis.NewClient(&goredis.Options{Addr: address})
	defer func() { _ = other.Close() }()
	err := c.Watch(ctx, func(tx *goredis.Tx) error {
		require.NoError(t, other.Set(ctx, "watched", 2, 0).Err())
		_, err := tx.TxPipelined(ctx, func(p goredis.Pipeliner) error { return p.Set(ctx, "watched", 3, 0).Err() })
		return err
	}, "watched")
	require.ErrorIs(t, err, goredis.TxFailedErr)
	checked(t, "go-redis: a watched key", "transaction_failed", err)

	late, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	defer cancel()
	err = c.BLPop(late, 0, "nothing").Err()
	check(t, proof.Case{Name: "go-redis: a deadline", Context: late, Err: err, Want: proof.Want(toolerr.KindNetworkTransportTimeout, unknown), Service: "_http"})

	conn := c.Conn()
	require.NoError(t, conn.Ping(ctx).Err())
	checked(t, "go-redis: the pool", "pool_timeout", c.Ping(ctx).Err())
	require.NoError(t, conn.Close())
	require.NoError(t, c.Close())
	checked(t, "go-redis: closed", "client_closed", c.Ping(ctx).Err())
	_, err = goredis.ParseURL("redis://" + faults.CredentialUser + ":" + faults.CredentialPassword + "@h:x/0")
	check(t, proof.Case{Name: "go-redis: a URL", Err: err, Want: proof.Want(toolerr.KindToolFatal, none), Service: "_http"})
}

func redigoItself(t *testing.T, address string) {
	pool := &redis.Pool{MaxActive: 1, Dial: func() (redis.Conn, error) { return redis.Dial("tcp", address) }}
	first := pool.Get()
	_, err := first.Do("PING")
	require.NoError(t, err)
	_, err = pool.Get().Do("PING")
	checked(t, "redigo: the pool", "pool_exhausted", err)
	require.NoError(t, first.Close())
	_, err = first.Do("PING")
	checked(t, "redigo: closed", "client_closed", err)
	require.NoError(t, pool.Close())
	_, err = pool.Get().Do("PING")
	checked(t, "redigo: a closed pool", "client_closed", err)
}

func rueidisItself(t *testing.T, address string) {
	ctx := t.Context()
	c, err := rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{address}, ForceSingleClient: true, DisableRetry: true})
	require.NoError(t, err)
	err = c.DoCache(ctx, c.B().Get().Key("nothing").Cache(), time.Minute).Error()
	require.True(t, rueidis.IsRedisNil(err))
	checked(t, "rueidis: nothing in the cache", "nil", err)
	late, cancel := context.WithTimeout(ctx, 30*time.Millisecond)
	defer cancel()
	err = c.Do(late, c.B().Blpop().Key("nothing").Timeout(0).Build()).Error()
	check(t, proof.Case{Name: "rueidis: a deadline", Context: late, Err: err, Want: proof.Want(toolerr.KindToolTimeout, unknown), Service: "_http"})

	dedicated, release := c.Dedicate()
	release()
	checked(t, "rueidis: released", "client_closed", dedicated.Do(ctx, c.B().Ping().Build()).Error())
	c.Close()
	checked(t, "rueidis: closed", "client_closed", c.Do(ctx, c.B().Ping().Build()).Error())
}

// rueidisAway tests the errors of rueidis without an answer.
func rueidisAway(t *testing.T, address, cluster string) {
	ctx := t.Context()
	c, err := rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{cluster}, DisableRetry: true})
	require.NoError(t, err)
	defer c.Close()
	checked(t, "rueidis: a cluster without slots", "no_server", c.Do(ctx, c.B().Get().Key(value).Build()).Error())

	admin, err := rueidis.NewClient(rueidis.ClientOption{InitAddress: []string{address}, ForceSingleClient: true})
	require.NoError(t, err)
	defer admin.Close()
	allow := []string{"ACL", "SETUSER", "cacheless", "on", ">" + faults.CredentialPassword, "~*", "+@all", "-pttl"}
	require.NoError(t, admin.Do(ctx, admin.B().Arbitrary(allow...).Build()).Error())
	few, err := rueidis.NewClient(rueidis.ClientOption{
		InitAddress: []string{address}, Username: "cacheless", Password: faults.CredentialPassword, ForceSingleClient: true, DisableRetry: true,
	})
	require.NoError(t, err)
	defer few.Close()
	checked(t, "rueidis: the cache", "cache_aborted", few.DoCache(ctx, few.B().Get().Key("nothing").Cache(), time.Minute).Error())
}

// findings are commands that Redis refuses, with the problems that the agent reads, for a
// tool whose argument is the command.
var findings = []struct {
	args command
	also []command // sent before
	want string
}{
	{args: command{"GETT", "x"}, want: `/command/0 contains the name "GETT", which is not known`},
	{args: command{"GET", "x", "y"}, want: "A value has the wrong number of values"},
	{args: command{"get", "x", "y"}, want: `/command/0 has the wrong number of values: "get"`},
	{args: command{"CONFIG", "FROB"}, want: `/command/1 contains the name "FROB", which is not known`},
	{args: command{"SET", "x", "1", "NX", "XX"}, want: "/command has a syntax error"},
	{args: command{"INCRBY", "n", "many"}, want: "/command A value has the wrong type"},
	{args: command{"INCRBYFLOAT", "n", "many"}, want: "/command A value has the wrong type"},
	{args: command{"SETEX", "x", "-1", "y"}, want: "A value is out of range"},
	{args: command{"LSET", "none", "0", "y"}, want: "/command A value refers to something that does not exist"},
	{args: command{"LSET", "list", "9", "y"}, also: []command{{"RPUSH", "list", "a"}}, want: "/command A value is out of range"},
	{args: command{"XADD", "stream", "word", "f", "v"}, want: "/command A value does not have the required format"},
	{args: command{"INCR", "huge"}, also: []command{{"SET", "huge", "9223372036854775807"}}, want: "/command A value has an arithmetic error, such as a division by zero or an overflow"},
	{args: command{"SELECT", "999"}, want: "/command A value is out of range"},
}

func TestFindings(t *testing.T) {
	address := startRedis(t)
	for name, connect := range clients {
		t.Run(name, func(t *testing.T) {
			c := connect(t, address, "", "")
			t.Cleanup(c.close)
			for _, tt := range findings {
				for _, before := range tt.also {
					require.NoError(t, c.do(before...))
				}
				err := c.do(tt.args...)
				require.Error(t, err, "%v", tt.args)
				arguments, encodeErr := json.Marshal(map[string]any{"command": tt.args})
				require.NoError(t, encodeErr)
				ctx := adapter.WithCall(t.Context(), adapter.Call{Arguments: arguments})
				te, ok := toolerr.Find(adapter.NewChain(redisadapter.Adapter).Adapt(ctx, err))
				require.True(t, ok, "%v", err)
				var lines []string
				for _, p := range te.Problems() {
					lines = append(lines, strings.TrimSpace(p.Path+" "+p.Problem.String()))
				}
				assert.Equal(t, tt.want, strings.Join(lines, "\n"), "%v: %v", tt.args, err)
			}
		})
	}
}
