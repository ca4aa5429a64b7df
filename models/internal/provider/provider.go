// Package provider has what the models of this module have in common: how errors of an SDK,
// attachments, and the pieces of a stream reach the loop.
package provider

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"net/url"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/toolerr"
)

// Generate is [agent.Model].Generate: it makes the parameters of a request, and returns the
// responses of stream if a stream was asked for, and otherwise the one of ask.
func Generate[Params any](ctx context.Context, req *agent.ModelRequest,
	params func(*agent.ModelRequest) (Params, error),
	ask func(context.Context, Params) (*agent.ModelResponse, error),
	stream func(context.Context, Params, func(*agent.ModelResponse, error) bool),
) iter.Seq2[*agent.ModelResponse, error] {
	return func(yield func(*agent.ModelResponse, error) bool) {
		p, err := params(req)
		switch {
		case err != nil:
			yield(nil, err)
		case req.Stream:
			stream(ctx, p, yield)
		default:
			yield(ask(ctx, p))
		}
	}
}

// Failure returns the error of a call for the loop: as the chain adapts it, and unchanged
// if it comes neither from the provider nor from the network.
func Failure(ctx context.Context, chain adapter.Chain, err error) error {
	te, ok := toolerr.Find(chain.Adapt(ctx, err))
	switch {
	case !ok:
		return err
	case te.Kind() == toolerr.KindToolTimeout && ctx.Err() == nil:
		// The SDK's own deadline, which it returns without a wrapper.
		return te.WithKind(toolerr.KindNetworkTransportTimeout)
	case te.Service() == "" && !errors.Is(te, toolerr.ClassCanceled) && ctx.Err() == nil:
		return err // a foreign error
	}
	return te
}

// OfResponse adds the origin to an error that the API's adapter does not recognise: the
// body of a response, or a response with a status. The SDKs' errors contain neither. err
// may be nil if the SDK treats a redirect as a success. An error of net/http itself, such
// as that of a refused redirect, stays.
func OfResponse(resp *http.Response, api adapter.Adapter, err error) error {
	_, own := errors.AsType[*url.Error](err)
	switch {
	case resp == nil || own || api.FromError(err) != nil:
		return err
	case Refused(resp):
		return errors.Join(httpadapter.CheckResponse(resp), err)
	}
	return httpadapter.CheckBody(resp, err)
}

// Refused reports whether a response has a status from 300 on. The SDKs treat every status
// below 400 as a success.
func Refused(resp *http.Response) bool {
	return resp != nil && resp.StatusCode >= http.StatusMultipleChoices
}

// Undecodable returns the error of a response that violates the API's own rules. text is
// for developers.
func Undecodable(api adapter.Adapter, name toolerr.Arg, text string, opts ...toolerr.Option) error {
	opts = append(opts, toolerr.WithService(api.Slug()), toolerr.WithUpstreamName(name),
		toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithDeveloperMessage(text))
	return agent.NewRunError(agent.ErrProviderDecode, toolerr.Message{},
		toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{}, opts...))
}

// Finish returns the reason that a provider's word stands for, and [agent.FinishOther] for
// a word that is not in the map.
func Finish[Word comparable](reasons map[Word]agent.FinishReason, word Word) agent.FinishReason {
	if f, ok := reasons[word]; ok {
		return f
	}
	return agent.FinishOther
}

// LeftOut replaces a model's attachment in a turn of the model, if the API accepts none
// there.
const LeftOut = "[An attachment is left out: this model cannot read it.]"

// Unsupported returns the error of an attachment that the API cannot read.
func Unsupported() error {
	return agent.NewRunError(agent.ErrProviderUnsupported,
		toolerr.Msg("The model cannot read an attachment of this type."), nil)
}

// Preflight refuses the attachments of a content that attach refuses, and all of a model's
// own.
func Preflight[T any](c *agent.Content, attach func(*agent.Part) (T, error)) error {
	for i := range c.Parts {
		p := &c.Parts[i]
		if p.Blob == nil && p.File == nil {
			continue
		}
		if c.Role == agent.RoleModel {
			return Unsupported()
		}
		if _, err := attach(p); err != nil {
			return err
		}
	}
	return nil
}

// TypeOf returns the media type of an attachment, as [MediaType] does.
func TypeOf(p *agent.Part) string {
	if p.Blob != nil {
		return MediaType(p.Blob.MIMEType)
	}
	return MediaType(p.File.MIMEType)
}

// MediaType returns a media type in lower case, without its parameters.
func MediaType(s string) string {
	s, _, _ = strings.Cut(strings.ToLower(s), ";")
	return strings.TrimSpace(s)
}

// TextDelta returns a piece of a text or a thought, and nil if it is empty.
func TextDelta(text string, thinking bool) *agent.ModelResponse {
	if text == "" {
		return nil
	}
	return &agent.ModelResponse{
		Partial: true,
		Content: &agent.Content{Role: agent.RoleModel, Parts: []agent.Part{{Text: text, Thought: thinking}}},
	}
}

// CallDelta returns a piece of a call.
func CallDelta(index int, id, name, args string) *agent.ModelResponse {
	return &agent.ModelResponse{
		Partial: true, CallDelta: &agent.CallDelta{Index: index, ID: id, Name: name, Args: args},
	}
}
