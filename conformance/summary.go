package conformance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// One mistake can fail hundreds of checks: only some causes, and some findings of each, are
// shown in full.
const (
	shownCauses  = 8
	shownOfCause = 4
)

// Err returns the failures as one error, or nil. The first line of its text has the most
// likely cause, and what to do; a line for each further cause and the first findings of
// each follow. errors.As finds the first [Finding].
func (r SuiteReport) Err() error {
	if f := r.failure(); len(f.all) > 0 {
		return f
	}
	return nil
}

// A failure has all findings of a suite.
type failure struct {
	all    []Finding
	failed string
}

func (r SuiteReport) failure() failure {
	return failure{r.Findings(), fmt.Sprintf("%d of %d checks failed", r.Count(Failed), len(r.Faults)+len(r.Cases)+len(r.Laws))}
}

func (f failure) Unwrap() []error {
	all := make([]error, len(f.all))
	for i := range f.all {
		all[i] = f.all[i]
	}
	return all
}

func (f failure) Error() string {
	lines := f.summary()
	for _, finding := range f.shown() {
		lines = append(lines, finding.String())
	}
	return strings.Join(lines, "\n")
}

// summary returns a line for each of the first causes.
func (f failure) summary() (lines []string) {
	before := "conformance: " + f.failed + ":"
	groups := causes(f.all)
	for _, alike := range groups[:min(len(groups), shownCauses)] {
		lines = append(lines, fmt.Sprintf("%s %d× %s", before, len(alike), alike[0].line()))
		before = "\tand"
	}
	if more := len(groups) - shownCauses; more > 0 {
		lines = append(lines, fmt.Sprintf("\tand %d other causes", more))
	}
	return lines
}

// shown returns the findings that are shown in full.
func (f failure) shown() (all []Finding) {
	groups := causes(f.all)
	for _, alike := range groups[:min(len(groups), shownCauses)] {
		all = append(all, alike[:min(len(alike), shownOfCause)]...)
	}
	return all
}

// abridge leaves in results only the findings that are shown in full.
func (f failure) abridge(results map[string]Result) {
	for _, finding := range f.all {
		res := results[finding.Check]
		res.Findings = nil
		results[finding.Check] = res
	}
	for _, finding := range f.shown() {
		res := results[finding.Check]
		res.Findings = append(res.Findings, finding)
		results[finding.Check] = res
	}
}

// causes groups findings by where to look. A wrong path of a spec is first, because it can
// fail many checks, and then the largest group.
func causes(all []Finding) (groups [][]Finding) {
	for _, f := range all {
		i := slices.IndexFunc(groups, func(g []Finding) bool { return firstLine(g[0].Look) == firstLine(f.Look) })
		if i < 0 {
			i, groups = len(groups), append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	weight := func(alike []Finding) int {
		if alike[0].Check == "law/paths" {
			return len(all) + 1
		}
		return len(alike)
	}
	slices.SortStableFunc(groups, func(a, b []Finding) int { return cmp.Compare(weight(b), weight(a)) })
	return groups
}

// line returns the finding on one line: what came, and what to do.
func (f Finding) line() string {
	return f.where() + ": " + firstLine(f.Came) + "; look at: " + firstLine(f.Look)
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
