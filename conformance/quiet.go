package conformance

import (
	"io"
	"log"
	"runtime"
	"strings"
	"sync"
)

// A filter is a writer for package log that drops the messages of net/http about a
// misbehaving server. net/http can only write them to package log.
type filter struct {
	next io.Writer
	done bool // guarded by filters
}

// filters guards the output of package log, which the whole program shares.
var filters sync.Mutex

// quiet puts a filter before the writer of package log until stop is called. Several suites
// may run at once, and end in any order.
func quiet() (stop func()) {
	filters.Lock()
	defer filters.Unlock()
	f := &filter{next: log.Writer()}
	log.SetOutput(f) //nolint:forbidigo // others' lines are left out, and none are written
	return func() {
		filters.Lock()
		defer filters.Unlock()
		f.done = true
		w := log.Writer()
		for f, ok := w.(*filter); ok && f.done; f, ok = w.(*filter) {
			w = f.next
		}
		log.SetOutput(w) //nolint:forbidigo // as it was
	}
}

// Write writes a line of package log unless it comes from net/http.
func (f *filter) Write(line []byte) (int, error) {
	if ofHTTP() {
		return len(line), nil
	}
	return f.next.Write(line)
}

// ofHTTP reports whether net/http, or its HTTP/2 code, called package log.
func ofHTTP() bool {
	var callers [16]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	logged := false
	for {
		frame, more := frames.Next()
		switch of := strings.HasPrefix(frame.Function, "log."); {
		case of:
			logged = true
		case logged:
			return strings.HasPrefix(frame.Function, "net/http.") || strings.HasPrefix(frame.Function, "net/http/internal/") || strings.HasPrefix(frame.Function, "golang.org/x/net/http2.")
		}
		if !more {
			return false
		}
	}
}
