package modeltest

import "testing"

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
