package refusals

import (
	"fmt"
	"strings"
)

// Figures sum up verdicts.
type Figures struct {
	Views    int
	Cases    int // cases with facts
	Fixable  int // of them, those whose facts a model reads
	Clean    int // of these, those whose view leaks and blames nothing
	Facts    int
	Met      int
	Leaks    int
	Leaked   map[string]int // leaks by class
	Bytes    int            // of the views
	Paths    int            // paths that the views name
	Blamed   int            // arguments that a view names and no fact is about
	Misled   int            // rules that a view tells and no fact is about
	Failures []Failure
}

// A Failure is a case whose view is not both fixable and clean.
type Failure struct {
	Case    Case
	View    View
	Verdict Verdict
}

// Add judges a view, and adds the verdict.
func (f *Figures) Add(c Case, v View) { f.Count(c, v, Judge(c, v)) }

// Count adds a verdict on a view.
func (f *Figures) Count(c Case, v View, verdict Verdict) {
	f.Met += len(verdict.Met)
	f.Facts += len(verdict.Met) + len(verdict.Missed)
	f.Leaks += len(verdict.Leaked)
	if f.Leaked == nil {
		f.Leaked = map[string]int{}
	}
	for _, leak := range verdict.Leaked {
		f.Leaked[leak.Class]++
	}
	f.Views++
	f.Bytes += len(v.Raw)
	f.Paths += len(v.Paths)
	f.Blamed += len(verdict.Blamed)
	f.Misled += len(verdict.Misstated)
	if len(verdict.Met)+len(verdict.Missed) > 0 {
		f.Cases++
	}
	if verdict.Fixable() {
		f.Fixable++
		if verdict.Clean() {
			f.Clean++
		}
	}
	if len(verdict.Missed) > 0 || !verdict.Clean() {
		f.Failures = append(f.Failures, Failure{c, v, verdict})
	}
}

// Percent returns the share of the cases that are fixable and clean.
func (f Figures) Percent() float64 { return percent(f.Clean, f.Cases) }

// String returns the figures in one line.
func (f Figures) String() string {
	return fmt.Sprintf("fixable and clean %d of %d (%.1f %%), facts %d of %d (%.1f %%), leaks %d, wrong paths %d of %d, wrong rules %d",
		f.Clean, f.Cases, f.Percent(), f.Met, f.Facts, percent(f.Met, f.Facts), f.Leaks, f.Blamed, f.Paths, f.Misled)
}

// String returns what the view lacks and what it must not have, and the view.
func (f Failure) String() string {
	var b strings.Builder
	b.WriteString(f.Case.ID)
	for _, fact := range f.Verdict.Missed {
		fmt.Fprintf(&b, "; misses %s", fact)
	}
	for _, leak := range f.Verdict.Leaked {
		fmt.Fprintf(&b, "; leaks %s %.80q", leak.Class, leak.Text)
	}
	for _, name := range f.Verdict.Blamed {
		fmt.Fprintf(&b, "; blames %s", name)
	}
	for _, rule := range f.Verdict.Misstated {
		fmt.Fprintf(&b, "; tells %s", rule)
	}
	return b.String() + "\n\t" + f.View.Raw
}

func percent(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}
