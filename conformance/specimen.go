package conformance

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A specimen is an error on which the laws are checked, with the adapter's answer.
type specimen struct {
	name   string
	err    error
	twin   error
	byText bool
	call   adapter.Call
	answer *toolerr.ToolRuntimeError
}

// collect keeps an error for the laws if the adapter recognises it.
func (r *run) collect(name string, c Case) {
	te, panicked := ask(r.suite.Adapter, c.Err)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.shown = append(r.shown, c.Err)
	if panicked != nil || te == nil {
		return
	}
	r.seen = append(r.seen, specimen{name: name, err: c.Err, twin: c.Twin, byText: c.ByText != "", call: c.Call, answer: te})
	if code := te.VendorCode(); code != "" {
		r.codes[code] = true
	}
}

// specimens returns the collected errors in an order that does not depend on parallel
// calls.
func (r *run) specimens() []specimen {
	r.mu.Lock()
	defer r.mu.Unlock()
	all := slices.Clone(r.seen)
	slices.SortStableFunc(all, func(a, b specimen) int { return strings.Compare(a.name, b.name) })
	return all
}

// ask calls only the adapter, and returns its answer, or its panic with the location.
func ask(a adapter.Adapter, err error) (te *toolerr.ToolRuntimeError, panicked any) {
	defer func() { panicked = located(recover()) }()
	return a.FromError(err), nil
}

// located adds file and line to a recovered panic. It is called by the deferred function,
// and returns nil without a panic.
func located(panicked any) any {
	if panicked == nil {
		return nil
	}
	var callers [64]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	for below := false; ; {
		frame, more := frames.Next()
		switch {
		case frame.Function == "runtime.gopanic":
			below = true
		case below && !strings.HasPrefix(frame.Function, "runtime."):
			return fmt.Sprintf("%v (%s:%d)", panicked, filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return panicked
		}
	}
}

// again returns the present answer for a specimen: a wait until a date has become shorter
// since it was collected. If the adapter has no answer any more, it returns the earlier
// one.
func again(a adapter.Adapter, s specimen) *toolerr.ToolRuntimeError {
	if te, _ := ask(a, s.err); te != nil {
		return te
	}
	return s.answer
}

// difference describes how an answer differs from the first one, or returns "". The
// developer's text may differ, because a wrapping error has its own text.
func difference(first, te *toolerr.ToolRuntimeError, panicked any) string {
	switch {
	case panicked != nil:
		return fmt.Sprintf("a panic: %v", panicked)
	case te == nil:
		return "no answer"
	}
	a, b := first.Report(), te.Report()
	a.DeveloperMessage, b.DeveloperMessage = "", ""
	a.Extra.GoType, b.Extra.GoType = "", ""
	if near(a.RetryAfterMS, b.RetryAfterMS) {
		b.RetryAfterMS, b.Message = a.RetryAfterMS, a.Message
	}
	if !reflect.DeepEqual(a, b) {
		return fmt.Sprintf("%s, where it was %s", te.Payload(), first.Payload())
	}
	return ""
}

// near reports whether two known waits differ only by the time that passed.
func near(a, b *int64) bool {
	const passed = 20_000
	return a != nil && b != nil && max(*a, *b)-min(*a, *b) <= passed
}

// same reports whether err is cause or in its tree, without comparing incomparable values.
func same(cause, err error) bool {
	for e := range adapter.Tree(cause) {
		if reflect.TypeOf(e) == reflect.TypeOf(err) && text(e) == text(err) {
			return true
		}
	}
	return false
}

// noText replaces the text of an error whose Error method panics.
const noText = "(the Error method panicked)"

// text returns err.Error(), and noText if that panics.
func text(err error) (s string) {
	defer func() {
		if recover() != nil {
			s = noText
		}
	}()
	if err == nil {
		return ""
	}
	return err.Error()
}

// typeName returns the types in an error's tree, outermost first.
func typeName(err error) string {
	var names []string
	for e := range adapter.Tree(err) {
		names = append(names, fmt.Sprintf("%T", e))
		if len(names) == 6 {
			names = append(names, "…")
			break
		}
	}
	return cmp.Or(strings.Join(names, " > "), fmt.Sprintf("%T", err))
}

// leaks searches every rendering of an answer for canaries: for all of them in the agent's
// views, and for credentials in the others.
func (r *run) leaks(te *toolerr.ToolRuntimeError) (findings []Finding) {
	if came := found(agentViews(te), r.canary.Find); came != "" {
		findings = append(findings, Finding{
			Promised: "nothing of the vendor's in what an agent sees",
			Came:     came,
			Look:     "what the adapter puts into messages, hints and listed codes",
		})
	}
	if came := found(developerViews(te), r.canary.FindCredentials); came != "" {
		findings = append(findings, Finding{
			Promised: "no credential anywhere",
			Came:     came,
			Look:     "what the adapter puts into developer message, vendor code and request id",
		})
	}
	return findings
}

// found returns the words that find reports in views, the names of these views, and the
// text of the first of them, or "".
func found(views []view, find func(string) []string) string {
	var words, where []string
	text := ""
	for _, v := range views {
		hits := find(v.text)
		if len(hits) == 0 {
			continue
		}
		where = append(where, v.name)
		text = cmp.Or(text, v.text)
		for _, word := range hits {
			if !slices.Contains(words, word) {
				words = append(words, word)
			}
		}
	}
	switch {
	case len(where) == 0:
		return ""
	case len(where) > 3:
		where = append(where[:3], "…")
	}
	return fmt.Sprintf("%q in %s: %s", words, strings.Join(where, ", "), text)
}

type view struct{ name, text string }

func agentViews(te *toolerr.ToolRuntimeError) []view {
	views := []view{{"Error", te.Error()}, {"Payload", te.Payload().String()}, {"Hint", te.Hint().String()}}
	for _, verb := range []string{"%s", "%v", "%+v", "%#v", "%q", "%x"} {
		views = append(views, view{verb, fmt.Sprintf(verb, te)}, view{verb + " of the value", fmt.Sprintf(verb, *te)})
	}
	raw, err := json.Marshal(te)
	if err != nil {
		raw = []byte(err.Error())
	}
	return append(views, view{"JSON", string(raw)})
}

func developerViews(te *toolerr.ToolRuntimeError) []view {
	raw, err := json.Marshal(te.Report())
	if err != nil {
		raw = []byte(err.Error())
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Error("failed", "err", te)
	return []view{{"DeveloperMessage", te.DeveloperMessage()}, {"Report", string(raw)}, {"the log", log.String()}}
}

type namedError struct {
	name    string
	err     error
	endless func() bool // reports whether a walk ran without end
}

// nobodys is an error type that no adapter can recognise.
type nobodys struct{ text string }

func (n *nobodys) Error() string { return n.text }

// nobodysValue is the same as a value that cannot be compared.
type nobodysValue struct{ parts []string }

func (n nobodysValue) Error() string { return strings.Join(n.parts, " ") }

// foreign returns errors that no adapter may recognise. Some of them have the same text as
// the vendor's.
func foreign(specimens []specimen) []namedError {
	all := []namedError{
		{name: "a plain error", err: errors.New("conformance: something failed")},
		{name: "a wrapped plain error", err: fmt.Errorf("tool: %w", errors.New("conformance: something failed"))},
		{name: "an unknown type", err: &nobodys{"conformance: something failed"}},
		{name: "an unknown value", err: nobodysValue{[]string{"conformance:", "something", "failed"}}},
		{name: "joined unknowns", err: errors.Join(&nobodys{"one"}, nobodysValue{[]string{"two"}})},
		{name: "an error without text", err: errors.New("")},
	}
	for _, s := range specimens {
		if strings.HasPrefix(s.name, "case/") && !s.byText {
			all = append(all, namedError{name: "the text alone of " + s.name, err: &nobodys{text(s.err)}})
		}
	}
	return all
}

// typedNils returns nil pointers inside errors: of common types, and of every
// pointer type the adapter recognises.
func typedNils(specimens []specimen) []namedError {
	all := []namedError{
		{name: "(*url.Error)(nil)", err: (*url.Error)(nil)},
		{name: "(*os.PathError)(nil)", err: (*os.PathError)(nil)},
		{name: "a wrapped (*url.Error)(nil)", err: fmt.Errorf("tool: %w", error((*url.Error)(nil)))},
	}
	known := map[reflect.Type]bool{}
	for _, s := range specimens {
		for e := range adapter.Tree(s.err) {
			t := reflect.TypeOf(e)
			if t.Kind() != reflect.Pointer || known[t] {
				continue
			}
			known[t] = true
			if none, ok := reflect.TypeAssert[error](reflect.Zero(t)); ok {
				all = append(all, namedError{name: fmt.Sprintf("(%s)(nil)", t), err: none})
			}
		}
	}
	return all
}

// patience is the number of steps that a walk over an endless error may take. It bounds the
// cost of a careless walk; a walk of [adapter.Tree] takes 256.
const patience = 10_000

// hostile returns errors that break a careless walk.
func hostile() []namedError {
	self := &loop{left: patience}
	self.next = self
	wide := &fan{left: patience}
	wide.all = []error{wide, nil, wide}
	deep := errors.New("the innermost")
	for range patience {
		deep = &loop{next: deep, left: patience}
	}
	return []namedError{
		{name: "an error that wraps itself", err: self, endless: func() bool { return self.left == 0 }},
		{name: "an error that joins itself and nil", err: wide, endless: func() bool { return wide.left == 0 }},
		{name: "a chain of many errors", err: deep},
		{name: "an Error method that panics", err: hurtful{}},
		{name: "an Unwrap method that panics", err: &loop{panics: true}},
		{name: "Is and As methods that panic", err: touchy{}},
		{name: "an error that cannot be compared", err: nobodysValue{[]string{"x"}}},
		{name: "an As method that matches without assigning", err: liar{}},
		{name: "nothing but nils", err: errors.Join(io.EOF, &fan{all: []error{nil, nil}, left: patience})},
	}
}

// loop wraps next, as often as left allows.
type loop struct {
	next   error
	left   int
	panics bool
}

func (l *loop) Error() string { return "loop" }

func (l *loop) Unwrap() error {
	if l.panics {
		panic("conformance: Unwrap")
	}
	if l.left == 0 {
		return nil
	}
	l.left--
	return l.next
}

// fan joins all, as often as left allows.
type fan struct {
	all  []error
	left int
}

func (f *fan) Error() string { return "fan" }

func (f *fan) Unwrap() []error {
	if f.left == 0 {
		return nil
	}
	f.left--
	return f.all
}

type hurtful struct{}

func (hurtful) Error() string { panic("conformance: Error") }

type touchy struct{}

func (touchy) Error() string { return "touchy" }
func (touchy) Is(error) bool { panic("conformance: Is") }
func (touchy) As(any) bool   { panic("conformance: As") }

type liar struct{}

func (liar) Error() string { return "liar" }
func (liar) As(any) bool   { return true }
