package memory

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// fileKey names a file of a session, or of all sessions of a user.
type fileKey struct {
	ref  Ref
	name string
}

func (s *Store[E, F]) key(ref Ref, name string) fileKey {
	if strings.HasPrefix(name, s.rules.Shared) {
		ref.ID = ""
	}
	return fileKey{ref, name}
}

// Save adds a version of a file and returns its number.
func (s *Store[E, F]) Save(ctx context.Context, ref Ref, name string, file F) (version int, err error) {
	err = s.locked(ctx, func() error {
		k := s.key(ref, name)
		s.files[k] = append(s.files[k], file)
		version = len(s.files[k])
		return nil
	})
	return version, err
}

// Load returns a version of a file; 0 is the newest.
func (s *Store[E, F]) Load(ctx context.Context, ref Ref, name string, version int) (file F, err error) {
	err = s.locked(ctx, func() error {
		all := s.files[s.key(ref, name)]
		if version == 0 {
			version = len(all)
		}
		if version < 1 || version > len(all) {
			return s.rules.NoFile
		}
		file = all[version-1]
		return nil
	})
	return file, err
}

// Files returns the names of the files that a session sees, sorted.
func (s *Store[E, F]) Files(ctx context.Context, ref Ref) (names []string, err error) {
	err = s.locked(ctx, func() error {
		for k := range s.files {
			if k == s.key(ref, k.name) {
				names = append(names, k.name)
			}
		}
		slices.Sort(names)
		return nil
	})
	return names, err
}

// DeleteFile removes all versions of a file.
func (s *Store[E, F]) DeleteFile(ctx context.Context, ref Ref, name string) error {
	return s.locked(ctx, func() error {
		k := s.key(ref, name)
		if len(s.files[k]) == 0 {
			return s.rules.NoFile
		}
		delete(s.files, k)
		return nil
	})
}

// forget removes the files of a session that it does not share.
func (s *Store[E, F]) forget(ref Ref) {
	maps.DeleteFunc(s.files, func(k fileKey, _ []F) bool { return k.ref == ref && !strings.HasPrefix(k.name, s.rules.Shared) })
}
