package pgstore_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/stores/pgstore"
	"github.com/errand-go/errand/conformance/testenv"
)

// The role and the password of the tests' server, which no error may contain.
const (
	role     = "canaryrole"
	password = "quorvex-password"
)

// A postgres is a server from Debian's package in a temporary folder. It listens only on a
// socket in that folder.
type postgres struct {
	dir string
	cmd *exec.Cmd
}

// TestMain also starts the other process of a test.
func TestMain(m *testing.M) {
	if dsn, other := os.LookupEnv(envDSN); other {
		ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
		defer stop()
		if err := replica(ctx, dsn); err != nil && ctx.Err() == nil {
			witness{os.Getenv(envWitness)}.note("failures", "%v", err)
		}
		os.Exit(0)
	}
	code := m.Run()
	if shared.server != nil {
		shared.server.stop()
	}
	os.Exit(code)
}

var shared struct {
	sync.Mutex
	server *postgres
	err    error
}

// server returns the server that all tests share.
func server(t testing.TB) *postgres {
	t.Helper()
	initdb, program := testenv.Command(t, "initdb", "postgresql"), testenv.Command(t, "postgres", "postgresql")
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = startPostgres(t, initdb, program)
	}
	require.NoError(t, shared.err)
	return shared.server
}

func startPostgres(t testing.TB, initdb, program string) (*postgres, error) {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgstore") //nolint:usetesting // the server outlives the test that starts it
	if err != nil {
		return nil, err
	}
	p := &postgres{dir: dir}
	own := testenv.Ordinary(t, dir)
	secret, data := filepath.Join(dir, "secret"), filepath.Join(dir, "data")
	if err := os.WriteFile(secret, []byte(password), 0o644); err != nil {
		return nil, err
	}
	setup := exec.Command(initdb, "-D", data, "-U", role, "--pwfile="+secret, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync")
	setup.SysProcAttr, setup.Dir = own, dir
	if out, err := setup.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	p.cmd = exec.Command(program, "-D", data, "-c", "listen_addresses=", "-c", "unix_socket_directories="+dir,
		"-c", "max_connections=250", "-c", "fsync=off", "-c", "deadlock_timeout=50ms")
	p.cmd.SysProcAttr, p.cmd.Dir = own, dir
	log, err := p.cmd.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	var said strings.Builder
	for lines := bufio.NewScanner(log); lines.Scan(); {
		said.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "ready to accept connections") {
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return p, nil
		}
	}
	return nil, fmt.Errorf("the server ended: %s", &said)
}

func (p *postgres) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGINT)
	_ = p.cmd.Wait()
	_ = os.RemoveAll(p.dir)
}

// dsn returns the data source name of a schema.
func (p *postgres) dsn(schema string) string {
	return fmt.Sprintf("postgres:///postgres?host=%s&user=%s&password=%s&search_path=%s", p.dir, role, password, schema)
}

var schemas atomic.Int64

// database returns the data source name of a new empty schema.
func database(t testing.TB) (dsn string) {
	t.Helper()
	p := server(t)
	schema := fmt.Sprintf("s%d", schemas.Add(1))
	admin := connect(t, p.dsn("public"))
	_, err := admin.Exec(t.Context(), `CREATE SCHEMA `+schema)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, _ = admin.Exec(context.WithoutCancel(t.Context()), `DROP SCHEMA `+schema+` CASCADE`)
	})
	return p.dsn(schema)
}

func connect(t testing.TB, dsn string, change ...func(*pgxpool.Config)) *pgxpool.Pool {
	t.Helper()
	cfg, err := pgxpool.ParseConfig(dsn)
	require.NoError(t, err)
	for _, f := range change {
		f(cfg)
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), cfg)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	return pool
}

// open returns a store in a schema.
func open(t testing.TB, dsn string, opts ...pgstore.Option) *pgstore.Store {
	t.Helper()
	s, err := pgstore.Open(t.Context(), connect(t, dsn), opts...)
	require.NoError(t, err)
	return s
}
