package anthropicmodel

import (
	"context"
	"errors"
	"net/http"
	"net/url"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/anthropicadapter"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

var api anthropicadapter.Adapter

// chain recognises the API's errors, and errors below it. A refused token is wrapped in a
// *url.Error, like a lost connection.
var chain = adapter.NewChain(api, googleadapter.OAuth2{}, httpadapter.Adapter{})

// failure returns the error for a caller. The SDK's error may be nil if it treats a
// redirect as a success. resp is the response, if there is one.
func failure(ctx context.Context, resp *http.Response, err error) error {
	err = withResponse(resp, err)
	te, ok := toolerr.Find(chain.Adapt(ctx, err))
	switch {
	case !ok:
		return err
	case te.Kind() == toolerr.KindToolTimeout && ctx.Err() == nil:
		// The SDK's own deadline, which it returns without a wrapper.
		return te.WithKind(toolerr.KindNetworkTransportTimeout)
	case te.Service() == "" && ctx.Err() == nil:
		return err // a foreign error
	case te.Service() == api.Slug() && te.Kind() == toolerr.KindToolFatal:
		// Without credentials, nothing was sent.
		return agent.NewRunError(agent.ErrProviderAuth, toolerr.Message{}, te)
	}
	return te
}

// withResponse adds the origin to an error that is not the API's: the body of a response,
// or a response with a status. The SDK's error contains neither.
func withResponse(resp *http.Response, err error) error {
	_, told := errors.AsType[*url.Error](err) // net/http's error about a redirect stays
	switch {
	case resp == nil || told || api.FromError(err) != nil:
		return err
	case resp.StatusCode >= http.StatusMultipleChoices:
		return errors.Join(httpadapter.CheckResponse(resp), err)
	}
	return httpadapter.CheckBody(resp, err)
}

// undecodable returns the error of a response that violates the API's own rules.
func undecodable() error {
	return agent.NewRunError(agent.ErrProviderDecode, toolerr.Message{}, toolerr.NetworkTransport(
		toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
		toolerr.WithService(api.Slug()), toolerr.WithUpstreamName(toolerr.Name("Anthropic")),
		toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithDeveloperMessage("a success that is not a message, or a stream whose events do not fit together")))
}
