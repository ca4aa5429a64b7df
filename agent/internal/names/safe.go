package names

import (
	"crypto/rand"
	"reflect"
)

// SafeIDs returns a safe newID. If newID panics or returns an id that is invalid or longer
// than longest, it calls bad and returns a random id. If newID is nil, all ids are random.
func SafeIDs(newID func() string, longest int, bad func()) func() string {
	if newID == nil {
		return rand.Text
	}
	return func() (id string) {
		defer func() {
			if recover() == nil && len(id) <= longest && ID(id) {
				return
			}
			id = rand.Text()
			bad()
		}()
		return newID()
	}
}

// NilFunc returns the name of the first field that has a nil function in a struct whose
// fields are lists of functions, or such structs, and "" if there is none.
func NilFunc(lists any) string {
	v := reflect.ValueOf(lists)
	for i := range v.NumField() {
		if v.Field(i).Kind() == reflect.Struct {
			if name := NilFunc(v.Field(i).Interface()); name != "" {
				return name
			}
			continue
		}
		for j := range v.Field(i).Len() {
			if v.Field(i).Index(j).IsNil() {
				return v.Type().Field(i).Name
			}
		}
	}
	return ""
}
