package agent

import "context"

// A Store keeps sessions. It is safe for concurrent use. Errors for which this
// package has a kind wrap that kind: [ErrSessionNotFound], [ErrAlreadyExists],
// [ErrStaleSession], and [ErrInvalidInput] for an event that cannot be stored;
// the error of a context that has ended holds that of the context; all others
// are taken for [ErrBackend]. What is returned shares nothing with what is
// stored. A version never comes back, not even for a session that is deleted and
// made again. storetest.Run says in tests what this comment says in words.
type Store interface {
	// Create makes a session with the given state; nil is none. Keys with temp:
	// are left out.
	Create(ctx context.Context, ref SessionRef, state State) (*Session, error)
	// Get returns a session with all its events.
	Get(ctx context.Context, ref SessionRef) (*Session, error)
	// List returns the sessions of a user without their events, by id.
	List(ctx context.Context, app, user string) ([]*Session, error)
	// Delete removes a session; the state of its user and app stays. Deleting
	// what does not exist is ErrSessionNotFound.
	Delete(ctx context.Context, ref SessionRef) error
	// Append adds events, and what they change in the state, all or nothing, if
	// the session still has the given version. A nil value in a StateDelta
	// deletes the key; keys with temp: are left out. It returns the new version.
	Append(ctx context.Context, ref SessionRef, version int64, events ...*Event) (int64, error)
	// Rollback removes the events of an invocation, and what they changed in the
	// session's own state. The state of user and app stays: other sessions may
	// have built on it. It returns the new version; an invocation the session
	// does not have is ErrNotFound.
	Rollback(ctx context.Context, ref SessionRef, version int64, invocationID string) (int64, error)
}

// A RecentStore is a store that can read the end of a session alone, so that a run on a long
// session costs no more than what it needs. A runner calls Recent in place of Get.
//
// Its Rollback also removes each event with a [Compaction] that was appended after the first
// event it removes: the summary may have been made of what is undone. So models see again
// what the compaction stood for.
type RecentStore interface {
	Store
	// Recent returns a session as Get does, but without the events before the one that
	// the last [Compaction] names. A compaction that names no earlier event of the session
	// does not count. The slice is the caller's. The events may be the store's own, which
	// neither side changes, if arguments and responses in them are JSON objects, as in
	// those that runs append; in other events, the caller puts that right.
	Recent(ctx context.Context, ref SessionRef) (*Session, error)
}

// A Claimer is a [Store] whose sessions several processes share. A run claims its session
// before it reads it, and releases it when it has ended. A store that wraps a Claimer has
// to be one itself.
type Claimer interface {
	Store
	// Claim reserves a session, which need not exist, until release is called. If another
	// run has it, the error is ErrSessionBusy. The session gets a new version, so that what
	// was read before the claim cannot be changed. held ends with ctx, with release, and when
	// the claim is lost: then another process may claim the session, and the store refuses
	// what this run writes to it.
	Claim(ctx context.Context, ref SessionRef) (held context.Context, release func(), err error)
}

// claim reserves a session of a store that is a [Claimer]. No other needs it.
func claim(ctx context.Context, store Store, ref SessionRef) (held context.Context, release func(), err error) {
	c, ok := store.(Claimer)
	if !ok {
		return ctx, func() {}, nil
	}
	_, err = safely(func() (any, error) {
		held, release, err = c.Claim(ctx, ref)
		return nil, err
	})
	return held, release, err
}
