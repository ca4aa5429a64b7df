package wire

import (
	"context"
	"net/url"
)

// A Gate returns the error of a request to a host that must not be sent now, nil for
// one that may be.
type Gate func(ctx context.Context, host string) error

type gateKey struct{}

// WithGate returns a context whose requests pass the gate; a nil gate lets all of them
// pass, whatever a gate of ctx says.
func WithGate(ctx context.Context, g Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, g)
}

// Gated reports whether the requests of ctx pass a gate.
func Gated(ctx context.Context) bool {
	g, _ := ctx.Value(gateKey{}).(Gate)
	return g != nil
}

// Refused returns what the gate of ctx says of a request.
func Refused(ctx context.Context, u *url.URL) error {
	g, _ := ctx.Value(gateKey{}).(Gate)
	if g == nil || u == nil {
		return nil
	}
	return g(ctx, u.Host)
}
