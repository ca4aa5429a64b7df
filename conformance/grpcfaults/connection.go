package grpcfaults

import (
	"io"
	"net"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceDial     = "the connection was never made, so nothing was sent"
	sourceLost     = "the request may have been written, and no answer came"
	sourceScheme   = "the port speaks another protocol, now and on every repeat"
	sourceUnmade   = "the call cannot be made as it is, so nothing was sent"
	cannotTellDial = "a connection that broke: what spoke there cannot be told"
)

var (
	unreachable = faults.ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectUnknown)
	unmapped    = faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown)
	timedOut    = faults.ForKind(toolerr.KindNetworkTransportTimeout, toolerr.EffectUnknown)
	canceled    = faults.ForKind(toolerr.KindToolCanceled, toolerr.EffectUnknown)
	fatal       = faults.ForKind(toolerr.KindToolFatal, toolerr.EffectNone)
)

// connectionFaults are faults of a connection, before and after a request was sent.
func connectionFaults() []Fault {
	noWay := unreachable.With(toolerr.EffectNone)
	return []Fault{
		{
			Name: "grpc-refused", Does: "nobody listens on the port", Want: noWay, Source: sourceDial,
			run: behaviour{borrow: "conn-refused"},
		},
		{
			Name: "grpc-net-unreachable", Does: "the kernel has no route", Want: noWay, Source: sourceDial,
			run: behaviour{borrow: "net-unreachable"},
		},
		{
			Name: "grpc-dns-nxdomain", Does: "the resolver answers NXDOMAIN", Want: noWay, Source: sourceDial,
			run: behaviour{borrow: "dns-nxdomain"},
		},
		{
			Name: "grpc-dns-timeout", Does: "a resolver that never answers",
			Want:   timedOut.With(toolerr.EffectNone).Or("no address means no way there", noWay),
			Source: sourceDial, run: behaviour{borrow: "dns-timeout"},
		},
		{
			Name: "grpc-resolver-servfail", Does: "the DNS resolver of gRPC is answered SERVFAIL", Want: noWay, Source: sourceDial,
			run: behaviour{resolve: func(s *site) string {
				return "dns://" + s.server.loop.ServeDNS(2) + "/" + faults.CanaryDNS + ".invalid"
			}},
		},
		{
			Name: "grpc-resolver-empty", Does: "the name resolver of gRPC has no address", Want: noWay, Source: sourceDial,
			run: resolves(func(r *manual.Resolver) { r.InitialState(resolver.State{}) }),
		},
		{
			Name: "grpc-http1", Does: "a server of HTTP/1.1", Source: sourceScheme,
			Want: fatal.Or(cannotTellDial, noWay), run: speaks("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n400 Bad Request " + faults.CanaryBody),
		},
		{
			Name: "grpc-fin-on-accept", Does: "the connection ends as soon as it is there", Want: noWay, Source: sourceDial,
			run: behaviour{raw: func(c *net.TCPConn) {
				skip(c)
				finish(c)
			}},
		},
		{
			Name: "grpc-silent", Does: "a server that takes the connection and says nothing",
			Want: timedOut.With(toolerr.EffectNone).Or("a connection that did not come about", noWay), Source: sourceDial,
			run: behaviour{raw: hold, dial: impatient},
		},
		{
			Name: "grpc-cut", Does: "the connection ends mid-call", Want: unreachable, Source: sourceLost,
			run: behaviour{frames: func(w *wire, _ uint32) { w.finish() }},
		},
		{
			Name: "grpc-panic", Does: "the server dies in the handler: the connection is cut in the middle of a message",
			Want: unreachable.Or("the answer had begun", unmapped), Source: sourceLost,
			run: behaviour{frames: func(w *wire, stream uint32) {
				w.answer(stream)
				w.message(stream, 0, 100, []byte(faults.CanaryBody))
				w.cut()
			}},
		},
		{
			Name: "grpc-client-closing", Does: "a client that is closed while the server works",
			Want: fatal.With(toolerr.EffectUnknown), Source: "the program has done away with its own client",
			run: behaviour{handle: (*site).hang, dialled: func(s *site, c *grpc.ClientConn) {
				s.waiters.Add(func() { _ = c.Close() })
			}},
		},
	}
}

// resolves makes the client use a name resolver that set configures.
func resolves(set func(*manual.Resolver)) behaviour {
	const scheme = "faults"
	return behaviour{
		resolve: func(*site) string { return scheme + ":///" + faults.CanaryHost },
		dial: func(*site) []grpc.DialOption {
			r := manual.NewBuilderWithScheme(scheme)
			set(r)
			return []grpc.DialOption{grpc.WithResolvers(r)}
		},
	}
}

// speaks makes the server send data that is not HTTP/2.
func speaks(text string) behaviour {
	return behaviour{raw: func(c *net.TCPConn) {
		skip(c)
		_, _ = io.WriteString(c, text)
		finish(c)
	}}
}

// skip reads the client's first bytes.
func skip(c *net.TCPConn) { _, _ = io.ReadFull(c, make([]byte, len(http2.ClientPreface))) }
