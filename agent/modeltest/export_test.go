package modeltest

import (
	"net/http"
	"testing"
)

// Findings are what a suite says about a model by the law of the name.
func Findings(t *testing.T, s Suite, law string) []string {
	t.Helper()
	for _, l := range Laws() {
		if l.Name == law {
			return s.check(t, l)
		}
	}
	t.Fatalf("there is no law %q", law)
	return nil
}

// Problems are what is wrong with a suite itself.
func (s Suite) Problems() []string { return s.problems() }

// InBubble is Bubble, and returns what was left behind.
func InBubble(t *testing.T, h http.Handler, test func(t *testing.T, client *http.Client)) string {
	t.Helper()
	return inBubble(t, h, test)
}
