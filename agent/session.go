package agent

import "time"

// A SessionRef names a session.
type SessionRef struct {
	App  string `json:"app"`
	User string `json:"user"`
	ID   string `json:"id"`
}

// A Session is a conversation as a store holds it.
type Session struct {
	Ref SessionRef `json:"ref"`
	// Version grows with every change. A change that names an older one fails
	// with [ErrStaleSession].
	Version int64 `json:"version"`
	// State is everything the session can see: its own keys, and those of its
	// user and app with their prefixes.
	State State `json:"state,omitempty"`
	// Events are in the order they were appended; nil in a list of sessions.
	Events  []*Event  `json:"events,omitempty"`
	Created time.Time `json:"created"`
	Updated time.Time `json:"updated"`
}
