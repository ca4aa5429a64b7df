package redis_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/errand-go/errand/conformance/loopback"
	"github.com/errand-go/errand/conformance/testenv"
)

// startRedis starts Debian's server on the loopback and stops it with the test.
func startRedis(t *testing.T, args ...string) string {
	t.Helper()
	program := testenv.Command(t, "redis-server", "redis-server")
	dir := t.TempDir()
	port := testenv.Server(t, func(port int) *exec.Cmd {
		return exec.Command(program, append([]string{
			"--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir, "--busy-reply-threshold", "5",
		}, args...)...)
	}, "Ready to accept connections", syscall.SIGTERM)
	return fmt.Sprintf("127.0.0.1:%d", port)
}

// startFake starts a server that answers every command with one line, except those that
// clients send when they connect. It sends texts that a real server sends only in rare
// failures.
func startFake(t *testing.T, line string) string {
	t.Helper()
	var s loopback.Server
	t.Cleanup(s.Close)
	return s.Serve(func(conn *net.TCPConn) { answer(conn, line) })
}

func answer(conn net.Conn, line string) {
	in := bufio.NewReader(conn)
	for {
		words, err := read(in)
		if err != nil {
			return
		}
		switch strings.ToUpper(words[0]) {
		case "HELLO":
			_, err = io.WriteString(conn, "-ERR unknown command 'HELLO'\r\n")
		case "CLIENT":
			_, err = io.WriteString(conn, "+OK\r\n")
		default:
			_, err = io.WriteString(conn, line+"\r\n")
		}
		if err != nil {
			return
		}
	}
}

// read parses an array of bulk strings.
func read(in *bufio.Reader) (words []string, err error) {
	number := func(mark byte) (int, error) {
		line, err := in.ReadString('\n')
		if err != nil || line[0] != mark {
			return 0, io.ErrUnexpectedEOF
		}
		return strconv.Atoi(strings.TrimSpace(line[1:]))
	}
	n, err := number('*')
	for range n {
		size, err := number('$')
		if err != nil {
			return nil, err
		}
		word := make([]byte, size+2)
		if _, err := io.ReadFull(in, word); err != nil {
			return nil, err
		}
		words = append(words, string(word[:size]))
	}
	if err == nil && len(words) == 0 {
		err = io.ErrUnexpectedEOF
	}
	return words, err
}
