package shape

import (
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/typecache"
)

const (
	maxSteps = 16   // names in a path
	maxElems = 8    // successive pointers and interfaces
	maxItems = 64   // elements of a slice
	maxLen   = 4096 // maximum length of such a slice
)

// Field reads the field of x at path, and reports whether the field exists and can be read
// as a T.
//
// A path is names with dots between them: "Response.StatusCode". It leads through pointers,
// interfaces and embedded structs, and ends at a nil. The empty path is x itself. A name in
// lower case is an unexported field. The path can lead through it, but its value can be
// read only if it is a number, a string or a bool.
//
// The value is read as a T if its type is T, implements T, or has the same underlying type
// (a http.Header as a map[string][]string). A pointer to such a value is followed. A number
// is read as any kind of number that can represent it exactly.
func Field[T any](x any, path string) (value T, ok bool) { return as[T](find(x, path)) }

// FieldType returns the Type of the value of x at path, or the zero Type if there is none.
// Use it for unexported fields, whose values cannot be read. For paths, see [Field].
func FieldType(x any, path string) (t Type) {
	defer func() { _ = recover() }()
	if v := through(find(x, path)); v.IsValid() {
		t = OfType(v.Type())
	}
	return t
}

// Items yields the elements of the slice or array at path that are not nil: at most 64 of
// the first 4096. It yields none if there is no slice, or if the slice is unexported. For
// paths, see [Field].
func Items(x any, path string) iter.Seq[any] {
	return slices.Values(items(x, path))
}

func items(x any, path string) (all []any) {
	defer func() { _ = recover() }()
	v := through(find(x, path))
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

// find follows a path from x. It returns the zero Value if a step is missing.
func find(x any, path string) (v reflect.Value) {
	defer func() {
		if recover() != nil {
			v = reflect.Value{}
		}
	}()
	v = reflect.ValueOf(x)
	for step, more := 0, path != ""; more; step++ {
		var name string
		name, path, more = strings.Cut(path, ".")
		if v = through(v); step == maxSteps || v.Kind() != reflect.Struct {
			return reflect.Value{}
		}
		v = fieldAt(v, fields.OfType(v.Type())[name])
	}
	return v
}

// fields has the indexes of a struct's fields by their names.
var fields = typecache.New(func(t reflect.Type) map[string][]int {
	indexes := map[string][]int{}
	for _, field := range reflect.VisibleFields(t) {
		indexes[field.Name] = field.Index
	}
	return indexes
})

// fieldAt returns the field of a struct. It returns the zero Value if there is none, or if
// it is behind a nil pointer to an embedded struct.
func fieldAt(v reflect.Value, index []int) reflect.Value {
	if index == nil {
		return reflect.Value{}
	}
	field, err := v.FieldByIndexErr(index)
	if err != nil {
		return reflect.Value{}
	}
	return field
}

// through follows pointers and interfaces. It returns the zero Value for nil.
func through(v reflect.Value) reflect.Value {
	for range maxElems {
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			return v
		}
		v = v.Elem()
	}
	return v
}

// as returns v as a T. It is short because the compiler makes a copy for every T.
func as[T any](v reflect.Value) (value T, ok bool) {
	if at, same := address(v).(*T); same {
		return *at, true
	}
	if !v.IsValid() {
		return value, false
	}
	if to := new(T); read(reflect.ValueOf(to).Elem(), v) {
		return *to, true
	}
	return value, false
}

// address returns a pointer to the value of v, or nil if there is none or v is nil. It
// gives access to a value of exactly the requested type without a copy.
func address(v reflect.Value) any {
	if !v.CanAddr() || !v.CanInterface() || isNil(v) {
		return nil
	}
	return v.Addr().Interface()
}

// read sets to to the value of v, following pointers and interfaces if necessary.
func read(to, v reflect.Value) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	for range maxElems {
		if set(to, v) {
			return true
		}
		if v.Kind() != reflect.Pointer && v.Kind() != reflect.Interface {
			break
		}
		v = v.Elem()
	}
	return false
}

// set sets to to the value of v, if the types allow it.
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

// setScalar sets values that may be unexported, which can only be read by kind.
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

// setNumber sets to to the number of v, if it can hold it exactly.
func setNumber(to, v reflect.Value) bool {
	switch {
	case v.CanInt():
		return setInt(to, v.Int())
	case v.CanUint() && v.Uint() <= math.MaxInt64:
		return setInt(to, int64(v.Uint()))
	case v.CanUint():
		if !to.CanUint() || to.OverflowUint(v.Uint()) {
			return false
		}
		to.SetUint(v.Uint())
		return true
	case to.CanFloat():
		to.SetFloat(v.Float())
		return to.Float() == v.Float()
	}
	// a number from decoded JSON
	f := v.Float()
	return f >= -maxExact && f <= maxExact && f == math.Trunc(f) && setInt(to, int64(f))
}

// maxExact is the largest magnitude up to which a float64 holds every whole number.
const maxExact = 1 << 53

func setInt(to reflect.Value, n int64) bool {
	switch {
	case to.CanInt() && !to.OverflowInt(n):
		to.SetInt(n)
	case to.CanUint() && n >= 0 && !to.OverflowUint(uint64(n)):
		to.SetUint(uint64(n))
	case to.CanFloat() && n >= -maxExact && n <= maxExact:
		to.SetFloat(float64(n))
		return to.Float() == float64(n)
	default:
		return false
	}
	return true
}

func number(v reflect.Value) bool { return v.CanInt() || v.CanUint() || v.CanFloat() }

func isNil(v reflect.Value) bool {
	switch v.Kind() { //nolint:exhaustive // the kinds that can be nil
	case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		return v.IsNil()
	}
	return false
}
