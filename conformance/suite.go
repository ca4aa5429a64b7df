// Package conformance tests an adapter. It drives the vendor's own client with a server
// that misbehaves on purpose, compares the adapter's answers with the right ones, and
// checks a set of laws.
//
//	conformance.Suite{
//		Adapter:  acmeadapter.Adapter{},
//		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
//		Call: func(ctx context.Context, t conformance.Target) error {
//			_, err := acme.NewClient(t.URL, acme.WithHTTPClient(t.Client)).Get(ctx, "item")
//			return err
//		},
//		Cases: []conformance.Case{{
//			Name: "throttled",
//			Err:  &acme.Error{Code: "slow_down"},
//			Want: conformance.Want{Kind: toolerr.KindUpstreamRateLimit, CanRetry: true, Effect: toolerr.EffectNone},
//		}},
//	}.Run(t)
//
// A failure states the expected answer and why, the actual answer, and where to look.
package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// The types of package faults that a [Suite] uses.
type (
	// Target is a fault that has been set up, with the URL and the client to call it.
	Target = faults.Target
	// Want is the right answer to an error.
	Want = faults.Want
	// Canary is a set of words that must not be found in certain outputs.
	Canary = faults.Canary
)

// DefaultTimeout is the deadline of one call if [Suite].Timeout is 0. The faults have much
// shorter timeouts of their own. This one is for clients that never stop retrying, and long
// enough for a busy machine.
const DefaultTimeout = 10 * time.Second

// A Suite describes how to test an adapter. It is a value and runs nothing until Run,
// Check or Report is called.
type Suite struct {
	// Adapter is the adapter to test.
	Adapter adapter.Adapter
	// Defaults are asked after Adapter, like the defaults of a registry. They answer
	// for errors that are not the vendor's, such as a refused connection.
	Defaults []adapter.Adapter

	// Client names the client that Call drives: a family and a client, such as
	// "aws/dynamodb", or "" for plain net/http. Where the clients of a family differ
	// from others, a fault has the right answer for that family.
	Client string
	// Shape writes the response bodies of the server; the zero Shape is [faults.PlainJSON].
	Shape faults.Shape
	// Have lists what Call can do beyond using a URL, an *http.Client and a context. A
	// fault that needs more is skipped, with the need as the reason.
	Have []faults.Need
	// Call makes one call of the real client to t.URL, through t.Client, and returns its
	// error. It is called by several goroutines at once, and a second time if the client's
	// own timer prevented the fault. If Call is nil, only laws and cases are checked.
	Call func(ctx context.Context, t Target) error
	// Faults are the faults to run; nil means faults.All. A fault of your own has no
	// server: Call reads its name in t.Fault and causes it.
	Faults []faults.Fault

	// Cases are errors that the server does not cause, and their right answers. The
	// laws are checked on them and on the errors of the faults.
	Cases []Case
	// Canary has words that Cases or Call plant. Like the words that the fault server
	// plants, they must not leak.
	Canary Canary
	// Messages are messages of the adapter that no table lists. The law "message"
	// accepts them as fixed texts. Those of httpadapter are clients.Messages().
	Messages []toolerr.Message
	// Wants replaces the right answer of a fault, by its name "fault/…", if the client
	// drops information that the answer needs. Each entry needs a Reason.
	Wants map[string]Want
	// Skip leaves out laws, cases, faults and parts of a spec, by their names "law/…",
	// "case/…", "fault/…" and "part/…" (see [Undriven]). The value is the reason, which must
	// not be empty. A name that does not exist is an error.
	Skip map[string]string
	// Only limits the faults to those whose name it accepts; nil accepts all.
	Only func(fault string) bool
	// Timeout is the deadline of each call of Call; 0 means [DefaultTimeout]. If a call
	// takes twice as long, and at least a second longer, it counts as hanging.
	Timeout time.Duration
}

// A Case is an error and its right answer.
type Case struct {
	// Name is unique among the cases.
	Name string
	// Err is the error.
	Err error
	// Context is the context of the call that failed; nil means a context that has not
	// ended.
	Context context.Context //nolint:containedctx // a case is data: the context is part of it
	// Want is the right answer; see [faults.ForStatus], [faults.ForCode] and
	// [faults.ForKind].
	Want Want
	// Call is the call that failed, with the arguments that the model sent and the schema
	// that it was shown. The model reads problems of the refusal only for these.
	Call adapter.Call
	// Findings are the findings that the adapter must read from the error. Nil means any,
	// and an empty list means none.
	Findings []toolerr.Finding
	// Twin is an error that differs from Err only in the vendor's text. The answers for
	// both must be the same. A case needs a Twin if the adapter has messages that no table
	// lists.
	Twin error
	// ByText means that the error has no type to recognise and is matched by its text. Its
	// value is the version of the SDK with the text. The law "foreign" then does not test
	// the text alone.
	ByText string
}

// Run tests the adapter, with a subtest law/NAME for every law, case/NAME for every case,
// and fault/NAME for every fault. It first prints the causes of all failures. The subtests
// show their results after the function of t has returned. While Run runs, net/http may
// write to package log about the server's misbehaviour.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	r, err := s.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	results, texts := map[string]Result{}, map[string]string{}
	show := func(t *testing.T, check string) {
		switch res := results[check]; res.Outcome { //nolint:exhaustive // the others have nothing to show
		case Skipped, Silent:
			t.Skip(res.Reason)
		case Failed:
			t.Log(texts[check])
			t.Fail()
		}
	}
	chosen := choose(t, "fault/", r.faults, func(f faults.Fault) string { return f.Name }, show)
	cases := choose(t, "case/", s.Cases, func(c Case) string { return c.Name }, show)
	laws := choose(t, "law/", Laws(), func(l Law) string { return l.Name }, show)
	report, err := r.report(t.Context(), chosen, cases, laws)
	if err != nil {
		t.Fatal(err)
	}
	for _, res := range slices.Concat(report.Faults, report.Cases, report.Laws) {
		results[res.Name] = res
	}
	lines, shown := report.causes()
	for _, f := range shown {
		texts[f.Check] += f.String() + "\n"
	}
	if lines != nil {
		t.Error(strings.Join(lines, "\n"))
	}
}

// choose makes a subtest for each of all, and returns those that -test.run leaves. They show
// their results when the function of the outermost test has returned.
func choose[T any](t *testing.T, group string, all []T, name func(T) string, show func(*testing.T, string)) (chosen []T) {
	t.Run(strings.TrimSuffix(group, "/"), func(t *testing.T) {
		for _, x := range all {
			t.Run(name(x), func(t *testing.T) {
				chosen = append(chosen, x)
				t.Parallel()
				show(t, group+name(x))
			})
		}
		t.Parallel()
	})
	return chosen
}

// Check tests the adapter outside of a test, and returns the failures; see
// [SuiteReport.Err].
func (s Suite) Check(ctx context.Context) error {
	report, err := s.Report(ctx)
	if err != nil {
		return err
	}
	return report.Err()
}

// Report tests the adapter and returns all results, in the order of the faults, cases and
// laws. The error means that the suite itself cannot run, or that ctx has ended.
func (s Suite) Report(ctx context.Context) (SuiteReport, error) {
	r, err := s.start(ctx)
	if err != nil {
		return SuiteReport{}, err
	}
	defer r.close()
	return r.report(ctx, r.faults, s.Cases, Laws())
}

// report runs the faults, and then the cases and laws.
func (r *run) report(ctx context.Context, chosen []faults.Fault, cases []Case, laws []Law) (SuiteReport, error) {
	report := SuiteReport{Adapter: r.suite.Adapter.Slug(), Client: r.suite.Client, Rows: chosen, Faults: make([]Result, len(chosen))}
	each(len(chosen), func(i int) {
		if ctx.Err() == nil {
			report.Faults[i] = r.fault(ctx, chosen[i])
		}
	})
	if ctx.Err() != nil {
		return SuiteReport{}, unfinished(ctx)
	}
	for _, c := range cases {
		report.Cases = append(report.Cases, r.oneCase(c))
	}
	for _, l := range laws {
		report.Laws = append(report.Laws, r.law(l))
	}
	return report, nil
}

// problems returns the mistakes in the suite itself.
func (s Suite) problems(names []string) error {
	var all []error
	if s.Adapter == nil {
		return errors.New("conformance: the suite has no Adapter")
	}
	seen := map[string]bool{}
	for _, c := range s.Cases {
		switch {
		case c.Name == "" || c.Err == nil:
			all = append(all, fmt.Errorf("conformance: case %q has no name or no error", c.Name))
		case seen[c.Name]:
			all = append(all, fmt.Errorf("conformance: there are two cases named %q", c.Name))
		}
		seen[c.Name] = true
	}
	known := map[string]bool{}
	for _, f := range s.Faults {
		if f.Name == "" || known[f.Name] {
			all = append(all, fmt.Errorf("conformance: fault %q has no name, or another one's", f.Name))
		}
		known[f.Name] = true
	}
	exists := func(name, group, reason string) {
		if strings.TrimSpace(reason) == "" {
			all = append(all, fmt.Errorf("conformance: %s is listed without a reason", name))
		}
		if !slices.Contains(names, name) || !strings.HasPrefix(name, group) {
			all = append(all, fmt.Errorf("conformance: there is no %s to list", name))
		}
	}
	for name, w := range s.Wants {
		exists(name, "fault/", w.Reason)
	}
	for name, reason := range s.Skip {
		exists(name, "", reason)
	}
	return errors.Join(all...)
}
