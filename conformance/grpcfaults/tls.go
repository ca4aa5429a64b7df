package grpcfaults

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

const sourceTrust = "RFC 8446 section 6.2: the alert is fatal, and a repeat meets the same certificate, version or cipher"

// tlsFaults are those of package faults, before HTTP/2 begins, and a few that only HTTP/2
// has.
func tlsFaults() []Fault {
	var all []Fault
	for _, name := range []string{
		"tls-untrusted-ca", "tls-expired", "tls-hostname", "tls-client-cert-required-12", "tls-client-on-plain-http",
	} {
		all = append(all, borrowed(name, fatal, sourceTrust))
	}
	noWay := unreachable.With(toolerr.EffectNone)
	silent := borrowed("tls-handshake-timeout", timedOut.With(toolerr.EffectNone), sourceDial)
	silent.run.dial = impatient
	return append(
		all,
		silent,
		borrowed("tls-reset-in-handshake", noWay, sourceDial),
		borrowed("tls-fin-in-handshake", noWay, sourceDial),
		Fault{
			Name: "grpc-tls-client-cert-required-13", Does: "a TLS 1.3 server wants a client certificate",
			Want: fatal, Source: sourceTrust, Why: "the alert comes after the client's side of the handshake, in the place of the first frame",
			run: secured(func(c *tls.Config) { c.MinVersion, c.ClientAuth = tls.VersionTLS13, tls.RequireAnyClientCert }),
		},
		Fault{
			Name: "grpc-tls-no-alpn", Does: "a TLS server that does not agree to speak h2",
			Want: fatal, Source: "RFC 9113 section 3.2", run: secured(func(c *tls.Config) { c.NextProtos = nil }),
		},
		Fault{
			Name: "grpc-authority", Does: "a call for an authority that the certificate does not have",
			Want: fatal, Source: sourceUnmade,
			run: func() behaviour {
				b := secured(func(*tls.Config) {})
				dial := b.dial
				b.dial = func(s *site) []grpc.DialOption {
					return append(dial(s), grpc.WithDefaultCallOptions(grpc.CallAuthority(faults.CanaryHost+".invalid")))
				}
				return b
			}(),
		},
	)
}

func borrowed(name string, want faults.Want, source string) Fault {
	below, _ := faults.Lookup(name)
	return Fault{
		Name: "grpc-" + name, Does: below.Does, Want: want, Source: source, Why: below.Why,
		run: behaviour{borrow: name},
	}
}

// secured is a server with TLS and the beginning of HTTP/2.
func secured(change func(*tls.Config)) behaviour {
	return behaviour{
		raw: func(c *net.TCPConn) {
			config := &tls.Config{
				Certificates: []tls.Certificate{certificate().pair},
				MinVersion:   tls.VersionTLS12,
				NextProtos:   []string{"h2"},
			}
			change(config)
			server := tls.Server(c, config)
			if err := server.Handshake(); err == nil {
				_, _ = server.Write([]byte{0, 0, 0, 4, 0, 0, 0, 0, 0}) // an empty SETTINGS frame
				hold(c)
			}
			finish(c)
		},
		dial: func(*site) []grpc.DialOption {
			return []grpc.DialOption{grpc.WithTransportCredentials(credentials.NewTLS(&tls.Config{
				RootCAs: certificate().pool, MinVersion: tls.VersionTLS12, ServerName: "localhost",
			}))}
		},
	}
}

type ownCertificate struct {
	pair tls.Certificate
	pool *x509.CertPool
}

// certificate is made once per process, with a key that never leaves it.
var certificate = sync.OnceValue(func() ownCertificate {
	authority := loopback.NewAuthority(faults.CanaryIssuer)
	return ownCertificate{pair: authority.Issue(faults.CanaryCertificate), pool: authority.Pool()}
})
