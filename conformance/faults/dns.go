package faults

import (
	"context"
	"net"
	"net/http"

	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

const sourceDNS = "RFC 1035 section 4.1.1: the name was not resolved, so nothing was sent"

// Response codes of RFC 1035 section 4.1.1.
const (
	rcodeSilent        = 0 // see loopback.Server.ServeDNS
	rcodeServerFailure = 2
	rcodeNameError     = 3
)

// unresolvedHost is the name that the clients of DNS faults look up.
const unresolvedHost = CanaryDNS + ".invalid"

func dnsFaults() []Fault {
	noWay := unreachable.With(toolerr.EffectNone)
	return []Fault{
		{
			Name: "dns-nxdomain", Does: "the resolver answers NXDOMAIN", Want: noWay, Source: sourceDNS,
			Why: "a name that is not there may be a typo or a resolver's hiccup: nobody can tell, and nothing was sent",
			run: resolves(rcodeNameError),
		},
		{
			Name: "dns-servfail", Does: "the resolver answers SERVFAIL", Want: noWay, Source: sourceDNS,
			run: resolves(rcodeServerFailure),
		},
		{
			Name: "dns-timeout", Does: "a resolver that never answers",
			Want:   timedOut.With(toolerr.EffectNone).Or("no address means no way there", noWay),
			Source: "the dial timed out in the lookup: nothing was sent",
			run:    resolves(rcodeSilent),
		},
	}
}

// resolves makes the client look its host up at a DNS server on the loopback, which answers
// each query with a code and no records. If it is silent, the client waits for a while.
func resolves(rcode uint16) behaviour {
	return behaviour{
		url: func(*site) string { return "http://" + unresolvedHost },
		client: func(s *site, _ *http.Client, t *http.Transport) {
			addr := s.server.loop.ServeDNS(rcode)
			resolver := &net.Resolver{
				PreferGo: true,
				Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
					return new(net.Dialer).DialContext(ctx, "udp4", addr)
				},
			}
			dialer := &net.Dialer{Resolver: resolver}
			if rcode == rcodeSilent {
				dialer.Timeout = s.timeout()
			}
			t.DialContext = func(ctx context.Context, network, addr string) (net.Conn, error) {
				if host, _, err := net.SplitHostPort(addr); err == nil && host != unresolvedHost {
					return loopback.Dial(ctx, network, addr)
				}
				return dialer.DialContext(ctx, network, addr)
			}
		},
	}
}
