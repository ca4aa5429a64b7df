package stdadapter_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/toolerr"
)

// brokenDriver is a driver of an empty database, whose connections can break.
type brokenDriver struct{ broken bool }

func (d *brokenDriver) Connect(context.Context) (driver.Conn, error) { return d, nil }
func (d *brokenDriver) Driver() driver.Driver                        { return d }
func (d *brokenDriver) Open(string) (driver.Conn, error)             { return d, nil }
func (d *brokenDriver) Close() error                                 { return nil }
func (d *brokenDriver) Begin() (driver.Tx, error)                    { return d, nil }
func (d *brokenDriver) Commit() error                                { return nil }
func (d *brokenDriver) Rollback() error                              { return nil }
func (d *brokenDriver) NumInput() int                                { return -1 }
func (d *brokenDriver) Columns() []string                            { return []string{"id"} }
func (d *brokenDriver) Next([]driver.Value) error                    { return io.EOF }

func (d *brokenDriver) Prepare(string) (driver.Stmt, error) {
	if d.broken {
		return nil, driver.ErrBadConn
	}
	return d, nil
}

func (d *brokenDriver) Exec([]driver.Value) (driver.Result, error) {
	return driver.RowsAffected(0), nil
}
func (d *brokenDriver) Query([]driver.Value) (driver.Rows, error) { return d, nil }

const query = "select id from t where name = '" + secretValue + "'"

// databaseFailures returns the failures of database/sql.
func databaseFailures(t *testing.T) []failure {
	t.Helper()
	db := sql.OpenDB(&brokenDriver{})
	t.Cleanup(func() { _ = db.Close() })
	broken := sql.OpenDB(&brokenDriver{broken: true})
	t.Cleanup(func() { _ = broken.Close() })
	tx, err := db.Begin()
	require.NoError(t, err)
	require.NoError(t, tx.Commit())
	conn, err := db.Conn(t.Context())
	require.NoError(t, err)
	require.NoError(t, conn.Close())
	var id int

	return []failure{
		failed("no rows", db.QueryRow(query, secretDSN).Scan(&id), "no_rows", notFound, none),
		failed("a transaction that is over", second(tx.Exec(query)), "transaction_done", fatal, unset),
		failed("a connection that is closed", conn.PingContext(t.Context()), "connection_done", fatal, unset),
		failed("a broken connection", second(broken.Exec(query)), "bad_connection", unreachable, unknown),
	}
}

// database/sql rolls back when the context ends, and then only reports that the transaction
// is done.
func TestTheEndOfATransaction(t *testing.T) {
	db := sql.OpenDB(&brokenDriver{})
	defer func() { _ = db.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	tx, err := db.BeginTx(ctx, nil)
	require.NoError(t, err)
	cancel()
	require.Eventually(t, func() bool {
		_, err = tx.Exec(query)
		return err == sql.ErrTxDone
	}, waiting, tick)

	require.Equal(t, toolerr.KindToolCanceled, toolerr.KindOf(chain.Adapt(ctx, err)))
	require.Equal(t, toolerr.KindToolFatal, toolerr.KindOf(chain.Adapt(t.Context(), err)))
}
