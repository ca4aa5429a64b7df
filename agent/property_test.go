package agent_test

import (
	"io"
	"sync"
	"testing"
)

// syncWriter is a writer that logs of several goroutines go to.
type syncWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (s *syncWriter) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.w.Write(p)
}

// TestProperties1And5RandomRuns lets a thousand random worlds happen: a canary gets
// nowhere, and history stays sound.
func TestProperties1And5RandomRuns(t *testing.T) {
	for seed := range uint64(1200) {
		checkRandomRuns(t, seed)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func FuzzRandomRuns(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(checkRandomRuns)
}
