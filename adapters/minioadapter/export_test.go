package minioadapter

import "github.com/errand-go/errand/adapter/shape"

// SetTypes replaces the client's types and returns a function that puts them back.
func SetTypes(answer, one, sts shape.Type) (restore func()) {
	before, set := [...]shape.Type{response, removal, grant}, types
	response, removal, grant = answer, one, sts
	types = shape.NewSet(response, removal, grant)
	return func() {
		response, removal, grant = before[0], before[1], before[2]
		types = set
	}
}

// Texts are the texts of names that are matched for want of a type, and their
// codes.
func Texts() map[string]string { return texts }
