package agenthttp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// serverKey is the context key of the context that ends when the server does.
type serverKey struct{}

// grace is the time for canceled runs to store their end.
const grace = 10 * time.Second

// Serve serves on a listener until ctx ends, and closes the listener. Then active runs are
// cancelled and complete their history, for at most 10 s. Serve returns nil if ctx ended
// it.
func (h *Handler) Serve(ctx context.Context, ln net.Listener) error {
	running, cancelRuns := context.WithCancel(context.WithoutCancel(ctx))
	defer cancelRuns()
	running = context.WithValue(running, serverKey{}, running)
	srv := &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return running },
	}
	over := make(chan error, 1)
	go func() { over <- srv.Serve(ln) }()
	select {
	case err := <-over:
		return fmt.Errorf("agenthttp: %w", err)
	case <-ctx.Done():
	}
	cancelRuns()
	ending, stop := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer stop()
	err := srv.Shutdown(ending)
	if err != nil {
		err = errors.Join(err, srv.Close())
	}
	<-over //nolint:errcheck // that the server is closed
	if err != nil {
		return fmt.Errorf("agenthttp: runs did not end in time: %w", err)
	}
	return nil
}
