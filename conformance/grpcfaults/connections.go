package grpcfaults

import (
	"context"
	"io"
	"net"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/connectivity"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceDial     = "the connection was never made, so nothing was sent"
	sourceLost     = "the request may have been written, and no answer came"
	sourceTrust    = "RFC 8446 section 6.2: the alert is fatal, and a repeat meets the same certificate, version or cipher"
	sourceTimeout  = "the request was written and the answer did not come in time"
	sourceCanceled = "the caller's own context decides, not the error"
	sourceWaited   = "the call waited for a connection that did not come, so nothing was sent"
)

var (
	unreachable = faults.ForKind(toolerr.KindNetworkTransportUnreachable, toolerr.EffectUnknown)
	noWay       = unreachable.With(toolerr.EffectNone)
	unmapped    = faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown)
	timedOut    = faults.ForKind(toolerr.KindNetworkTransportTimeout, toolerr.EffectUnknown)
	noTime      = timedOut.With(toolerr.EffectNone)
	canceled    = faults.ForKind(toolerr.KindToolCanceled, toolerr.EffectUnknown)
	fatal       = faults.ForKind(toolerr.KindToolFatal, toolerr.EffectNone)
)

// below returns the row of a fault of package faults, which happens below gRPC.
func below(name, under string, want faults.Want, source string, more ...setting) Fault {
	f, _ := faults.Lookup(under)
	return Fault{name, f.Does, want, source, append([]setting{borrowed(f)}, more...)}
}

// connectionFaults are faults of a connection, before and after a request was sent.
func connectionFaults() []Fault {
	names := manual.NewBuilderWithScheme("faults")
	names.InitialState(resolver.State{})
	return []Fault{
		below("grpc-refused", "conn-refused", noWay, sourceDial),
		below("grpc-net-unreachable", "net-unreachable", noWay, sourceDial),
		below("grpc-dns-nxdomain", "dns-nxdomain", noWay, sourceDial),
		below("grpc-dns-timeout", "dns-timeout", noTime.Or("no address means no way there", noWay), sourceDial),
		{"grpc-resolver-servfail", "the DNS resolver of gRPC is answered SERVFAIL", noWay, sourceDial, []setting{
			func(s *site) { s.addr = "dns://" + s.server.loop.ServeDNS(2) + "/" + faults.CanaryDNS + ".invalid" },
		}},
		{"grpc-resolver-empty", "the name resolver of gRPC has no address", noWay, sourceDial, []setting{
			func(s *site) { s.addr = "faults:///" + faults.CanaryHost }, dialling(grpc.WithResolvers(names)),
		}},
		{
			"grpc-http1", "a server of HTTP/1.1", fatal.Or("a connection that broke: what spoke there cannot be told", noWay),
			"the port speaks another protocol, now and on every repeat",
			[]setting{raw(func(c *net.TCPConn) {
				skip(c)
				_, _ = io.WriteString(c, "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n400 Bad Request "+faults.CanaryBody)
				finish(c)
			})},
		},
		{"grpc-fin-on-accept", "the connection ends as soon as it is there", noWay, sourceDial, []setting{raw(func(c *net.TCPConn) {
			skip(c)
			finish(c)
		})}},
		{
			"grpc-silent", "a server that takes the connection and says nothing", noTime.Or("a connection that did not come about", noWay),
			sourceDial,
			[]setting{raw(hold), impatient},
		},
		{"grpc-cut", "the connection ends mid-call", unreachable, sourceLost, []setting{framed(func(w *wire, _ uint32) { w.finish() })}},
		{
			"grpc-panic", "the server dies in the handler: the connection is cut in the middle of a message",
			unreachable.Or("the answer had begun", unmapped), sourceLost,
			[]setting{framed(func(w *wire, stream uint32) {
				w.answer(stream)
				w.message(stream, 0, 100, []byte(faults.CanaryBody))
				_ = w.conn.SetLinger(0)
				_ = w.conn.Close()
			})},
		},
		{
			"grpc-client-closing", "a client that is closed while the server works", fatal.With(toolerr.EffectUnknown),
			"the program has done away with its own client",
			[]setting{hangs, func(s *site) {
				s.dialled = func(c *grpc.ClientConn) { s.waiters.Add(func() { _ = c.Close() }) }
			}},
		},
	}
}

// tlsFaults are those of package faults, before HTTP/2 begins.
func tlsFaults() []Fault {
	all := []Fault{
		below("grpc-tls-handshake-timeout", "tls-handshake-timeout", noTime, sourceDial, impatient),
		below("grpc-tls-reset-in-handshake", "tls-reset-in-handshake", noWay, sourceDial),
		below("grpc-tls-fin-in-handshake", "tls-fin-in-handshake", noWay, sourceDial),
	}
	for _, name := range []string{
		"tls-untrusted-ca", "tls-expired", "tls-hostname", "tls-client-cert-required-12", "tls-client-cert-required-13", "tls-client-on-plain-http",
	} {
		all = append(all, below("grpc-"+name, name, fatal, sourceTrust))
	}
	return all
}

// timeoutFaults are the caller's own deadline and cancellation. gRPC turns both into
// statuses that contain no context error.
func timeoutFaults() []Fault {
	deadline := within(func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
		return context.WithTimeout(parent, timeout)
	})
	// waits makes calls wait for a connection instead of failing with it.
	waits := calling(grpc.WaitForReady(true))
	says := func(code codes.Code, err error) setting {
		return handled(func(s *site, stream grpc.ServerStream) error { return s.fail(stream, status.New(code, err.Error())) })
	}
	return []Fault{
		{"grpc-deadline-local", "the caller's deadline passes while the server works", timedOut, sourceTimeout, []setting{hangs, deadline, until(connectivity.Ready)}},
		{"grpc-deadline-connecting", "the caller's deadline passes while a connection is made", noTime, sourceWaited, []setting{raw(hold), deadline}},
		below("grpc-deadline-refused", "conn-refused", noTime, sourceWaited, deadline, waits, until(connectivity.TransientFailure)),
		// The adapter says fatal; a deadline of the caller's decides over that.
		below("grpc-deadline-untrusted", "tls-untrusted-ca", faults.ForKind(toolerr.KindToolTimeout, toolerr.EffectNone).
			Or("no repeat changes the certificate", fatal), sourceWaited, deadline, waits, until(connectivity.TransientFailure)),
		{"grpc-cancel-local", "the caller cancels while the server works", canceled, sourceCanceled, []setting{
			hangs, within(func(s *site, parent context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(parent)
				stop := s.waiters.Add(cancel)
				return ctx, func() { stop(); cancel() }
			}),
		}},
		{"grpc-cancel-connecting", "the caller cancels while a connection is made", canceled.With(toolerr.EffectNone), sourceWaited, []setting{
			raw(hold), within(func(_ *site, parent context.Context) (context.Context, context.CancelFunc) {
				ctx, cancel := context.WithCancel(parent)
				time.AfterFunc(timeout, cancel)
				return ctx, cancel
			}),
		}},
		// In words that the client's own cancellation has as well; the caller's context is alive.
		{
			"grpc-canceled-by-server", "the server says that the call was cancelled, as one does whose own context ended",
			unmapped.Or("somebody cancelled the operation", answered(toolerr.KindUpstreamBadRequest).With(toolerr.EffectUnknown)),
			sourceCanceled,
			[]setting{says(codes.Canceled, context.Canceled)},
		},
		{
			"grpc-deadline-by-server", "the server says that the deadline passed, as one does that was told of it",
			timedOut.Or("an answer came", answered(toolerr.KindUpstreamServerError)),
			sourceTimeout,
			[]setting{says(codes.DeadlineExceeded, context.DeadlineExceeded)},
		},
	}
}
