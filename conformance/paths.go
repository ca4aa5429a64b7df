package conformance

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// lawPaths finds paths that lead nowhere, and parts of a spec that can be removed without a
// change of an answer.
func lawPaths(r *run) (findings []Finding) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := spec.Of(r.suite.Adapter)
	if v == nil {
		return nil
	}
	var types []reflect.Type
	for _, err := range r.shown {
		for e := range adapter.Tree(err) {
			types = append(types, reflect.TypeOf(e))
		}
	}
	for i, e := range v.Spec().Errors {
		if lack := e.Lack(types...); lack != "" {
			findings = append(findings, Finding{On: fmt.Sprintf("Errors[%d]", i), Came: lack})
		}
	}
	idle := slices.DeleteFunc(Undriven(r.suite.Adapter, r.shown), func(part string) bool { return r.suite.Skip["part/"+part] != "" })
	if len(idle) > 0 {
		findings = append(findings, Finding{On: strings.Join(idle, ", "), Came: "no case and no fault depends on it"})
	}
	return findings
}

// Undriven returns the parts of an adapter's spec on which none of its answers to errs
// depends, such as `Hosts[0] "api.acme.example"`: without the part, all answers are the
// same. It returns nil for an adapter without a spec.
func Undriven(a adapter.Adapter, errs []error) (idle []string) {
	v := spec.Of(a)
	if v == nil {
		return nil
	}
	answers := make([]*toolerr.ToolRuntimeError, len(errs))
	for i, err := range errs {
		answers[i], _ = ask(v, err)
	}
	for _, p := range partsOf(v) {
		rest, _ := reflect.TypeAssert[spec.Spec](p.rest)
		if !drives(spec.New(rest), errs, answers) {
			idle = append(idle, p.name)
		}
	}
	return idle
}

// drives reports whether an adapter has another answer for one of the errors.
func drives(without adapter.Adapter, errs []error, answers []*toolerr.ToolRuntimeError) bool {
	for i, err := range errs {
		first := answers[i]
		te, panicked := ask(without, err)
		if panicked != nil || (te == nil) != (first == nil) || te != nil && (difference(first, te, nil) != "" ||
			te.DeveloperMessage() != first.DeveloperMessage() || te.Extra().GoType != first.Extra().GoType || !reflect.DeepEqual(te.Refusal(), first.Refusal())) {
			return true
		}
	}
	return false
}

// A part is a value of a spec.
type part struct {
	name string
	rest reflect.Value // a copy of the spec without the value
}

// partsOf returns the parts of an adapter's spec, none if v is nil.
func partsOf(v *spec.Adapter) []part {
	if v == nil {
		return nil
	}
	return parts(reflect.ValueOf(v.Spec()))
}

// untested are the fields of which no error shows anything. The law "rows" is about the
// table, and the law "selective" about what a chain has to know to find the
// adapter.
var untested = []string{"Table", "NoHTTP", "FailsWith2xx", "Begins", "TreeReads", "Members"}

// parts returns the parts of a struct.
func parts(v reflect.Value) (all []part) {
	for i := range v.NumField() {
		name, f := v.Type().Field(i).Name, v.Field(i)
		without := func(item string, value any) {
			rest := copied(v)
			rest.Field(i).Set(reflect.ValueOf(value))
			all = append(all, part{name + item, rest})
		}
		switch x := f.Interface().(type) {
		case []spec.Error:
			for j, e := range x {
				for _, p := range parts(reflect.ValueOf(e)) {
					less := slices.Clone(x)
					less[j], _ = reflect.TypeAssert[spec.Error](p.rest)
					without(fmt.Sprintf("[%d].%s", j, p.name), less)
				}
			}
		case map[int]string:
			for _, status := range slices.Sorted(maps.Keys(x)) {
				less := maps.Clone(x)
				delete(less, status)
				without(fmt.Sprintf("[%d] %q", status, x[status]), less)
			}
		default:
			switch {
			case f.IsZero(), slices.Contains(untested, name):
			case f.Kind() == reflect.Slice:
				for j := range f.Len() {
					without(fmt.Sprintf("[%d]%s", j, quoted(f.Index(j))), reflect.AppendSlice(copied(f.Slice(0, j)), f.Slice(j+1, f.Len())).Interface())
				}
			default:
				without(quoted(f), reflect.Zero(f.Type()).Interface())
			}
		}
	}
	return all
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
