package twilioadapter

import "github.com/errand-go/errand/adapter/shape"

// SetTypes replaces the SDK's types and returns a function that puts them back.
func SetTypes(old, standard, wrapped shape.Type) (restore func()) {
	before, set := [...]shape.Type{restError, newError, annotated}, types
	restError, newError, annotated = old, standard, wrapped
	types = shape.NewSet(restError, newError, annotated)
	return func() {
		restError, newError, annotated = before[0], before[1], before[2]
		types = set
	}
}

// A Numbered is a number and its name.
type Numbered struct {
	Number int
	Name   string
}

// Numbers are the numbers in their order.
func Numbers() (all []Numbered) {
	for _, n := range numbers {
		all = append(all, Numbered{n.number, n.name})
	}
	return all
}
