package shape

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Lacks returns why a path leads nowhere in values of a Go type: "no field Code in
// acme.Error, which has Status, Reason". It returns "" if the path leads to a field, or to
// an interface, whose fields are known only at run time. For paths, see [Field]; "[]"
// after a name stands for the elements of a slice.
func Lacks(t reflect.Type, path string) string {
	for _, name := range strings.Split(path, ".") {
		name, many := strings.CutSuffix(name, "[]")
		if t = pointee(t); t.Kind() == reflect.Interface {
			return ""
		}
		if name != "" {
			var names []string
			if t.Kind() == reflect.Struct {
				for _, field := range reflect.VisibleFields(t) {
					names = append(names, field.Name)
				}
			}
			if !slices.Contains(names, name) {
				return fmt.Sprintf("no field %s in %s, which has %s", name, t, cmp.Or(strings.Join(names, ", "), "none"))
			}
			field, _ := t.FieldByName(name)
			t = pointee(field.Type)
		}
		switch {
		case !many:
		case t.Kind() == reflect.Slice, t.Kind() == reflect.Array:
			t = t.Elem()
		default:
			return fmt.Sprintf("%s is not a list: its type is %s", name, t)
		}
	}
	return ""
}

// pointee follows pointers.
func pointee(t reflect.Type) reflect.Type {
	for range maxElems {
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
	}
	return t
}
