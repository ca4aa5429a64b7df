package sql_test

import (
	"context"
	"database/sql"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/go-sql-driver/mysql"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/testenv"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// startMariaDB starts a server on the loopback and stops it with the test.
func startMariaDB(t *testing.T) server {
	t.Helper()
	install := testenv.Command(t, "mariadb-install-db", "mariadb-server-core")
	mariadbd := testenv.Command(t, "mariadbd", "mariadb-server-core")
	testenv.Command(t, "my_print_defaults", "mariadb-client-core") // the first one calls it
	dir := t.TempDir()
	own := testenv.Ordinary(t, filepath.Dir(dir), dir)
	data := filepath.Join(dir, "data")
	setup := exec.CommandContext(t.Context(), install, "--no-defaults", "--datadir="+data, "--auth-root-authentication-method=normal",
		"--skip-test-db", "--innodb-log-file-size=4M", "--innodb-buffer-pool-size=8M")
	setup.SysProcAttr, setup.Dir = own, dir
	out, err := setup.CombinedOutput()
	require.NoError(t, err, string(out))
	return server{testenv.Server(t, func(port int) *exec.Cmd {
		cmd := exec.Command(mariadbd, "--no-defaults", "--datadir="+data, "--port="+strconv.Itoa(port), "--bind-address=127.0.0.1",
			"--socket="+filepath.Join(dir, "s"), "--pid-file="+filepath.Join(dir, "pid"), "--innodb-log-file-size=4M",
			"--innodb-buffer-pool-size=8M", "--innodb-lock-wait-timeout=1", "--max-allowed-packet=64K", "--skip-log-bin",
			"--innodb-flush-log-at-trx-commit=0", "--max-connections=12", "--max-user-connections=50", "--innodb-fast-shutdown=2",
			"--sql-mode=STRICT_ALL_TABLES,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY")
		cmd.SysProcAttr, cmd.Dir = own, dir
		return cmd
	}, "ready for connections", syscall.SIGTERM)}
}

func (s server) mysql(t *testing.T, user, name string) *sql.DB {
	t.Helper()
	return opened(t, "mysql", fmt.Sprintf("%s:%s@tcp(127.0.0.1:%d)/%s", user, password, s.port, name))
}

var mysqlSchema = []string{
	"create database " + database, "use " + database,
	"create table t (id int primary key, n int not null, email varchar(20), check (n >= 0)) engine=innodb",
	"create table child (id int, parent int references t(id)) engine=innodb",
	"create table hidden (id int, n int)",
	"create table typed (size enum('small', 'large'), n int as (1 + 1) virtual)", "create view counted as select count(*) n from t",
	"insert into t values (1, 0, 'one'), (2, 0, 'two')", "insert into child values (1, 1)",
	"create user '" + role + "' identified by '" + password + "'",
	"grant select, insert, update on " + database + ".t to '" + role + "'",
	"grant select (id) on " + database + ".hidden to '" + role + "'",
	"create user few identified by '" + password + "' with max_user_connections 1",
	"create user hourly identified by '" + password + "' with max_queries_per_hour 1",
	"create user locked identified by '" + password + "' account lock",
}

// mysqlFailures are statements of the owner that MariaDB refuses.
var mysqlFailures = map[string]string{
	"selec " + value:                                                  "ER_PARSE_ERROR",
	"select * from " + value:                                          "ER_NO_SUCH_TABLE",
	"drop table " + value:                                             "ER_BAD_TABLE_ERROR",
	"select " + value + " from t":                                     "ER_BAD_FIELD_ERROR",
	"use " + value:                                                    "ER_BAD_DB_ERROR",
	"call " + value + "()":                                            "ER_SP_DOES_NOT_EXIST",
	"create table t (id int)":                                         "ER_TABLE_EXISTS_ERROR",
	"select id from t, child":                                         "ER_NON_UNIQ_ERROR",
	"select id, count(*) from t group by n":                           "ER_WRONG_FIELD_WITH_GROUP",
	"select id from t where count(*) > 1":                             "ER_INVALID_GROUP_FUNC_USE",
	"select 'a' collate " + value:                                     "ER_UNKNOWN_COLLATION",
	"insert into counted values (1)":                                  "ER_NON_INSERTABLE_TABLE",
	"update counted set n = 1":                                        "ER_NON_UPDATABLE_TABLE",
	"insert into typed (size) values ('" + value + "')":               "WARN_DATA_TRUNCATED",
	"insert into typed (n) values (7)":                                "ER_WARNING_NON_DEFAULT_VALUE_FOR_GENERATED_COLUMN",
	"insert into t values (1)":                                        "ER_WRONG_VALUE_COUNT_ON_ROW",
	"insert into t values (1, 0, '" + value + "')":                    "ER_DUP_ENTRY",
	"insert into child values (2, 31415)":                             "ER_NO_REFERENCED_ROW_2",
	"delete from t where id = 1":                                      "ER_ROW_IS_REFERENCED_2",
	"insert into t values (7, null, '')":                              "ER_BAD_NULL_ERROR",
	"insert into t (id) values (7)":                                   "ER_NO_DEFAULT_FOR_FIELD",
	"insert into t values (7, -1, '')":                                "ER_CONSTRAINT_FAILED",
	"insert into t values (7, 0, '" + strings.Repeat(value, 3) + "')": "ER_DATA_TOO_LONG",
	"insert into t values (7, 99999999999, '')":                       "ER_WARN_DATA_OUT_OF_RANGE",
	"select ~0 + 1":                                                   "ER_DATA_OUT_OF_RANGE",
	"insert into t values (7, '" + value + "', '')":                   "ER_TRUNCATED_WRONG_VALUE_FOR_FIELD",
	"insert into t values (7, cast('" + value + "' as datetime), '')": "ER_TRUNCATED_WRONG_VALUE",
	"insert into t values (7, 1/0, '')":                               "ER_DIVISION_BY_ZERO",
	"signal sqlstate '45000' set message_text = '" + value + "'":      "ER_SIGNAL_EXCEPTION",
	"set statement max_statement_time=0.02 for select sleep(10), '" + value + "' from t, t u": "ER_STATEMENT_TIMEOUT",
}

func TestMySQL(t *testing.T) {
	s := startMariaDB(t)
	owner := opened(t, "mysql", fmt.Sprintf("root@tcp(127.0.0.1:%d)/", s.port))
	for _, statement := range mysqlSchema {
		_, err := owner.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	seen := map[string]bool{}
	checked := func(code, name string, err error) {
		t.Helper()
		checkRow(t, name, code, err)
		seen[code] = true
	}
	for statement, code := range mysqlFailures {
		checked(code, code, refusal(t, owner, statement))
	}
	check(t, proof.Case{
		Name: "a number of a known class", Err: refusal(t, owner, "signal sqlstate '42999' set mysql_errno = 9998"),
		Want: proof.Want(toolerr.KindUpstreamValidationError, none), Code: "42000",
	})
	check(t, proof.Case{
		Name: "an unknown number", Err: refusal(t, owner, "signal sqlstate 'HY000' set mysql_errno = 9999"),
		Want: proof.Want(toolerr.KindUpstreamUnmapped, unknown),
	})

	assert.NotEqual(t, hintOf(t, "ER_ROW_IS_REFERENCED_2"), hintOf(t, "ER_NO_REFERENCED_ROW_2"), "a parent that is missing, and children that are not")

	mysqlRights(t, s, checked)
	mysqlTransactions(t, s, owner, checked)
	mysqlItself(t, s, checked)
	// No statement here provokes the other rows, so a statement makes the server send them.
	for _, row := range spec.Of(sqladapter.Adapter{}).Table().Rows() {
		code := row.VendorCode
		if (strings.HasPrefix(code, "ER_") || strings.HasPrefix(code, "CR_")) && !seen[code] {
			checked(code, code, refusal(t, owner, fmt.Sprintf("signal sqlstate '45000' set mysql_errno = %d, message_text = '%s'", numberOf(t, code), value)))
		}
	}
}

// hintOf returns the hint of a row.
func hintOf(t *testing.T, code string) toolerr.Message {
	t.Helper()
	row, ok := spec.Of(sqladapter.Adapter{}).Table().Lookup(code)
	require.True(t, ok, code)
	return row.Hint
}

// numberOf finds the number of a symbol with the adapter.
func numberOf(t *testing.T, code string) int {
	t.Helper()
	for number := 1000; number < 5000; number++ {
		te := sqladapter.Adapter{}.FromError(&mysql.MySQLError{Number: uint16(number)})
		if te.VendorCode() == code {
			return number
		}
	}
	t.Fatalf("no number for %s", code)
	return 0
}

// refusal returns the error of a statement, or of reading its result.
func refusal(t *testing.T, db *sql.DB, statement string) error {
	t.Helper()
	if !strings.HasPrefix(statement, "sel") {
		_, err := db.ExecContext(t.Context(), statement)
		return err
	}
	return db.QueryRowContext(t.Context(), statement).Scan(new([]byte))
}

func mysqlRights(t *testing.T, s server, checked func(code, name string, err error)) {
	t.Helper()
	plain := s.mysql(t, role, database)
	require.NoError(t, plain.Ping())
	misspelt(t, plain)
	checked("ER_TABLEACCESS_DENIED_ERROR", "a table", refusal(t, plain, "select * from child"))
	checked("ER_COLUMNACCESS_DENIED_ERROR", "a column", refusal(t, plain, "select n from hidden"))
	checked("ER_DBACCESS_DENIED_ERROR", "a database", refusal(t, plain, "use mysql"))
	checked("ER_SPECIFIC_ACCESS_DENIED_ERROR", "a privilege", refusal(t, plain, "set global max_connections = 1"))
	checked("ER_ACCESS_DENIED_ERROR", "a password", s.mysql(t, "nobody", database).Ping())
	checked("ER_ACCOUNT_HAS_BEEN_LOCKED", "a locked account", s.mysql(t, "locked", "").Ping())
	first := s.mysql(t, "few", "")
	require.NoError(t, first.Ping())
	checked("ER_USER_LIMIT_REACHED", "connections of a user", s.mysql(t, "few", "").Ping())
	hourly := s.mysql(t, "hourly", "")
	_ = refusal(t, hourly, "select 1")
	checked("ER_USER_LIMIT_REACHED", "queries of a user", refusal(t, hourly, "select 1"))
	_, err := plain.Exec("set session transaction read only")
	require.NoError(t, err)
	checked("ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION", "a transaction to read", refusal(t, plain, "insert into t values (8, 0, '')"))
	_ = plain.Close()
	_ = first.Close()
}

// misspelt sends a password in an invalid statement.
func misspelt(t *testing.T, db *sql.DB) {
	t.Helper()
	err := refusal(t, db, "create user bob IDENTFIED BY 'hunter2plain'")
	require.ErrorContains(t, err, "hunter2plain")
	te := sqladapter.Adapter{}.FromError(err)
	require.NotNil(t, te)
	assert.Contains(t, te.DeveloperMessage(), "IDENTFIED BY")
	assert.NotContains(t, fmt.Sprintf("%+v %v %v", te.Report(), te.LogValue(), te.Payload()), "hunter2")
}

func mysqlTransactions(t *testing.T, s server, owner *sql.DB, checked func(code, name string, err error)) {
	t.Helper()
	must := func(db *sql.DB, statement string) {
		t.Helper()
		_, err := db.Exec(statement)
		require.NoError(t, err)
	}
	settled(t, owner)
	must(owner, "set global max_user_connections = 2")
	a, b := s.mysql(t, role, database), s.mysql(t, role, database)
	must(a, "begin")
	must(b, "begin")
	checked("ER_TOO_MANY_USER_CONNECTIONS", "connections of all users", s.mysql(t, role, database).Ping())
	must(owner, "set global max_user_connections = 50")
	must(a, "update t set n = 1 where id = 1")
	checked("ER_LOCK_WAIT_TIMEOUT", "a lock", refusal(t, b, "update t set n = 1 where id = 1"))
	must(b, "update t set n = 1 where id = 2")
	other := make(chan error, 1)
	go func() {
		_, err := b.Exec("update t set n = 2 where id = 1")
		other <- err
	}()
	err := refusal(t, a, "update t set n = 2 where id = 2")
	if err == nil {
		err = <-other
	} else {
		must(a, "rollback")
		require.NoError(t, <-other)
	}
	checked("ER_LOCK_DEADLOCK", "a deadlock", err)
	_ = a.Close()
	_ = b.Close()

	settled(t, owner)
	var full []*sql.DB
	for range 20 {
		db := s.mysql(t, role, database)
		if err = db.Ping(); err != nil {
			break
		}
		full = append(full, db)
	}
	checked("ER_CON_COUNT_ERROR", "too many connections", err)
	for _, db := range full {
		_ = db.Close()
	}
	settled(t, owner)
	must(owner, "set global read_only = 1")
	checked("ER_OPTION_PREVENTS_STATEMENT", "a server to read", refusal(t, s.mysql(t, role, database), "insert into t values (9, 0, '')"))
	must(owner, "set global read_only = 0")
}

// settled waits until the server has released the role's connections that its clients have
// closed, because until then they count against its limits.
func settled(t *testing.T, owner *sql.DB) {
	t.Helper()
	require.Eventually(t, func() bool {
		var n int
		err := owner.QueryRow("select count(*) from information_schema.processlist where user = ?", role).Scan(&n)
		return err == nil && n == 0
	}, 10*time.Second, time.Millisecond)
}

// mysqlItself tests errors of the driver without a text of the server.
func mysqlItself(t *testing.T, s server, checked func(code, name string, err error)) {
	t.Helper()
	checked("tls_refused", "no TLS", s.mysql(t, role, database+"?tls=true").Ping())
	gormOnMySQL(t, s, checked)
	checked("ER_NET_PACKET_TOO_LARGE", "a packet", refusal(t, s.mysql(t, role, database), "select '"+strings.Repeat(value, 10_000)+"'"))
	checked("packet_too_large", "a packet that the driver refuses", refusal(t, s.mysql(t, role, database+"?maxAllowedPacket=1024"),
		"select '"+strings.Repeat(value, 1000)+"'"))

	// The server resets the connection after a packet that is too large, at an unknown time.
	// The tests below use other connections, made before the clock runs.
	db := s.mysql(t, role, database)
	require.NoError(t, db.Ping())
	conn, err := db.Conn(t.Context())
	require.NoError(t, err)
	late, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	err = conn.QueryRowContext(late, "select sleep(10)").Scan(new(int))
	check(t, proof.Case{Name: "a deadline", Context: late, Err: err, Want: proof.Want(toolerr.KindToolTimeout, unknown), Service: "_http"})
	_ = conn.Close()

	tx, err := db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	var id int
	require.NoError(t, tx.QueryRow("select connection_id()").Scan(&id))
	killer := opened(t, "mysql", fmt.Sprintf("root@tcp(127.0.0.1:%d)/", s.port))
	failed := make(chan error, 1)
	go func() { failed <- tx.QueryRow("select sleep(10)").Scan(new(int)) }()
	require.Eventually(t, func() bool {
		var n int
		_ = killer.QueryRow("select count(*) from information_schema.processlist where info = 'select sleep(10)' and id = ?", id).Scan(&n)
		return n == 1
	}, 5*time.Second, time.Millisecond)
	_, err = killer.Exec(fmt.Sprintf("kill %d", id))
	require.NoError(t, err)
	checked("connection_lost", "a connection that is killed", <-failed)
	_ = tx.Rollback()

	check(t, proof.Case{
		Name: "refused", Err: server{1}.mysql(t, role, database).Ping(),
		Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none), Service: "_http",
	})
	for _, dsn := range []string{
		faults.CredentialUser + ":" + password + "@tcp(h:1/" + database,
		faults.CredentialUser + ":" + password + "@" + faults.CanaryHost + "/" + database,
	} {
		_, err := sql.Open("mysql", dsn)
		require.Error(t, err)
		check(t, proof.Case{Name: "a connection string", Err: err, Want: proof.Want(toolerr.KindToolFatal, toolerr.EffectUnset), Service: proof.Nobody})
	}
}
