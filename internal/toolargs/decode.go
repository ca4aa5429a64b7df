package toolargs

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// Decoder returns a function that decodes arguments into a *T, for the type T. Numbers in
// fields of type any become json.Number, so that large ones keep their digits.
func Decoder(t reflect.Type) func(args []byte, in any) error {
	if !holdsAny(t, map[reflect.Type]bool{}) {
		return json.Unmarshal
	}
	return func(args []byte, in any) error {
		dec := json.NewDecoder(bytes.NewReader(args))
		dec.UseNumber()
		return dec.Decode(in)
	}
}

// holdsAny reports whether values of a type can contain an interface that JSON is decoded
// into.
func holdsAny(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() { //nolint:exhaustive // the others hold nothing
	case reflect.Interface:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return holdsAny(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if holdsAny(t.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}
