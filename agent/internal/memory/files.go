package memory

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Files keeps versions of files. Those whose names begin with the prefix Shared belong to
// all sessions of a user.
type Files[F any] struct {
	Shared  string
	Missing error // of a file or a version that does not exist

	mu  sync.Mutex
	all map[fileKey][]F
}

type fileKey struct {
	ref  Ref
	name string
}

func (f *Files[F]) key(ref Ref, name string) fileKey {
	if strings.HasPrefix(name, f.Shared) {
		ref.ID = ""
	}
	return fileKey{ref, name}
}

// Save adds a version and returns its number.
func (f *Files[F]) Save(ctx context.Context, ref Ref, name string, file F) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.all == nil {
		f.all = map[fileKey][]F{}
	}
	k := f.key(ref, name)
	f.all[k] = append(f.all[k], file)
	return len(f.all[k]), nil
}

// Load returns a version; 0 is the newest.
func (f *Files[F]) Load(ctx context.Context, ref Ref, name string, version int) (file F, err error) {
	if err := ctx.Err(); err != nil {
		return file, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	all := f.all[f.key(ref, name)]
	if version == 0 {
		version = len(all)
	}
	if version < 1 || version > len(all) {
		return file, f.Missing
	}
	return all[version-1], nil
}

// List returns the names of the files that a session sees, sorted.
func (f *Files[F]) List(ctx context.Context, ref Ref) ([]string, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	var names []string
	for k := range maps.Keys(f.all) {
		if k == f.key(ref, k.name) {
			names = append(names, k.name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Delete removes all versions of a file.
func (f *Files[F]) Delete(ctx context.Context, ref Ref, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	k := f.key(ref, name)
	if len(f.all[k]) == 0 {
		return f.Missing
	}
	delete(f.all, k)
	return nil
}

// Forget removes the files of a session that are not shared.
func (f *Files[F]) Forget(ref Ref) {
	f.mu.Lock()
	defer f.mu.Unlock()
	maps.DeleteFunc(f.all, func(k fileKey, _ []F) bool { return k.ref == ref && !strings.HasPrefix(k.name, f.Shared) })
}
