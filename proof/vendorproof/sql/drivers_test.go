package sql_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/lib/pq" // the driver "postgres"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/uptrace/bun/driver/pgdriver"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// A session is one connection of a driver.
type session interface {
	run(ctx context.Context, sql string) error
	close()
}

// drivers open sessions. An error is the driver's.
var drivers = map[string]func(ctx context.Context, dsn string) (session, error){
	"pgx": func(ctx context.Context, dsn string) (session, error) {
		conn, err := pgx.Connect(ctx, dsn)
		return pgxSession{conn}, err
	},
	"pq": func(ctx context.Context, dsn string) (session, error) {
		db, err := sql.Open("postgres", dsn)
		if err != nil {
			return nil, err
		}
		return pooled(ctx, db)
	},
	"bun": func(ctx context.Context, dsn string) (session, error) {
		return pooled(ctx, sql.OpenDB(pgdriver.NewConnector(pgdriver.WithDSN(dsn), pgdriver.WithTimeout(time.Minute))))
	},
}

// pooled returns one connection of a pool.
func pooled(ctx context.Context, db *sql.DB) (session, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return pqSession{db, conn}, nil
}

// opened returns a pool of one connection.
func opened(t *testing.T, driver, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	require.NoError(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

type pgxSession struct{ *pgx.Conn }

func (s pgxSession) run(ctx context.Context, query string) error {
	_, err := s.Exec(ctx, query, pgx.QueryExecModeSimpleProtocol)
	return err
}
func (s pgxSession) close() { _ = s.Close(context.Background()) }

type pqSession struct {
	db   *sql.DB
	conn *sql.Conn
}

func (s pqSession) run(ctx context.Context, query string) error {
	_, err := s.conn.ExecContext(ctx, query)
	return err
}

func (s pqSession) close() {
	_ = s.conn.Close()
	_ = s.db.Close()
}

// A lab is a server and a driver.
type lab struct {
	server
	driver string
	open   func(ctx context.Context, dsn string) (session, error)
}

// network returns the service of network errors: pgx wraps them, the others add nothing.
func (l lab) network() string {
	if l.driver == "pgx" {
		return ""
	}
	return "_http"
}

// session opens a session for the test.
func (l lab) session(t *testing.T) session {
	t.Helper()
	s, err := l.open(t.Context(), l.dsn(database))
	require.NoError(t, err)
	t.Cleanup(s.close)
	return s
}

var check, checkRow = proof.Checks(sqladapter.Adapter{}), proof.Rows(sqladapter.Adapter{})

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// The drivers run with one server. sqladapter's own tests have the meaning of each row;
// here the table is compared with what the server really sends, through a real client.
func TestPostgres(t *testing.T) {
	s := startPostgres(t)
	admin, err := pgx.Connect(t.Context(), s.dsn("postgres"))
	require.NoError(t, err)
	_, err = admin.Exec(t.Context(), "create database "+database)
	require.NoError(t, err)
	require.NoError(t, admin.Close(t.Context()))
	owner, err := pgx.Connect(t.Context(), s.dsn(database))
	require.NoError(t, err)
	for _, statement := range schema {
		_, err := owner.Exec(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	require.NoError(t, owner.Close(t.Context()))

	for name, open := range drivers {
		t.Run(name, func(t *testing.T) {
			l := lab{s, name, open}
			t.Run("refused", l.refusals)
			t.Run("raised", l.raised)
			if name == "bun" {
				t.Run("no TLS", l.untrusted)
				return // it cannot be canceled, and closes a connection after an error
			}
			t.Run("transactions", l.transactions)
			t.Run("connections", l.connections)
			t.Run("contexts", l.contexts)
		})
	}
	t.Run("pgx itself", func(t *testing.T) { pgxItself(t, s) })
	t.Run("commits", func(t *testing.T) { commits(t, s) })
	t.Run("gorm", func(t *testing.T) { gormOnPostgres(t, s) })
}

// wanted returns the case of a code from the table.
func wanted(t *testing.T, code string) proof.Case {
	t.Helper()
	return proof.RowCase(t, spec.Of(sqladapter.Adapter{}).Table(), code)
}

func is(t *testing.T, err error, state string) {
	t.Helper()
	require.Equal(t, state, stateOf(err), "%T %v", err, err)
}

// stateOf returns the SQLSTATE of an error, in each driver's own way, or "".
func stateOf(err error) string {
	var stated interface{ SQLState() string }
	if errors.As(err, &stated) {
		return stated.SQLState()
	}
	var fielded interface{ Field(name byte) string } // of bun's driver
	if errors.As(err, &fielded) {
		return fielded.Field('C')
	}
	return ""
}

func (l lab) refusals(t *testing.T) {
	for _, r := range refusals {
		s := l.session(t)
		err := s.run(t.Context(), r.sql)
		is(t, err, r.state)
		checkRow(t, r.state, r.code, err)
		s.close()
	}
}

// raised are the table's states that no statement here provokes. The server sends them
// because a function raises them. The test checks the client's errors.
func raised() (states []string) {
	made := strings.Fields("40001 40P01 55P03 25P02 25P03 57P05 28P01 3D000 53300 57P01") // provoked by the tests below
	for _, r := range refusals {
		made = append(made, r.state)
	}
	for _, row := range spec.Of(sqladapter.Adapter{}).Table().Rows() {
		state := row.VendorCode
		if len(state) == 5 && strings.ToUpper(state) == state && !slices.Contains(made, state) {
			states = append(states, state)
		}
	}
	return states
}

func (l lab) raised(t *testing.T) {
	s := l.session(t)
	for _, state := range raised() {
		err := s.run(t.Context(), fmt.Sprintf("do $$ begin raise exception '%s' using errcode = '%s', detail = '%s', hint = '%s'; end $$",
			faults.CanaryMessage, state, value, faults.CredentialBearer))
		is(t, err, state)
		checkRow(t, state, state, err)
	}
	err := s.run(t.Context(), "do $$ begin raise exception 'x' using errcode = 'QX123'; end $$")
	check(t, proof.Case{Name: "an unknown state", Err: err, Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown)})
}

// two begins a transaction on each of two connections.
func (l lab) two(t *testing.T, begin string) (a, b session) {
	t.Helper()
	a, b = l.session(t), l.session(t)
	require.NoError(t, a.run(t.Context(), begin))
	require.NoError(t, b.run(t.Context(), begin))
	return a, b
}

func (l lab) transactions(t *testing.T) {
	ctx := t.Context()
	checked := func(err error, state string) {
		t.Helper()
		is(t, err, state)
		checkRow(t, state, state, err)
	}

	a, b := l.two(t, "begin isolation level serializable")
	for _, s := range []session{a, b} {
		require.NoError(t, s.run(ctx, "select sum(n) from t"))
	}
	require.NoError(t, a.run(ctx, "update t set n = n + 1 where id = 1; commit"))
	checked(b.run(ctx, "update t set n = n + 1 where id = 1"), "40001")
	checked(b.run(ctx, "select 1"), "25P02")
	require.NoError(t, b.run(ctx, "rollback"))

	a, b = l.two(t, "begin")
	require.NoError(t, a.run(ctx, "update t set n = 1 where id = 1"))
	require.NoError(t, b.run(ctx, "update t set n = 1 where id = 2"))
	checked(b.run(ctx, "select id from t where id = 1 for update nowait"), "55P03")
	require.NoError(t, b.run(ctx, "rollback; begin; update t set n = 1 where id = 2"))
	other := make(chan error, 1)
	go func() { other <- b.run(ctx, "update t set n = 1 where id = 1") }()
	err := a.run(ctx, "update t set n = 1 where id = 2")
	if err == nil {
		err = <-other
	} else {
		require.NoError(t, a.run(ctx, "rollback"))
		require.NoError(t, <-other)
	}
	checked(err, "40P01")
	_, _ = a.run(ctx, "rollback"), b.run(ctx, "rollback")

	for state, setting := range map[string]string{
		"25P03": "set idle_in_transaction_session_timeout = '10ms'; begin",
		"57P05": "set idle_session_timeout = '10ms'",
	} {
		s := l.session(t)
		watch := l.session(t)
		require.NoError(t, s.run(ctx, "set application_name = 'idle"+state+"'"))
		require.NoError(t, s.run(ctx, setting))
		gone(t, watch, "idle"+state)
		err := s.run(ctx, "select 1")
		require.Error(t, err)
		c := wanted(t, state)
		c.Name, c.Err = state, err
		if stateOf(err) == "" {
			// The driver found the connection closed before it read the reason.
			t.Logf("%s: the driver lost the server's word: %T %v", state, err, err)
			continue
		}
		check(t, c)
	}
}

// sleeping waits until the server runs the pg_sleep of the named connection, and then
// evaluates an expression for it.
func sleeping(t *testing.T, watch session, name, then string) {
	t.Helper()
	require.NoError(t, watch.run(t.Context(), fmt.Sprintf(`do $$ begin
		for i in 1..2000 loop
			perform pg_stat_clear_snapshot();
			exit when (select bool_or(%s) from pg_stat_activity
				where application_name = '%s' and state = 'active' and query like '%%pg_sleep(%%');
			perform pg_sleep(0.005);
		end loop; end $$`, then, name)))
}

// gone waits until the server has ended a connection.
func gone(t *testing.T, watch session, name string) {
	t.Helper()
	require.NoError(t, watch.run(t.Context(), fmt.Sprintf(`do $$ begin
		for i in 1..2000 loop
			perform pg_stat_clear_snapshot();
			exit when not exists (select 1 from pg_stat_activity where application_name = '%s');
			perform pg_sleep(0.005);
		end loop; end $$`, name)))
}

func (l lab) connections(t *testing.T) {
	ctx := t.Context()
	open := func(dsn string) error {
		s, err := l.open(ctx, dsn)
		if err == nil {
			s.close()
		}
		return err
	}
	c := wanted(t, "28P01")
	c.Name, c.Err = "a wrong password", open(strings.Replace(l.dsn(database), password, "wrong", 1))
	is(t, c.Err, "28P01")
	check(t, c)
	checkRow(t, "no such database", "3D000", open(l.dsn(faults.CanaryFile)))

	refused := proof.Case{Name: "refused", Err: open(server{1}.dsn(database)), Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)}
	refused.Service = l.network()
	check(t, refused)

	l.untrusted(t)

	var full []session
	plain := strings.Replace(l.dsn(database), role+":", "plain:", 1)
	var err error
	for range 20 {
		var s session
		if s, err = l.open(ctx, plain); err != nil {
			break
		}
		full = append(full, s)
	}
	for _, s := range full {
		s.close()
	}
	c = wanted(t, "53300")
	c.Name, c.Err = "too many connections", err
	is(t, err, "53300")
	check(t, c)

	a, b := l.session(t), l.session(t)
	failed := make(chan error, 1)
	require.NoError(t, a.run(ctx, "set application_name = 'victim'"))
	go func() { failed <- a.run(ctx, "select pg_sleep(30)") }()
	sleeping(t, b, "victim", "pg_terminate_backend(pid)")
	c = wanted(t, "57P01")
	c.Name, c.Err = "an operator ends the connection", <-failed
	if errors.Is(c.Err, driver.ErrBadConn) {
		c.Want, c.Code, c.Service = badConnection, "bad_connection", "_std"
	}
	check(t, c)
	t.Run("a connection that breaks", l.broken)
}

// untrusted requests TLS from a server without it.
func (l lab) untrusted(t *testing.T) {
	s, err := l.open(t.Context(), strings.Replace(l.dsn(database), "sslmode=disable", "sslmode=require", 1))
	if err == nil {
		s.close()
	}
	checkRow(t, "no TLS", "tls_refused", err)
}

// broken tests a connection that breaks in the middle of a query.
func (l lab) broken(t *testing.T) {
	err := l.cut(t, session.run)
	switch l.driver {
	case "pgx":
		// The simple protocol loses the cause, and reports that nothing was sent.
		assert.True(t, pgconn.SafeToRetry(err), "%v", err)
		checkRow(t, "in a simple query", "connection_closed", err)
		err = l.cut(t, func(s session, ctx context.Context, query string) error {
			_, err := s.(pgxSession).Exec(ctx, strings.Replace(query, "5", "$1", 1), 5)
			return err
		})
		assert.False(t, pgconn.SafeToRetry(err), "%v", err)
		require.ErrorIs(t, err, io.ErrUnexpectedEOF)
		proof.Check(t, sqladapter.Adapter{EOF: true}, proof.Case{
			Name: "in a query", Err: err, Want: proof.Want(toolerr.KindNetworkTransportUnreachable, unknown),
		})
	default:
		check(t, proof.Case{Name: "in a query", Err: err, Want: badConnection, Code: "bad_connection", Service: "_std"})
	}
}

// badConnection is the result for lib/pq v1.12.3 if a connection broke after the query was
// sent: it returns driver.ErrBadConn, which promises that it was not sent.
var badConnection = proof.Want(toolerr.KindNetworkTransportUnreachable, unknown).
	Or("database/sql/driver promises for ErrBadConn that nothing was done", proof.Want(toolerr.KindNetworkTransportUnreachable, none))

// cut puts a proxy in between, which closes the connection in the middle of a query.
func (l lab) cut(t *testing.T, run func(s session, ctx context.Context, query string) error) error {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer func() { _ = listener.Close() }()
	conns := make(chan [2]net.Conn, 1)
	go func() {
		near, err := listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", l.port))
		if err != nil {
			return
		}
		go pipe(near, far)
		go pipe(far, near)
		conns <- [2]net.Conn{near, far}
	}()
	s, err := l.open(t.Context(), server{listener.Addr().(*net.TCPAddr).Port}.dsn(database))
	require.NoError(t, err)
	t.Cleanup(s.close)
	between := <-conns
	require.NoError(t, s.run(t.Context(), "set application_name = 'cut'"))
	failed := make(chan error, 1)
	go func() { failed <- run(s, t.Context(), "select pg_sleep(5)") }()
	sleeping(t, l.session(t), "cut", "true")
	for _, c := range between {
		_ = c.Close()
	}
	return <-failed
}

func pipe(to, from net.Conn) {
	buf := make([]byte, 4096)
	for {
		n, err := from.Read(buf)
		if err != nil {
			_ = to.Close()
			return
		}
		if _, err := to.Write(buf[:n]); err != nil {
			return
		}
	}
}

// contexts tests contexts that end in the middle of a query: the result is the tool's own
// timeout, whatever the driver and the server return.
func (l lab) contexts(t *testing.T) {
	s := l.session(t)
	late, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	err := s.run(late, "select pg_sleep(10)")
	c := proof.Case{Name: "a deadline", Context: late, Err: err, Want: proof.Want(toolerr.KindNetworkTransportTimeout, unknown), Service: l.network()}
	if l.driver == "pq" {
		is(t, err, "57014") // the driver makes the server cancel the query
		c.Want, c.Code, c.Service = proof.Want(toolerr.KindToolTimeout, unknown), "57014", ""
	}
	check(t, c)

	s = l.session(t)
	require.NoError(t, s.run(t.Context(), "set application_name = 'canceled'"))
	gone, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	go func() { failed <- s.run(gone, "select pg_sleep(10)") }()
	sleeping(t, l.session(t), "canceled", "true")
	cancel()
	c = proof.Case{Name: "a cancellation", Context: gone, Err: <-failed, Want: proof.Want(toolerr.KindToolCanceled, unknown)}
	switch {
	case l.driver == "pq": // it makes the server cancel the query
		is(t, c.Err, "57014")
		c.Want, c.Code = proof.Want(toolerr.KindToolCanceled, unknown), "57014"
	case sqladapter.Adapter{}.FromError(c.Err) == nil:
		c.Service = "_http"
	}
	check(t, c)
}

// pgxItself tests errors of pgx without a server.
func pgxItself(t *testing.T, s server) {
	ctx := t.Context()
	want := func(name, code string, err error) {
		t.Helper()
		c := wanted(t, code)
		c.Name, c.Err = name, err
		c.Want.Effect = sqladapter.Adapter{}.FromError(err).Effect()
		check(t, c)
	}
	conn, err := pgx.Connect(ctx, s.dsn(database))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()

	for _, dsn := range []string{
		"host = " + faults.CanaryHost + " password = " + password + " port = x",
		"postgres://" + faults.CredentialUser + ":" + password + "@" + faults.CanaryHost + ":x/y",
		"postgres://" + faults.CredentialUser + ":" + password + "@h/%zz",
	} {
		_, err = pgx.Connect(ctx, dsn)
		want("a connection string "+dsn[:7], "invalid_connection_string", err)
	}

	var n int
	err = conn.QueryRow(ctx, "select id from t where id = 404").Scan(&n)
	check(t, proof.Case{Name: "no rows", Err: err, Want: proof.Want(toolerr.KindUpstreamNotFound, none), Code: "no_rows", Service: "_std"})
	rows, err := conn.Query(ctx, "select id from t")
	require.NoError(t, err)
	_, err = pgx.CollectExactlyOneRow(rows, pgx.RowTo[int])
	want("too many rows", "too_many_rows", err)
	err = conn.QueryRow(ctx, "select '"+value+"'").Scan(&n)
	want("a scan", "scan_failed", err)
	rows, err = conn.Query(ctx, "select id from t")
	require.NoError(t, err)
	_, err = conn.Exec(ctx, "select 1")
	want("a busy connection", "connection_busy", err)
	rows.Close()

	tx, err := conn.Begin(ctx)
	require.NoError(t, err)
	require.NoError(t, tx.Rollback(ctx))
	_, err = tx.Exec(ctx, "select 1")
	want("a closed transaction", "transaction_closed", err)
	tx, err = conn.Begin(ctx)
	require.NoError(t, err)
	_, err = tx.Exec(ctx, "select 1/0")
	require.Error(t, err)
	want("a commit that rolls back", "transaction_rolled_back", tx.Commit(ctx))

	_, err = conn.Exec(ctx, "select nobody from t")
	te := sqladapter.Adapter{}.FromError(err)
	assert.Contains(t, te.Hint().String(), "character 8 ")

	late, cancel := context.WithTimeout(ctx, 0)
	defer cancel()
	_, err = conn.Exec(late, "select 1")
	check(t, proof.Case{Name: "a context that is over", Context: late, Err: err, Want: proof.Want(toolerr.KindNetworkTransportTimeout, none)})

	require.NoError(t, conn.Close(ctx))
	_, err = conn.Exec(ctx, "select 1")
	want("a closed connection", "connection_closed", err)
}

// commits tests transactions in which a statement failed: the server rolls back, and a
// second commit cannot succeed.
func commits(t *testing.T, s server) {
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, s.dsn(database))
	require.NoError(t, err)
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	db := opened(t, "postgres", s.dsn(database))
	for name, commit := range map[string]func() (failed, err error){
		"pgx": func() (error, error) {
			tx, err := conn.Begin(ctx)
			require.NoError(t, err)
			_, err = tx.Exec(ctx, "select 1/0")
			return err, tx.Commit(ctx)
		},
		"pq": func() (error, error) {
			tx, err := db.BeginTx(ctx, nil)
			require.NoError(t, err)
			_, err = tx.ExecContext(ctx, "select 1/0")
			return err, tx.Commit()
		},
	} {
		failed, err := commit()
		is(t, failed, "22012")
		checkRow(t, name, "transaction_rolled_back", err)
		te := sqladapter.Adapter{}.FromError(err)
		assert.False(t, te.CanRetry())
		assert.Equal(t, none, te.Effect())
	}
}
