package decoder

import "github.com/errand-go/errand/toolerr"

// The agent's messages for a response that a client could not decode.
var (
	msgNotJSON = toolerr.Msg("The service answered with something that is not the expected JSON.")
	msgNotRead = toolerr.Msg("The service answered with something that the tool cannot read.")
)

// Undecodable returns the error of a complete response that its decoder refused, such as
// the HTML page of a proxy in place of JSON. The service is at fault. If the options name a
// safe method with [toolerr.WithEndpoint], a retry may help and there was no effect.
// Otherwise the service may have done something.
func Undecodable(json bool, opts ...toolerr.Option) *toolerr.ToolRuntimeError {
	message := msgNotRead
	if json {
		message = msgNotJSON
	}
	te := toolerr.New(toolerr.KindUpstreamUnmapped, message, opts...)
	if toolerr.SafeMethod(te.HTTPMethod()) {
		return te.With(toolerr.WithCanRetry(true), toolerr.WithEffect(toolerr.EffectNone))
	}
	return te.With(toolerr.WithCanRetry(false), toolerr.WithEffect(toolerr.EffectUnknown))
}

// IsUndecodable reports whether te is an error of [Undecodable].
func IsUndecodable(te *toolerr.ToolRuntimeError) bool {
	return te.Kind() == toolerr.KindUpstreamUnmapped && (te.Message() == msgNotJSON || te.Message() == msgNotRead)
}
