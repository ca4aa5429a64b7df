package redisadapter_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/redisadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The errors of the clients, which the library does not require: conformance/vendorproof
// tests the real ones.
type (
	goRedisError string // go-redis: proto.RedisError
	redigoError  string // redigo: redis.Error
	rueidisError string // rueidis: RedisError; it has no ERR
	panics       struct{}
)

func (e goRedisError) Error() string { return string(e) }
func (goRedisError) RedisError()     {}
func (e redigoError) Error() string  { return string(e) }
func (e rueidisError) Error() string { return string(e) }
func (panics) Error() string         { panic("hostile") }
func (panics) RedisError()           {}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

const tail = " '" + faults.CanaryBody + "', with args beginning with: '" + faults.CredentialBearer + "'"

// errorsOf returns the errors of a code: those of a server, and the pinned texts.
func errorsOf(code string) (all []error, byText bool) {
	for text := range redisadapter.Refusals()[code] {
		if strings.HasPrefix(text, " ") {
			text = "Valkey" + text
		}
		all = append(all, goRedisError(code+" "+text), redigoError(code+" "+text), rueidisError(code+" "+text))
	}
	if all != nil {
		return all, false
	}
	if code == strings.ToUpper(code) {
		cut, _ := strings.CutPrefix(code+tail, "ERR ")
		return []error{goRedisError(code + tail), redigoError(code + tail), rueidisError(cut)}, false
	}
	if code == "max_clients" {
		return []error{goRedisError("ERR max number of clients reached"), redigoError("ERR max number of clients reached"), rueidisError("max number of clients reached")}, false
	}
	for text, word := range redisadapter.Texts() {
		switch {
		case word != code:
		case text == "redis: nil", text == "redis: transaction failed":
			all = append(all, goRedisError(text))
		case text == "redis nil message", text == "valkey nil message":
			all = append(all, rueidisError(text))
		default:
			all = append(all, errors.New(text))
			byText = true
		}
	}
	return all, byText
}

// Errors that clients make with errors.New have no type; vendorproof tests the clients that
// still return them.
func TestTextsOfClients(t *testing.T) {
	assert.Subset(t, slices.Collect(maps.Keys(redisadapter.Texts())), []string{
		"redis: nil", "redis: transaction failed", "redis: connection pool timeout", "redis: connection pool exhausted", "redis: client is closed",
		"redigo: nil returned", "redigo: connection pool exhausted", "redigo: get on closed pool", "redigo: connection closed",
		"redis nil message", "rueidis client is closing or unable to connect redis", "valkey nil message", "the slot has no redis node",
	})
}

func TestConformance(t *testing.T) {
	t.Cleanup(redisadapter.Imitate(shape.TypeOf(redigoError("")), shape.TypeOf(rueidisError(""))))
	var cases []conformance.Case
	for _, row := range spec.Of(redisadapter.Adapter{}).Table().Rows() {
		all, byText := errorsOf(row.VendorCode)
		require.NotEmpty(t, all, row.VendorCode)
		for i, err := range all {
			te := row.Error(err)
			c := conformance.Case{
				Name: fmt.Sprintf("%s %d", row.VendorCode, i), Err: err, Want: conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect()},
			}
			if byText {
				c.ByText = "go-redis v9.23.0, redigo v1.9.3, rueidis v1.0.79: made with errors.New"
			}
			cases = append(cases, c)
		}
	}
	unlisted := conformance.Want{Kind: toolerr.KindUpstreamUnmapped, Effect: unknown}
	cases = append(cases,
		conformance.Case{Name: "a script's own word", Err: goRedisError("MYERR " + faults.CanaryBody), Want: unlisted},
		conformance.Case{Name: "a script's own word, small", Err: redigoError("nil " + faults.CanaryBody), Want: unlisted},
		conformance.Case{Name: "a script's own word, of rueidis", Err: rueidisError("MYERR " + faults.CanaryBody), Want: unlisted},
		conformance.Case{Name: "no word", Err: goRedisError(" x"), Want: unlisted},
	)
	conformance.Suite{Adapter: redisadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases}.Run(t)
}

// A script can have written before it returns a word of the server.
func TestServerCodeFromAScript(t *testing.T) {
	for _, text := range []string{
		"BUSY try later", "TRYAGAIN x", "LOADING", "READONLY You can't write against a read only replica. script: 1f, on @user_script:1.",
		"NOREPLICAS x", "MASTERDOWN x", "CLUSTERDOWN x", "BUSY Redis is busy running a script. Come back.",
	} {
		te := redisadapter.Adapter{}.FromError(goRedisError(text))
		require.NotNil(t, te, text)
		assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind(), text)
		assert.Equal(t, unknown, te.Effect(), text)
		assert.False(t, te.SafeToRetry(false), text)
	}
}

// A password has no shape of its own, so arguments are never repeated.
func TestArgumentsAreNotShown(t *testing.T) {
	t.Cleanup(redisadapter.Imitate(shape.TypeOf(redigoError("")), shape.TypeOf(rueidisError(""))))
	for _, word := range []string{"ERR unknown command 'AUHT'", "MYERR unknown command 'AUHT'"} {
		err := fmt.Errorf("auth: %w", goRedisError(word+", with args beginning with: 'default' 'hunter2plain' "))
		te := redisadapter.Adapter{}.FromError(err)
		assert.Contains(t, te.DeveloperMessage(), "AUHT")
		assert.NotContains(t, fmt.Sprintf("%+v %v %v", te.Report(), te.LogValue(), te.Payload()), "hunter2")
		assert.NotContains(t, te.DeveloperMessage(), "default")
	}
	cut := rueidisError("unknown command 'AUHT', with args beginning with: 'default' 'hunter2plain' ")
	te := redisadapter.Adapter{}.FromError(cut)
	assert.NotContains(t, fmt.Sprintf("%+v %v %v", te.Report(), te.LogValue(), te.Payload()), "hunter2")
	assert.Equal(t, "WRONGTYPE of a value", redisadapter.Adapter{}.FromError(goRedisError("WRONGTYPE of a value")).DeveloperMessage())
}

func TestUnrecognisedErrors(t *testing.T) {
	for _, err := range []error{
		errors.New("LOADING Redis is loading the dataset in memory"), errors.New("redis: nil and more"),
		panics{},
		context.DeadlineExceeded,
	} {
		assert.Nil(t, redisadapter.Adapter{}.FromError(err))
	}
}

// If a pool is empty for the length of a call, the call ends.
func TestEndedContext(t *testing.T) {
	chain := adapter.NewChain(redisadapter.Adapter{})
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	assert.Equal(t, toolerr.KindToolCanceled, toolerr.KindOf(chain.Adapt(canceled, errors.New("redis: connection pool timeout"))))
	assert.Equal(t, toolerr.KindUpstreamServerError, toolerr.KindOf(chain.Adapt(canceled, goRedisError("LOADING x"))), "an answer is an answer")
}

func TestTheTableIsWellMade(t *testing.T) {
	for _, code := range redisadapter.Texts() {
		_, ok := spec.Of(redisadapter.Adapter{}).Table().Lookup(code)
		assert.True(t, ok, code)
	}
	for _, row := range spec.Of(redisadapter.Adapter{}).Table().Rows() {
		assert.False(t, row.Message.IsZero(), row.VendorCode)
	}
}
