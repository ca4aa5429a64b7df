package sql_test

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/adapters/sqladapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// sqliteDrivers are the names of the drivers of SQLite. The one that is written in C needs a
// minute to compile, so it takes part only with the tag cgosqlite (step sqlite of .ci/run).
var sqliteDrivers = []string{"sqlite"}

// sqliteFailures are statements that SQLite refuses, with the code for the agent.
var sqliteFailures = map[string]string{
	"selec " + value:                                         "SQLITE_ERROR",
	"select * from " + value:                                 "SQLITE_ERROR",
	"insert into t values (1, 0, '" + value + "')":           "SQLITE_CONSTRAINT_PRIMARYKEY",
	"insert into t values (7, 0, 'one')":                     "SQLITE_CONSTRAINT_UNIQUE",
	"insert into t values (7, null, 'x')":                    "SQLITE_CONSTRAINT_NOTNULL",
	"insert into t values (7, -1, 'x')":                      "SQLITE_CONSTRAINT_CHECK",
	"insert into child values (7, 31415)":                    "SQLITE_CONSTRAINT_FOREIGNKEY",
	"insert into strictly values ('" + value + "')":          "SQLITE_CONSTRAINT_DATATYPE",
	"insert into guarded values (1)":                         "SQLITE_CONSTRAINT_TRIGGER",
	"insert into rows (rowid, x) values (1, 1)":              "SQLITE_CONSTRAINT_ROWID",
	"insert into rows (rowid, x) values ('" + value + "',1)": "SQLITE_MISMATCH",
	"select zeroblob(2000000000)":                            "SQLITE_TOOBIG",
}

var sqliteSchema = []string{
	"create table t (id int primary key, n int not null check (n >= 0), email text unique)",
	"create table child (id int, parent int references t)",
	"create table strictly (n int) strict",
	"create table rows (x int)",
	"create table guarded (id int)",
	"create trigger guard before insert on guarded begin select raise(abort, '" + value + "'); end",
	"insert into t values (1, 0, 'one')",
	"insert into rows (rowid, x) values (1, 1)",
}

// unmade are the result codes that no test provokes, with the reasons.
var unmade = map[string]string{
	"SQLITE_INTERNAL": "a bug of SQLite's", "SQLITE_NOMEM": "an exhausted machine", "SQLITE_IOERR": "a broken disk",
	"SQLITE_PERM": "never returned by the default file systems", "SQLITE_PROTOCOL": "a race of recovery", "SQLITE_SCHEMA": "SQLite prepares again by itself",
	"SQLITE_ABORT": "a callback that refuses", "SQLITE_AUTH": "an authorizer of the tool's", "SQLITE_MISUSE": "a bug of a driver's",
	"SQLITE_RANGE": "drivers count the parameters", "SQLITE_CORRUPT": "damage", "SQLITE_CONSTRAINT": "every refusal has an extended code",
	"SQLITE_LOCKED": "a shared cache", "SQLITE_INTERRUPT": "both drivers return the context's own error instead",
}

func TestSQLite(t *testing.T) {
	seen := map[string]bool{}
	for _, driver := range sqliteDrivers {
		t.Run(driver, func(t *testing.T) {
			for _, c := range sqliteCases(t, driver) {
				check(t, c)
				seen[c.Code] = true
			}
		})
	}
	for _, row := range spec.Of(sqladapter.Adapter{}).Table().Rows() {
		if strings.HasPrefix(row.VendorCode, "SQLITE_") && unmade[row.VendorCode] == "" {
			assert.True(t, seen[row.VendorCode], "SQLite does not return %s", row.VendorCode)
		}
	}
}

func sqliteCases(t *testing.T, driver string) (cases []proof.Case) {
	t.Helper()
	add := func(code, name string, err error) {
		t.Helper()
		c := wanted(t, code)
		c.Name, c.Err = name, err
		cases = append(cases, c)
	}
	file := filepath.Join(t.TempDir(), faults.CanaryFile)
	db := openSQLite(t, driver, file)
	for _, statement := range sqliteSchema {
		_, err := db.ExecContext(t.Context(), statement)
		require.NoError(t, err, statement)
	}
	for statement, code := range sqliteFailures {
		_, err := db.ExecContext(t.Context(), statement)
		if err == nil {
			err = db.QueryRowContext(t.Context(), statement).Scan(new([]byte))
		}
		add(code, code, err)
	}

	other := openSQLite(t, driver, file)
	exec := func(db *sql.DB, statements ...string) (err error) {
		for _, statement := range statements {
			if _, err = db.ExecContext(t.Context(), statement); err != nil {
				break
			}
		}
		return err
	}
	require.NoError(t, exec(db, "begin immediate"))
	add("SQLITE_BUSY", "a locked database", exec(other, "insert into t values (9, 0, 'nine')"))
	require.NoError(t, exec(db, "rollback", "pragma journal_mode = wal"))
	require.NoError(t, exec(other, "begin"))
	require.NoError(t, other.QueryRow("select count(*) from t").Scan(new(int)))
	require.NoError(t, exec(db, "insert into t values (9, 0, 'nine')"))
	add("SQLITE_BUSY_SNAPSHOT", "a read that is too old", exec(other, "insert into t values (10, 0, 'ten')"))
	require.NoError(t, exec(other, "rollback", "pragma query_only = 1"))
	add("SQLITE_READONLY", "a database to read", exec(other, "insert into t values (11, 0, 'eleven')"))

	add("SQLITE_CANTOPEN", "no such folder", exec(openSQLite(t, driver, filepath.Join(file+".d", "x")), "select 1 from sqlite_master"))
	noise := file + ".txt"
	require.NoError(t, os.WriteFile(noise, []byte(strings.Repeat(value, 500)), 0o600))
	bad := opened(t, driver, noise)
	add("SQLITE_NOTADB", "no database", bad.QueryRow("select count(*) from sqlite_master").Scan(new(int)))
	small := openSQLite(t, driver, file+".small")
	require.NoError(t, exec(small, "create table t (x blob)", "pragma max_page_count = 3"))
	add("SQLITE_FULL", "a full database", exec(small, "insert into t values (zeroblob(100000))"))

	// The error at the end of the context differs between the drivers.
	late, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	const endless = "with recursive c(x) as (values(1) union all select x+1 from c) select max(x) from c"
	err := db.QueryRowContext(late, endless).Scan(new(int))
	c := proof.Case{Name: "a deadline", Err: err, Context: late, Want: proof.Want(toolerr.KindToolTimeout, unknown)}
	c.Service = "_http" // both drivers return the context's own error
	return append(cases, c)
}

func openSQLite(t *testing.T, driver, file string) *sql.DB {
	t.Helper()
	db := opened(t, driver, file)
	_, _ = db.ExecContext(t.Context(), "pragma foreign_keys = on")
	_, _ = db.ExecContext(t.Context(), "pragma busy_timeout = 10")
	return db
}
