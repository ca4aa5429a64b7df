package scene

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// An Outcome is what became of one call. Its JSON form is what
// `errand demo --json` prints, and stable.
type Outcome struct {
	Name       string `json:"name"`
	Title      string `json:"title"`
	Happens    string `json:"happens"`
	Tool       string `json:"tool"`
	Method     string `json:"method,omitempty"`
	Idempotent bool   `json:"idempotent"`
	// RawError is the text of what the tool returned or panicked with: what a
	// host without errand passes on. It is redacted by nobody.
	RawError string `json:"raw_error"`
	// RawShows is what of the planted words is in it.
	RawShows Showing `json:"raw_error_shows"`
	// Payload is what the model gets.
	Payload json.RawMessage `json:"payload"`
	// PayloadShows is what of the planted words an agent's view of the error
	// has: nothing, or the check fails.
	PayloadShows Showing `json:"payload_shows"`
	// Report is what the program and its developers get.
	Report toolerr.Report `json:"report"`
	// ReportShows has credentials in the report: none, or the check fails.
	ReportShows []string `json:"report_shows"`
	// Decision is what follows.
	Decision verdict.Decision `json:"decision"`
	// Differs says how the answer is not the one that is right for the fault:
	// nothing, or the check fails.
	Differs []string `json:"differs"`
	// Panicked: the tool did, and was contained.
	Panicked bool `json:"panicked,omitempty"`
	// TookMS is how long the call took.
	TookMS int64 `json:"took_ms"`
}

// OK reports whether the call passed the demo's check.
func (o Outcome) OK() bool {
	return o.PayloadShows.None() && len(o.ReportShows) == 0 && len(o.Differs) == 0
}

// newOutcome looks at the error of a call.
func newOutcome(s Scene, raw rawError, err error, took time.Duration) Outcome {
	o := Outcome{
		Name: s.Name, Title: s.Title, Happens: s.Happens,
		Tool: s.Tool.Name, Method: s.Tool.Method, Idempotent: s.Tool.Idempotent,
		RawError: raw.text, RawShows: Shows(raw.text), Panicked: raw.panicked, TookMS: took.Milliseconds(),
		ReportShows: []string{}, Differs: []string{},
	}
	te, ok := toolerr.Find(err)
	if !ok {
		o.Payload, _ = toolerr.Result(nil, err).MarshalJSON()
		o.Differs = append(o.Differs, "the call did not fail")
		return o
	}
	o.Payload, _ = te.Payload().MarshalJSON()
	o.Report = te.Report()
	o.Decision = verdict.Decide(te, s.Tool.Idempotent)
	o.PayloadShows = Shows(agentViews(te))
	report, _ := json.Marshal(o.Report)
	o.ReportShows = append(o.ReportShows, Shows(string(report)).Credentials...)
	if _, accepted := s.Want.Accepts(te); !accepted {
		o.Differs = append(o.Differs, s.Want.Diff(te)...)
	}
	return o
}

// agentViews is every way in which an error becomes text by itself.
func agentViews(te *toolerr.ToolRuntimeError) string {
	object, err := json.Marshal(te)
	if err != nil {
		object = []byte(err.Error())
	}
	return fmt.Sprintf("%s\n%s\n%s\n%v\n%+v\n%#v\n%q", te.Payload(), te.Error(), object, te, te, te, te)
}

// A Summary is what the outcomes have in common, counted.
type Summary struct {
	Calls int `json:"calls"`
	// RawLeaks is how many raw errors show a planted word; RawCredentials and
	// RawTexts are how many words they show in all.
	RawLeaks       int `json:"raw_errors_that_leak"`
	RawCredentials int `json:"credentials_in_raw_errors"`
	RawTexts       int `json:"texts_in_raw_errors"`
	// Leaks is how many planted words the agent's views of the errors and the
	// reports show; LeakedCredentials is how many of them are credentials.
	Leaks             int `json:"leaks"`
	LeakedCredentials int `json:"leaked_credentials"`
	// Pointless is how many calls fail the same way when they are repeated.
	Pointless int `json:"pointless_repeats_avoided"`
	// Dangerous is how many could be done twice by a repeat.
	Dangerous int `json:"dangerous_repeats_avoided"`
	// Safe is how many are safe to repeat, and Waits how many of them with a
	// wait that the service named.
	Safe  int `json:"safe_repeats"`
	Waits int `json:"waits_named"`
	// Panics is how many panics were contained.
	Panics int `json:"panics_contained"`
	// Failed is how many calls did not pass the check.
	Failed int `json:"failed"`
	// TookMS is how long everything took.
	TookMS int64 `json:"took_ms"`
}

// Summarize counts.
func Summarize(outcomes []Outcome, took time.Duration) Summary {
	s := Summary{Calls: len(outcomes), TookMS: took.Milliseconds()}
	for _, o := range outcomes {
		if !o.RawShows.None() {
			s.RawLeaks++
		}
		s.RawCredentials += len(o.RawShows.Credentials)
		s.RawTexts += len(o.RawShows.Texts)
		s.Leaks += len(o.PayloadShows.Words()) + len(o.ReportShows)
		s.LeakedCredentials += len(o.PayloadShows.Credentials) + len(o.ReportShows)
		switch d := o.Decision; {
		case !d.CanRetry:
			s.Pointless++
		case !d.SafeToRepeat:
			s.Dangerous++
		default:
			s.Safe++
			if d.WaitMS != nil {
				s.Waits++
			}
		}
		if o.Panicked {
			s.Panics++
		}
		if !o.OK() {
			s.Failed++
		}
	}
	return s
}
