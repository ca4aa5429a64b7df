package conformance

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A Law is a rule for every adapter, whatever its vendor.
type Law struct {
	// Name is the law's name, such as "law/wrapped".
	Name string
	// Promise is the rule.
	Promise string
	// Look is a hint where to look if the law is broken.
	Look string

	check func(*run) []Finding
}

// Laws returns the laws, in the order in which they are checked.
func Laws() []Law {
	return []Law{
		{
			"slug", "Slug is an identifier that begins with an underscore, and the same at each call",
			"Slug", lawSlug,
		},
		{
			"nil", "FromError(nil) is nil",
			"the first lines of FromError", lawNil,
		},
		{
			"foreign", "FromError returns nil for errors that are not the vendor's, also when their text looks like the vendor's",
			"a match by text, or a default answer at the end of FromError; return nil there", lawForeign,
		},
		{
			"typed-nil", "FromError returns nil for a nil pointer inside an error",
			"err.Error(), errors.As or a type switch outside adapter.Tree, which leaves nil pointers out", lawTypedNil,
		},
		{
			"hostile", "FromError returns, without a panic and in finite time, for an error whose methods panic, that cannot be compared, or that contains itself",
			"errors.As and errors.Is, which hang on a cycle, and err.Error() of an error that is not the vendor's; walk adapter.Tree", lawHostile,
		},
		{
			"partial", "FromError and its Refuser return without a panic for a vendor's error in which an exported pointer, slice, map or interface is nil",
			"a pointer, an index or an interface of the vendor's error that is used without a check", lawPartial,
		},
		{
			"wrapped", "the answer is the same when the error is wrapped",
			"a type assertion on the error itself; walk adapter.Tree", lawWrapped,
		},
		{
			"joined", "the answer is the same when the error is joined with others",
			"a walk that follows Unwrap() error only: walk adapter.Tree; or a match of a text that belongs to an error that wraps others: see spec.Wraps", lawJoined,
		},
		{
			"selective", "a chain asks the adapter for each error that FromError answers",
			"Reads or Signs that an embedded adapter brings along; declare your own beside FromError", lawSelective,
		},
		{
			"repeated", "the same error has the same answer every time, also on several goroutines at once",
			"state in the adapter: a counter, a cache, a clock that is read for something other than a date", lawRepeated,
		},
		{
			"cause", "the answer keeps the error it was made from",
			"WithCause(err), with the error FromError was given", lawCause,
		},
		{
			"service", "extra.service is the slug",
			"WithService, or Row.Error of a table made with another slug", lawService,
		},
		{
			"type", "extra.go_type names the type of the vendor's error",
			"WithVendorType(err), with the vendor's error", lawType,
		},
		{
			"endpoint", "extra.endpoint and extra.http_method are those of a request that the error shows, if it shows one",
			"WithEndpoint; in a spec, the path to the request", lawEndpoint,
		},
		{
			"developer", "errors that mean something else have another developer message, unless it is the text of the error",
			"WithDeveloperMessage, which replaces the text of the cause", lawDeveloper,
		},
		{
			"message", "the message is a fixed text, a row's text, or at least does not depend on the vendor's text",
			"Msgf with a text of the vendor's; if the text is the adapter's own, put it into a row, into Suite.Messages (httpadapter's are clients.Messages()), or give the case a Twin", lawMessage,
		},
		{
			"canary", "no text of the vendor's is in what an agent sees, and no credential is anywhere",
			"the Message, Hint and vendor code of the answer; for credentials WithDeveloperMessage, WithVendorCode and WithRequestID", lawCanary,
		},
		{
			"non-interference", "a model reads words of errand's tables, numbers in their place and words of its own call; two errors with the same findings read the same",
			"Messages, hints and problems that are made of the vendor's text; record it with WithFindings, and let the chain decide; if the text is the adapter's own, put it into a row or into Suite.Messages", lawNonInterference,
		},
		{
			"findings", "a finding's rule is a constant of toolerr, its limit is a decimal number, and its fields and its word are names",
			"what the adapter gives to WithFindings or WithRefusal; a sentence of the vendor's is neither a field nor a word: package adapter/phrase reads it", lawFindings,
		},
		{
			"wire", "the answer is the same after Report, JSON and FromReport",
			"text that is not UTF-8, or an option with a value that no report holds", lawWire,
		},
		{
			"rows", "every row of the table is reached by a case or a fault; without a table, some error is recognised",
			"add a case for the row, or drop the row; without a table, the type that FromError looks for", lawRows,
		},
		{
			"paths", "some answer depends on each part of a spec",
			"its spelling, and what Body decodes; if they are right, add a case whose answer depends on it, or drop it", lawPaths,
		},
	}
}

func lawSlug(r *run) []Finding {
	slug, again := r.suite.Adapter.Slug(), r.suite.Adapter.Slug()
	if slug != again || !strings.HasPrefix(slug, "_") || len(slug) < 2 || toolerr.Ident(slug).String() != slug {
		return []Finding{{Came: fmt.Sprintf("%q, then %q", slug, again)}}
	}
	return nil
}

func lawNil(r *run) []Finding { return r.declines([]namedError{{}}) }

func lawForeign(r *run) []Finding { return r.declines(foreign(r.specimens())) }

func lawTypedNil(r *run) []Finding { return r.declines(typedNils(r.specimens())) }

// declines checks that the adapter returns nil for each error, without a panic.
func (r *run) declines(all []namedError) (findings []Finding) {
	for _, e := range all {
		te, panicked := ask(r.suite.Adapter, e.err)
		switch {
		case panicked != nil:
			findings = append(findings, Finding{On: e.name, Came: fmt.Sprintf("a panic: %v", panicked)})
		case te != nil:
			findings = append(findings, Finding{On: e.name, Came: "an answer: " + te.Error()})
		}
	}
	return findings
}

func lawHostile(r *run) (findings []Finding) {
	for _, e := range hostile() {
		_, panicked := ask(r.suite.Adapter, e.err)
		switch {
		case panicked != nil:
			findings = append(findings, Finding{On: e.name, Came: fmt.Sprintf("a panic: %v", panicked)})
		case e.endless != nil && e.endless():
			findings = append(findings, Finding{On: e.name, Came: fmt.Sprintf("a walk of more than %d steps", patience)})
		}
	}
	return findings
}

func lawWrapped(r *run) []Finding {
	return r.sameAs(func(err error) error {
		return fmt.Errorf("tool: %w", fmt.Errorf("while calling: %w", err))
	})
}

func lawJoined(r *run) []Finding {
	plain := errors.New("conformance: a joined error")
	return append(
		r.sameAs(func(err error) error { return errors.Join(plain, err) }),
		r.sameAs(func(err error) error { return fmt.Errorf("%w: %w", err, plain) })...,
	)
}

func lawSelective(r *run) []Finding {
	return r.each(func(sp specimen) string {
		te, _ := ask(r.suite.Adapter, sp.err)
		if _, ours := toolerr.Find(sp.err); te == nil || ours { // a chain asks no adapter for ours
			return ""
		}
		var by answeredBy
		_ = adapter.NewRegistry(r.suite.Adapter).WithObserver(&by).For("x").Adapt(context.Background(), sp.err)
		if by.slug == r.suite.Adapter.Slug() {
			return ""
		}
		return "an answer, and no chain asks for it"
	})
}

// each checks every specimen: wrong returns the actual result if it is wrong, or else "".
func (r *run) each(wrong func(specimen) string) (findings []Finding) {
	for _, s := range r.specimens() {
		if came := wrong(s); came != "" {
			findings = append(findings, Finding{On: s.name, Came: came})
		}
	}
	return findings
}

// answeredBy is an observer of the adapter that recognised an error.
type answeredBy struct{ slug string }

func (a *answeredBy) Adapted(_ context.Context, o adapter.Observation) { a.slug = o.Adapter }

// sameAs checks that each error still has the same answer after a change.
func (r *run) sameAs(change func(error) error) []Finding {
	return r.each(func(s specimen) string {
		first := again(r.suite.Adapter, s)
		te, panicked := ask(r.suite.Adapter, change(s.err))
		return difference(first, te, panicked)
	})
}

func lawRepeated(r *run) []Finding {
	const times = 8
	return r.each(func(s specimen) string {
		first := again(r.suite.Adapter, s)
		different := make([]string, times)
		var wg sync.WaitGroup
		for i := range times {
			wg.Go(func() {
				te, panicked := ask(r.suite.Adapter, s.err)
				different[i] = difference(first, te, panicked)
			})
		}
		wg.Wait()
		return cmp.Or(different...)
	})
}

func lawCause(r *run) []Finding {
	return r.each(func(s specimen) string {
		switch cause := s.answer.Cause(); {
		case cause == nil:
			return "no cause"
		case !same(cause, s.err):
			return fmt.Sprintf("the cause is %s, the error was %s", typeName(cause), typeName(s.err))
		}
		return ""
	})
}

func lawService(r *run) []Finding {
	slug := r.suite.Adapter.Slug()
	return r.each(func(s specimen) string {
		// A chain sets an empty service, but does not correct a wrong one.
		if got := s.answer.Extra().Service; got != "" && got != slug {
			return fmt.Sprintf("service %q, slug %q", got, slug)
		}
		return ""
	})
}

// withheld replaces a value that must not be shown in a message.
const withheld = "(withheld)"

func lawWire(r *run) (findings []Finding) {
	for _, s := range r.specimens() {
		before := s.answer.Report()
		raw, err := json.Marshal(before)
		var after toolerr.Report
		if err == nil {
			err = json.Unmarshal(raw, &after)
		}
		if err != nil {
			findings = append(findings, Finding{On: s.name, Came: "the report does not encode: " + err.Error()})
			continue
		}
		restored := toolerr.FromReport(after)
		if got := restored.Report(); !reflect.DeepEqual(got, before) {
			findings = append(findings, Finding{On: s.name, Came: fmt.Sprintf("%+v became %+v", before, got)})
		}
		if got, want := restored.Payload().String(), s.answer.Payload().String(); got != want {
			findings = append(findings, Finding{On: s.name, Came: fmt.Sprintf("payload %s became %s", want, got)})
		}
	}
	return findings
}

func lawRows(r *run) []Finding {
	r.mu.Lock()
	defer r.mu.Unlock()
	tabled, ok := adapter.As[adapter.Tabled](r.suite.Adapter)
	if !ok {
		// The adapters that follow can hide an adapter that recognises nothing.
		if len(r.shown) > 0 && len(r.seen) == 0 {
			return []Finding{{Came: fmt.Sprintf("the adapter alone declined all of %d errors", len(r.shown))}}
		}
		return nil
	}
	var missed []string
	for _, row := range tabled.Table().Rows() {
		if !r.codes[row.VendorCode] {
			missed = append(missed, row.VendorCode)
		}
	}
	if missed == nil {
		return nil
	}
	return []Finding{{On: strings.Join(missed, ", "), Came: "no case and no fault reached the row"}}
}
