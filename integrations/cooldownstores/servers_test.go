package cooldownstores_test

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/testenv"
)

// startRedis starts a server of Debian's on the loopback, and returns its address.
func startRedis(t testing.TB) string {
	t.Helper()
	program, dir := testenv.Command(t, "redis-server", "redis-server"), t.TempDir()
	port := testenv.Server(t, func(port int) *exec.Cmd {
		return exec.Command(program, "--port", strconv.Itoa(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir)
	}, "Ready to accept connections", syscall.SIGTERM)
	return fmt.Sprintf("127.0.0.1:%d", port)
}

// startPostgres starts a server of Debian's on the loopback, and returns its URL.
func startPostgres(t testing.TB) string {
	t.Helper()
	initdb, postgres := testenv.Command(t, "initdb", "postgresql"), testenv.Command(t, "postgres", "postgresql")
	dir := t.TempDir()
	own, data := ordinary(t, filepath.Dir(dir), dir), filepath.Join(dir, "data")
	setup := exec.CommandContext(t.Context(), initdb, "-D", data, "-U", "errand", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
	setup.SysProcAttr, setup.Dir = own, dir
	out, err := setup.CombinedOutput()
	require.NoError(t, err, string(out))
	port := testenv.Server(t, func(port int) *exec.Cmd {
		cmd := exec.Command(postgres, "-D", data, "-p", strconv.Itoa(port), "-c", "listen_addresses=127.0.0.1",
			"-c", "unix_socket_directories="+dir, "-c", "fsync=off", "-c", "shared_buffers=16MB")
		cmd.SysProcAttr, cmd.Dir = own, dir
		return cmd
	}, "ready to accept connections", syscall.SIGINT)
	return fmt.Sprintf("postgres://errand@127.0.0.1:%d/postgres?sslmode=disable", port)
}

// ordinary returns how to run a program as somebody else than root, whom PostgreSQL
// refuses, and gives the folders to them.
func ordinary(t testing.TB, folders ...string) *syscall.SysProcAttr {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	nobody, err := user.Lookup("nobody")
	require.NoError(t, err)
	uid, err := strconv.Atoi(nobody.Uid)
	require.NoError(t, err)
	gid, err := strconv.Atoi(nobody.Gid)
	require.NoError(t, err)
	for _, folder := range folders {
		require.NoError(t, os.Chown(folder, uid, gid))
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}}
}
