package agent

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// An ArtifactStore keeps files that tools write and read, in versions from 1. If a name
// begins with user:, the file belongs to all sessions of the user. An ArtifactStore is safe
// for concurrent use. For a missing file or version it returns [ErrArtifactNotFound].
type ArtifactStore interface {
	// Save adds a version and returns its number.
	Save(ctx context.Context, ref SessionRef, name string, b Blob) (version int, err error)
	// Load returns a version; 0 is the newest.
	Load(ctx context.Context, ref SessionRef, name string, version int) (Blob, error)
	// List returns the names, sorted.
	List(ctx context.Context, ref SessionRef) ([]string, error)
	// Delete removes all versions.
	Delete(ctx context.Context, ref SessionRef, name string) error
}

// A MemoryArtifacts keeps artifacts in memory. The zero value is empty and ready for use.
type MemoryArtifacts struct {
	mu    sync.Mutex
	blobs map[artifactKey][]Blob
}

type artifactKey struct {
	ref  SessionRef
	name string
}

func keyOf(ref SessionRef, name string) artifactKey {
	if strings.HasPrefix(name, UserPrefix) {
		ref.ID = ""
	}
	return artifactKey{ref, name}
}

// Save implements [ArtifactStore].
func (m *MemoryArtifacts) Save(ctx context.Context, ref SessionRef, name string, b Blob) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.blobs == nil {
		m.blobs = map[artifactKey][]Blob{}
	}
	b.Data = slices.Clone(b.Data)
	k := keyOf(ref, name)
	m.blobs[k] = append(m.blobs[k], b)
	return len(m.blobs[k]), nil
}

// Load implements [ArtifactStore].
func (m *MemoryArtifacts) Load(ctx context.Context, ref SessionRef, name string, version int) (Blob, error) {
	if err := ctx.Err(); err != nil {
		return Blob{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	all := m.blobs[keyOf(ref, name)]
	if version == 0 {
		version = len(all)
	}
	if version < 1 || version > len(all) {
		return Blob{}, ErrArtifactNotFound
	}
	b := all[version-1]
	b.Data = slices.Clone(b.Data)
	return b, nil
}

// List implements [ArtifactStore].
func (m *MemoryArtifacts) List(ctx context.Context, ref SessionRef) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	var names []string
	for k := range maps.Keys(m.blobs) {
		if k == keyOf(ref, k.name) {
			names = append(names, k.name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Delete implements [ArtifactStore].
func (m *MemoryArtifacts) Delete(ctx context.Context, ref SessionRef, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	k := keyOf(ref, name)
	if len(m.blobs[k]) == 0 {
		return ErrArtifactNotFound
	}
	delete(m.blobs, k)
	return nil
}
