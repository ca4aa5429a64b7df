package awsadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// unanswered is the error of a call without an answer: nothing came back, or
// something of no use, or nothing was sent. What a lost connection means is
// httpadapter's to say, about the error that the SDK wraps.
func (s *sights) unanswered(err error) *toolerr.ToolRuntimeError {
	var te *toolerr.ToolRuntimeError
	switch {
	case s.send != nil:
		te = lost(s.send.Err)
	case s.canceled != nil:
		te = lost(s.canceled).With(toolerr.WithEffect(toolerr.EffectUnknown))
	case s.decode != nil:
		te = broken(s.decode)
	case s.inputs:
		te = unsent()
	case s.responded || s.call == nil:
		te = lost(err)
	default:
		te = uncalled(s.call.Err)
	}
	opts := []toolerr.Option{
		toolerr.WithCause(err), toolerr.WithService(slug), toolerr.WithUpstreamName(toolerr.Name(display)), {},
	}
	if s.nested {
		opts[3] = toolerr.WithEffect(toolerr.EffectNone)
	}
	if te.Kind() == toolerr.KindToolTimeout {
		// A bare deadline says nothing of a network. This one ended a call of AWS.
		return te.WithKind(toolerr.KindNetworkTransportTimeout, opts...)
	}
	return te.With(opts...)
}

// lost is the error of a request that was sent, or may have been.
func lost(cause error) *toolerr.ToolRuntimeError {
	if te := transport(cause); te != nil {
		return te
	}
	return toolerr.NetworkTransport(toolerr.KindNetworkTransportUnmapped, toolerr.Message{},
		toolerr.WithEffect(toolerr.EffectUnknown), toolerr.WithVendorType(cause))
}

// broken is the error of a success whose body could not be read. The service
// has acted: a connection that broke then does not make it unreachable.
func broken(cause error) *toolerr.ToolRuntimeError {
	te := lost(cause)
	if te.Kind() == toolerr.KindNetworkTransportUnreachable {
		te = te.WithKind(toolerr.KindNetworkTransportUnmapped)
	}
	return te.With(toolerr.WithEffect(toolerr.EffectUnknown))
}

// uncalled is the error of a call that ended before its request: no region, no
// credentials, an endpoint that is no URL. Credentials may come over the network
// from somewhere that is no AWS service, and be lost there.
func uncalled(cause error) *toolerr.ToolRuntimeError {
	if _, expired := signIn.Find(cause); expired != nil {
		return unsent().With(toolerr.WithUserAction(), toolerr.WithHint(hintSignIn))
	}
	te := transport(cause)
	switch {
	case te == nil:
		return unsent()
	case te.Kind() == toolerr.KindToolCanceled, te.Kind() == toolerr.KindToolTimeout:
		return te // the context's, perhaps between two attempts
	}
	return te.With(toolerr.WithEffect(toolerr.EffectNone))
}

// signIn recognises credentials of a sign-in that has ended, which the SDK finds
// out without asking anyone.
var signIn = shape.NewSet(
	shape.T("github.com/aws/aws-sdk-go-v2/credentials/ssocreds", "InvalidTokenError"),
)

// unsent is the error of a request that could not be made.
func unsent() *toolerr.ToolRuntimeError {
	return toolerr.Fatal(toolerr.Message{}, toolerr.WithEffect(toolerr.EffectNone))
}

// transport is what httpadapter makes of an error, nil for nothing.
func transport(cause error) *toolerr.ToolRuntimeError {
	if cause == nil {
		return nil
	}
	return httpadapter.Adapter{}.FromError(cause)
}
