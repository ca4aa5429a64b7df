package conformance

import (
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// lawPaths finds the parts of a spec that can be removed without a change of an answer.
func lawPaths(r *run) (findings []Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var idle []string
	for part, lack := range Undriven(r.suite.Adapter, r.shown) {
		switch _, skipped := r.suite.Skip["part/"+part]; {
		case skipped:
		case lack != "":
			findings = append(findings, Finding{On: part, Came: lack})
		default:
			idle = append(idle, part)
		}
	}
	if len(idle) > 0 {
		findings = append(findings, Finding{On: strings.Join(idle, ", "), Came: "no case and no fault depends on it"})
	}
	return findings
}

// Undriven yields the parts of an adapter's spec on which none of the adapter's answers to
// errs depends, such as `Hosts[0] "api.acme.example"`: without the part, all answers are the
// same. The second value is why the part's path leads nowhere, if it is known. Undriven
// yields nothing for an adapter without a spec.
func Undriven(a adapter.Adapter, errs []error) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		v := spec.Of(a)
		if v == nil {
			return
		}
		answers := make([]*toolerr.ToolRuntimeError, len(errs))
		for i, err := range errs {
			answers[i], _ = ask(v, err)
		}
		for p := range parts(reflect.ValueOf(v.Spec())) {
			rest, _ := reflect.TypeAssert[spec.Spec](p.rest)
			if drives(spec.New(rest), errs, answers) {
				continue
			}
			if !yield(p.name, p.lack(errs)) {
				return
			}
		}
	}
}

// partNames returns the names of the parts of an adapter's spec, as [Suite.Skip] has them.
func partNames(a adapter.Adapter) (names []string) {
	if v := spec.Of(a); v != nil {
		for p := range parts(reflect.ValueOf(v.Spec())) {
			names = append(names, "part/"+p.name)
		}
	}
	return names
}

// drives reports whether an adapter has another answer for one of the errors.
func drives(without adapter.Adapter, errs []error, answers []*toolerr.ToolRuntimeError) bool {
	for i, err := range errs {
		first := answers[i]
		te, panicked := ask(without, err)
		if panicked != nil || (te == nil) != (first == nil) {
			return true
		}
		if te != nil && (difference(first, te, nil) != "" || te.DeveloperMessage() != first.DeveloperMessage() || te.Extra().GoType != first.Extra().GoType) {
			return true
		}
	}
	return false
}

// A part is a value of a spec.
type part struct {
	name  string
	owner reflect.Value // the struct with the value
	value reflect.Value
	rest  reflect.Value // a copy of the spec without the value
}

// lack returns why a path leads nowhere in all errors of its types, or "".
func (p part) lack(errs []error) (lack string) {
	entry, ok := reflect.TypeAssert[spec.Error](p.owner)
	if !ok || p.value.Kind() != reflect.String || p.value.String() == entry.Code {
		return ""
	}
	for _, err := range errs {
		for e := range adapter.Tree(err) {
			if t := reflect.TypeOf(e); entry.Matches(t) {
				if lack = shape.Lacks(t, p.value.String()); lack == "" {
					return ""
				}
			}
		}
	}
	return lack
}

// parts yields the values of a spec, or of a struct in it.
func parts(v reflect.Value) iter.Seq[part] {
	return func(yield func(part) bool) {
		for i := range v.NumField() {
			name := v.Type().Field(i).Name
			if slices.Contains([]string{"Table", "NoHTTP", "FailsWith2xx"}, name) {
				continue // the law "rows" is about the table; no error shows the others
			}
			for p := range items(v.Field(i)) {
				rest := copied(v)
				rest.Field(i).Set(p.rest)
				p.name, p.rest = name+p.name, rest
				if !p.owner.IsValid() {
					p.owner = v
				}
				if !yield(p) {
					return
				}
			}
		}
	}
}

// items yields the parts of a field.
func items(f reflect.Value) iter.Seq[part] {
	return func(yield func(part) bool) {
		_, entries := reflect.TypeAssert[[]spec.Error](f)
		statuses, _ := reflect.TypeAssert[map[int]string](f)
		switch {
		case f.IsZero():
		case entries:
			for i := range f.Len() {
				for p := range parts(f.Index(i)) {
					all := copied(f)
					all.Index(i).Set(p.rest)
					p.name, p.rest = fmt.Sprintf("[%d].%s", i, p.name), all
					if !yield(p) {
						return
					}
				}
			}
		case f.Kind() == reflect.Slice:
			for i := range f.Len() {
				rest := reflect.AppendSlice(copied(f.Slice(0, i)), f.Slice(i+1, f.Len()))
				if !yield(part{name: fmt.Sprintf("[%d]%s", i, quoted(f.Index(i))), value: f.Index(i), rest: rest}) {
					return
				}
			}
		case statuses != nil:
			for _, status := range slices.Sorted(maps.Keys(statuses)) {
				rest := maps.Clone(statuses)
				delete(rest, status)
				if !yield(part{name: fmt.Sprintf("[%d] %q", status, statuses[status]), rest: reflect.ValueOf(rest)}) {
					return
				}
			}
		default:
			yield(part{name: quoted(f), value: f, rest: reflect.Zero(f.Type())})
		}
	}
}

// quoted returns a text or a type in a name of a part.
func quoted(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case string:
		return fmt.Sprintf(" %q", x)
	case fmt.Stringer: // a type
		return " " + x.String()
	case error:
		return fmt.Sprintf(" %T", x)
	}
	return ""
}
