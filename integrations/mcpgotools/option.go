package mcpgotools

import (
	"context"
	"encoding/json"
	"time"

	"github.com/mark3labs/mcp-go/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/mcpresult"
)

// MetaKey is the key of _meta under which the result of a failed call has what its text does
// not: the members of toolerr.Payload that programs need, such as kind, can_retry and
// status_code.
const MetaKey = mcpresult.MetaKey

// An Option changes what [Middleware], [ResourceMiddleware] and [PromptMiddleware] do.
type Option func(*mcpresult.Guard)

// WithTimeout replaces the default limit of the given tools, or of every call if none is
// given, as [adapter.Bounded] does. For resources the name is "resources/read", and for prompts
// "prompts/get". A limit for a name takes precedence, and [Extend] does not change d. The
// handler's context ends after d, or with the request. If the handler has not returned 50 ms
// later, it is left running, because Go cannot stop it, and the client gets an error with an
// unknown effect. While two calls of a tool are left running, further calls of that tool are
// refused. With a d of 0 or less there is no limit.
func WithTimeout(d time.Duration, tools ...string) Option {
	return func(g *mcpresult.Guard) { g.SetTimeout(d, tools...) }
}

// Extend begins the default limit of the call of ctx again. Call it where a tool reports
// progress; mcp-go has no place for a middleware there.
func Extend(ctx context.Context) { mcpresult.Extend(ctx) }

// WithJSON writes the JSON of a toolerr.Payload into the result in place of sentences. _meta
// then has only what no model reads.
func WithJSON() Option { return func(g *mcpresult.Guard) { g.JSON = true } }

// A SignIn turns refusals of the caller's credentials into requests to sign in.
type SignIn = mcpresult.SignIn

// WithSignIn turns refusals of the caller's credentials into requests to sign in. Without
// it, they are results like other failures.
func WithSignIn(s *SignIn) Option { return func(g *mcpresult.Guard) { g.SignIn = s } }

// WithDrafts adds what drafts of the protocol describe (November 2026): the classification
// of SEP-3313 in _meta, if the registry has a logger. The errors of mcp-go for unknown tools
// do not reach a middleware.
func WithDrafts() Option { return func(g *mcpresult.Guard) { g.Drafts = true } }

// WithMarkedResultsKept leaves results unchanged that the given tools marked as errors
// themselves, as mcp.NewToolResultError does, or those of all tools if none is given. The
// model then reads the tool's own text. Use it for tools whose texts are written for the
// model and contain no text of a service.
func WithMarkedResultsKept(tools ...string) Option {
	return func(g *mcpresult.Guard) { g.KeepMarked(tools...) }
}

// WithReconcile makes find find out how a call of the tool ended whose effect is not known, as
// adapter.WithReconcile does. Its result is the call's, if the call was carried out.
func WithReconcile(
	tool string, find func(ctx context.Context, args json.RawMessage, key string) (*mcp.CallToolResult, adapter.Outcome, error),
) Option {
	return func(g *mcpresult.Guard) {
		mcpresult.SetReconcile(g, tool, find, func(res *mcp.CallToolResult) outcome { return outcome{res: res} })
	}
}
