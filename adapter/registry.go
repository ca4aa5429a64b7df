package adapter

import (
	"maps"
	"reflect"
	"slices"

	"github.com/errand-go/errand/toolerr"
)

// A Registry has the adapters of every tool. It is a value: its methods return changed
// copies. The chains of a registry without defaults, such as the zero one, also ask the
// adapters that the zero [Chain] asks.
type Registry struct {
	defaults roster
	own      map[string][]entry // the adapters of With, by tool
	tools    map[string]roster  // those merged with the defaults
	observer Observer
	journal  *journal
	cooldown *Cooldown

	disclosure  Disclosure
	disclosures map[string]Disclosure // by tool, if it differs
	named       []string              // the tools of own and disclosures, sorted
}

// NewRegistry returns a registry with default adapters, which serve every tool. It panics
// as [NewChain] does.
func NewRegistry(defaults ...Adapter) Registry {
	return Registry{defaults: distinct(entries(defaults))}
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
		r.own, r.tools = map[string][]entry{}, map[string]roster{}
	}
	r.own[tool] = own
	r.named = sorted(slices.Concat(r.named, []string{tool}))
	r.tools[tool] = distinct(slices.Concat(own, r.defaults.entries))
	return r
}

// WithDefaults returns a copy with other default adapters. It panics as [NewChain] does.
func (r Registry) WithDefaults(defaults ...Adapter) Registry {
	r.defaults = distinct(entries(defaults))
	r.tools = maps.Clone(r.tools)
	for tool, own := range r.own {
		r.tools[tool] = distinct(slices.Concat(own, r.defaults.entries))
	}
	return r
}

// WithObserver returns a copy that calls o for every error that it adapts.
func (r Registry) WithObserver(o Observer) Registry {
	r.observer = o
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

// Observer returns the observer that [Registry.WithObserver] set; nil if there is none. A
// program that sets an observer of its own can call the earlier one.
func (r Registry) Observer() Observer { return r.observer }

// Tools returns the names that [Registry.With] and [Registry.WithDisclosure] got, sorted.
func (r Registry) Tools() []string { return slices.Clone(r.named) }

// sorted returns names in order, each once. It changes them.
func sorted(names []string) []string {
	slices.Sort(names)
	return slices.Compact(names)
}

// For returns the chain of a tool: the tool's own adapters first, then the defaults. For a
// tool without adapters of its own, it returns the defaults.
func (r Registry) For(tool string) Chain {
	adapters, ok := r.tools[tool]
	if !ok {
		adapters = r.defaults
	}
	disclosure, ok := r.disclosures[tool]
	if !ok {
		disclosure = r.disclosure
	}
	c := Chain{roster: adapters, based: len(r.defaults.entries) == 0, tool: tool, observer: r.observer, journal: r.journal, disclosure: disclosure}
	if tool != "" {
		c.cooldown = r.cooldown
	}
	if r.journal != nil && len(r.named) > 0 && !r.journal.compared.Load() {
		c.named = r.named
		r.journal.asked.Store(tool, nil)
	}
	return c
}

// mustSlug returns the adapter's slug. It panics if there is none to use: that is a
// programming error, found at start-up.
func mustSlug(a Adapter) string {
	if a == nil {
		panic("adapter: a nil Adapter was registered")
	}
	if v := reflect.ValueOf(a); v.Kind() == reflect.Pointer && v.IsNil() {
		panic("adapter: a nil " + v.Type().String() + " was registered")
	}
	slug := a.Slug()
	if !identifier(slug) {
		panic("adapter: " + reflect.TypeOf(a).String() + " has no usable slug")
	}
	return slug
}

// identifier reports whether [toolerr.Ident] returns s unchanged.
func identifier(s string) bool {
	withheld := toolerr.Ident("").String()
	return s != withheld && toolerr.Ident(s).String() == s
}
