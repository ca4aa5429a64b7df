package geminimodel

import (
	"context"
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
	"github.com/errand-go/errand/internal/note"
	"github.com/errand-go/errand/models/internal/provider"
	"github.com/errand-go/errand/toolerr"
)

var api = geminiadapter.Adapter

// chain recognises the API's errors, and errors below it. A refused token is wrapped in a
// *url.Error, like a lost connection.
var chain = adapter.NewChain(api, googleadapter.OAuth2{}, httpadapter.Adapter{})

// An exchange records whether a response began, which the SDK does not report.
type exchange struct{ answered atomic.Bool }

// watch returns a context for the SDK that notifies x.
func (x *exchange) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotFirstResponseByte: func() { x.answered.Store(true) },
	})
}

// failure returns the error for a caller.
func (x *exchange) failure(ctx context.Context, err error) error {
	if _, ok := errors.AsType[*agent.RunError](err); ok {
		return err
	}
	return provider.Failure(ctx, chain, x.withBody(err))
}

// withBody adds the origin to an error: after a response began, an error that is neither
// the API's nor net/http's is one of reading or decoding the body.
func (x *exchange) withBody(err error) error {
	_, sent := errors.AsType[*url.Error](err)
	if !x.answered.Load() || sent || api.FromError(err) != nil {
		return err
	}
	return httpadapter.CheckBody(&http.Response{StatusCode: http.StatusOK}, err)
}

// guarded calls the SDK, which panics if the JSON of a response has unexpected types: null
// in the candidates, or a string in place of an object (google.golang.org/genai v1.77.0,
// common.go).
func guarded(call func() (*genai.GenerateContentResponse, error)) (resp *genai.GenerateContentResponse, err error) {
	defer func() {
		if p := recover(); p != nil {
			resp, err = nil, undecodable(p)
		}
	}()
	return call()
}

// undecodable returns the error of a response that violates the API's own rules. p is the
// panic value of the SDK, and nil if it did not panic.
func undecodable(p any) error {
	if p == nil {
		return provider.Undecodable(api, toolerr.Name("Gemini"), "a success without a candidate, or one without a finish")
	}
	return provider.Undecodable(api, toolerr.Name("Gemini"), fmt.Sprintf("the SDK panicked: %v", p), toolerr.WithNote(note.Stack(debug.Stack())))
}
