package conformance

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
)

// One mistake can fail hundreds of checks: only some causes, and some findings of each, are
// shown.
const (
	shownCauses  = 8
	shownOfCause = 4
)

// Err returns the failures as one error, or nil. The first line of its text has the most
// likely cause, and what to do. A line for each further cause and the first findings of
// each follow, which errors.As finds.
func (r SuiteReport) Err() error {
	lines, shown := r.causes()
	if lines == nil {
		return nil
	}
	all := []error{errors.New(strings.Join(lines, "\n"))}
	for _, f := range shown {
		all = append(all, f)
	}
	return errors.Join(all...)
}

// causes returns a line for each cause of the failures, and the findings to show in full.
// Findings with the same place to look at have one cause. A wrong path of a spec is first,
// because it can fail many checks, and then the most frequent cause.
func (r SuiteReport) causes() (lines []string, shown []Finding) {
	alike := map[string][]Finding{}
	for _, f := range r.Findings() {
		alike[firstLine(f.Look)] = append(alike[firstLine(f.Look)], f)
	}
	weight := func(all []Finding) int {
		if all[0].Check == "law/paths" {
			return math.MaxInt
		}
		return len(all)
	}
	before := fmt.Sprintf("conformance: %d of %d checks failed:", r.Count(Failed), len(r.Faults)+len(r.Cases)+len(r.Laws))
	for _, all := range slices.SortedFunc(maps.Values(alike), func(a, b []Finding) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), strings.Compare(a[0].where(), b[0].where()))
	}) {
		if len(lines) == shownCauses {
			break
		}
		f := all[0]
		lines = append(lines, fmt.Sprintf("%s %d× %s: %s; look at: %s", before, len(all), f.where(), firstLine(f.Came), firstLine(f.Look)))
		shown = append(shown, all[:min(len(all), shownOfCause)]...)
		before = "\tand"
	}
	return lines, shown
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
