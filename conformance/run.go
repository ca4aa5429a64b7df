package conformance

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/disclosed"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/redact"
	"github.com/errand-go/errand/internal/wire"
	"github.com/errand-go/errand/toolerr"
)

// run is the state of a running suite.
type run struct {
	suite  Suite
	chain  adapter.Chain
	server *faults.Server
	faults []faults.Fault
	canary Canary

	mu    sync.Mutex
	seen  []specimen
	shown []error         // that the adapter was called with
	begun int             // faults that were run
	taped bool            // the client's exchanges are recorded
	codes map[string]bool // of table rows that were reached
}

func (s Suite) start(ctx context.Context) (*run, error) {
	r := &run{suite: s, codes: map[string]bool{}, canary: faults.Planted()}
	r.canary.Content = append(r.canary.Content, s.Canary.Content...)
	r.canary.Credentials = append(r.canary.Credentials, s.Canary.Credentials...)
	if s.Call != nil {
		for _, f := range s.allFaults() {
			if s.Only == nil || s.Only(f.Name) {
				r.faults = append(r.faults, f)
			}
		}
	}
	if err := s.problems(r.names()); err != nil {
		return nil, err
	}
	r.chain = adapter.NewChain(append([]adapter.Adapter{s.Adapter}, s.Defaults...)...)
	for _, c := range s.Cases {
		r.collect("case/"+c.Name, c)
	}
	if s.Call == nil {
		return r, nil
	}
	server, err := faults.Start()
	if err != nil {
		return nil, err
	}
	r.server = server
	if err := r.healthy(ctx); err != nil {
		r.close()
		return nil, err
	}
	return r, nil
}

func (s Suite) allFaults() []faults.Fault {
	if s.Faults != nil {
		return s.Faults
	}
	return faults.All()
}

// names returns every name that can be skipped, including faults that [Suite.Only] leaves
// out: a filter does not make a skip wrong.
func (r *run) names() []string {
	var all []string
	for _, f := range r.suite.allFaults() {
		all = append(all, "fault/"+f.Name)
	}
	for _, c := range r.suite.Cases {
		all = append(all, "case/"+c.Name)
	}
	for _, l := range Laws() {
		all = append(all, "law/"+l.Name)
	}
	for _, p := range partsOf(spec.Of(r.suite.Adapter)) {
		all = append(all, "part/"+p.name)
	}
	return all
}

func (r *run) close() {
	if r.server != nil {
		r.server.Close()
	}
}

// healthy checks that the client succeeds without a fault, by the target's client. Otherwise
// all faults would look alike.
func (r *run) healthy(ctx context.Context) error {
	bounded, cancel := context.WithTimeout(ctx, r.timeout())
	defer cancel()
	t, o := r.server.Target(faults.Healthy(), faults.WithTargetShape(r.suite.Shape)), outcome{}
	_, _ = adapter.Do(bounded, r.chain, func(ctx context.Context) (struct{}, error) {
		o = r.call(ctx, t, r.timeout())
		r.taped = len(wire.EvidenceOf(ctx).All) > 0
		return struct{}{}, nil
	})
	switch {
	case ctx.Err() != nil:
		return unfinished(ctx)
	case o.hangs:
		return errors.New("conformance: the client hangs on a healthy server; does Suite.Call hand its context on?")
	case o.panicked != nil:
		return fmt.Errorf("conformance: the client panics on a healthy server: %v", o.panicked)
	case o.err != nil:
		return fmt.Errorf("conformance: the client fails against a healthy server; does Suite.Shape fit it? %w", o.err)
	case !t.Dialed():
		return errors.New("conformance: Suite.Call does not use the target's client: give t.Client or clients.Recorded(t) to the SDK, together with t.URL")
	}
	return nil
}

// unfinished returns the error of a run whose context has ended.
func unfinished(ctx context.Context) error {
	return fmt.Errorf("conformance: not finished: %w", context.Cause(ctx))
}

// fault runs the client with one fault.
func (r *run) fault(ctx context.Context, f faults.Fault) Result {
	res := Result{Name: "fault/" + f.Name}
	r.mu.Lock()
	r.begun++
	r.mu.Unlock()
	if reason, ok := r.suite.Skip[res.Name]; ok {
		return res.skipped(reason)
	}
	if missing := f.Missing(r.suite.Have...); len(missing) > 0 {
		return res.skipped("the client lacks " + enumerate(missing))
	}
	d := r.drive(ctx, f)
	o, err := d.outcome, d.answer

	silence, silent := f.SilentFor(r.suite.Client)
	switch {
	case silent && (err == nil || o.hangs || d.expired):
		res.Outcome, res.Reason = Silent, silence
		return res
	case d.unfit != "":
		return res.skipped(d.unfit)
	case o.hangs:
		return res.failed(Finding{
			Promised: "the call returns when its context ends",
			Came:     fmt.Sprintf("it was still running after %s", r.limit(f)+grace(r.limit(f))),
			Look:     "Suite.Call: does it hand its context to the client?",
		})
	case err == nil:
		return res.failed(Finding{
			Promised: "an error: " + f.Does,
			Came:     "the client reported success",
			Look:     "Suite.Call: does it return the client's error, and read the body where the fault is in it?",
		})
	case o.panicked != nil:
		o.err = fmt.Errorf("panic: %v", o.panicked)
	default:
		r.collect(res.Name, Case{Err: o.err, Call: callOf(f)})
	}
	want, source := f.WantFor(r.suite.Client), f.Source
	if own, ok := r.suite.Wants[res.Name]; ok {
		want, source = own, "Suite.Wants"
	}
	res = r.judge(res, o.err, err, want, fmt.Sprintf("to %q: %s", f.Does, source))
	return refused(r.claims(res, o.err, err, want), f, err)
}

// claims adds a finding to the result of a fault if the adapter states an effect that is
// right only because the method of the request is safe. The chain may know the method from
// the exchange, but the adapter only from the error.
func (r *run) claims(res Result, raw, err error, want Want) Result {
	te, _ := toolerr.Find(err)
	own, _ := ask(r.suite.Adapter, raw)
	wanted := func(w Want) bool { return w.Effect == te.Effect() && len(w.Diff(te)) == 0 }
	if len(res.Findings) > 0 || wanted(want) || slices.ContainsFunc(want.Also, wanted) ||
		own == nil || own.Effect() != toolerr.EffectNone || own.VendorCode() != "" || toolerr.SafeMethod(own.HTTPMethod()) {
		return res
	}
	return res.failed(Finding{
		Promised: "an effect that is known: a service that fails may have done the work, unless the method of the request is safe",
		Came:     "effect is \"none\", and the error does not show the method: " + typeName(raw),
		Look:     "WithEffect: leave it out, put it into the row of a code, or give the method to WithEndpoint",
	})
}

// refused adds to the result of a fault what a model reads of a refusal. It has no findings
// if the client drops the response's body.
func refused(res Result, f faults.Fault, err error) Result {
	if f.Arguments == nil {
		return res
	}
	te, _ := toolerr.Find(err)
	res.Disclosed = disclosed.Of(te, callOf(f), adapter.DisclosureKnown)
	if d := res.Disclosed; d != nil && len(d.Findings) > 0 && !slices.EqualFunc(d.Problems, f.Problems, func(a, b toolerr.ReportProblem) bool { return reflect.DeepEqual(a, b) }) {
		return res.failed(Finding{
			Promised: fmt.Sprintf("the model is told %v: %s", f.Problems, f.Source),
			Came:     fmt.Sprint(d.Problems),
			Look:     "what reads the findings of the response's body",
		})
	}
	return res
}

func enumerate(needs []faults.Need) string {
	var all []string
	for _, n := range needs {
		all = append(all, string(n))
	}
	return strings.Join(all, ", ")
}

// oneCase calls the chain with the error of a case.
func (r *run) oneCase(c Case) Result {
	res := Result{Name: "case/" + c.Name}
	if reason, ok := r.suite.Skip[res.Name]; ok {
		return res.skipped(reason)
	}
	ctx := cmp.Or(c.Context, context.Background())
	if c.Call.Arguments != nil || c.Call.Schema != nil {
		ctx = adapter.WithCall(ctx, c.Call)
	}
	answer := r.chain.Adapt(ctx, c.Err)
	c.Want.Service = cmp.Or(c.Want.Service, r.suite.Adapter.Slug())
	res = r.judge(res, c.Err, answer, c.Want, "by the case's Want")
	if missed := misses(c.Findings, answer); len(missed) > 0 {
		return res.failed(append(res.Findings, missed...)...)
	}
	return res
}

// misses compares the findings of an answer with the expected ones, in any order.
func misses(want []toolerr.Finding, answer error) []Finding {
	te, _ := toolerr.Find(answer)
	got := te.Refusal().Findings
	missed := func(f toolerr.Finding) bool {
		return !slices.ContainsFunc(got, func(g toolerr.Finding) bool { return reflect.DeepEqual(f, g) })
	}
	if want == nil || len(got) == len(want) && !slices.ContainsFunc(want, missed) {
		return nil
	}
	return []Finding{{
		Promised: fmt.Sprintf("the findings %+v", want),
		Came:     fmt.Sprintf("%+v", got),
		Look:     "what the adapter gives to WithFindings or WithRefusal",
	}}
}

// law checks one law on all collected errors.
func (r *run) law(l Law) Result {
	res := Result{Name: "law/" + l.Name}
	if reason, ok := r.suite.Skip[res.Name]; ok {
		return res.skipped(reason)
	}
	if (l.Name == "rows" || l.Name == "paths") && r.begun < len(r.faults) {
		return res.skipped("only some of the faults were run")
	}
	findings := l.check(r)
	for i := range findings {
		findings[i].Promised, findings[i].Look = l.Promise, l.Look
	}
	return res.failed(findings...)
}

// judge compares an answer with the expected one, and searches it for canaries.
func (r *run) judge(res Result, raw, err error, want Want, source string) Result {
	te, _ := toolerr.Find(err)
	payload, report := te.Payload(), te.Report()
	res.Raw = text(raw)
	res.RawLeaks = r.canary.Find(res.Raw)
	res.Payload, res.Answer = &payload, &report

	var findings []Finding
	reason, ok := want.Accepts(te)
	if _, panicked := ask(r.suite.Adapter, raw); panicked != nil {
		findings = append(findings, Finding{
			Promised: "FromError returns without a panic",
			Came:     fmt.Sprintf("a panic: %v", panicked),
			Look:     "that line; the error is " + typeName(raw) + ": " + excerpt(res.Raw),
		})
	} else if !ok {
		findings = append(findings, Finding{
			Promised: "the right answer " + source,
			Came:     strings.Join(want.Diff(te), "\n"),
			Look:     r.look(res.Name, raw, te, want),
		})
	}
	findings = append(findings, r.leaks(te)...)
	if len(findings) > 0 {
		return res.failed(findings...)
	}
	res.Outcome, res.Reason = Passed, reason
	if len(want.Diff(te)) > 0 {
		res.Outcome = Accepted
	}
	return res
}

// look returns advice on where to find the mistake behind a wrong answer. Its first line is
// the same for answers that are wrong for the same reason.
func (r *run) look(check string, raw error, te *toolerr.ToolRuntimeError, want Want) string {
	says := "\nthe answer was: " + te.Error() + "\nthe error is " + typeName(raw) + ": " + excerpt(text(raw))
	_, waits := te.RetryAfter()
	limited := want.Kind == toolerr.KindUpstreamRateLimit && te.Kind() != want.Kind
	knows := func(a adapter.Adapter) bool { answer, _ := ask(a, raw); return answer != nil }
	switch {
	case !slices.ContainsFunc(r.chain.Adapters(), knows):
		return "what the adapter recognises: no adapter knows " + typeName(raw) + says
	case te.Service() != want.Service && want.Service == r.suite.Adapter.Slug():
		return "what the adapter recognises, which declines " + typeName(raw) + ": its types, or the Hosts, Headers and Form of a response" + says
	case strings.HasPrefix(check, "fault/") && !r.taped && (te.StatusCode() == 0 || !waits && want.HasRetryAfter || limited):
		return "what the adapter does not read, or the client drops: clients.Recorded(t) in place of t.Client in Suite.Call, or else Suite.Wants with the reason" + says
	}
	return "the adapter's rule for " + typeName(raw) + says
}

// excerpt returns the beginning of an error's text on one line, without credentials.
func excerpt(text string) string {
	const longest = 200
	text = strings.Join(strings.Fields(redact.Text(text)), " ")
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return text
}

// each calls f for 0 … n-1, several at once.
func each(n int, f func(int)) {
	const atOnce = 32
	var wg sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for i := range n {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			f(i)
		})
	}
	wg.Wait()
}

func (res Result) skipped(reason string) Result {
	res.Outcome, res.Reason = Skipped, reason
	return res
}

// failed returns the result with the findings. Without findings it has passed.
func (res Result) failed(findings ...Finding) Result {
	res.Outcome = Passed
	for _, f := range findings {
		f.Check = res.Name
		res.Findings = append(res.Findings, f)
		res.Outcome = Failed
	}
	return res
}
