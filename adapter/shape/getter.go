package shape

import (
	"reflect"
	"strings"
	"sync"
)

// A Getter reads the field at one path, as [Field] does, and caches for each Go type where
// the field is. From the second error of a type on, it is several times as fast. Make one
// with [NewGetter] and keep it in a variable of the package. It is safe for concurrent use.
type Getter[T any] route

// NewGetter returns the Getter of a path; for paths, see [Field].
func NewGetter[T any](path string) *Getter[T] { return (*Getter[T])(newRoute(path)) }

// Path returns the path.
func (g *Getter[T]) Path() string { return g.path }

// Of reads the field of x; see [Field].
func (g *Getter[T]) Of(x any) (value T, ok bool) { return as[T]((*route)(g).find(x)) }

// A route is a path with a cache of its steps in the types that were read.
type route struct {
	path  string
	steps []routeStep
}

type routeStep struct {
	name string
	seen sync.Map // reflect.Type → []int; nil if the type has no such field
}

func newRoute(path string) *route {
	r := &route{path: path}
	if path == "" {
		return r
	}
	names := strings.Split(path, ".")
	r.steps = make([]routeStep, len(names))
	for i, name := range names {
		r.steps[i].name = name
	}
	return r
}

func (r *route) find(x any) reflect.Value {
	return follow(x, len(r.steps), func(i int, t reflect.Type) []int { return r.steps[i].index(t) })
}

func (s *routeStep) index(t reflect.Type) []int {
	if at, ok := s.seen.Load(t); ok {
		index, _ := at.([]int)
		return index
	}
	index := fieldIndex(t, s.name)
	s.seen.Store(t, index)
	return index
}
