package agent_test

import (
	"io"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// syncWriter is a writer for the logs of several goroutines.
type syncWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *syncWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// In a thousand random worlds, the canary does not leak, and the history stays valid.
func TestProperties1And5RandomRuns(t *testing.T) {
	logged := 0
	for seed := range uint64(1200) {
		if checkRandomRuns(t, seed) {
			logged++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	assert.Greater(t, logged, 300, "developers see the canary, which shows that it could have leaked")
}

func FuzzRandomRuns(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) { checkRandomRuns(t, seed) })
}
