package proof

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Server starts a server on a free port of the loopback, waits until it writes a
// word, and stops it by a signal with the test. It returns the port. Somebody
// else can take a free port before the server does: then it tries another.
func Server(t *testing.T, command func(port int) *exec.Cmd, word string, stop os.Signal) int {
	t.Helper()
	var said string
	for range 5 {
		port := freePort(t)
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

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port //nolint:errcheck,forcetypeassert // it listens on TCP
}

// patience is how long a server has to stop.
const patience = 20 * time.Second

// start starts a program and waits until it writes the word, or ends. It returns
// what it wrote until then.
func start(t *testing.T, cmd *exec.Cmd, word string, stop os.Signal) (said string, ready bool) {
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
