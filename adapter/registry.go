package adapter

import (
	"cmp"
	"log/slog"
	"maps"
	"slices"

	"github.com/errand-go/errand/internal/journal"
	"github.com/errand-go/errand/toolerr"
)

// A Registry has the adapters of every tool. It is a value: its methods return changed
// copies. The chains of a registry without defaults, such as the zero one, also ask the
// adapters that the zero [Chain] asks.
type Registry struct {
	defaults *index
	own      map[string][]entry // the adapters of With, by tool
	tools    map[string]*index  // those merged with the defaults
	observer Observer
	journal  *journal.Journal
	cooldown func(ix *index, tool string, j *journal.Journal) holder // of WithCooldown

	disclosure  Disclosure
	disclosures map[string]Disclosure           // by tool, if it differs
	repeatable  map[string]bool                 // the tools of WithRepeatable
	credentials map[string]*toolerr.Credentials // by tool; "" is any other
	named       []string                        // the tools of own and of the maps by tool, sorted
}

// NewRegistry returns a registry with default adapters, which serve every tool. It panics
// as [NewChain] does.
func NewRegistry(defaults ...Adapter) Registry {
	return Registry{defaults: newIndex(entries(defaults))}
}

// With returns a copy with adapters for a tool. They are asked before the defaults, and
// before the adapters of an earlier With for the same tool. A default adapter with the slug
// of one of them is left out. With panics as [NewChain] does, and for an empty tool name.
func (r Registry) With(tool string, adapters ...Adapter) Registry {
	if tool == "" {
		panic("adapter: a tool without a name was registered")
	}
	own := slices.Concat(entries(adapters), r.own[tool])
	r.own, r.tools = maps.Clone(r.own), maps.Clone(r.tools)
	if r.own == nil {
		r.own, r.tools = map[string][]entry{}, map[string]*index{}
	}
	r.own[tool] = own
	r.named = sorted(slices.Concat(r.named, []string{tool}))
	r.tools[tool] = r.defaults.after(own)
	return r
}

// WithObserver returns a copy that calls o for every error that it adapts.
func (r Registry) WithObserver(o Observer) Registry {
	r.observer = o
	return r
}

// WithLogger returns a copy that writes one log record for every error that it adapts, and
// for the other errors that [Observer] describes. With a nil logger it writes none. The
// record has the tool's name and the developer's view of the error (see
// [toolerr.ToolRuntimeError.LogValue]): kind, class, wait, status, effect, request id, the
// developer message and the types of the causes, with credentials redacted. The logger gets
// the context of the call, for handlers that read a trace from it.
//
// If an error passes several chains with a logger, only the innermost one writes a record.
// Adapt marks the error for this. The levels are:
//
//   - Debug: the call was canceled;
//   - Info: the model has to change the call: invalid input, context required, an error
//     with a hint, and a service that refuses the call as invalid or does not have what was
//     asked for;
//   - Warn: a rate limit, a refused access, a timeout of the tool, and a reason that the
//     tool states with toolerr.Errorf;
//   - Error: everything else.
//
// A panic in an adapter has a record of its own, with level Error. If errors of HTTP
// clients lack information that httpadapter.Transport would have recorded, a single record
// with level Info says what is missing: the transport, or the context. Another one, for the
// first error of which neither the effect nor the method is known, says how to declare the
// tool. With the first error, a record with level Warn reports a name given to a method of
// the registry that seems to be misspelt.
func (r Registry) WithLogger(l *slog.Logger) Registry {
	if r.journal = nil; l != nil {
		r.journal = &journal.Journal{Logger: l}
	}
	return r
}

// WithCooldown returns a copy whose tools share the waits that services ask for. With a nil
// c they share none. It does not apply to the chain with the name "".
//
// [Wrap], [Do], [Serve], the middlewares of MCP servers and the agent loop check the
// cooldown before they run a tool. A host that runs tools itself calls [Chain.Admit].
func (r Registry) WithCooldown(c *Cooldown) Registry {
	if r.cooldown = nil; c != nil {
		r.cooldown = c.hold
	}
	return r
}

// WithDisclosure returns a copy with the disclosure d for the given tools, or for all tools
// if none is given.
func (r Registry) WithDisclosure(d Disclosure, tools ...string) Registry {
	if len(tools) == 0 {
		r.disclosure = d
		return r
	}
	if r.disclosures = maps.Clone(r.disclosures); r.disclosures == nil {
		r.disclosures = map[string]Disclosure{}
	}
	for _, tool := range tools {
		r.disclosures[tool] = d
	}
	r.named = sorted(slices.Concat(r.named, tools))
	return r
}

// WithRepeatable returns a copy in which the given tools are declared: they have no side
// effects, or two calls have the same effect as one. After a failure of which the effect is
// not known, a model reads "can_retry": true only for such a tool, or if the failed request
// had a safe method. The agent loop takes the declaration from the tool itself, and the
// middlewares of MCP servers also take the tool's annotations.
func (r Registry) WithRepeatable(tools ...string) Registry {
	if r.repeatable = maps.Clone(r.repeatable); r.repeatable == nil {
		r.repeatable = map[string]bool{}
	}
	for _, tool := range tools {
		r.repeatable[tool] = true
	}
	r.named = sorted(slices.Concat(r.named, tools))
	return r
}

// WithCredentials returns a copy that states whose credentials the given tools use, or all
// tools if none is given, and what their callers have to grant. It is in the report of a
// refused access. The middlewares of MCP servers ask a client to sign in only if the
// credentials are the caller's, and offer it only these scopes and this URL.
func (r Registry) WithCredentials(c toolerr.Credentials, tools ...string) Registry {
	if r.credentials = maps.Clone(r.credentials); r.credentials == nil {
		r.credentials = map[string]*toolerr.Credentials{}
	}
	if len(tools) == 0 {
		r.credentials[""] = &c
	}
	for _, tool := range tools {
		r.credentials[tool] = &c
	}
	r.named = sorted(slices.Concat(r.named, tools))
	return r
}

// Observer returns the observer that [Registry.WithObserver] set; nil if there is none. A
// program that sets an observer of its own can call the earlier one.
func (r Registry) Observer() Observer { return r.observer }

// sorted returns names in order, each once. It changes them.
func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// For returns the chain of a tool: the tool's own adapters first, then the defaults. For a
// tool without adapters of its own, it returns the defaults. The chain is that of this
// registry: it has nothing of the copies that methods of r return later.
func (r Registry) For(tool string) Chain {
	adapters, ok := r.tools[tool]
	if !ok {
		adapters = r.defaults
	}
	disclosure, ok := r.disclosures[tool]
	if !ok {
		disclosure = r.disclosure
	}
	c := Chain{index: adapters, tool: tool, observer: r.observer, journal: r.journal, disclosure: disclosure}
	c.credentials = cmp.Or(r.credentials[tool], r.credentials[""])
	if r.repeatable[tool] {
		c = c.WithRepeatable(nil)
	}
	if tool != "" && r.cooldown != nil {
		c.hold = r.cooldown(adapters, tool, r.journal)
	}
	if len(r.named) > 0 && r.journal.Ask(tool) {
		c.named = r.named
	}
	return c
}
