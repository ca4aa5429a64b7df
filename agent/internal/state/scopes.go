package state

import (
	"maps"
	"strings"

	"github.com/errand-go/errand/internal/jsonvalue"
)

// Scopes are the values of all users and apps, which sessions share. The prefix of a key
// determines to which of them its value belongs. It is used by one goroutine at a time.
type Scopes struct {
	app, user, temp string // the prefixes
	apps            map[string]map[string]any
	users           map[[2]string]map[string]any
}

// NewScopes returns scopes without values. Keys with the prefix temp are never stored.
func NewScopes(app, user, temp string) *Scopes {
	return &Scopes{app: app, user: user, temp: temp, apps: map[string]map[string]any{}, users: map[[2]string]map[string]any{}}
}

// Apply applies the changes of delta to the values of an app, of its user, and of a session,
// which are own. A nil value deletes its key.
func (s *Scopes) Apply(app, user string, own, delta map[string]any) {
	for k, v := range delta {
		switch {
		case strings.HasPrefix(k, s.temp):
		case strings.HasPrefix(k, s.app):
			set(at(s.apps, app), k, v)
		case strings.HasPrefix(k, s.user):
			set(at(s.users, [2]string{app, user}), k, v)
		default:
			set(own, k, v)
		}
	}
}

// ApplyOwn applies the changes of delta to the values of a session only.
func (s *Scopes) ApplyOwn(own, delta map[string]any) {
	for k, v := range delta {
		if !strings.HasPrefix(k, s.app) && !strings.HasPrefix(k, s.user) {
			set(own, k, v)
		}
	}
}

// All returns a deep copy of the values of a session and of those that it shares.
func (s *Scopes) All(app, user string, own map[string]any) map[string]any {
	all := map[string]any{}
	maps.Copy(all, s.apps[app])
	maps.Copy(all, s.users[[2]string{app, user}])
	maps.Copy(all, own)
	for k, v := range all {
		all[k] = jsonvalue.Clone(v)
	}
	return all
}

func at[K comparable](m map[K]map[string]any, key K) map[string]any {
	if m[key] == nil {
		m[key] = map[string]any{}
	}
	return m[key]
}
