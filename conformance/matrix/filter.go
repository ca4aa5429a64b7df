package matrix

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/nearest"
)

// selected returns the suites that match the filters, each limited to the faults that
// match.
func (j Job) selected() ([]conformance.Suite, error) {
	var clients, names []string
	for _, s := range j.Suites {
		if slices.Contains(clients, s.Client) {
			return nil, fmt.Errorf("two suites have a client called %q", s.Client)
		}
		clients, names = append(clients, s.Client), append(names, faultsOf(s)...)
	}
	if err := understood("client", j.Client, clients, isClient); err != nil {
		return nil, err
	}
	if err := understood("fault", j.Fault, names, like); err != nil {
		return nil, err
	}
	var kept []conformance.Suite
	for _, s := range j.Suites {
		if !listed(j.Client, s.Client, isClient) {
			continue
		}
		if s, ok := j.limited(s); ok {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("%w: the filters leave nothing together: no client that they name has such a fault", ErrUsage)
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
		return (only == nil || only(fault)) && listed(j.Fault, fault, like)
	}
	skip := map[string]string{"law/rows": "only some of the faults were run"}
	maps.Copy(skip, s.Skip)
	s.Skip = skip
	return s, slices.ContainsFunc(faultsOf(s), s.Only)
}

// understood returns an error for a pattern of a filter that matches none of the names,
// with the most similar ones, or with all if they are few.
func understood(sort, list string, names []string, fits func(pattern, name string) bool) error {
	const few = 40
	for _, p := range patterns(list) {
		if slices.ContainsFunc(names, func(name string) bool { return fits(p, name) }) {
			continue
		}
		offer := ""
		if near := nearest.Names(p, names, 3); len(near) > 0 {
			offer = "; did you mean " + strings.Join(near, ", ") + "?"
		} else if len(names) <= few {
			offer = "; there are " + strings.Join(names, ", ")
		}
		return fmt.Errorf("%w: no %s is called %q%s", ErrUsage, sort, p, offer)
	}
	return nil
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

// patterns returns the parts of a list with commas. An empty list has none.
func patterns(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// listed reports whether a pattern of the list fits the name, or the list is empty.
func listed(list, name string, fits func(pattern, name string) bool) bool {
	all := patterns(list)
	return len(all) == 0 || slices.ContainsFunc(all, func(p string) bool { return fits(p, name) })
}

// isClient reports whether a pattern matches a client, or its name up to a slash.
func isClient(pattern, client string) bool {
	return like(pattern, client) || strings.HasPrefix(client, pattern+"/")
}

// like reports whether name matches the pattern, in which * stands for any characters,
// including slashes.
func like(pattern, name string) bool {
	quoted := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
	return regexp.MustCompile("^" + quoted + "$").MatchString(name)
}
