package geminimodel

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"runtime/debug"
	"sync/atomic"

	"google.golang.org/genai"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/geminiadapter"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

var api geminiadapter.Adapter

// chain knows what the API says, and what lies below it. A token source that is
// refused comes inside of a *url.Error, like a lost connection.
var chain = adapter.NewChain(api, googleadapter.OAuth2{}, httpadapter.Adapter{})

// An exchange knows whether a response began, of which the SDK tells nothing, and
// how the numbers are marked that the SDK would change.
type exchange struct {
	answered atomic.Bool
	mark     string
}

// exchangeKey is what a context holds its exchange by.
type exchangeKey struct{}

// begin returns an exchange. Its mark is one that nobody can guess.
func begin() *exchange { return &exchange{mark: rand.Text() + ":"} }

// watch returns a context for the SDK that tells x.
func (x *exchange) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(context.WithValue(ctx, exchangeKey{}, x), &httptrace.ClientTrace{
		GotFirstResponseByte: func() { x.answered.Store(true) },
	})
}

// failure is what a caller gets for the SDK's error.
func (x *exchange) failure(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*agent.RunError](err); ok {
		return err
	}
	err = x.withBody(err)
	te, ok := toolerr.Find(chain.Adapt(ctx, err))
	switch {
	case !ok:
		return err
	case te.Kind() == toolerr.KindToolTimeout && ctx.Err() == nil:
		// The SDK's own deadline.
		return te.WithKind(toolerr.KindNetworkTransportTimeout)
	case te.Service() == "" && ctx.Err() == nil:
		return err // somebody else's
	}
	return te
}

// withBody says of an error where it came from: once a response began, what is
// neither the API's nor net/http's is the failure to read or decode a body.
func (x *exchange) withBody(err error) error {
	_, sent := errors.AsType[*url.Error](err)
	if !x.answered.Load() || sent || api.FromError(err) != nil {
		return err
	}
	return httpadapter.CheckBody(&http.Response{StatusCode: http.StatusOK}, err)
}

// guarded calls the SDK, which panics over an answer whose JSON has another type
// than it expects: a null among the candidates, a text where an object is due
// (google.golang.org/genai v1.77.0, common.go).
func guarded(call func() (*genai.GenerateContentResponse, error)) (resp *genai.GenerateContentResponse, err error) {
	defer func() {
		if p := recover(); p != nil {
			resp, err = nil, undecodable(p)
		}
	}()
	return call()
}

// undecodable is the failure of an answer that does not follow the API's own
// rules. p is what the SDK panicked with, nil if it did not.
func undecodable(p any) error {
	text, opt := "a success without a candidate, or one without a finish", toolerr.Option{}
	if p != nil {
		text, opt = fmt.Sprintf("the SDK panicked: %v", p), toolerr.WithStack(debug.Stack())
	}
	return agent.NewRunError(agent.ErrProviderDecode, toolerr.Message{}, toolerr.NetworkTransport(
		toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
		toolerr.WithService(api.Slug()), toolerr.WithUpstreamName(toolerr.Name("Gemini")),
		toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithDeveloperMessage(text), opt))
}
