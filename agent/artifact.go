package agent

import "context"

// An ArtifactStore keeps files that tools write and read, in versions from 1. If a name
// begins with user:, the file belongs to all sessions of the user. An ArtifactStore is safe
// for concurrent use. For a missing file or version it returns [ErrArtifactNotFound]. If it
// is a [Store] too, it deletes the other files of a session with the session.
type ArtifactStore interface {
	// SaveArtifact adds a version and returns its number.
	SaveArtifact(ctx context.Context, ref SessionRef, name string, b Blob) (version int, err error)
	// LoadArtifact returns a version; 0 is the newest.
	LoadArtifact(ctx context.Context, ref SessionRef, name string, version int) (Blob, error)
	// ListArtifacts returns the names, sorted by their bytes.
	ListArtifacts(ctx context.Context, ref SessionRef) ([]string, error)
	// DeleteArtifact removes all versions.
	DeleteArtifact(ctx context.Context, ref SessionRef, name string) error
}
