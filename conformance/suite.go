// Package conformance proves an error adapter right: it drives the vendor's own
// client against a server that really misbehaves, and holds the adapter to a
// set of laws.
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
// What it finds reads like advice: what was promised, what came, where to look.
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

// What a [Suite] is made of comes from package faults, under the names that
// read best here.
type (
	// Target is a fault that has been set up: where to call, and with what.
	Target = faults.Target
	// Want is what a right adapter answers.
	Want = faults.Want
	// Canary is a set of words that must not be found.
	Canary = faults.Canary
)

// DefaultTimeout is the deadline of one call, unless [Suite.Timeout] is. The
// faults have much shorter timeouts of their own: it is for clients that never
// give up, and long enough for a machine that is busy with something else.
const DefaultTimeout = 10 * time.Second

// A Suite is an adapter and how to prove it. It is a value and runs nothing
// until Run, Check or Report is called.
type Suite struct {
	// Adapter is the one to prove.
	Adapter adapter.Adapter
	// Defaults are asked after Adapter, as those of a registry are: an adapter
	// that knows only its vendor's answers leaves a refused connection to them.
	Defaults []adapter.Adapter

	// Client names what Call drives: a family and a client, such as
	// "aws/dynamodb", or "" for plain net/http. Where clients differ, a fault
	// says what is right for that family.
	Client string
	// Shape is how the server writes its bodies; the zero Shape is plain JSON.
	Shape faults.Shape
	// Have is what Call can do beyond a URL, an *http.Client and a context. A
	// fault that needs more is skipped, with the need as the reason.
	Have []faults.Need
	// Call makes one call of the real client against t.URL, through t.Client,
	// and returns its error. It is used by several goroutines at once, and again
	// for a fault that the client's own timer did not let happen. Nil leaves the
	// faults out: laws and cases only.
	Call func(ctx context.Context, t Target) error
	// Faults are what Call is driven through; nil is faults.All. A fault of the
	// caller's own has no server: Call reads its name in t.Fault and causes it.
	Faults []faults.Fault

	// Cases are errors that no server makes, and what they mean. The laws are
	// checked on them and on the errors of the faults.
	Cases []Case
	// Canary is searched for besides what the fault server plants: words that
	// Cases or Call plant.
	Canary Canary
	// Messages are sentences of the adapter's own that no table lists: the law
	// "message" takes them for fixed texts.
	Messages []toolerr.Message
	// Wants replaces what a fault asks for, by its name "fault/…": where the
	// client throws away what a right answer needs. Each has a Reason.
	Wants map[string]Want
	// Skip leaves out laws, cases and faults, by their names "law/…", "case/…"
	// and "fault/…". The value is the reason, which may not be empty, and a name
	// that does not exist is an error.
	Skip map[string]string
	// Only limits the faults to those whose name it accepts; nil accepts all.
	Only func(fault string) bool
	// Timeout is the deadline of the caller of Call; 0 is [DefaultTimeout]. A
	// call that goes on for as long again, and a second at least, is taken to
	// hang.
	Timeout time.Duration
}

// A Case is an error and what it means.
type Case struct {
	// Name is unique among the cases.
	Name string
	// Err is the error.
	Err error
	// Context is the context of the call that failed; nil is one that is alive.
	Context context.Context //nolint:containedctx // a case is data: the context is part of it
	// Want is what a right adapter answers.
	Want Want
	// Twin is an error that differs from Err in nothing but the vendor's text.
	// The answer must say the same for both. It is needed where the adapter has
	// sentences of its own, which no table lists.
	Twin error
	// ByText says that the error has no type to recognise and is matched by its
	// text, and gives the version of the SDK the text was read from. The law
	// "foreign" then does not try the text alone.
	ByText string
}

// Run proves the adapter in a test: a subtest law/NAME for every law, case/NAME
// for every case, fault/NAME for every fault.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	r, err := s.start(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	// The group returns when its parallel subtests have: the laws are checked on
	// what they collected.
	t.Run("fault", func(t *testing.T) {
		for _, f := range r.faults {
			t.Run(f.Name, func(t *testing.T) {
				t.Parallel()
				show(t, r.fault(t.Context(), f))
			})
		}
	})
	t.Run("case", func(t *testing.T) {
		for _, c := range s.Cases {
			t.Run(c.Name, func(t *testing.T) { show(t, r.oneCase(c)) })
		}
	})
	t.Run("law", func(t *testing.T) {
		for _, l := range Laws() {
			t.Run(l.Name, func(t *testing.T) { show(t, r.law(l)) })
		}
	})
}

func show(t *testing.T, res Result) {
	t.Helper()
	switch res.Outcome {
	case Skipped, Silent:
		t.Skip(res.Reason)
	case Failed:
		for _, f := range res.Findings {
			t.Error(f.String())
		}
	case Passed, Accepted:
	}
}

// Check proves the adapter outside a test. Its error joins the findings, each a
// [Finding]; nil means there are none.
func (s Suite) Check(ctx context.Context) error {
	report, err := s.Report(ctx)
	if err != nil {
		return err
	}
	var all []error
	for _, f := range report.Findings() {
		all = append(all, f)
	}
	return errors.Join(all...)
}

// Report proves the adapter and returns everything that was seen, in the order
// of the faults, cases and laws. Its error says that the suite itself cannot
// run, or that ctx ended.
func (s Suite) Report(ctx context.Context) (SuiteReport, error) {
	r, err := s.start(ctx)
	if err != nil {
		return SuiteReport{}, err
	}
	defer r.close()
	report := SuiteReport{Adapter: s.Adapter.Slug(), Client: s.Client, Rows: r.faults, Faults: make([]Result, len(r.faults))}
	each(len(r.faults), func(i int) {
		if ctx.Err() == nil {
			report.Faults[i] = r.fault(ctx, r.faults[i])
		}
	})
	if ctx.Err() != nil {
		return SuiteReport{}, unfinished(ctx)
	}
	for _, c := range s.Cases {
		report.Cases = append(report.Cases, r.oneCase(c))
	}
	for _, l := range Laws() {
		report.Laws = append(report.Laws, r.law(l))
	}
	return report, nil
}

// problems returns what is wrong with the suite itself.
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
	for name, w := range s.Wants {
		if strings.TrimSpace(w.Reason) == "" {
			all = append(all, fmt.Errorf("conformance: what is wanted of %s differs without a Reason", name))
		}
		if !slices.Contains(names, name) || !strings.HasPrefix(name, "fault/") {
			all = append(all, fmt.Errorf("conformance: there is no %s to want something of", name))
		}
	}
	for name, reason := range s.Skip {
		if strings.TrimSpace(reason) == "" {
			all = append(all, fmt.Errorf("conformance: %s is skipped without a reason", name))
		}
		if !slices.Contains(names, name) {
			all = append(all, fmt.Errorf("conformance: there is no %s to skip", name))
		}
	}
	return errors.Join(all...)
}
