package nats_test

import (
	"bufio"
	"crypto/tls"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
)

// startNATS starts Debian's server on the loopback with the given configuration, and stops
// it with the test.
func startNATS(t *testing.T, config string) string {
	t.Helper()
	program := testenv.Command(t, "nats-server", "nats-server")
	dir := t.TempDir()
	file := filepath.Join(dir, "nats.conf")
	config = strings.ReplaceAll(config, "jetstream {}", fmt.Sprintf("jetstream { store_dir: %q }", filepath.Join(dir, "js")))
	require.NoError(t, os.WriteFile(file, []byte(config), 0o600))
	port := testenv.Server(t, func(port int) *exec.Cmd {
		return exec.Command(program, "--addr", "127.0.0.1", "--port", fmt.Sprint(port), "--config", file)
	}, "Server is ready", syscall.SIGTERM)
	return fmt.Sprintf("nats://127.0.0.1:%d", port)
}

// connect opens a connection and closes it with the test.
func connect(t *testing.T, url string, opts ...nats.Option) *nats.Conn {
	t.Helper()
	nc, err := nats.Connect(url, opts...)
	require.NoError(t, err)
	t.Cleanup(nc.Close)
	return nc
}

// A fake implements the part of the protocol that lets a client in, and sends texts that a
// real server sends only in rare failures.
type fake struct {
	hello string // instead of INFO
	ping  string // instead of PONG
	pub   string // sent for a message; "" drops the connection

	certificate *tls.Certificate // for TLS after INFO
}

// certificate returns one that no client trusts.
func certificate(t *testing.T) *tls.Certificate {
	t.Helper()
	s := httptest.NewTLSServer(nil)
	defer s.Close()
	return &s.TLS.Certificates[0]
}

// start listens on the loopback. stop ends it and all connections.
func (f fake) start(t *testing.T) (url string, stop func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	done := make(chan struct{})
	var conns []net.Conn
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				break
			}
			conns = append(conns, conn)
			go f.serve(conn)
		}
		for _, conn := range conns {
			_ = conn.Close()
		}
	}()
	stop = func() { _ = l.Close(); <-done }
	t.Cleanup(stop)
	return "nats://" + l.Addr().String(), stop
}

func (f fake) serve(conn net.Conn) {
	defer func() { _ = conn.Close() }()
	say := func(line string) bool { _, err := fmt.Fprintf(conn, "%s\r\n", line); return err == nil }
	hello := `INFO {"server_id":"x","version":"2.9.10","proto":1,"headers":true,"max_payload":1024}`
	if f.hello != "" {
		hello = f.hello
	}
	if !say(hello) {
		return
	}
	if f.certificate != nil {
		_ = tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{*f.certificate}}).Handshake() // the client refuses it
		return
	}
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		verb, _, _ := strings.Cut(lines.Text(), " ")
		switch verb {
		case "PING":
			answer := "PONG"
			if f.ping != "" {
				answer = f.ping
			}
			if !say(answer) {
				return
			}
		case "PUB", "HPUB":
			if f.pub == "" || !say(f.pub) {
				return
			}
		}
	}
}
