package agent

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/errand-go/errand/agent/internal/state"
	"github.com/errand-go/errand/toolerr"
)

// A MemoryStore keeps sessions in memory. Make one with [NewMemoryStore].
type MemoryStore struct {
	mu       sync.Mutex
	clock    int64 // the latest version of any session
	sessions map[SessionRef]*memorySession
	scopes   *state.Scopes
}

type memorySession struct {
	version          int64
	initial, state   State // initial and current state of the session only
	events           []*Event
	first            int // index of the first event that models still see
	created, updated time.Time
}

// NewMemoryStore returns an empty store.
func NewMemoryStore() *MemoryStore {
	return &MemoryStore{
		sessions: map[SessionRef]*memorySession{},
		scopes:   state.NewScopes(AppPrefix, UserPrefix, TempPrefix),
	}
}

// Create implements [Store].
func (m *MemoryStore) Create(ctx context.Context, ref SessionRef, initial State) (*Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.sessions[ref]; ok {
		return nil, ErrAlreadyExists
	}
	now := time.Now()
	s := &memorySession{version: m.tick(), state: State{}, created: now, updated: now}
	m.sessions[ref] = s
	normal, _ := normalState(initial)
	m.scopes.Apply(ref.App, ref.User, s.state, normal)
	s.initial = maps.Clone(s.state)
	return m.view(ref, s), nil
}

// Get implements [Store].
func (m *MemoryStore) Get(ctx context.Context, ref SessionRef) (*Session, error) {
	return m.read(ctx, ref, func(s *memorySession) []*Event { return cloneEvents(s.events) })
}

// Recent implements [RecentStore].
func (m *MemoryStore) Recent(ctx context.Context, ref SessionRef) (*Session, error) {
	return m.read(ctx, ref, func(s *memorySession) []*Event { return slices.Clone(s.events[s.first:]) })
}

func (m *MemoryStore) read(ctx context.Context, ref SessionRef, events func(*memorySession) []*Event) (*Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s, ok := m.sessions[ref]
	if !ok {
		return nil, ErrSessionNotFound
	}
	v := m.view(ref, s)
	v.Events = events(s)
	return v, nil
}

// List implements [Store].
func (m *MemoryStore) List(ctx context.Context, app, user string) ([]*Session, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var all []*Session
	for ref, s := range m.sessions {
		if ref.App == app && ref.User == user {
			all = append(all, m.view(ref, s))
		}
	}
	slices.SortFunc(all, func(a, b *Session) int { return cmp.Compare(a.Ref.ID, b.Ref.ID) })
	return all, nil
}

// Delete implements [Store].
func (m *MemoryStore) Delete(ctx context.Context, ref SessionRef) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.sessions[ref]; !ok {
		return ErrSessionNotFound
	}
	delete(m.sessions, ref)
	return nil
}

// Append implements [Store].
func (m *MemoryStore) Append(ctx context.Context, ref SessionRef, version int64, events ...*Event) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.current(ref, version)
	if err != nil {
		return 0, err
	}
	if slices.Contains(events, nil) {
		return 0, NewRunError(ErrInvalidInput, toolerr.Msg("An event cannot be stored."), nil)
	}
	for _, e := range events {
		kept := e.Clone().normalized() // once here, so that no run has to clone it
		delta, _ := normalState(kept.Actions.StateDelta.withoutTemp())
		kept.Actions.StateDelta = delta
		s.events = append(s.events, kept)
		if kept.Actions.Compaction != nil {
			_, s.first = lastCompaction(s.events)
		}
		m.scopes.Apply(ref.App, ref.User, s.state, delta)
	}
	s.version = m.tick()
	s.updated = time.Now()
	return s.version, nil
}

// Rollback implements [Store].
func (m *MemoryStore) Rollback(ctx context.Context, ref SessionRef, version int64, invocationID string) (int64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s, err := m.current(ref, version)
	if err != nil {
		return 0, err
	}
	gone := false // the first removed event was found
	kept := slices.DeleteFunc(slices.Clone(s.events), func(e *Event) bool {
		gone = gone || e.InvocationID == invocationID
		return e.InvocationID == invocationID || gone && e.Actions.Compaction != nil
	})
	if len(kept) == len(s.events) {
		return 0, ErrNotFound
	}
	s.events = kept
	_, s.first = lastCompaction(kept)
	s.state = maps.Clone(s.initial)
	for _, e := range kept {
		m.scopes.ApplyOwn(s.state, e.Actions.StateDelta)
	}
	s.version = m.tick()
	s.updated = time.Now()
	return s.version, nil
}

// tick returns a version that no session has had, including deleted ones.
func (m *MemoryStore) tick() int64 {
	m.clock++
	return m.clock
}

func (m *MemoryStore) current(ref SessionRef, version int64) (*memorySession, error) {
	s, ok := m.sessions[ref]
	switch {
	case !ok:
		return nil, ErrSessionNotFound
	case s.version != version:
		return nil, ErrStaleSession
	}
	return s, nil
}

func (m *MemoryStore) view(ref SessionRef, s *memorySession) *Session {
	return &Session{Ref: ref, Version: s.version, State: m.scopes.All(ref.App, ref.User, s.state), Created: s.created, Updated: s.updated}
}
