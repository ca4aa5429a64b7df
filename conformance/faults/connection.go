package faults

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"sync"

	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceDial  = "the connection was never made, so nothing was sent"
	sourceWrote = "the request may have been written, and no answer came"
)

// unreachable and unmapped are the two answers for a broken connection.
var (
	unreachable = ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectUnknown)
	unmapped    = ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown)
	timedOut    = ForKind(toolerr.KindNetworkTransportTimeout, toolerr.EffectUnknown)
	fatal       = ForKind(toolerr.KindToolFatal, toolerr.EffectNone)
)

func connectionFaults() []Fault {
	return append([]Fault{
		{
			Name: "conn-refused", Does: "nobody listens on the port",
			Want: unreachable.With(toolerr.EffectNone), Source: sourceDial,
		},
		{
			Name: "net-unreachable", Does: "ENETUNREACH: the kernel has no route (limited broadcast address)",
			Want: unreachable.With(toolerr.EffectNone), Source: sourceDial,
			run: behaviour{
				url: func(*site) string { return "http://" + noRoute },
				client: func(_ *site, _ *http.Client, t *http.Transport) {
					t.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
						if addr == noRoute {
							return new(net.Dialer).DialContext(ctx, network, addr)
						}
						return loopback.Dial(ctx, network, addr)
					}
				},
			},
		},
		{
			Name: "dialer-own-error", Does: "the tool's own dialer refuses the address with an error of errand's",
			Want: fatal, Source: "an error that a tool adapted itself passes through as it is",
			Why: "measured: an error set below the SDK survives every wrapper but those of gRPC v1.85.0 and x/oauth2/jwt v0.37.0",
			run: behaviour{client: func(_ *site, _ *http.Client, t *http.Transport) {
				t.DialContext = func(context.Context, string, string) (net.Conn, error) {
					return nil, &RefusedAddressError{Answer: toolerr.Fatal(
						toolerr.Msg("The address is not allowed."), toolerr.WithEffect(toolerr.EffectNone),
					)}
				}
			}},
		},
		{
			Name: "conn-reset-on-accept", Does: "RST at the first byte of the request",
			Want: unreachable, Source: sourceWrote,
			run: behaviour{play: func(x *exchange) {
				// A RST before the first byte can still fail the dial.
				_, _ = x.in.Peek(1)
				x.reset()
			}},
		},
		{
			Name: "conn-reset-before-headers", Does: "request read whole, then RST",
			Want: unreachable, Source: sourceWrote,
			run: behaviour{play: onRequest((*exchange).reset)},
		},
		{
			Name: "empty-reply", Does: "request read whole, then FIN: an empty reply",
			Want: unreachable, Source: sourceWrote,
			run: behaviour{play: onRequest((*exchange).finish)},
		},
		{
			Name: "reset-during-upload", Does: "RST while the client still writes a body of 16 MiB",
			Want: unreachable, Source: sourceWrote, Needs: []Need{NeedUpload},
			run: behaviour{
				upload: func() io.Reader { return bytes.NewReader(hugeUpload()) },
				play: func(x *exchange) {
					if !x.readHead() {
						return
					}
					x.expect()
					_, _ = io.CopyN(io.Discard, x.request.Body, 64<<10)
					x.reset()
				},
			},
		},
	}, dnsFaults()...)
}

// hugeUpload is a body of 16 MiB, which no connection buffers whole.
var hugeUpload = sync.OnceValue(func() []byte {
	return bytes.Repeat([]byte(CanaryUpload), 16<<20/len(CanaryUpload))
})

// noRoute is the limited broadcast address, to which no TCP connection is possible: the
// kernel returns an error without sending anything.
const noRoute = "255.255.255.255:9"

// A RefusedAddressError is the error of the dialer in "dialer-own-error": a type of a
// tool's own that wraps an error of errand.
type RefusedAddressError struct{ Answer error }

// Error returns a text with a canary.
func (e *RefusedAddressError) Error() string { return "the dialer refuses the address " + CanaryHost }

// Unwrap returns Answer.
func (e *RefusedAddressError) Unwrap() error { return e.Answer }
