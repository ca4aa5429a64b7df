package agent

import "time"

// A SessionRef names a session.
type SessionRef struct {
	App  string `json:"app"`
	User string `json:"user"`
	ID   string `json:"id"`
}

// A Session is a conversation in a store.
type Session struct {
	Ref SessionRef `json:"ref"`
	// Version grows with every change. A change that names an older version fails with
	// [ErrStaleSession].
	Version int64 `json:"version"`
	// State has the session's own keys, and the keys of its user and its app with their
	// prefixes.
	State State `json:"state,omitempty"`
	// Events are in the order they were appended; nil in a list of sessions.
	Events  []*Event  `json:"events,omitempty"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}
