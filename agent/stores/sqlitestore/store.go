package sqlitestore

import (
	"context"
	"database/sql"
	"errors"

	"modernc.org/sqlite"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/internal/record"
)

// A Store keeps sessions in a SQLite database. It implements agent.RecentStore and is safe
// for concurrent use. Other stores and processes may have the database open at the same
// time. Make one with [Open].
type Store struct {
	// writer has one connection. Changes queue for it, until their contexts end, before
	// they compete for the file's lock.
	writer *sql.DB
	reader *sql.DB
	log    log
}

// readers is how many reads of a file run at the same time.
const readers = 4

var _ agent.RecentStore = (*Store)(nil)

// Open opens the store in the file at path, which is a file name and never a URI. If there
// is no file, Open creates it; its directory must exist. A store of an older version of
// this package is updated. For sessions in memory, there is [agent.NewMemoryStore].
//
// Errors are [agent.ErrBackend]. A store of a newer version, and the database of another
// program, are refused and not changed.
func Open(ctx context.Context, path string) (*Store, error) {
	src, err := source(path)
	if err != nil {
		return nil, record.Failure(ctx, "sqlitestore: open", err)
	}
	s := &Store{}
	if s.writer, err = pool(src+writerParams(), 1); err != nil {
		return nil, record.Failure(ctx, "sqlitestore: open", err)
	}
	if s.reader, err = pool(src+readerParams(), readers); err != nil {
		return nil, record.Failure(ctx, "sqlitestore: open", errors.Join(err, s.writer.Close()))
	}
	err = patiently(ctx, func() error { return migrate(ctx, s.writer, migrations()) })
	if err != nil {
		_ = s.Close() // the first error is returned
		return nil, record.Failure(ctx, "sqlitestore: open", err)
	}
	return s, nil
}

// pool does not open a connection yet.
func pool(dsn string, conns int) (*sql.DB, error) {
	c, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	db := sql.OpenDB(c)
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	return db, nil
}

// Close closes the store's connections, after the calls that are running. Later calls fail
// with [agent.ErrBackend]. Closing twice is harmless.
func (s *Store) Close() error {
	if err := errors.Join(s.reader.Close(), s.writer.Close()); err != nil {
		return record.Failure(context.Background(), "sqlitestore: close", err)
	}
	return nil
}

// write runs fn in a transaction that holds the write lock. It may roll back and run it
// again.
func (s *Store) write(ctx context.Context, op string, fn func(*sql.Tx) error) error {
	return s.within(ctx, s.writer, op, fn)
}

// read runs fn in a transaction that reads one snapshot. It may run it again.
func (s *Store) read(ctx context.Context, op string, fn func(*sql.Tx) error) error {
	return s.within(ctx, s.reader, op, fn)
}

func (s *Store) within(ctx context.Context, db *sql.DB, op string, fn func(*sql.Tx) error) error {
	err := patiently(ctx, func() error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer func() { _ = tx.Rollback() }() // no effect after a commit
		if err := fn(tx); err != nil {
			return err
		}
		return tx.Commit()
	})
	if err != nil {
		return record.Failure(ctx, "sqlitestore: "+op, err)
	}
	return nil
}
