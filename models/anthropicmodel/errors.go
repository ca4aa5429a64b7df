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

// chain knows what the API says, and what lies below it. A token source that is
// refused comes inside of a *url.Error, like a lost connection.
var chain = adapter.NewChain(api, googleadapter.OAuth2{}, httpadapter.Adapter{})

// failure is what a caller gets for the SDK's error, which may be nil where the
// SDK takes a redirect for a success. resp is the response, if there is one.
func failure(ctx context.Context, resp *http.Response, err error) error {
	err = withResponse(resp, err)
	te, ok := toolerr.Find(chain.Adapt(ctx, err))
	switch {
	case !ok:
		return err
	case te.Kind() == toolerr.KindToolTimeout && ctx.Err() == nil:
		// The SDK's own deadline, which it reports bare.
		return te.WithKind(toolerr.KindNetworkTransportTimeout)
	case te.Service() == "" && ctx.Err() == nil:
		return err // somebody else's
	case te.Service() == api.Slug() && te.Kind() == toolerr.KindToolFatal:
		// Nothing was sent, for want of credentials.
		return agent.NewRunError(agent.ErrProviderAuth, toolerr.Message{}, te)
	}
	return te
}

// withResponse says of an error that is not the API's where it came from: of the
// body of a response, of which the SDK tells nothing, or of one with a status
// that it does not tell.
func withResponse(resp *http.Response, err error) error {
	_, told := errors.AsType[*url.Error](err) // by net/http, which has the last word on redirects
	switch {
	case resp == nil || told || api.FromError(err) != nil:
		return err
	case resp.StatusCode >= http.StatusMultipleChoices:
		return errors.Join(httpadapter.CheckResponse(resp), err)
	}
	return httpadapter.CheckBody(resp, err)
}

// undecodable is the failure of an answer that does not follow the API's own
// rules.
func undecodable() error {
	return agent.NewRunError(agent.ErrProviderDecode, toolerr.Message{}, toolerr.NetworkTransport(
		toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
		toolerr.WithService(api.Slug()), toolerr.WithUpstreamName(toolerr.Name("Anthropic")),
		toolerr.WithEffect(toolerr.EffectUnknown),
		toolerr.WithDeveloperMessage("a success that is not a message, or a stream whose events do not fit together")))
}
