package agent

import (
	"context"
	"errors"
	"fmt"
)

// A Store keeps sessions. It is safe for concurrent use. storetest.Run tests the rules of
// this interface.
//
// Errors wrap the kind of this package that describes them: [ErrSessionNotFound],
// [ErrAlreadyExists], [ErrStaleSession], or [ErrInvalidInput] for an event or a name that
// cannot be stored. If the context has ended, the error wraps the context's error. Any other
// error counts as [ErrBackend].
//
// Returned values share nothing with stored ones. A version is never used again, even if a
// session is deleted and created again.
type Store interface {
	// Create creates a session with the given state, which may be nil. Keys with temp: are
	// left out. The state is that of [State.Checked], and so is the error.
	Create(ctx context.Context, ref SessionRef, state State) (*Session, error)
	// Get returns a session with all its events.
	Get(ctx context.Context, ref SessionRef) (*Session, error)
	// List returns the sessions of a user, without their events, sorted by id.
	List(ctx context.Context, app, user string) ([]*Session, error)
	// Delete removes a session; the state of its user and app stays. If the session does
	// not exist, the error is ErrSessionNotFound.
	Delete(ctx context.Context, ref SessionRef) error
	// Append adds events and applies their changes of the state, all or nothing, if the
	// session still has the given version. A nil value in a StateDelta deletes the key.
	// Keys with temp: are left out. Append returns the new version.
	Append(ctx context.Context, ref SessionRef, version int64, events ...*Event) (int64, error)
	// Rollback removes the events of an invocation, and reverts its changes of the
	// session's own state. The state of user and app stays, because other sessions may have
	// used it. Rollback returns the new version, ErrStaleSession for another version than
	// the session's, and else ErrNotFound if the session has no event of the invocation.
	Rollback(ctx context.Context, ref SessionRef, version int64, invocationID string) (int64, error)
}

// A RecentStore is a store that can read only the end of a session, so that a run on a long
// session costs no more than it needs. A runner calls Recent in place of Get.
//
// If its Rollback removes an event, it also removes every event with a [Compaction] that
// was appended later, because the summary may contain what is undone. Models then see again
// the events that the compaction replaced.
type RecentStore interface {
	Store
	// Recent returns a session as Get does, but without the events before the one that the
	// last [Compaction] names. A compaction does not count if it names no earlier event of
	// the session. The caller may change the slice. The events may be shared with the
	// store, and then neither side changes them. But an event with arguments or responses
	// that are not JSON objects must be a copy, because the caller corrects it; runs append
	// no such events.
	Recent(ctx context.Context, ref SessionRef) (*Session, error)
}

// A Claimer is a [Store] whose sessions several processes share. A run claims its session
// before it reads it, and releases it at its end. A store that wraps a Claimer must be a
// Claimer itself.
type Claimer interface {
	Store
	// Claim reserves a session, which need not exist, until release is called, even if ctx
	// ends before. If another run has claimed it, the error is [ErrSessionBusy]. The session
	// gets a new version, so that nothing that was read before the claim can be changed. The
	// context held ends with ctx, with release, and when the claim is lost. Then another
	// process may claim the session; after that, the store refuses all writes of this run,
	// whatever version they name. A second call of release does nothing.
	Claim(ctx context.Context, ref SessionRef) (held context.Context, release func(), err error)
}

// claim reserves a session if the store is a [Claimer].
func claim(ctx context.Context, store Store, ref SessionRef) (held context.Context, release func(), err error) {
	c, ok := store.(Claimer)
	if !ok {
		return ctx, func() {}, nil
	}
	_, err = safely(func() (any, error) {
		held, release, err = c.Claim(ctx, ref)
		if err == nil && (held == nil || release == nil) {
			err = errNoClaim
		}
		return nil, err
	})
	return held, release, err
}

var errNoClaim = errors.New("the store returned no claim and no error")

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

// getSession reads a session, with at least the events that a run needs. They are
// read-only. If the error is nil, the session is not.
func getSession(ctx context.Context, store Store, ref SessionRef) (*Session, error) {
	get := store.Get
	if r, ok := store.(RecentStore); ok {
		get = r.Recent
	}
	s, err := safely(func() (*Session, error) { return get(ctx, ref) })
	if err == nil && s == nil {
		err = errNoSession
	}
	return s, err
}

var errNoSession = errors.New("the store returned no session and no error")

// safely calls a store, and returns a panic as an error.
func safely[T any](f func() (T, error)) (v T, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the store panicked with a %T", p)
		}
	}()
	return f()
}
