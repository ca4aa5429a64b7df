package story

import (
	"strings"
	"sync"
)

// A logbook is a log that can be read while somebody writes it: a tool that was
// left behind is mentioned there when it ends, whenever that is.
type logbook struct {
	mu   sync.Mutex
	text strings.Builder
}

// Write implements [io.Writer].
func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns what was written so far.
func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
