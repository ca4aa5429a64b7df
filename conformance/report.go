package conformance

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/conformance/disclosed"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A Verdict is the outcome of one check.
type Verdict string

const (
	// Passed: the answer is right.
	Passed Verdict = "passed"
	// Accepted: the answer is another one that the fault accepts, and Reason is why.
	Accepted Verdict = "accepted"
	// Silent: the client is known to return no error for this fault, and returned none.
	// Reason is what it did instead.
	Silent Verdict = "silent"
	// Skipped: the check did not run, and Reason is why.
	Skipped Verdict = "skipped"
	// Failed: the answer is wrong, and the findings are why.
	Failed Verdict = "failed"
)

// A Finding is a failed check. It is an error, for errors.Join.
type Finding struct {
	// Check names the failed check: "law/wrapped", "case/throttled", "fault/429-delta".
	Check string `json:"check"`
	// On names the error for which a law failed.
	On string `json:"on,omitempty"`
	// Promised is the expected result.
	Promised string `json:"promised"`
	// Came is the actual result.
	Came string `json:"came"`
	// Look is a hint where to look.
	Look string `json:"look,omitempty"`
}

// Error returns the finding as a text.
func (f Finding) Error() string { return f.String() }

// String returns the finding as a text of three lines: the expected result, the actual one,
// and where to look.
func (f Finding) String() string {
	var b strings.Builder
	b.WriteString(f.where())
	for _, line := range [...]struct{ label, text string }{{"promised: ", f.Promised}, {"came:     ", f.Came}, {"look at:  ", f.Look}} {
		if line.text != "" {
			b.WriteString("\n\t" + line.label + strings.ReplaceAll(line.text, "\n", "\n\t          "))
		}
	}
	return b.String()
}

// where returns the check and the error for which it failed.
func (f Finding) where() string {
	if f.On == "" {
		return f.Check
	}
	return f.Check + " on " + f.On
}

// A Result is the result of one check. For faults and cases, it also has the error and the
// answer.
type Result struct {
	// Name is "fault/…", "case/…" or "law/…".
	Name string `json:"name"`
	// Outcome is the verdict.
	Outcome Verdict `json:"outcome"`
	// Reason is why the check was skipped, silent or accepted.
	Reason string `json:"reason,omitempty"`
	// Findings are the failures.
	Findings []Finding `json:"findings,omitempty"`
	// Raw is the text of the client's error, which a model would read without an adapter.
	Raw string `json:"raw,omitempty"`
	// RawLeaks are the canaries in Raw.
	RawLeaks []string `json:"raw_leaks,omitempty"`
	// Answer is the developer's view of the adapter's answer.
	Answer *toolerr.Report `json:"answer,omitempty"`
	// Payload is the agent's view of the answer.
	Payload *toolerr.Payload `json:"payload,omitempty"`
	// Disclosed describes what the service refused; nil if it refused nothing, or if the
	// client drops the refusal.
	Disclosed *disclosed.Refusal `json:"disclosed,omitempty"`
}

// A SuiteReport has the results of a suite.
type SuiteReport struct {
	// Adapter is the slug of the adapter.
	Adapter string `json:"adapter"`
	// Client is the name of the client.
	Client string `json:"client,omitempty"`
	// Rows are the faults of the results in Faults, in the same order.
	Rows []faults.Fault `json:"-"`
	// Faults, Cases and Laws are the results.
	Faults []Result `json:"faults,omitempty"`
	Cases  []Result `json:"cases,omitempty"`
	Laws   []Result `json:"laws,omitempty"`
}

// Findings returns all failures.
func (r SuiteReport) Findings() []Finding {
	var all []Finding
	for _, res := range slices.Concat(r.Faults, r.Cases, r.Laws) {
		all = append(all, res.Findings...)
	}
	return all
}

// Count returns how many results have the given verdict.
func (r SuiteReport) Count(o Verdict) int {
	n := 0
	for _, res := range slices.Concat(r.Faults, r.Cases, r.Laws) {
		if res.Outcome == o {
			n++
		}
	}
	return n
}
