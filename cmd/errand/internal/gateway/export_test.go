package gateway

import "io"

// NewLink returns a connection with a server in the same process.
func NewLink(in io.WriteCloser, out io.Reader) *Link {
	end := func() { _ = in.Close() }
	return &Link{in: lineWriter{w: in}, out: out, wait: func() int { return 0 }, close: end, end: end}
}

// Crashing returns a link whose server has crashed when its output ends.
func Crashing(l *Link) *Link {
	l.wait = func() int { return 3 }
	return l
}
