package mcptools

import "time"

// An Option changes what [Middleware] does.
type Option func(*guard)

// WithTimeout bounds every call of a tool: its context ends after d, and a tool
// that ignores that is answered for a tenth of a second later, with an error
// that says that its effect is unknown. It is left running, and so is a tool
// that ignores that its client has cancelled the call: nothing can stop it. Once
// two calls of a tool are stuck in that way, further ones are refused until one
// of them ends. A d of 0 or less bounds nothing, as without the option.
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
