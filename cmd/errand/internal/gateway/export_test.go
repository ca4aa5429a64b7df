package gateway

import (
	"context"
	"io"
	"net/url"

	"github.com/errand-go/errand/internal/wire" //nolint:depguard // nobody imports the command
)

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

// Hung returns the error of a call that hangs after requests with these methods, of which the
// last one failed with upset.
func Hung(upset error, status int, methods ...string) error {
	c := &call{ctx: wire.WithRecorder(context.Background())}
	for _, method := range methods {
		r := wire.Record(c.ctx, method, &url.URL{Scheme: "https", Host: "a.example"})
		r.Sent()
		r.Connected()
		if status != 0 {
			r.Answered(status, 0, false, "")
			r.Ended()
		}
	}
	return hung(c, upset)
}
