package state_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/agent/internal/state"
)

type values = map[string]any

func TestScopes(t *testing.T) {
	s, own := state.NewScopes("app:", "user:", "temp:"), values{}
	s.Apply("a", "u", own, values{"app:x": 1, "user:x": 2, "temp:x": 3, "x": 4, "y": 5})
	assert.Equal(t, values{"x": 4, "y": 5}, own)
	tests := map[string]struct {
		app, user string
		own       values
		want      values
	}{
		"the session":      {"a", "u", own, values{"app:x": 1, "user:x": 2, "x": 4, "y": 5}},
		"another session":  {"a", "u", nil, values{"app:x": 1, "user:x": 2}},
		"another user":     {"a", "v", nil, values{"app:x": 1}},
		"the user's name":  {"b", "u", nil, values{}},
		"a session's keys": {"b", "v", values{"z": 6}, values{"z": 6}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, s.All(tt.app, tt.user, tt.own))
		})
	}
	s.Apply("a", "u", own, values{"app:x": nil, "user:x": nil, "x": nil})
	assert.Equal(t, values{"y": 5}, s.All("a", "u", own))
	s.ApplyOwn(own, values{"app:x": 1, "user:x": 2, "x": 7, "y": nil})
	assert.Equal(t, values{"x": 7}, s.All("a", "u", own))
}

func TestAllCopiesTheValues(t *testing.T) {
	s := state.NewScopes("app:", "user:", "temp:")
	s.Apply("a", "u", nil, values{"app:x": values{"n": 1}})
	s.All("a", "u", nil)["app:x"].(values)["n"] = 2
	assert.Equal(t, values{"app:x": values{"n": 1}}, s.All("a", "u", nil))
}
