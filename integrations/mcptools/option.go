package mcptools

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/mcpresult"
)

// An Option changes a [Middleware].
type Option func(*mcpresult.Guard)

// WithTimeout replaces the default limit of the given tools, or of every tool, resource and
// prompt if none is given, as [adapter.Bounded] does. For resources the name is
// "resources/read", and for prompts "prompts/get". A limit for a name takes precedence.
// Progress does not extend d. The handler's context ends after d, or when the client cancels
// the call. If the handler has not returned 50 ms later, it is left running, because Go cannot
// stop it, and the client gets an error with an unknown effect. While two calls of a tool are
// left running, further calls of that tool are refused. With a d of 0 or less there is no
// limit.
func WithTimeout(d time.Duration, tools ...string) Option {
	return func(g *mcpresult.Guard) { g.SetTimeout(d, tools...) }
}

// WithJSON writes the JSON of a toolerr.Payload into the result in place of sentences. _meta
// then has only what no model reads.
func WithJSON() Option { return func(g *mcpresult.Guard) { g.JSON = true } }

// A SignIn turns refusals of the caller's credentials into requests to sign in.
type SignIn = mcpresult.SignIn

// WithSignIn turns refusals of the caller's credentials into requests to sign in. Without
// it, they are results like other failures.
func WithSignIn(s *SignIn) Option { return func(g *mcpresult.Guard) { g.SignIn = s } }

// WithDrafts adds what drafts of the protocol describe (November 2026): the classification
// of SEP-3313 in _meta, if the registry has a logger, and results of a failed call for
// unknown tools (SEP-2145).
func WithDrafts() Option { return func(g *mcpresult.Guard) { g.Drafts = true } }

// WithMarkedResultsKept leaves results unchanged that the given tools marked as errors
// themselves, or those of all tools if none is given. The model then reads the tool's own
// text. Use it for tools whose texts are written for the model and contain no text of a
// service. A result with an error of SetError is still adapted.
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

// WithCallKeys gives each call of a tool a key: see adapter.CallKey. It is made of the id of
// the request and of random bytes of the session that the client began: a request that arrives
// twice in a session has one key. Without a session, as on a stateless HTTP server, a call has
// no key.
func WithCallKeys() Option {
	return func(g *mcpresult.Guard) { g.Keys = &sessions{id: sync.OnceValue(requestID)} }
}
