package conformance

import (
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/errand-go/errand/adapter"
)

// deepest limits the nesting of pointers, structs and slices in an error that are searched
// for values that may be missing, and mostPartials the copies of one error.
const (
	deepest      = 8
	mostPartials = 200
)

// lawPartial removes one value after the other from the vendor's errors, like a service
// that omits a member, and calls the adapter again.
func lawPartial(r *run) (findings []Finding) {
	known := map[string]bool{}
	for _, s := range r.specimens() {
		for e := range adapter.Tree(s.err) {
			if te, _ := ask(r.suite.Adapter, e); te == nil {
				continue
			}
			made := 0
			for missing, v := range partials(reflect.ValueOf(e), deepest) {
				if made++; made > mostPartials {
					break
				}
				name := fmt.Sprintf("%T without %s", e, missing)
				partial, ok := reflect.TypeAssert[error](v)
				if !ok || known[name] {
					continue
				}
				if panicked := panicOn(r.suite.Adapter, partial); panicked != nil {
					known[name] = true
					findings = append(findings, Finding{On: s.name, Came: fmt.Sprintf("a panic on a %s: %v", name, panicked)})
				}
			}
		}
	}
	return findings
}

// panicOn returns the value with which the adapter panics for an error, or with which its
// answer panics when the refusal is read.
func panicOn(a adapter.Adapter, err error) (panicked any) {
	te, panicked := ask(a, err)
	if panicked != nil || te.Refuser() == nil {
		return panicked
	}
	defer func() { panicked = located(recover()) }()
	te.Refuser().Refusal()
	return nil
}

// partials yields copies of v that each lack one exported value, preceded by the path of
// the value: a pointer, slice, map or interface that is nil in the copy. Of a slice, only
// the first item is searched. The copies share everything else with v.
func partials(v reflect.Value, depth int) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		if depth == 0 || !v.IsValid() {
			return
		}
		if v.Kind() == reflect.Pointer {
			for path, inner := range partials(v.Elem(), depth-1) {
				p := reflect.New(v.Type().Elem())
				p.Elem().Set(inner)
				if !yield(path, p.Convert(v.Type())) {
					return
				}
			}
			return
		}
		for name, place := range places(v) {
			for path, inner := range lacking(place(v), depth-1) {
				c := copied(v)
				place(c).Set(inner)
				if !yield(name+path, c) {
					return
				}
			}
		}
	}
}

// lacking yields a zero value if v is not nil but could be, and then the partials of v.
func lacking(v reflect.Value, depth int) iter.Seq2[string, reflect.Value] {
	return func(yield func(string, reflect.Value) bool) {
		canBeNil := slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface}, v.Kind())
		if canBeNil && (v.IsNil() || !yield("", reflect.Zero(v.Type()))) {
			return
		}
		partials(v, depth)(yield)
	}
}

// places yields the exported fields of a struct and the first item of a slice, each as a
// name and a function that returns the place in the value or a copy of it.
func places(v reflect.Value) iter.Seq2[string, func(reflect.Value) reflect.Value] {
	return func(yield func(string, func(reflect.Value) reflect.Value) bool) {
		if v.Kind() == reflect.Slice && v.Len() > 0 {
			yield("[0]", func(v reflect.Value) reflect.Value { return v.Index(0) })
		}
		if v.Kind() != reflect.Struct {
			return
		}
		for i := range v.NumField() {
			f := v.Type().Field(i)
			if f.IsExported() && !yield("."+f.Name, func(v reflect.Value) reflect.Value { return v.Field(i) }) {
				return
			}
		}
	}
}

// copied returns a copy of a struct or a slice that can be set.
func copied(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	if v.Kind() != reflect.Slice {
		c.Set(v)
		return c
	}
	c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
	reflect.Copy(c, v)
	return c
}
