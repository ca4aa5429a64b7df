package pgstore

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var embedded embed.FS

// migrations returns the steps from one version of the tables to the next. A released step
// never changes.
func migrations() fs.FS {
	sub, err := fs.Sub(embedded, "migrations")
	if err != nil {
		panic(err) // cannot happen: the path is a constant
	}
	return sub
}

// The tables of the migration library.
const (
	versionTable = "errand_migrations"
	lockTable    = "errand_migrations_lock"
)

// A VersionError is in the error of [Open] if a newer version of this package made the
// tables. Open did not change them.
type VersionError struct {
	Found int64 // the version of the tables
	Known int64 // the newest this package can read
}

// Error returns a text with both versions.
func (e *VersionError) Error() string {
	return fmt.Sprintf("pgstore: the tables have version %d; this package knows versions up to %d", e.Found, e.Known)
}

// migrate updates the tables to the last version of steps. If they have it, it sends one
// query and takes no lock.
func migrate(ctx context.Context, pool *pgxpool.Pool, steps fs.FS) error {
	// The lock is a row. An advisory lock belongs to a connection, so it does not work with
	// a pooler that assigns connections per transaction.
	locker, err := lock.NewPostgresTableLocker(
		lock.WithTableName(lockTable), lock.WithTableLogger(slog.New(slog.DiscardHandler)),
		lock.WithTableLeaseDuration(10*time.Second), lock.WithTableHeartbeatInterval(2*time.Second), // expires after a kill
		lock.WithTableLockTimeout(100*time.Millisecond, 600), lock.WithTableUnlockTimeout(100*time.Millisecond, 20),
	)
	if err != nil {
		return err
	}
	// The library needs two connections, which the pool may not have. The new pool has the
	// same hooks, which may choose the schema or the role.
	cfg := pool.Config()
	cfg.MaxConns, cfg.MinConns, cfg.MinIdleConns = 4, 0, 0
	own, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer own.Close()
	db := stdlib.OpenDBFromPool(own)
	defer func() { _ = db.Close() }()
	p, err := goose.NewProvider(goose.DialectPostgres, db, steps, goose.WithLocker(locker), goose.WithTableName(versionTable))
	if err != nil {
		return err
	}
	found, err := version(ctx, pool)
	if err != nil {
		return err
	}
	switch sources := p.ListSources(); {
	case found > sources[len(sources)-1].Version:
		return &VersionError{Found: found, Known: sources[len(sources)-1].Version}
	case found == sources[len(sources)-1].Version:
		return nil
	}
	_, err = p.Up(ctx)
	return err
}

// version returns the version of the tables in the pool's current schema, and 0 if it has
// none. It ignores tables in later schemas of the search_path.
func version(ctx context.Context, pool *pgxpool.Pool) (found int64, err error) {
	err = pool.QueryRow(ctx, `SELECT coalesce(max(version_id), 0) FROM `+versionTable+
		` WHERE tableoid = to_regclass(quote_ident(current_schema()) || '.`+versionTable+`')`).Scan(&found)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "42P01" { // undefined_table
		return 0, nil
	}
	return found, err
}
