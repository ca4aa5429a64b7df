package matrix

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// selected returns the suites that match the filters, each limited to the faults that
// match.
func (j Job) selected() ([]conformance.Suite, error) {
	if err := j.understood(); err != nil {
		return nil, err
	}
	var kept []conformance.Suite
	for _, s := range j.Suites {
		if !listed(j.Adapter, func(p string) bool { return isAdapter(p, slug(s)) }) {
			continue
		}
		if !listed(j.Client, func(p string) bool { return isClient(p, s.Client) }) {
			continue
		}
		if s, ok := j.limited(s); ok {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("%w: the filters leave nothing together: no client that they name has such an adapter and such a fault", ErrUsage)
	}
	return kept, nil
}

// limited returns the suite with the faults that match the filter, and whether there are
// any.
func (j Job) limited(s conformance.Suite) (conformance.Suite, bool) {
	if j.Fault == "" {
		return s, true
	}
	only := s.Only
	s.Only = func(fault string) bool {
		return (only == nil || only(fault)) && listed(j.Fault, func(p string) bool { return like(p, fault) })
	}
	skip := map[string]string{"law/rows": "only some of the faults were run"}
	maps.Copy(skip, s.Skip)
	s.Skip = skip
	return s, slices.ContainsFunc(faultsOf(s), s.Only)
}

// understood returns an error for a pattern of a filter that matches nothing, with the
// existing names, and for two columns with the same name.
func (j Job) understood() error {
	var adapters, clients, names []string
	for _, s := range j.Suites {
		if slices.Contains(clients, s.Client) {
			return fmt.Errorf("two suites have a client called %q", s.Client)
		}
		adapters, clients, names = append(adapters, slug(s)), append(clients, s.Client), append(names, faultsOf(s)...)
	}
	slices.Sort(adapters)
	for _, filter := range [...]struct {
		sort, patterns string
		fits           func(pattern, name string) bool
		names          []string
	}{
		{"adapter", j.Adapter, isAdapter, slices.Compact(adapters)},
		{"client", j.Client, isClient, clients},
		{"fault", j.Fault, like, names},
	} {
		for p := range patterns(filter.patterns) {
			if !slices.ContainsFunc(filter.names, func(name string) bool { return filter.fits(p, name) }) {
				is := "is called"
				if strings.Contains(p, "*") {
					is = "fits"
				}
				return fmt.Errorf("%w: no %s %s %q; %s", ErrUsage, filter.sort, is, p, offer(p, filter.sort, filter.names))
			}
		}
	}
	return nil
}

// offer suggests existing names: the nearest, or all, or their beginnings.
func offer(name, sort string, names []string) string {
	const few = 40
	heads := slices.Compact(slices.Sorted(func(yield func(string) bool) {
		for _, n := range names {
			if head, _, _ := strings.Cut(n, "-"); !yield(head + "-*") {
				return
			}
		}
	}))
	near := nearby(name, names)
	if strings.Contains(name, "*") && len(names) > few {
		near = nearby(name, heads)
	}
	switch {
	case len(near) > 0:
		return "did you mean " + strings.Join(near, ", ") + "?"
	case len(names) <= few:
		return "there are " + strings.Join(names, ", ")
	}
	return "the " + sort + "s are " + strings.Join(heads, ", ")
}

// slug returns the slug of a suite's adapter. A suite without an adapter fails when it
// runs.
func slug(s conformance.Suite) string {
	if s.Adapter == nil {
		return ""
	}
	return s.Adapter.Slug()
}

// faultsOf returns the names of a suite's faults, without its own limit.
func faultsOf(s conformance.Suite) []string {
	all := s.Faults
	if all == nil {
		all = faults.All()
	}
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.Name
	}
	return names
}

// isAdapter reports whether a pattern matches a slug, with or without its underscore.
func isAdapter(pattern, slug string) bool { return like(pattern, slug) || like("_"+pattern, slug) }

// isClient reports whether a pattern matches a client, or its name up to a slash.
func isClient(pattern, client string) bool {
	return like(pattern, client) || strings.HasPrefix(client, pattern+"/")
}

// patterns yields the parts of a list with commas. An empty list has none.
func patterns(list string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for p := range strings.SplitSeq(list, ",") {
			if p = strings.TrimSpace(p); p != "" && !yield(p) {
				return
			}
		}
	}
}

// listed reports whether fits accepts one of the patterns of a list, or the list is empty.
func listed(list string, fits func(pattern string) bool) bool {
	none := true
	for p := range patterns(list) {
		if fits(p) {
			return true
		}
		none = false
	}
	return none
}

// like reports whether name matches the pattern, in which * stands for any characters,
// including slashes.
func like(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	rest, ok := strings.CutPrefix(name, parts[0])
	if !ok {
		return false
	}
	last := parts[len(parts)-1]
	for _, p := range parts[1 : len(parts)-1] {
		if _, rest, ok = strings.Cut(rest, p); !ok {
			return false
		}
	}
	return strings.HasSuffix(rest, last)
}
