package gateway

import (
	"io"

	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
)

// Command returns a function that starts a server and communicates by its standard input and
// output.
func Command(command, env []string, stderr io.Writer) func(*Session) (*Link, error) {
	return func(*Session) (*Link, error) {
		p, err := server.StartProcess(command, env, stderr)
		if err != nil {
			return nil, err
		}
		p.Guard()
		go func() {
			if <-p.Ended; p.Code() != 0 {
				p.Kill() // what it started may keep its output open
			}
		}()
		return &Link{
			in: lineWriter{w: p.In}, out: p.Out,
			wait:  func() int { p.End(); return p.Code() },
			close: func() { _ = p.In.Close() }, end: p.Stop,
		}, nil
	}
}
