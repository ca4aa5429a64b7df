// Package loopback contains the parts of a misbehaving server: ports of the loopback,
// connections that a test controls byte by byte, certificates that are wrong in one
// respect, and a Close that leaves nothing running. Package faults is built on it, and
// so can a server be for a protocol of your own.
//
// For a server that does not misbehave, net/http/httptest has more.
package loopback

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"sync"
)

// A Server owns ports, connections and goroutines, and ends them all at once. The
// zero value is ready for use. A Server must not be copied, and is safe for
// concurrent use.
type Server struct {
	mu        sync.Mutex
	done      bool
	tracked   int
	resources map[io.Closer]int // by order of tracking
	running   sync.WaitGroup
}

// Serve calls play for every connection to a new port, each in its own goroutine, and
// returns the port's address, 127.0.0.1:port. A connection is closed when play
// returns. If Serve cannot listen on the loopback, it panics, as httptest.NewServer
// does.
func (s *Server) Serve(play func(*net.TCPConn)) (addr string) {
	ln := s.Listen()
	s.Go(func() {
		defer s.Release(ln)
		for {
			conn, err := ln.AcceptTCP()
			if err != nil || !s.Track(conn) {
				return
			}
			s.Go(func() {
				defer s.Release(conn)
				play(conn)
			})
		}
	})
	return ln.Addr().String()
}

// Listen opens a new port, for a server of another package. It panics like Serve.
func (s *Server) Listen() *net.TCPListener {
	ln, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: localhost})
	if err != nil {
		panic("loopback: cannot listen: " + err.Error())
	}
	s.Track(ln)
	return ln
}

// ServeDNS answers every query on a new port with a response code (RFC 1035 section 4.1.1)
// and no records, and returns the port's address. With the code 0 the server never answers.
// It panics like Serve.
func (s *Server) ServeDNS(rcode uint16) (addr string) {
	conn, err := net.ListenUDP("udp4", &net.UDPAddr{IP: localhost})
	if err != nil {
		panic("loopback: cannot listen: " + err.Error())
	}
	s.Track(conn)
	s.Go(func() {
		const header = 12
		query := make([]byte, 1232)
		for {
			n, from, err := conn.ReadFrom(query)
			if err != nil {
				return
			}
			if rcode != 0 && n >= header {
				// It is a response, and recursion was available.
				binary.BigEndian.PutUint16(query[2:], 0x8180|rcode)
				_, _ = conn.WriteTo(query[:n], from)
			}
		}
	})
	return conn.LocalAddr().String()
}

// Track makes Close close c, whose type must be comparable. If the server is already
// closed, Track closes c and returns false.
func (s *Server) Track(c io.Closer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.done {
		_ = c.Close()
		return false
	}
	if s.resources == nil {
		s.resources = map[io.Closer]int{}
	}
	s.tracked++
	s.resources[c] = s.tracked
	return true
}

// Release closes c and stops tracking it.
func (s *Server) Release(c io.Closer) {
	s.mu.Lock()
	delete(s.resources, c)
	s.mu.Unlock()
	_ = c.Close()
}

// Go runs f in a goroutine that Close waits for. If the server is closed, Go does
// nothing.
func (s *Server) Go(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.done {
		s.running.Go(f)
	}
}

// Close closes everything that is tracked, the latest first, and waits until every
// goroutine of the server has ended. Closing twice is harmless.
func (s *Server) Close() {
	s.mu.Lock()
	s.done = true
	resources := s.resources
	s.resources = nil
	s.mu.Unlock()
	latest := func(a, b io.Closer) int { return resources[b] - resources[a] }
	for _, c := range slices.SortedFunc(maps.Keys(resources), latest) {
		_ = c.Close()
	}
	s.running.Wait()
}

// localhost is an address that every machine has.
var localhost = net.IPv4(127, 0, 0, 1)

// ErrOutside is the error of [Dial] for an address that is not on the loopback.
var ErrOutside = errors.New("loopback: the address is outside")

// Dial connects to addresses of the loopback only: a client that uses it as its dialer
// cannot leave the machine, whatever address a server or a proxy gives it. The name
// localhost is 127.0.0.1; Dial resolves no names.
func Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if host == "localhost" {
		host = localhost.String()
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("%w: %s", ErrOutside, addr)
	}
	return new(net.Dialer).DialContext(ctx, network, net.JoinHostPort(host, port))
}
