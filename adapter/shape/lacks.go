package shape

import (
	"fmt"
	"reflect"
	"strings"
)

// Lacks returns why a path leads nowhere in values of a Go type: "no field Code in
// acme.Error, which has Status, Reason". It returns "" if the path leads to a field, or to
// an interface, whose fields are known only at run time. For paths, see [Field]; "[]"
// after a name stands for the elements of a slice.
func Lacks(t reflect.Type, path string) string {
	for name := range strings.SplitSeq(path, ".") {
		name, many := strings.CutSuffix(name, "[]")
		if t = pointee(t); t.Kind() == reflect.Interface {
			return ""
		}
		if name != "" {
			field, ok := fieldOf(t, name)
			if !ok {
				return fmt.Sprintf("no field %s in %s%s", name, t, fieldsOf(t))
			}
			t = field.Type
		}
		if t = pointee(t); !many {
			continue
		}
		if t.Kind() != reflect.Slice && t.Kind() != reflect.Array {
			return fmt.Sprintf("%s is no list: its type is %s", name, t)
		}
		t = t.Elem()
	}
	return ""
}

func pointee(t reflect.Type) reflect.Type {
	for range maxElems {
		if t.Kind() != reflect.Pointer {
			break
		}
		t = t.Elem()
	}
	return t
}

func fieldOf(t reflect.Type, name string) (reflect.StructField, bool) {
	if t.Kind() != reflect.Struct {
		return reflect.StructField{}, false
	}
	return t.FieldByName(name)
}

func fieldsOf(t reflect.Type) string {
	if t.Kind() != reflect.Struct || t.NumField() == 0 {
		return ", which has no fields"
	}
	var names []string
	for i := range t.NumField() {
		names = append(names, t.Field(i).Name)
	}
	return ", which has " + strings.Join(names, ", ")
}
