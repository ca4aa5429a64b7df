// Package redisadapter recognises the errors of Redis, Valkey and other servers of
// its protocol, as go-redis, redigo, rueidis and valkey-go return them.
//
// No client is imported, so every version is supported. The errors of go-redis are
// recognised by their method RedisError, those of the others by the names of their
// types.
//
// The text of a server's error begins with a code, which the table lists. The rest of the
// text can contain arguments of the command, also values and tokens, and reaches
// developers only.
package redisadapter

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

var redigoError = shape.T("github.com/gomodule/redigo/redis", "Error")

// cutErrors are errors of servers, and nil replies, from which the clients removed the code
// ERR (rueidis and valkey-go v1.0.79, message.go).
var cutErrors = []shape.Type{
	shape.T("github.com/redis/rueidis", "RedisError"),
	shape.T("github.com/rueian/rueidis", "RedisError"),
	shape.T("github.com/valkey-io/valkey-go", "ValkeyError"),
}

// A redisError is an error of go-redis: of the server, or of the client.
type redisError interface {
	error
	RedisError()
}

// Adapter recognises the errors of github.com/redis/go-redis (every major version,
// and github.com/go-redis/redis before it), github.com/gomodule/redigo,
// github.com/redis/rueidis (and github.com/rueian/rueidis before it) and
// github.com/valkey-io/valkey-go.
//
// All of them return the errors of connections unchanged; they are left to httpadapter.
//
// The effect is that of the command that failed. A pipeline returns the error of its
// first command that failed: the commands before it were executed, and so were those
// after it, if they could be. The error does not show which commands ran, so do not
// retry a pipeline that writes because of this effect.
var Adapter = spec.New(spec.Spec{
	Table:  table,
	NoHTTP: true,
	Errors: []spec.Error{
		{Types: []shape.Type{redigoError}, Implements: []reflect.Type{reflect.TypeFor[redisError]()}, Read: readReply, Refusal: refuse},
		{Types: cutErrors, Read: readCut, Refusal: refuse},
	},
	Begins: slices.Collect(maps.Keys(texts)),
	Text: func(e error) *spec.Answer {
		if spec.Wraps(e) || texts[e.Error()] == "" {
			return nil
		}
		return &spec.Answer{Codes: []string{texts[e.Error()]}}
	},
})

// readReply reads the text of a server's error, or of an error that go-redis reports in the
// same way. A code that is not in the table can mean anything, because scripts make errors.
func readReply(a *spec.Answer) bool {
	text, ok := shape.Call(a.Node, error.Error)
	return ok && readText(a, text)
}

// readCut is readReply for one of cutErrors.
func readCut(a *spec.Answer) bool {
	text, ok := shape.Call(a.Node, error.Error)
	if ok && codeOf(text) == "" {
		text = "ERR " + text
	}
	return ok && readText(a, text)
}

func readText(a *spec.Answer, text string) bool {
	code := codeOf(text)
	if a.Is(code); a.Row.VendorCode == "" {
		a.Kind = toolerr.KindUpstreamUnmapped
	}
	if mayBeScript(code, text) {
		a.Add(toolerr.WithEffect(toolerr.EffectUnknown))
	}
	if before, _, repeats := strings.Cut(text, arguments); repeats {
		a.Add(toolerr.WithDeveloperMessage("redis: " + before + " (its arguments are not repeated here)"))
	}
	return true
}

// codeOf returns the code of a text: that of a client's text, or its first word.
func codeOf(text string) string {
	if code := texts[text]; code != "" {
		return code
	}
	if strings.HasPrefix(text, maxClientsText) {
		return maxClients
	}
	for begin, code := range quotas {
		if strings.HasPrefix(text, begin) || strings.HasPrefix("ERR "+text, begin) { // rueidis removes ERR
			return code
		}
	}
	word, _, _ := strings.Cut(text, " ")
	if word != strings.ToUpper(word) {
		return "" // errand's own codes are in lower case
	}
	return word
}
