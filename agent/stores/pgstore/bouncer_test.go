package pgstore_test

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/storetest"
	"github.com/errand-go/errand/conformance/testenv"
)

// bouncer starts a PgBouncer from Debian's package in transaction mode. It returns a
// function that creates an empty database and returns its data source name. PgBouncer does
// not pass on search_path, so a schema is not enough.
func bouncer(t testing.TB) (database func(t testing.TB) (dsn string)) {
	t.Helper()
	program := testenv.Command(t, "pgbouncer", "pgbouncer")
	p := server(t)
	dir := filepath.Join(p.dir, fmt.Sprint("bouncer", rand.IntN(1e9)))
	require.NoError(t, os.Mkdir(dir, 0o755))
	own := testenv.Ordinary(t, dir)
	ini := filepath.Join(dir, "pgbouncer.ini")
	require.NoError(t, os.WriteFile(ini, []byte(fmt.Sprintf(`[databases]
* = host=%s port=5432 user=%s password=%s pool_size=3
[pgbouncer]
pool_mode = transaction
listen_port = 5432
listen_addr =
unix_socket_dir = %s
auth_type = any
max_client_conn = 1000
`, p.dir, role, password, dir)), 0o644))
	cmd := exec.Command(program, ini)
	cmd.SysProcAttr, cmd.Dir = own, dir
	log, err := cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		_ = cmd.Wait()
	})
	lines, said := bufio.NewScanner(log), ""
	for !strings.Contains(said, "process up") {
		require.True(t, lines.Scan(), said)
		said += lines.Text() + "\n"
	}
	go func() { _, _ = io.Copy(io.Discard, log) }()
	admin := connect(t, p.dsn("public"))
	return func(t testing.TB) string {
		name := fmt.Sprint("d", schemas.Add(1))
		_, err := admin.Exec(t.Context(), `CREATE DATABASE `+name)
		require.NoError(t, err)
		return fmt.Sprintf("postgres:///%s?host=%s&user=%s&default_query_exec_mode=exec", name, dir, role)
	}
}

// With three server connections in transaction mode, everything works, with more concurrent
// runs than connections.
func TestThroughABouncer(t *testing.T) {
	database := bouncer(t)
	storetest.Run(t, func(t *testing.T) agent.Store { return open(t, database(t)) })
	t.Run("claims", func(t *testing.T) {
		s := open(t, database(t))
		for i := range 100 {
			_, release, err := s.Claim(t.Context(), sessionOf(i))
			require.NoError(t, err)
			defer release()
		}
		_, _, err := s.Claim(t.Context(), sessionOf(7))
		require.ErrorIs(t, err, agent.ErrSessionBusy)
	})
}
