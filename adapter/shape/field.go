package shape

import (
	"iter"
	"reflect"
	"strings"
)

const (
	maxSteps = 16   // names in a path
	maxElems = 8    // pointers and interfaces in a row
	maxItems = 64   // elements of a slice
	maxLen   = 4096 // of a slice that is looked through for them
)

// Field reads the field of x at path, and reports whether it is there and can
// be read as a T.
//
// A path is names with dots between them: "Response.StatusCode". Pointers,
// interfaces and embedded structs on the way are looked through, and a nil
// among them ends the way. The empty path is x itself. A name in lower case is
// an unexported field, which can be read, or gone through, but whose value must
// be a number, a string or a bool.
//
// The value is read as a T if its type is T, implements T, or has the same
// underlying type (a http.Header as a map[string][]string); a pointer to such a
// value is looked through. A number is read as any kind of number that holds it
// exactly.
func Field[T any](x any, path string) (value T, ok bool) {
	defer func() {
		if recover() != nil {
			var none T
			value, ok = none, false
		}
	}()
	v, ok := walk(reflect.ValueOf(x), path)
	if !ok {
		return value, false
	}
	return read[T](v)
}

// Items yields the elements of the slice or array at path that are not nil, at
// most 64 of the first 4096. There are none if there is no slice,
// or an unexported one. The path is as for [Field].
func Items(x any, path string) iter.Seq[any] {
	return func(yield func(any) bool) {
		for _, item := range items(x, path) {
			if !yield(item) {
				return
			}
		}
	}
}

func items(x any, path string) (all []any) {
	defer func() { _ = recover() }()
	v, ok := walk(reflect.ValueOf(x), path)
	if !ok {
		return nil
	}
	v = through(v)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil
	}
	for i := range min(v.Len(), maxLen) {
		e := v.Index(i)
		if !e.CanInterface() || len(all) == maxItems {
			break
		}
		if !isNil(e) {
			all = append(all, e.Interface())
		}
	}
	return all
}

// walk follows path from v.
func walk(v reflect.Value, path string) (reflect.Value, bool) {
	for range maxSteps {
		if path == "" {
			break
		}
		var name string
		name, path, _ = strings.Cut(path, ".")
		var ok bool
		if v, ok = step(v, name, fieldIndex); !ok {
			return v, false
		}
	}
	return v, path == "" && v.IsValid()
}

// step goes from a struct, or what leads to one, to its field; index finds the
// field in the type.
func step(v reflect.Value, name string, index func(reflect.Type, string) []int) (reflect.Value, bool) {
	v = through(v)
	if v.Kind() != reflect.Struct {
		return v, false
	}
	at := index(v.Type(), name)
	if at == nil {
		return v, false
	}
	field, err := v.FieldByIndexErr(at)
	return field, err == nil // an error is a nil pointer to an embedded struct
}

// fieldIndex is where the type has the field, nil if it has none.
func fieldIndex(t reflect.Type, name string) []int {
	field, ok := t.FieldByName(name)
	if !ok {
		return nil
	}
	return field.Index
}

// through looks through pointers and interfaces. The zero Value stands for nil.
func through(v reflect.Value) reflect.Value {
	for range maxElems {
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			return v
		}
		v = v.Elem()
	}
	return v
}

// read returns v as a T, looking through pointers and interfaces as far as it
// must.
func read[T any](v reflect.Value) (value T, ok bool) {
	to := reflect.ValueOf(&value).Elem()
	for range maxElems {
		if set(to, v) {
			return value, true
		}
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			break
		}
		v = v.Elem()
	}
	var none T
	return none, false
}

// set gives to the value of v, if the two are alike.
func set(to, v reflect.Value) bool {
	if !v.IsValid() {
		return false
	}
	if v.CanInterface() {
		if v.Type().AssignableTo(to.Type()) {
			to.Set(v)
			return !isNil(v)
		}
		if to.Kind() == v.Kind() && !number(v) && v.CanConvert(to.Type()) {
			to.Set(v.Convert(to.Type()))
			return !isNil(v)
		}
	}
	return setScalar(to, v)
}

// setScalar is for values that may be unexported: they can be looked at by
// kind, and not otherwise.
func setScalar(to, v reflect.Value) bool {
	switch {
	case v.Kind() == reflect.String && to.Kind() == reflect.String:
		to.SetString(v.String())
		return true
	case v.Kind() == reflect.Bool && to.Kind() == reflect.Bool:
		to.SetBool(v.Bool())
		return true
	case number(v) && number(to):
		return setNumber(to, v)
	}
	return false
}

// setNumber gives to the number of v, if to can hold it exactly.
func setNumber(to, v reflect.Value) bool {
	wide := reflect.New(to.Type()).Elem()
	switch {
	case v.CanInt() && to.CanInt():
		wide.SetInt(v.Int())
		if wide.Int() != v.Int() {
			return false
		}
	case v.CanInt() && to.CanUint():
		if v.Int() < 0 {
			return false
		}
		wide.SetUint(uint64(v.Int()))
		if wide.Uint() != uint64(v.Int()) {
			return false
		}
	case v.CanUint() && to.CanInt():
		if v.Uint() > 1<<63-1 {
			return false
		}
		wide.SetInt(int64(v.Uint()))
		if uint64(wide.Int()) != v.Uint() {
			return false
		}
	case v.CanUint() && to.CanUint():
		wide.SetUint(v.Uint())
		if wide.Uint() != v.Uint() {
			return false
		}
	default:
		return setFloat(to, v)
	}
	to.Set(wide)
	return true
}

// setFloat is setNumber where one side, or both, is a floating-point number:
// what JSON makes of every number.
func setFloat(to, v reflect.Value) bool {
	const exact = 1 << 53
	switch {
	case v.CanFloat() && to.CanFloat():
		to.SetFloat(v.Float())
		return to.Float() == v.Float()
	case v.CanFloat():
		f := v.Float()
		if f != float64(int64(f)) || f < -exact || f > exact {
			return false
		}
		return setNumber(to, reflect.ValueOf(int64(f)))
	case v.CanInt() && v.Int() >= -exact && v.Int() <= exact:
		to.SetFloat(float64(v.Int()))
		return to.Float() == float64(v.Int())
	case v.CanUint() && v.Uint() <= exact:
		to.SetFloat(float64(v.Uint()))
		return to.Float() == float64(v.Uint())
	}
	return false
}

func number(v reflect.Value) bool { return v.CanInt() || v.CanUint() || v.CanFloat() }

func isNil(v reflect.Value) bool {
	switch v.Kind() { //nolint:exhaustive // the kinds that can be nil
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return v.IsNil()
	}
	return false
}
