package anthropicmodel

import (
	"context"
	"net/http"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/models/internal/provider"
	"github.com/errand-go/errand/toolerr"
)

var api = anthropicadapter.Adapter

// chain recognises the API's errors, and errors below it. A refused token is wrapped in a
// *url.Error, like a lost connection.
var chain = adapter.NewChain(api, googleadapter.OAuth2{}, httpadapter.Adapter{})

// failure returns the error for a caller. The SDK's error may be nil if it treats a
// redirect as a success. resp is the response, if there is one.
func failure(ctx context.Context, resp *http.Response, err error) error {
	err = provider.Failure(ctx, chain, provider.OfResponse(resp, api, err))
	if te, ok := toolerr.Find(err); ok && te.Service() == api.Slug() && te.Kind() == toolerr.KindToolFatal {
		// Without credentials, nothing was sent.
		return agent.NewRunError(agent.ErrProviderAuth, toolerr.Message{}, te)
	}
	return err
}

// undecodable returns the error of a response that violates the API's own rules.
func undecodable() error {
	return provider.Undecodable(api, toolerr.Name("Anthropic"), "a success that is not a message, or a stream whose events do not fit together")
}
