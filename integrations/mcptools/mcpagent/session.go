package mcpagent

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/errand-go/errand/toolerr"
)

// A Connect connects to an MCP server. Its context ends when the session is closed, and
// before the session exists when the run that needs it ends. It may return a session that
// exists already.
type Connect func(ctx context.Context) (*mcp.ClientSession, error)

// live returns the session, and connects first if there is none. fresh reports that it did.
// One call connects at a time, and the others wait for it.
func (s *Toolset) live(ctx context.Context) (session *mcp.ClientSession, fresh bool, err error) {
	select {
	case s.lock <- struct{}{}:
		defer func() { <-s.lock }()
	case <-ctx.Done():
		return nil, false, ctx.Err()
	}
	if s.session != nil {
		return s.session, false, nil
	}
	lasting, cancel := context.WithCancel(context.WithoutCancel(ctx)) // the session outlives the run
	defer context.AfterFunc(ctx, cancel)()
	session, err = s.connect(lasting)
	switch {
	case err == nil && session == nil:
		err = errors.New("the function that connects returned no session")
	case err == nil && ctx.Err() != nil:
		s.shut(session, cancel)
		return nil, true, ctx.Err()
	}
	if err != nil {
		cancel()
		return nil, true, err
	}
	s.session, s.cancel = session, cancel
	return session, true, nil
}

// lost drops a session that has ended, so that the next use connects again.
func (s *Toolset) lost(session *mcp.ClientSession) {
	s.lock <- struct{}{}
	defer func() { <-s.lock }()
	if s.session != session {
		return // another call has noticed
	}
	s.shut(session, s.cancel)
	s.session, s.cancel = nil, nil
}

// shut closes a session that no later call uses. Closing may take long, so the call that
// noticed does not wait for it; [Toolset.Close] does.
func (s *Toolset) shut(session *mcp.ClientSession, cancel context.CancelFunc) {
	s.closing.Go(func() {
		defer cancel()
		_ = session.Close() // it has ended, or nobody has used it
	})
}

// Close closes the session, and waits for earlier ones that are being closed. A later use of
// the toolset connects again.
func (s *Toolset) Close() error {
	s.lock <- struct{}{}
	defer func() { <-s.lock }()
	defer s.closing.Wait()
	if s.session == nil {
		return nil
	}
	defer s.cancel()
	session := s.session
	s.session = nil
	return session.Close()
}

// use calls fn with the session, and with a new one if the first had ended before the server
// did anything: it answered that it does not have the session. An error of connecting is
// that of a request that was not sent.
func (s *Toolset) use(ctx context.Context, fn func(*mcp.ClientSession) error) error {
	var forgotten *mcp.ClientSession
	var failure error
	for {
		session, fresh, err := s.live(ctx)
		switch {
		case err != nil:
			return s.unsent(ctx, err)
		case session == forgotten: // there is no other
			return failure
		}
		if err = fn(session); err == nil {
			return nil
		}
		missing := errors.Is(err, mcp.ErrSessionMissing)
		if missing || ended(err) {
			s.lost(session)
		}
		failure = &callError{trusted: s.trusted, err: err}
		if !missing || fresh || forgotten != nil {
			return failure
		}
		forgotten = session
	}
}

// ended reports whether an error of a call shows that its session has ended.
func ended(err error) bool {
	for _, end := range []error{mcp.ErrConnectionClosed, io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, os.ErrClosed, syscall.EPIPE} {
		if errors.Is(err, end) {
			return true
		}
	}
	return false
}

// unsent returns the error of a request that was not sent because there is no connection.
func (*Toolset) unsent(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return toolerr.Retryable(toolerr.Msg("The MCP server is not available, so the call was not executed."), toolerr.Message{},
		toolerr.WithCause(err), toolerr.WithEffect(toolerr.EffectNone))
}
