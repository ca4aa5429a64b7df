// Package redisadapter recognises the errors of Redis, Valkey and other servers
// of its protocol, as go-redis and redigo return them.
//
// No client is imported. The errors of go-redis are known by their method
// RedisError, those of redigo by their type, so that every version is served.
//
// A server's error is a text whose first word is a code. That word is matched
// against the table; the rest of the text repeats arguments of the command,
// values and tokens among them, and stays with the developer.
package redisadapter

import (
	"errors"
	"reflect"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of github.com/redis/go-redis (every major, and
// github.com/go-redis/redis before it) and github.com/gomodule/redigo. The zero
// value is ready for use.
//
// Connections that cannot be made, or that break, come from both without a word
// of their own and are httpadapter's.
//
// The effect is that of the command that failed. A pipeline returns the error of
// its first command that failed: those before it were done, and those behind it
// as well, if they could be. Nothing in the error tells; do not repeat a pipeline
// that writes on its word.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_redis".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean: the first words of a server's errors in
// capitals, and errand's own words for what the clients say.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not a Redis client's.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if answer, ok := reply(e); ok {
			return answered(err, e, answer)
		}
		if code := said(e); code != "" {
			row, _ := table.Lookup(code)
			// Nobody has answered: a context that ended comes first.
			return row.Error(err, toolerr.WithVendorType(e), toolerr.WithVendorCode(""))
		}
	}
	return nil
}

// marked is go-redis.
type marked interface {
	error
	RedisError()
}

var (
	redigoError = shape.T("github.com/gomodule/redigo/redis", "Error")

	types = shape.NewSet(redigoError)

	// plainText is the type behind errors.New.
	plainText = reflect.TypeOf(errors.New(""))
)

// reply returns the text of a server's error, or of what go-redis says in the
// same way.
func reply(e error) (text string, ok bool) {
	if m, is := e.(marked); is {
		return shape.Call(m, marked.Error)
	}
	if types.Of(e) == redigoError {
		return shape.Call(e, error.Error)
	}
	return "", false
}

// said returns the code of what a client says with errors.New.
func said(e error) string {
	if reflect.TypeOf(e) == plainText {
		return texts[e.Error()]
	}
	return ""
}

// answered is the error of a server's answer. A word that the table does not
// know can be anything: scripts make errors of their own.
func answered(err, e error, text string) *toolerr.ToolRuntimeError {
	code := codeOf(text)
	row, ok := table.Lookup(code)
	if !ok {
		return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{}, toolerr.WithCause(err), toolerr.WithVendorType(e),
			toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)), withoutArguments(text))
	}
	opts := [...]toolerr.Option{toolerr.WithVendorType(e), withoutArguments(text), {}}
	if byScript(code, text) {
		opts[2] = toolerr.WithEffect(toolerr.EffectUnknown)
	}
	return row.Error(err, opts[:]...)
}

// codeOf returns the code of a text: that of a pinned one, or its first word.
func codeOf(text string) string {
	if code := texts[text]; code != "" {
		return code
	}
	if strings.HasPrefix(text, maxClientsText) {
		return maxClients
	}
	word, _, _ := strings.Cut(text, " ")
	if word != strings.ToUpper(word) {
		return "" // errand's own words are in lower case
	}
	return word
}
