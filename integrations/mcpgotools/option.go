package mcpgotools

import (
	"log/slog"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/mcpresult"
)

// MetaKey is the key of _meta under which the result of a failed call holds the payload
// as an object, for programs that do not want to parse a text block.
const MetaKey = mcpresult.MetaKey

// An Option changes what [Middleware], [ResourceMiddleware] and [PromptMiddleware] do.
type Option func(*mcpresult.Guard)

// WithTimeout limits every call, as [adapter.Bounded] does: the handler's context ends
// after d, or with the request. A handler that has not returned 50 ms after that is left
// running, because nothing can stop it, and the client gets an error that says that the
// effect is unknown. While two calls of a tool are left running, further calls of that
// tool are refused. A d of 0 or less is not a limit, as without the option.
func WithTimeout(d time.Duration) Option { return func(g *mcpresult.Guard) { g.Timeout = d } }

// WithToolTimeout is WithTimeout for one tool, whatever the others have. Resources are the
// tool "resources/read", and prompts "prompts/get".
func WithToolTimeout(tool string, d time.Duration) Option {
	return func(g *mcpresult.Guard) { g.SetTimeout(tool, d) }
}

// WithPlainText writes sentences into the result instead of the payload's JSON, for
// clients and tests that read text: what the tool said, as far as the disclosure lets a
// model read it, or else errand's sentence; then what to change; then one line with what
// else is known, such as "status 429; retry after 7 s". _meta has the payload all the
// same.
func WithPlainText() Option { return func(g *mcpresult.Guard) { g.PlainText = true } }

// WithMarkedResultsKept leaves results that the given tools marked as errors themselves,
// as [mcp.NewToolResultError] does, as they are, or those of all tools if none is given:
// the model reads the tool's own text, whatever is in it. It is for tools that write for
// the model, and nothing that a service said.
func WithMarkedResultsKept(tools ...string) Option {
	return func(g *mcpresult.Guard) { g.KeepMarked(tools...) }
}

// WithStructuredContent puts the payload into structuredContent as well. A client that
// checks structuredContent against the tool's output schema refuses the whole result then.
// Use it where no tool declares an output schema, or where the clients are known.
func WithStructuredContent() Option { return func(g *mcpresult.Guard) { g.Structured = true } }

// WithDisclosure says what models may read of a refusal of the services behind the given
// tools, or behind all tools if none is given, whatever the registry says:
// [adapter.DisclosureNames] where the client's model may see the schema behind the tool,
// [adapter.DisclosureText] where it may read what the tool or the service said, without
// credentials.
func WithDisclosure(d adapter.Disclosure, tools ...string) Option {
	return func(g *mcpresult.Guard) { g.Registry = g.Registry.WithDisclosure(d, tools...) }
}

// WithLogger writes one record for every failure, for developers, whatever logger the
// registry has: see [adapter.Registry.WithLogger].
func WithLogger(l *slog.Logger) Option {
	return func(g *mcpresult.Guard) { g.Registry = g.Registry.WithLogger(l) }
}
