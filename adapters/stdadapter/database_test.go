package stdadapter_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/stdadapter"
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
		failed("a broken connection", second(broken.Exec(query)), "bad_connection", toolerr.KindNetworkTransportUnreachable, unknown),
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

// The standard library returns each text that is matched, in an error with no other text.
func TestTextsOfTheStandardLibrary(t *testing.T) {
	said := map[string]error{}
	for _, f := range textFailures(t) {
		said[f.text] = f.err
	}
	for _, text := range stdadapter.Texts() {
		t.Run(text.Text, func(t *testing.T) {
			err, ok := said[text.Text]
			require.True(t, ok, "no failure of the standard library has this text")
			delete(said, text.Text)
			err = innermost(err)
			if text.Prefix {
				assert.True(t, strings.HasPrefix(err.Error(), text.Text) && err.Error() != text.Text, "%q", err)
			} else {
				assert.Equal(t, text.Text, err.Error())
			}
			if fmt.Sprintf("%T", err) != "*time.parseDurationError" { // an error without a type until Go 1.25
				assert.Equal(t, reflect.TypeOf(errors.New("")), reflect.TypeOf(err), "it has a type by now")
			}
		})
	}
	assert.Empty(t, said, "texts that no rule matches")
}

func innermost(err error) error {
	for errors.Unwrap(err) != nil {
		err = errors.Unwrap(err)
	}
	return err
}

// A text with another text around it, or with the same beginning only, does not match.
func TestTextsAreTheWholeText(t *testing.T) {
	for _, text := range stdadapter.Texts() {
		for _, err := range []error{
			errors.New("tool: " + text.Text),
			errors.New(strings.ToUpper(text.Text)),
			errors.New(text.Text[:len(text.Text)-1]),
			plain(text.Text),
		} {
			assert.Nil(t, stdadapter.Adapter{}.FromError(err), "%T: %v", err, err)
			if !text.Prefix {
				assert.Nil(t, stdadapter.Adapter{}.FromError(errors.New(text.Text+"!")), text.Text)
			}
		}
	}
}

type plain string

func (p plain) Error() string { return string(p) }

// The sentinels are made by errors.New, so that they can be hashed.
func TestSentinelsAreHashable(t *testing.T) {
	for _, value := range stdadapter.Sentinels() {
		assert.Equal(t, reflect.TypeOf(errors.New("")), reflect.TypeOf(value), "%v", value)
		assert.NotNil(t, stdadapter.Adapter{}.FromError(&fs.PathError{Op: "x", Err: value}), "%v", value)
	}
}

// For any text, the adapter returns only its own sentences, and does not panic.
func FuzzTexts(f *testing.F) {
	for _, text := range stdadapter.Texts() {
		f.Add(text.Text, "Europe/Atlantis")
	}
	table := stdadapter.Adapter{}.Table()
	f.Fuzz(func(t *testing.T, text, more string) {
		for _, err := range []error{errors.New(text + more), fmt.Errorf("%s%s", text, more), &fs.PathError{Op: more, Path: more, Err: errors.New(text)}} {
			te := stdadapter.Adapter{}.FromError(err)
			if te == nil {
				continue
			}
			row, ok := table.Lookup(te.VendorCode())
			require.True(t, ok)
			assert.Equal(t, row.Message, te.Message())
		}
	})
}
