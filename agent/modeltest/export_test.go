package modeltest

import (
	"net/http"
	"testing"
)

// Findings returns the findings of one law.
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

// Problems returns the problems of the suite itself.
func (s Suite) Problems() []string { return s.problems() }

// InBubble is Bubble, and returns the leftovers.
func InBubble(t *testing.T, h http.Handler, test func(t *testing.T, client *http.Client)) string {
	t.Helper()
	return inBubble(t, h, test)
}
