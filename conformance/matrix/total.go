package matrix

import (
	"fmt"
	"slices"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// A Total is what a matrix adds up to.
type Total struct {
	Passed   int `json:"passed"`
	Accepted int `json:"accepted"`
	Silent   int `json:"silent"`
	Skipped  int `json:"skipped"`
	Failed   int `json:"failed"`
	// RawLeaks is how many raw error texts show a canary.
	RawLeaks int `json:"raw_leaks"`
	// PayloadLeaks is how many payloads show one that the fault server plants.
	PayloadLeaks int `json:"payload_leaks"`
}

// Checks is how many checks were made.
func (t Total) Checks() int { return t.Passed + t.Accepted + t.Failed }

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
		if len(r.RawLeaks) > 0 {
			t.RawLeaks++
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

// Total adds up every fault, case and law of every report.
func (m Matrix) Total() Total {
	var all []conformance.Result
	for _, r := range m.Reports {
		all = append(all, results(r)...)
	}
	return total(all)
}

func results(r conformance.Report) []conformance.Result {
	return slices.Concat(r.Faults, r.Cases, r.Laws)
}

// short is what a client adds up to.
func (t Total) short() string {
	s := fmt.Sprintf("%4d right %3d accepted %4d raw leaks", t.Passed, t.Accepted, t.RawLeaks)
	if t.PayloadLeaks > 0 {
		s += fmt.Sprintf(" %3d PAYLOADS LEAK", t.PayloadLeaks)
	}
	if t.Failed > 0 {
		s += fmt.Sprintf(" %3d WRONG", t.Failed)
	}
	return s
}

func (t Total) sentence() string {
	return fmt.Sprintf("%d right, %d accepted, %d wrong, %d no error, %d not for it; leaks: %d of the raw texts, %d of the payloads",
		t.Passed, t.Accepted, t.Failed, t.Silent, t.Skipped, t.RawLeaks, t.PayloadLeaks)
}
