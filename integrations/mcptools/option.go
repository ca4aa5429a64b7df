package mcptools

import "time"

// An Option changes what [Middleware] does.
type Option func(*guard)

// WithTimeout limits every call of a tool, as [adapter.Bounded] does: the tool's
// context ends after d, or when the client cancels the call. A tool that has not
// returned 50 ms after that is left running, because nothing can stop it, and the
// client gets an error that says that the effect is unknown. While two calls of a
// tool are left running, further calls of that tool are refused. A d of 0 or less
// is no limit, as without the option.
func WithTimeout(d time.Duration) Option { return func(g *guard) { g.timeout = d } }

// WithToolTimeout is WithTimeout for one tool, whatever the others have.
func WithToolTimeout(tool string, d time.Duration) Option {
	return func(g *guard) { g.timeouts[tool] = d }
}

// WithStructuredContent puts the payload into structuredContent as well. A
// client that checks structuredContent against the tool's output schema refuses
// the whole result then, and the model does not learn what went wrong: the
// TypeScript SDK does up to version 1.32.2. Use it where no tool declares an
// output schema, or where the clients are known.
func WithStructuredContent() Option { return func(g *guard) { g.structured = true } }
