package loopback_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/loopback"
)

func dial(t *testing.T, addr string) net.Conn {
	t.Helper()
	conn, err := loopback.Dial(t.Context(), "tcp", addr)
	require.NoError(t, err)
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// echo sends back what it reads until the end.
func echo(c *net.TCPConn) { _, _ = io.Copy(c, c) }

func TestServe(t *testing.T) {
	var s loopback.Server
	t.Cleanup(s.Close)
	first, second := s.Serve(echo), s.Serve(func(c *net.TCPConn) { _, _ = io.WriteString(c, "bye\n") })
	assert.NotEqual(t, first, second)
	var all sync.WaitGroup
	for range 20 {
		conn := dial(t, first)
		all.Go(func() {
			_, err := io.WriteString(conn, "hello\n")
			assert.NoError(t, err)
			line, err := bufio.NewReader(conn).ReadString('\n')
			assert.NoError(t, err)
			assert.Equal(t, "hello\n", line)
		})
	}
	all.Wait()
	said, err := io.ReadAll(dial(t, second))
	require.NoError(t, err)
	assert.Equal(t, "bye\n", string(said), "a connection ends with its function")
}

// Close waits for running functions.
func TestCloseWaits(t *testing.T) {
	var s loopback.Server
	var ended atomic.Int32
	for range 50 {
		s.Go(func() {
			for range 1000 {
				runtime.Gosched()
			}
			ended.Add(1)
		})
	}
	s.Close()
	assert.EqualValues(t, 50, ended.Load())
}

// Close ends connections that wait for their client, and frees ports.
func TestCloseEndsEverything(t *testing.T) {
	var s loopback.Server
	began := make(chan struct{})
	addr := s.Serve(func(c *net.TCPConn) {
		close(began)
		_, _ = io.Copy(io.Discard, c)
	})
	resolver := &net.Resolver{PreferGo: true, Dial: dialsTo(s.ServeDNS(2))}
	_, err := resolver.LookupHost(t.Context(), "a.invalid")
	require.ErrorContains(t, err, "server misbehaving", "SERVFAIL")
	conn := dial(t, addr)
	<-began
	s.Close()
	_, err = conn.Read(make([]byte, 1))
	require.Error(t, err)
	_, err = loopback.Dial(t.Context(), "tcp", addr)
	require.Error(t, err, "the port is closed")
	s.Close()
}

func dialsTo(addr string) func(context.Context, string, string) (net.Conn, error) {
	return func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp4", addr)
	}
}

type closer struct {
	name string
	log  *[]string
}

func (c closer) Close() error {
	*c.log = append(*c.log, c.name)
	return nil
}

func TestTheLatestIsClosedFirst(t *testing.T) {
	var s loopback.Server
	var log []string
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		assert.True(t, s.Track(closer{name, &log}))
	}
	s.Release(closer{"c", &log})
	s.Track(closer{"b", &log})
	s.Close()
	assert.Equal(t, []string{"c", "b", "e", "d", "a"}, log)
}

func TestAfterClose(t *testing.T) {
	var s loopback.Server
	s.Close()
	var log []string
	assert.False(t, s.Track(closer{"a", &log}))
	assert.Equal(t, []string{"a"}, log)
	s.Go(func() { t.Error("it ran") })
	_, err := loopback.Dial(t.Context(), "tcp", s.Serve(echo))
	require.Error(t, err)
	_, err = s.Listen().Accept()
	require.ErrorIs(t, err, net.ErrClosed)
}

func TestDialStaysInside(t *testing.T) {
	var s loopback.Server
	t.Cleanup(s.Close)
	_, port, err := net.SplitHostPort(s.Serve(echo))
	require.NoError(t, err)
	dial(t, "localhost:"+port)
	for _, addr := range []string{"192.0.2.1:80", "0.0.0.0:" + port, "example.invalid:80", "[2001:db8::1]:80", "localhost.:" + port, ":" + port} {
		_, err := loopback.Dial(t.Context(), "tcp", addr)
		require.ErrorIs(t, err, loopback.ErrOutside, addr)
	}
	_, err = loopback.Dial(t.Context(), "tcp", "127.0.0.1")
	require.Error(t, err)
}

func TestAuthority(t *testing.T) {
	authority, rogue := loopback.NewAuthority("one"), loopback.NewAuthority("one")
	var unknown x509.UnknownAuthorityError
	var wrong x509.HostnameError
	other := func(c *x509.Certificate) { c.DNSNames, c.IPAddresses = []string{"other.invalid"}, nil }
	for name, tt := range map[string]struct {
		cert   tls.Certificate
		target any
	}{
		"good":         {authority.Issue("good"), nil},
		"by another":   {rogue.Issue("rogue"), &unknown},
		"of elsewhere": {authority.Issue("other", other), &wrong},
	} {
		t.Run(name, func(t *testing.T) {
			var s loopback.Server
			t.Cleanup(s.Close)
			addr := s.Serve(func(c *net.TCPConn) {
				_ = tls.Server(c, &tls.Config{Certificates: []tls.Certificate{tt.cert}}).Handshake()
			})
			client := tls.Client(dial(t, addr), &tls.Config{RootCAs: authority.Pool(), ServerName: "localhost"})
			err := client.Handshake()
			if tt.target == nil {
				require.NoError(t, err)
				assert.Equal(t, "good", client.ConnectionState().PeerCertificates[0].Subject.CommonName)
				return
			}
			require.ErrorAs(t, err, tt.target)
		})
	}
	assert.Panics(t, func() {
		authority.Issue("x", func(c *x509.Certificate) { c.SerialNumber = nil; c.DNSNames = []string{"\xff"} })
	})
}

func TestWaiters(t *testing.T) {
	var w loopback.Waiters
	w.Call()
	var called []string
	stop := w.Add(func() { called = append(called, "stopped") })
	stop()
	w.Add(func() { called = append(called, "first"); w.Add(func() { called = append(called, "second") }) })
	w.Call()
	assert.Equal(t, []string{"first"}, called)
	w.Call()
	w.Call()
	assert.Equal(t, []string{"first", "second"}, called)
	stop()
}
