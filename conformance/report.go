package conformance

import (
	"fmt"
	"strings"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Verdict is how one check ended.
type Verdict string

const (
	// Passed: the answer is the one wanted.
	Passed Verdict = "passed"
	// Accepted: the answer is another one that the fault accepts, and Reason
	// says why.
	Accepted Verdict = "accepted"
	// Silent: the client returned no error, as it is known to; no adapter was
	// asked. Reason is what it did instead.
	Silent Verdict = "silent"
	// Skipped: the check did not run, and Reason is why.
	Skipped Verdict = "skipped"
	// Failed: see the findings.
	Failed Verdict = "failed"
)

// A Finding is a promise that was not kept. It is an error, for errors.Join.
type Finding struct {
	// Check names what found it: "law/wrapped", "case/throttled", "fault/429-delta".
	Check string `json:"check"`
	// On names the error it was found on, for laws.
	On string `json:"on,omitempty"`
	// Promised is what should be.
	Promised string `json:"promised"`
	// Came is what was.
	Came string `json:"came"`
	// Look is where to look.
	Look string `json:"look,omitempty"`
}

// Error returns the finding in words.
func (f Finding) Error() string { return f.String() }

// String returns the finding in words: what was promised, what came, where to
// look.
func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(f.Check)
	if f.On != "" {
		fmt.Fprintf(&b, " on %s", f.On)
	}
	for _, line := range [...]struct{ label, text string }{{"promised: ", f.Promised}, {"came:     ", f.Came}, {"look at:  ", f.Look}} {
		if line.text != "" {
			b.WriteString("\n\t" + line.label + strings.ReplaceAll(line.text, "\n", "\n\t          "))
		}
	}
	return b.String()
}

// A Result is how one check ended, and, for faults and cases, what was seen.
type Result struct {
	// Name is "fault/…", "case/…" or "law/…".
	Name string `json:"name"`
	// Outcome is how it ended.
	Outcome Verdict `json:"outcome"`
	// Reason is why it was skipped, silent or accepted.
	Reason string `json:"reason,omitempty"`
	// Findings are the promises not kept.
	Findings []Finding `json:"findings,omitempty"`
	// Raw is the text of the client's error: what a model would have been told
	// without an adapter.
	Raw string `json:"raw,omitempty"`
	// RawLeaks are the canaries in Raw.
	RawLeaks []string `json:"raw_leaks,omitempty"`
	// Answer is what the developer sees.
	Answer *toolerr.Report `json:"answer,omitempty"`
	// Payload is what the agent is told.
	Payload *toolerr.Payload `json:"payload,omitempty"`
	// Disclosed describes what the service refused; nil if it refused nothing, or if
	// the client drops it.
	Disclosed *Disclosed `json:"disclosed,omitempty"`
}

// A SuiteReport holds the results of a suite.
type SuiteReport struct {
	// Adapter is the slug of the adapter.
	Adapter string `json:"adapter"`
	// Client is the name of the client.
	Client string `json:"client,omitempty"`
	// Rows are the faults that Faults is about, in the same order.
	Rows []faults.Fault `json:"-"`
	// Faults, Cases and Laws are the results.
	Faults []Result `json:"faults,omitempty"`
	Cases  []Result `json:"cases,omitempty"`
	Laws   []Result `json:"laws,omitempty"`
}

// Findings returns the promises not kept.
func (r SuiteReport) Findings() []Finding {
	var all []Finding
	for _, results := range [][]Result{r.Faults, r.Cases, r.Laws} {
		for _, res := range results {
			all = append(all, res.Findings...)
		}
	}
	return all
}

// Count returns how many results ended as o.
func (r SuiteReport) Count(o Verdict) int {
	n := 0
	for _, results := range [][]Result{r.Faults, r.Cases, r.Laws} {
		for _, res := range results {
			if res.Outcome == o {
				n++
			}
		}
	}
	return n
}
