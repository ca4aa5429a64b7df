package sql_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/testenv"
)

// Names and a password that no agent may read, in the only places where a server and its
// clients can have them.
const (
	role     = faults.CanaryHost
	database = faults.CanaryResource
	password = faults.CredentialPassword
)

// A server is Debian's PostgreSQL in its own folder.
type server struct{ port int }

func (s server) dsn(name string) string {
	return fmt.Sprintf("postgres://%s:%s@127.0.0.1:%d/%s?sslmode=disable", role, password, s.port, name)
}

// startPostgres starts a server on the loopback, with a role with few permissions, and
// stops it with the test. It also has the given environment.
func startPostgres(t *testing.T, environment ...string) server {
	t.Helper()
	initdb := testenv.Command(t, "initdb", "postgresql")
	postgres := testenv.Command(t, "postgres", "postgresql")
	dir := t.TempDir()
	own := testenv.Ordinary(t, filepath.Dir(dir), dir)

	secret := filepath.Join(dir, "secret")
	require.NoError(t, os.WriteFile(secret, []byte(password), 0o644))
	data := filepath.Join(dir, "data")
	setup := exec.CommandContext(t.Context(), initdb, "-D", data, "-U", role, "--pwfile="+secret,
		"--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync")
	setup.SysProcAttr, setup.Dir = own, dir
	out, err := setup.CombinedOutput()
	require.NoError(t, err, string(out))

	return server{testenv.Server(t, func(port int) *exec.Cmd {
		cmd := exec.Command(postgres, "-D", data, "-p", strconv.Itoa(port), "-c", "listen_addresses=127.0.0.1",
			"-c", "unix_socket_directories="+dir, "-c", "fsync=off", "-c", "max_connections=12", "-c", "deadlock_timeout=20ms",
			"-c", "shared_buffers=16MB", "-c", "log_checkpoints=off", "-c", "max_stack_depth=100kB")
		cmd.SysProcAttr, cmd.Dir, cmd.Env = own, dir, append(os.Environ(), environment...)
		return cmd
	}, "ready to accept connections", syscall.SIGINT)}
}
