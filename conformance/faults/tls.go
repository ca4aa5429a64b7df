package faults

import (
	"crypto/tls"
	"net/http"

	"github.com/errand-go/errand/toolerr"
)

const (
	sourceTrust     = "RFC 8446 section 6.2: the alert is fatal, and a repeat meets the same certificate, version or cipher"
	sourceHandshake = "the handshake did not end, so nothing was sent"
)

// clientTLS returns the client's configuration: TLS 1.2 and 1.3, trusting only this
// package's authority.
func clientTLS() *tls.Config {
	return &tls.Config{RootCAs: certs().trusted, MinVersion: tls.VersionTLS12}
}

// presents returns the configuration of an ordinary server with one of the certificates.
func presents(pick func(certificates) tls.Certificate, change ...func(*tls.Config)) func() *tls.Config {
	return func() *tls.Config {
		c := &tls.Config{Certificates: []tls.Certificate{pick(certs())}, MinVersion: tls.VersionTLS12}
		for _, f := range change {
			f(c)
		}
		return c
	}
}

func good(c certificates) tls.Certificate { return c.good }

// setTLS changes the TLS configuration of the client's transport.
func setTLS(change func(*tls.Config)) func(*site, *http.Client, *http.Transport) {
	return func(_ *site, _ *http.Client, t *http.Transport) { change(t.TLSClientConfig) }
}

func tlsFaults() []Fault {
	rows := []Fault{
		{
			Name: "tls-untrusted-ca", Does: "a certificate by an authority that the client does not trust", Want: fatal,
			run: behaviour{secure: presents(func(c certificates) tls.Certificate { return c.untrusted })},
		},
		{
			Name: "tls-expired", Does: "an expired certificate", Want: fatal,
			Why: "the upstream may renew it, but not while the agent waits",
			run: behaviour{secure: presents(func(c certificates) tls.Certificate { return c.expired })},
		},
		{
			Name: "tls-wrong-usage", Does: "a certificate without the serverAuth usage", Want: fatal,
			run: behaviour{secure: presents(func(c certificates) tls.Certificate { return c.wrongUsage })},
		},
		{
			Name: "tls-hostname", Does: "a certificate for another host name", Want: fatal,
			run: behaviour{
				secure: presents(func(c certificates) tls.Certificate { return c.otherName }),
				url:    func(s *site) string { return "https://localhost:" + s.port() },
			},
		},
		{
			Name: "tls-client-cert-required-12", Does: "a TLS 1.2 server wants a client certificate", Want: fatal,
			run: behaviour{secure: presents(good, wantsClient, func(c *tls.Config) { c.MaxVersion = tls.VersionTLS12 })},
		},
		{
			Name: "tls-client-cert-required-13", Does: "a TLS 1.3 server wants a client certificate", Want: fatal.Or(
				"in TLS 1.3 the client's side of the handshake is over when the alert comes: the request may have been written, though nobody read it",
				fatal.With(toolerr.EffectUnknown)).
				Or("net/http can lose the alert: it closes the connection for it, and then reports that it wrote to a closed connection (go1.26.8)", unreachable),
			run: behaviour{secure: presents(good, wantsClient, func(c *tls.Config) { c.MinVersion = tls.VersionTLS13 })},
		},
		{
			Name: "tls-version-server-old", Does: "the server speaks at most TLS 1.1", Want: fatal,
			run: behaviour{secure: presents(good, func(c *tls.Config) { c.MinVersion, c.MaxVersion = tls.VersionTLS10, tls.VersionTLS11 })},
		},
		{
			Name: "tls-no-common-cipher", Does: "no cipher suite in common", Want: fatal,
			run: behaviour{
				secure: presents(good, func(c *tls.Config) {
					c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256}
				}),
				client: setTLS(func(c *tls.Config) {
					c.MaxVersion, c.CipherSuites = tls.VersionTLS12, []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384}
				}),
			},
		},
	}
	for i := range rows {
		rows[i].Source = sourceTrust
		rows[i].run.play = (*exchange).succeed
	}
	return append(rows, plainFaults()...)
}

func wantsClient(c *tls.Config) { c.ClientAuth = tls.RequireAnyClientCert }

// plainFaults are those in which one side does not use TLS, or stops.
func plainFaults() []Fault {
	broken := unreachable.With(toolerr.EffectNone).
		Or("the error is that of any connection that broke: only a record of the exchange shows that none was ever obtained", unreachable)
	return []Fault{
		{
			Name: "tls-client-on-plain-http", Does: "https:// against a plain HTTP server",
			Want: fatal, Source: "the scheme is wrong for the port, now and on every repeat",
			run: behaviour{url: secureURL, play: func(x *exchange) {
				if !x.read() {
					x.write("HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n400 Bad Request " + CanaryBody)
					x.finish()
				}
			}},
		},
		{
			Name: "tls-client-on-other-plain", Does: "https:// against a plain server of another protocol",
			Want: fatal, Source: "the scheme is wrong for the port, now and on every repeat",
			run: behaviour{url: secureURL, play: func(x *exchange) {
				x.write("SSH-2.0-" + CanaryBanner + "\r\n")
				x.finish()
			}},
		},
		{
			Name: "tls-handshake-timeout", Does: "the server accepts and never answers the ClientHello",
			Want: timedOut.With(toolerr.EffectNone), Source: sourceHandshake,
			run: behaviour{
				url: secureURL, play: (*exchange).hold,
				client: func(s *site, _ *http.Client, t *http.Transport) { t.TLSHandshakeTimeout = s.timeout() },
			},
		},
		{
			Name: "tls-reset-in-handshake", Does: "RST during the handshake",
			Want: broken, Source: sourceHandshake,
			run: behaviour{url: secureURL, play: func(x *exchange) {
				_, _ = x.in.Peek(1)
				x.reset()
			}},
		},
		{
			Name: "tls-fin-in-handshake", Does: "FIN during the handshake",
			Want: broken, Source: sourceHandshake,
			run: behaviour{url: secureURL, play: func(x *exchange) {
				_, _ = x.in.Peek(1)
				x.finish()
			}},
		},
	}
}

func secureURL(s *site) string { return "https://" + s.addr }
