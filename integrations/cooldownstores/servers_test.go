package cooldownstores_test

import (
	"fmt"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"github.com/errand-go/errand/conformance/testenv"
)

// startRedis starts a server from Debian's package on the loopback, and returns its
// address.
func startRedis(t *testing.T) string {
	t.Helper()
	program, dir := testenv.Command(t, "redis-server", "redis-server"), t.TempDir()
	port := testenv.Server(t, func(port int) *exec.Cmd {
		return exec.Command(program, "--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir)
	}, "Ready to accept connections", syscall.SIGTERM)
	return fmt.Sprintf("127.0.0.1:%d", port)
}
