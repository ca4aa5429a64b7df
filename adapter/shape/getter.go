package shape

import (
	"reflect"
	"strings"
	"sync"
)

// A Getter reads the field at one path, as [Field] does, and remembers where
// each type has it, one entry per Go type: several times as fast from the second
// error on. Make one with [NewGetter] and keep it in a variable of the package.
// It is safe for concurrent use.
type Getter[T any] struct {
	path  string
	steps []getterStep
}

type getterStep struct {
	name string
	seen *sync.Map // reflect.Type → []int; nil where the type has no such field
}

// NewGetter returns the Getter of a path; see [Field] for what a path is.
func NewGetter[T any](path string) *Getter[T] {
	g := &Getter[T]{path: path}
	if path != "" {
		for name := range strings.SplitSeq(path, ".") {
			g.steps = append(g.steps, getterStep{name: name, seen: new(sync.Map)})
		}
	}
	return g
}

// Path returns the path.
func (g *Getter[T]) Path() string { return g.path }

// Of reads the field of x; see [Field].
func (g *Getter[T]) Of(x any) (value T, ok bool) {
	defer func() {
		if recover() != nil {
			var none T
			value, ok = none, false
		}
	}()
	if len(g.steps) > maxSteps {
		return value, false
	}
	v := reflect.ValueOf(x)
	for i := range g.steps {
		if v, ok = step(v, g.steps[i].name, g.steps[i].index); !ok {
			return value, false
		}
	}
	return read[T](v)
}

func (s *getterStep) index(t reflect.Type, name string) []int {
	if at, ok := s.seen.Load(t); ok {
		index, _ := at.([]int)
		return index
	}
	index := fieldIndex(t, name)
	s.seen.Store(t, index)
	return index
}
