// Package memory keeps sessions and files in memory.
package memory

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/errand-go/errand/agent/internal/state"
)

// A Ref names a session.
type Ref struct{ App, User, ID string }

// Rules are what a store has to know of its events.
type Rules[E any] struct {
	Delta      func(E) map[string]any
	Invocation func(E) string
	Compacts   func(E) bool
	// First returns the index of the first event that models still see.
	First func([]E) int
	// Shared is the prefix of the names of files that all sessions of a user share.
	Shared string
	// Exists, Missing, Stale, NoEvent and NoFile are the errors of a session that exists
	// already, of one that does not, of an older version, of an invocation without events,
	// and of a file or a version that does not exist.
	Exists, Missing, Stale, NoEvent, NoFile error
}

// A Store has sessions, whose events are of type E, and files of type F. It never changes an
// event that it has.
type Store[E, F any] struct {
	rules  Rules[E]
	scopes *state.Scopes

	mu    sync.Mutex
	clock int64 // the latest version of any session
	all   map[Ref]*session[E]
	files map[fileKey][]F
}

type session[E any] struct {
	View[E]

	initial, own map[string]any // initial and current state of the session only
}

// A View is what a session has at one time.
type View[E any] struct {
	Ref              Ref
	Version          int64
	State            map[string]any
	Events           []E
	Created, Updated time.Time
}

// New returns an empty store.
func New[E, F any](rules Rules[E], scopes *state.Scopes) *Store[E, F] {
	return &Store[E, F]{rules: rules, scopes: scopes, all: map[Ref]*session[E]{}, files: map[fileKey][]F{}}
}

// locked runs fn alone, unless ctx has ended.
func (s *Store[E, F]) locked(ctx context.Context, fn func() error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return fn()
}

// Create creates a session with a state in its stored form.
func (s *Store[E, F]) Create(ctx context.Context, ref Ref, initial map[string]any) (v View[E], err error) {
	err = s.locked(ctx, func() error {
		if s.all[ref] != nil {
			return s.rules.Exists
		}
		one := &session[E]{View: View[E]{Ref: ref, Created: time.Now()}, own: map[string]any{}}
		s.scopes.Apply(ref.App, ref.User, one.own, initial)
		one.initial = maps.Clone(one.own)
		s.all[ref] = one
		s.touch(one)
		v = s.view(one, 0)
		return nil
	})
	return v, err
}

// Read returns a session with its events, or those that models still see if recent is set.
func (s *Store[E, F]) Read(ctx context.Context, ref Ref, recent bool) (v View[E], err error) {
	err = s.locked(ctx, func() error {
		one := s.all[ref]
		if one == nil {
			return s.rules.Missing
		}
		first := 0
		if recent {
			first = s.rules.First(one.Events)
		}
		v = s.view(one, first)
		return nil
	})
	return v, err
}

// List returns the sessions of a user, by id, without events.
func (s *Store[E, F]) List(ctx context.Context, app, user string) (list []View[E], err error) {
	err = s.locked(ctx, func() error {
		for ref, one := range s.all {
			if ref.App == app && ref.User == user {
				list = append(list, s.view(one, len(one.Events)))
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b View[E]) int { return cmp.Compare(a.Ref.ID, b.Ref.ID) })
	return list, err
}

// Delete removes a session.
func (s *Store[E, F]) Delete(ctx context.Context, ref Ref) error {
	return s.locked(ctx, func() error {
		if s.all[ref] == nil {
			return s.rules.Missing
		}
		delete(s.all, ref)
		s.forget(ref)
		return nil
	})
}

// Append adds events in their stored form to a session that has the version.
func (s *Store[E, F]) Append(ctx context.Context, ref Ref, version int64, events []E) (int64, error) {
	return s.change(ctx, ref, version, func(one *session[E]) error {
		one.Events = append(one.Events, events...)
		for _, e := range events {
			s.scopes.Apply(ref.App, ref.User, one.own, s.rules.Delta(e))
		}
		return nil
	})
}

// Rollback removes the events of an invocation, and later compactions.
func (s *Store[E, F]) Rollback(ctx context.Context, ref Ref, version int64, invocation string) (int64, error) {
	return s.change(ctx, ref, version, func(one *session[E]) error {
		gone := false // the first removed event was found
		kept := slices.DeleteFunc(slices.Clone(one.Events), func(e E) bool {
			own := s.rules.Invocation(e) == invocation
			gone = gone || own
			return own || gone && s.rules.Compacts(e)
		})
		if len(kept) == len(one.Events) {
			return s.rules.NoEvent
		}
		one.Events, one.own = kept, maps.Clone(one.initial)
		for _, e := range kept {
			s.scopes.ApplyOwn(one.own, s.rules.Delta(e))
		}
		return nil
	})
}

// change changes a session that has the version, and returns its new version.
func (s *Store[E, F]) change(ctx context.Context, ref Ref, version int64, fn func(*session[E]) error) (next int64, err error) {
	err = s.locked(ctx, func() error {
		one := s.all[ref]
		switch {
		case one == nil:
			return s.rules.Missing
		case one.Version != version:
			return s.rules.Stale
		}
		if err := fn(one); err != nil {
			return err
		}
		s.touch(one)
		next = one.Version
		return nil
	})
	return next, err
}

// touch gives a session a version that no session has had, including deleted ones.
func (s *Store[E, F]) touch(one *session[E]) {
	s.clock++
	one.Version, one.Updated = s.clock, time.Now()
}

// view returns a session with its events from first on.
func (s *Store[E, F]) view(one *session[E], first int) View[E] {
	v := one.View
	v.Events = slices.Clone(one.Events[first:])
	v.State = s.scopes.All(v.Ref.App, v.Ref.User, one.own)
	return v
}
