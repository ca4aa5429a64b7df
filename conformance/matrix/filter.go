package matrix

import (
	"fmt"
	"maps"
	"slices"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/choice"
)

// selected returns the suites with faults that match, each limited to these.
func (j Job) selected() ([]conformance.Suite, error) {
	var clients, names []string
	for _, s := range j.Suites {
		if slices.Contains(clients, s.Client) {
			return nil, fmt.Errorf("two suites have a client called %q", s.Client)
		}
		clients, names = append(clients, s.Client), append(names, faultsOf(s)...)
	}
	slices.Sort(names) // most are those of several suites
	var err error
	names, err = choice.Of("fault", j.Fault, slices.Compact(names))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	var kept []conformance.Suite
	for _, s := range j.Suites {
		if s, ok := j.limited(s, names); ok {
			kept = append(kept, s)
		}
	}
	if len(kept) == 0 {
		return nil, fmt.Errorf("%w: no client has such a fault", ErrUsage)
	}
	return kept, nil
}

// limited returns the suite with the faults of these names, and whether there are any.
func (j Job) limited(s conformance.Suite, names []string) (conformance.Suite, bool) {
	if j.Fault == "" {
		return s, true
	}
	only := s.Only
	s.Only = func(fault string) bool {
		return (only == nil || only(fault)) && slices.Contains(names, fault)
	}
	skip := map[string]string{"law/rows": "only some of the faults were run"}
	maps.Copy(skip, s.Skip)
	s.Skip = skip
	return s, slices.ContainsFunc(faultsOf(s), s.Only)
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
