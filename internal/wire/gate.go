package wire

import (
	"context"
	"net/url"
)

// A Gate returns an error for a request to a host that must not be sent now, and nil for
// any other.
type Gate func(ctx context.Context, host string) error

type gateKey struct{}

// WithGate returns a context whose requests pass the gate. A nil gate allows all requests,
// even if ctx has a gate.
func WithGate(ctx context.Context, g Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, g)
}

// Gated reports whether ctx has a gate.
func Gated(ctx context.Context) bool {
	g, _ := ctx.Value(gateKey{}).(Gate)
	return g != nil
}

// Refused returns the result of the gate of ctx for a request.
func Refused(ctx context.Context, u *url.URL) error {
	g, _ := ctx.Value(gateKey{}).(Gate)
	if g == nil || u == nil {
		return nil
	}
	return g(ctx, u.Host)
}
