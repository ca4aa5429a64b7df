package pgstore_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
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
	dir  string
	stop func()
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
	_ = flag.Set("test.parallel", "4") // the tests wait for leases, not for processors
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
	initdb, ctl := testenv.Command(t, "initdb", "postgresql"), testenv.Command(t, "pg_ctl", "postgresql")
	shared.Lock()
	defer shared.Unlock()
	if shared.server == nil && shared.err == nil {
		shared.server, shared.err = startPostgres(t, initdb, ctl)
	}
	require.NoError(t, shared.err)
	return shared.server
}

func startPostgres(t testing.TB, initdb, ctl string) (*postgres, error) {
	t.Helper()
	dir, err := os.MkdirTemp("", "pgstore") //nolint:usetesting // the server outlives the test that starts it
	if err != nil {
		return nil, err
	}
	own := testenv.Ordinary(t, dir)
	secret, data := filepath.Join(dir, "secret"), filepath.Join(dir, "data")
	if err := os.WriteFile(secret, []byte(password), 0o644); err != nil {
		return nil, err
	}
	run := func(program string, args ...string) error {
		cmd := exec.Command(program, append([]string{"-D", data}, args...)...)
		cmd.SysProcAttr, cmd.Dir = own, dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
		return nil
	}
	if err := run(initdb, "-U", role, "--pwfile="+secret, "--auth=scram-sha-256", "--encoding=UTF8", "--locale=C", "--no-sync"); err != nil {
		return nil, err
	}
	settings := "-c listen_addresses= -c max_connections=250 -c fsync=off -c deadlock_timeout=50ms -c unix_socket_directories=" + dir
	err = run(ctl, "start", "-w", "-l", filepath.Join(dir, "log"), "-o", settings)
	return &postgres{dir, func() {
		_ = run(ctl, "stop", "-m", "immediate")
		_ = os.RemoveAll(dir)
	}}, err
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
