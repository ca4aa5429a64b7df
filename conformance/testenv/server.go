package testenv

import (
	"bufio"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Server starts a server on a free port of the loopback, waits until its output contains
// word, and sends it the signal stop at the end of the test. It returns the port. If a
// port turns out to be in use, Server tries another one.
func Server(t testing.TB, command func(port int) *exec.Cmd, word string, stop os.Signal) int {
	t.Helper()
	var said string
	for range 20 {
		port := candidate()
		var ready bool
		if said, ready = start(t, command(port), word, stop); ready {
			return port
		}
		if !strings.Contains(strings.ToLower(said), "in use") {
			break
		}
	}
	t.Fatalf("the server ended:\n%s", said)
	return 0
}

// Port returns a free port of the loopback, for a server that is later restarted on the
// same port. Another server can still take the port first.
func Port(t testing.TB) int {
	t.Helper()
	for range 20 {
		port := candidate()
		if l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port))); err == nil {
			_ = l.Close()
			return port
		}
	}
	t.Fatal("no port is free")
	return 0
}

// candidate returns a port that is likely to be free: below those that systems use for
// connections, so that only another server can have it, and below 22768, so that this also
// holds for the port 10,000 above it, which a Redis cluster uses.
func candidate() int { return 10_000 + rand.IntN(12_768) }

// patience is how long a server may take to stop.
const patience = 20 * time.Second

// start starts a program and waits until it writes the word, or ends. It returns the output
// until then.
func start(t testing.TB, cmd *exec.Cmd, word string, stop os.Signal) (said string, ready bool) {
	t.Helper()
	log, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()

	var text strings.Builder
	lines := bufio.NewScanner(log)
	for !ready && lines.Scan() {
		text.WriteString(lines.Text() + "\n")
		ready = strings.Contains(lines.Text(), word)
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, log)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(stop)
		kill := time.AfterFunc(patience, func() { _ = cmd.Process.Kill() })
		_ = cmd.Wait()
		kill.Stop()
		<-drained
		_ = log.Close()
	})
	return text.String(), ready
}
