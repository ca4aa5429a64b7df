package agent

import (
	"context"
	"slices"

	"github.com/errand-go/errand/agent/internal/memory"
	"github.com/errand-go/errand/agent/internal/state"
	"github.com/errand-go/errand/toolerr"
)

// A MemoryStore keeps sessions and artifacts in memory. Make one with [NewMemoryStore].
type MemoryStore struct{ inner *memory.Store[*Event, Blob] }

var _ ArtifactStore = (*MemoryStore)(nil)

// NewMemoryStore returns an empty store.
func NewMemoryStore() *MemoryStore {
	return &MemoryStore{memory.New[*Event, Blob](memory.Rules[*Event]{
		Delta:      func(e *Event) map[string]any { return e.Actions.StateDelta },
		Invocation: func(e *Event) string { return e.InvocationID },
		Compacts:   func(e *Event) bool { return e.Actions.Compaction != nil },
		First: func(events []*Event) int {
			_, first := lastCompaction(events)
			return first
		},
		Shared: UserPrefix,
		Exists: ErrAlreadyExists, Missing: ErrSessionNotFound, Stale: ErrStaleSession, NoEvent: ErrNotFound, NoFile: ErrArtifactNotFound,
	}, state.NewScopes(AppPrefix, UserPrefix, TempPrefix))}
}

// sessionOf returns a session for callers, who may change it.
func sessionOf(v memory.View[*Event], err error) (*Session, error) {
	if err != nil {
		return nil, err
	}
	return &Session{Ref: SessionRef(v.Ref), Version: v.Version, State: v.State, Events: v.Events, Created: v.Created, Updated: v.Updated}, nil
}

// Create implements [Store].
func (m *MemoryStore) Create(ctx context.Context, ref SessionRef, initial State) (*Session, error) {
	normal, err := initial.Checked()
	if err != nil {
		return nil, err
	}
	return sessionOf(m.inner.Create(ctx, memory.Ref(ref), normal))
}

// Get implements [Store].
func (m *MemoryStore) Get(ctx context.Context, ref SessionRef) (*Session, error) {
	s, err := sessionOf(m.inner.Read(ctx, memory.Ref(ref), false))
	if err == nil {
		s.Events = cloneEvents(s.Events)
	}
	return s, err
}

// Recent implements [RecentStore].
func (m *MemoryStore) Recent(ctx context.Context, ref SessionRef) (*Session, error) {
	return sessionOf(m.inner.Read(ctx, memory.Ref(ref), true))
}

// List implements [Store].
func (m *MemoryStore) List(ctx context.Context, app, user string) (all []*Session, err error) {
	views, err := m.inner.List(ctx, app, user)
	for _, v := range views {
		v.Events = nil
		s, _ := sessionOf(v, nil)
		all = append(all, s)
	}
	return all, err
}

// Delete implements [Store].
func (m *MemoryStore) Delete(ctx context.Context, ref SessionRef) error {
	return m.inner.Delete(ctx, memory.Ref(ref))
}

// Append implements [Store].
func (m *MemoryStore) Append(ctx context.Context, ref SessionRef, version int64, events ...*Event) (int64, error) {
	if slices.Contains(events, nil) {
		return 0, NewRunError(ErrInvalidInput, toolerr.Msg("An event cannot be stored."), nil)
	}
	own := make([]*Event, len(events))
	for i, e := range events {
		own[i] = e.Clone().normalized() // once here, so that no run has to clone it
		own[i].Actions.StateDelta, _ = normalState(e.Actions.StateDelta.withoutTemp())
	}
	return m.inner.Append(ctx, memory.Ref(ref), version, own)
}

// Rollback implements [Store].
func (m *MemoryStore) Rollback(ctx context.Context, ref SessionRef, version int64, invocationID string) (int64, error) {
	return m.inner.Rollback(ctx, memory.Ref(ref), version, invocationID)
}

// SaveArtifact implements [ArtifactStore].
func (m *MemoryStore) SaveArtifact(ctx context.Context, ref SessionRef, name string, b Blob) (int, error) {
	b.Data = slices.Clone(b.Data)
	return m.inner.Save(ctx, memory.Ref(ref), name, b)
}

// LoadArtifact implements [ArtifactStore].
func (m *MemoryStore) LoadArtifact(ctx context.Context, ref SessionRef, name string, version int) (Blob, error) {
	b, err := m.inner.Load(ctx, memory.Ref(ref), name, version)
	b.Data = slices.Clone(b.Data)
	return b, err
}

// ListArtifacts implements [ArtifactStore].
func (m *MemoryStore) ListArtifacts(ctx context.Context, ref SessionRef) ([]string, error) {
	return m.inner.Files(ctx, memory.Ref(ref))
}

// DeleteArtifact implements [ArtifactStore].
func (m *MemoryStore) DeleteArtifact(ctx context.Context, ref SessionRef, name string) error {
	return m.inner.DeleteFile(ctx, memory.Ref(ref), name)
}
