package faults

import (
	"context"
	"encoding/binary"
	"net"
	"net/http"

	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/toolerr"
)

const sourceDNS = "RFC 1035 section 4.1.1: the name was not resolved, so nothing was sent"

// Response codes of RFC 1035 section 4.1.1.
const (
	rcodeSuccess       = 0
	rcodeServerFailure = 2
	rcodeNameError     = 3
	rcodeRefused       = 5
)

// unresolvedHost is the name that the clients of DNS faults look up.
const unresolvedHost = CanaryDNS + ".invalid"

func dnsFaults() []Fault {
	noWay := unreachable.With(toolerr.EffectNone)
	return []Fault{
		{
			Name: "dns-nxdomain", Does: "the resolver answers NXDOMAIN", Sent: SentNo, Want: noWay, Source: sourceDNS,
			Why: "a name that is not there may be a typo or a resolver's hiccup: nobody can tell, and nothing was sent",
			run: resolves(answerDNS(rcodeNameError)),
		},
		{
			Name: "dns-no-data", Does: "the resolver knows the name and has no address for it", Sent: SentNo, Want: noWay, Source: sourceDNS,
			run: resolves(answerDNS(rcodeSuccess)),
		},
		{
			Name: "dns-servfail", Does: "the resolver answers SERVFAIL", Sent: SentNo, Want: noWay, Source: sourceDNS,
			run: resolves(answerDNS(rcodeServerFailure)),
		},
		{
			Name: "dns-refused", Does: "the resolver answers REFUSED", Sent: SentNo, Want: noWay, Source: sourceDNS,
			run: resolves(answerDNS(rcodeRefused)),
		},
		{
			Name: "dns-timeout", Does: "a resolver that never answers", Sent: SentNo,
			Want:   timedOut.With(toolerr.EffectNone).Or("no address means no way there", noWay),
			Source: "the dial timed out in the lookup: nothing was sent",
			run:    resolves(nil),
		},
	}
}

// resolves makes the client look its host up at a DNS server on the loopback, which answers
// each query with answer. With nil the server is silent, and the client waits for a while.
func resolves(answer func(query []byte) []byte) behaviour {
	return behaviour{
		url: func(*site) string { return "http://" + unresolvedHost },
		client: func(s *site, _ *http.Client, t *http.Transport) {
			addr := s.server.listenDNS(answer)
			resolver := &net.Resolver{
				PreferGo: true,
				Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
					return new(net.Dialer).DialContext(ctx, "udp4", addr)
				},
			}
			dialer := &net.Dialer{Resolver: resolver}
			if answer == nil {
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

// listenDNS serves queries on a new UDP port of the loopback, and returns its
// address.
func (s *Server) listenDNS(answer func(query []byte) []byte) string {
	conn := s.loop.ListenUDP()
	s.loop.Go(func() {
		query := make([]byte, 1232)
		for {
			n, from, err := conn.ReadFrom(query)
			if err != nil {
				return
			}
			if answer == nil {
				continue
			}
			if reply := answer(query[:n]); reply != nil {
				_, _ = conn.WriteTo(reply, from)
			}
		}
	})
	return conn.LocalAddr().String()
}

const dnsHeader = 12

// answerDNS answers a query with a response code and no records.
func answerDNS(rcode byte) func([]byte) []byte {
	return func(query []byte) []byte {
		end := questionEnd(query)
		if end == 0 {
			return nil
		}
		reply := append([]byte(nil), query[:end]...)
		reply[2] |= 0x80              // it is a response,
		reply[3] = 0x80 | rcode       // recursion was available,
		copy(reply[4:], []byte{0, 1}) // one question,
		clear(reply[6:dnsHeader])     // and no records
		return reply
	}
}

// questionEnd returns the end of a query's question, or 0 if it is not a query.
func questionEnd(query []byte) int {
	if len(query) < dnsHeader || binary.BigEndian.Uint16(query[4:]) != 1 {
		return 0
	}
	at := dnsHeader
	for at < len(query) && query[at] != 0 {
		at += 1 + int(query[at])
	}
	if at += 5; at > len(query) {
		return 0
	}
	return at
}
