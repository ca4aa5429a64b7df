package shape

import "reflect"

// Call calls a method of x through an interface: method gets x as an I. Call reports false
// if x is not an I, is nil or a nil pointer, or panics.
//
//	code, ok := shape.Call(err, func(e interface{ ErrorCode() string }) string {
//		return e.ErrorCode()
//	})
func Call[I, T any](x any, method func(I) T) (value T, ok bool) {
	if i, is := x.(I); is {
		ok = survives(x, func() { value = method(i) })
	}
	return value, ok
}

// survives calls a method of x, unless x is nil, and reports whether it returned without a
// panic.
func survives(x any, call func()) (ok bool) {
	if isNil(reflect.ValueOf(x)) {
		return false
	}
	defer func() {
		if !ok {
			_ = recover()
		}
	}()
	call()
	return true
}

// Result calls a method of x that has no parameters and one result of a type that the
// caller cannot name, and returns the result for [Field] and [Call]. method looks the
// method up, with its name as a constant:
//
//	status, ok := shape.Result(err, func(v reflect.Value) reflect.Value {
//		return v.MethodByName("GRPCStatus")
//	})
//
// With a constant name, the linker can determine the methods that must stay in the
// binary. A name in a variable would keep every exported method of every type of the
// program. Result reports false if there is no such method, if x is nil or a nil
// pointer, if the result is nil, or if the method panics.
func Result(x any, method func(reflect.Value) reflect.Value) (value any, ok bool) {
	v := reflect.ValueOf(x)
	if !v.IsValid() || isNil(v) {
		return nil, false
	}
	defer func() {
		if recover() != nil {
			value, ok = nil, false
		}
	}()
	m := method(v)
	if !m.IsValid() || m.Type().NumIn() != 0 || m.Type().NumOut() != 1 {
		return nil, false
	}
	out := m.Call(nil)[0]
	if isNil(out) {
		return nil, false
	}
	return out.Interface(), true
}
