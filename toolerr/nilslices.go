package toolerr

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

const (
	maxDepth = 64      // how deep nil slices are looked for
	maxCopy  = 1 << 20 // and in how many values
)

// withoutNilSlices returns v with its nil slices replaced by empty ones, which
// JSON writes as []. It copies what it changes, and only that. Below a type that
// encodes itself, and beyond the bounds, everything stays as it is.
func withoutNilSlices(v reflect.Value) (out any) {
	out = v.Interface()
	defer func() { _ = recover() }() // a value reflect will not copy is encoded as it is
	c := copier{left: maxCopy, seen: map[reflect.Type]bool{}, plans: map[reflect.Type][]plan{}}
	if filled, changed := c.fill(v, 0); changed && c.left >= 0 {
		out = filled.Interface()
	}
	return out
}

type copier struct {
	left  int                     // values to look at
	seen  map[reflect.Type]bool   // whether a nil slice can be in a value of the type
	plans map[reflect.Type][]plan // the fields of a struct to look at
}

// A plan is a field of a struct in which a nil slice can be.
type plan struct {
	index    int
	promoted bool // an embedded struct of an unexported type: its exported fields count
	omitZero bool
}

// fill returns v with its nil slices replaced, and whether there were any.
func (c *copier) fill(v reflect.Value, depth int) (reflect.Value, bool) {
	if c.left--; c.left < 0 || depth == maxDepth || !v.IsValid() || !c.holds(v.Type()) {
		return v, false
	}
	switch v.Kind() { //nolint:exhaustive // the kinds that can hold a slice
	case reflect.Slice:
		if v.IsNil() {
			return reflect.MakeSlice(v.Type(), 0, 0), true
		}
		return c.fillElements(v, depth)
	case reflect.Array:
		return c.fillElements(v, depth)
	case reflect.Struct:
		return c.fillStruct(v, depth)
	case reflect.Map:
		return c.fillMap(v, depth)
	case reflect.Pointer, reflect.Interface:
		elem, changed := c.fill(v.Elem(), depth+1)
		if !changed || v.Kind() == reflect.Interface {
			return elem, changed
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(elem)
		return p.Convert(v.Type()), true
	default:
		return v, false
	}
}

func (c *copier) fillElements(v reflect.Value, depth int) (reflect.Value, bool) {
	var dst reflect.Value
	for i := range v.Len() {
		elem, changed := c.fill(v.Index(i), depth+1)
		if !changed {
			continue
		}
		if !dst.IsValid() {
			dst = reflect.New(v.Type()).Elem()
			if v.Kind() == reflect.Slice {
				dst.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			}
			reflect.Copy(dst, v)
		}
		dst.Index(i).Set(elem)
	}
	if !dst.IsValid() {
		return v, false
	}
	return dst, true
}

func (c *copier) fillMap(v reflect.Value, depth int) (reflect.Value, bool) {
	var dst reflect.Value
	for it := v.MapRange(); it.Next(); {
		elem, changed := c.fill(it.Value(), depth+1)
		if !changed {
			continue
		}
		if !dst.IsValid() {
			dst = reflect.MakeMapWithSize(v.Type(), v.Len())
			for all := v.MapRange(); all.Next(); {
				dst.SetMapIndex(all.Key(), all.Value())
			}
		}
		dst.SetMapIndex(it.Key(), elem)
	}
	if !dst.IsValid() {
		return v, false
	}
	return dst, true
}

func (c *copier) fillStruct(v reflect.Value, depth int) (reflect.Value, bool) {
	var dst reflect.Value
	c.fillFields(v, func() reflect.Value {
		if !dst.IsValid() {
			dst = reflect.New(v.Type()).Elem()
			dst.Set(v)
		}
		return dst
	}, depth)
	if !dst.IsValid() {
		return v, false
	}
	return dst, true
}

// fillFields fills the fields of the struct v; into returns its copy.
func (c *copier) fillFields(v reflect.Value, into func() reflect.Value, depth int) {
	for _, p := range c.plan(v.Type()) {
		field := v.Field(p.index)
		if p.promoted {
			c.fillFields(field, func() reflect.Value { return into().Field(p.index) }, depth)
			continue
		}
		if p.omitZero && omitted(field) {
			continue
		}
		if filled, changed := c.fill(field, depth+1); changed {
			into().Field(p.index).Set(filled)
		}
	}
}

// omitted reports whether a field with the option omitzero is left out.
func omitted(field reflect.Value) bool {
	if field.IsZero() {
		return true
	}
	p := reflect.New(field.Type())
	p.Elem().Set(field)
	z, ok := reflect.TypeAssert[interface{ IsZero() bool }](p)
	return ok && z.IsZero()
}

// holds reports whether JSON would write a null for a nil slice in a value of
// type t; []byte is written as a string.
func (c *copier) holds(t reflect.Type) bool {
	held, ok := c.seen[t]
	if ok {
		return held
	}
	c.seen[t] = true  // of a type that contains itself
	switch t.Kind() { //nolint:exhaustive // the kinds that can hold a slice
	case reflect.Slice:
		held = t.Elem().Kind() != reflect.Uint8
	case reflect.Array, reflect.Map, reflect.Pointer:
		held = c.holds(t.Elem())
	case reflect.Struct:
		held = len(c.plan(t)) > 0
	case reflect.Interface:
		held = true
	}
	held = held && !encodesItself(t)
	c.seen[t] = held
	return held
}

// plan returns the fields of the struct type t in which a nil slice can be.
func (c *copier) plan(t reflect.Type) []plan {
	plans, ok := c.plans[t]
	if ok {
		return plans
	}
	for i := range t.NumField() {
		f := t.Field(i)
		tag := f.Tag.Get("json")
		if tag == "-" || !f.IsExported() && (!f.Anonymous || f.Type.Kind() != reflect.Struct) || !c.holds(f.Type) {
			continue
		}
		_, options, _ := strings.Cut(tag, ",")
		plans = append(plans, plan{
			index:    i,
			promoted: !f.IsExported(),
			omitZero: slices.Contains(strings.Split(options, ","), "omitzero"),
		})
	}
	c.plans[t] = plans
	return plans
}

var (
	jsonMarshaler = reflect.TypeFor[json.Marshaler]()
	textMarshaler = reflect.TypeFor[encoding.TextMarshaler]()
)

// encodesItself reports whether values of type t choose their own JSON.
func encodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return t.Implements(jsonMarshaler) || p.Implements(jsonMarshaler) ||
		t.Implements(textMarshaler) || p.Implements(textMarshaler)
}
