package matrix

import (
	"fmt"
	"slices"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// A Total has the totals of a matrix: the answers to faults and in cases, by outcome, and
// separately the laws.
type Total struct {
	Passed   int
	Accepted int
	Silent   int
	Skipped  int
	Failed   int
	// Laws is how many laws were checked, summed over the clients. LawsBroken is how many
	// of these checks failed.
	Laws       int
	LawsBroken int
	// RawLeaks is how many raw error texts contain a canary other than the URL's path.
	// RawPaths is how many contain only the path.
	RawLeaks int
	RawPaths int
	// PayloadLeaks is how many payloads contain a canary of the fault server.
	PayloadLeaks int
}

// Checks returns how many answers were checked.
func (t Total) Checks() int { return t.Passed + t.Accepted + t.Failed }

// Wrong returns the number of wrong answers and broken laws.
func (t Total) Wrong() int { return t.Failed + t.LawsBroken }

// LawsKept returns how many checks of laws passed.
func (t Total) LawsKept() int { return t.Laws - t.LawsBroken }

func total(results []conformance.Result) (t Total) {
	payloads := map[string]int{}
	for _, r := range results {
		switch r.Outcome {
		case conformance.Passed:
			t.Passed++
		case conformance.Accepted:
			t.Accepted++
		case conformance.Silent:
			t.Silent++
		case conformance.Skipped:
			t.Skipped++
		case conformance.Failed:
			t.Failed++
		}
		switch {
		case len(r.RawLeaks) == 0:
		case slices.ContainsFunc(r.RawLeaks, func(leak string) bool { return leak != faults.CanaryPath }):
			t.RawLeaks++
		default:
			t.RawPaths++
		}
		if r.Payload != nil {
			payloads[r.Payload.String()]++
		}
	}
	for payload, times := range payloads {
		if faults.Planted().Find(payload) != nil {
			t.PayloadLeaks += times
		}
	}
	return t
}

// Total returns the totals over every fault, case and law of every report.
func (m Matrix) Total() Total {
	var answers, laws []conformance.Result
	for _, r := range m.Reports {
		answers = append(append(answers, r.Faults...), r.Cases...)
		laws = append(laws, r.Laws...)
	}
	t, of := total(answers), total(laws)
	t.Laws, t.LawsBroken = of.Checks(), of.Failed
	t.PayloadLeaks += of.PayloadLeaks
	return t
}

func results(r conformance.SuiteReport) []conformance.Result {
	return slices.Concat(r.Faults, r.Cases, r.Laws)
}

// short returns the total of a client on one line.
func (t Total) short() string {
	s := fmt.Sprintf("%4d right %3d accepted, %4d raw errors leak", t.Passed, t.Accepted, t.RawLeaks+t.RawPaths)
	if t.PayloadLeaks > 0 {
		s += fmt.Sprintf(" %3d PAYLOADS LEAK", t.PayloadLeaks)
	}
	if t.Wrong() > 0 {
		s += fmt.Sprintf(" %3d WRONG", t.Wrong())
	}
	return s
}

// lines returns the total with a line for each count.
func (t Total) lines() string {
	return fmt.Sprintf("answers: %d right, %d accepted, %d wrong\n"+
		"no answer to check: %d (client returned no error), %d (not applicable)\n"+
		"laws: %d of %d kept\n"+
		"raw errors leaking secrets or content: %d (%d more leak only the URL path)\n"+
		"payloads leaking: %d",
		t.Passed, t.Accepted, t.Failed, t.Silent, t.Skipped, t.LawsKept(), t.Laws, t.RawLeaks, t.RawPaths, t.PayloadLeaks)
}
