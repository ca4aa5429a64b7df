package pgstore

import (
	"context"
	_ "embed" // for the steps
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/errand-go/errand/agent/stores/internal/record"
)

//go:embed schema.sql
var tables string

//go:embed artifacts.sql
var artifacts string

// migrations returns the steps from one version of the tables to the next: the first makes
// those of version 1. A released step never changes.
func migrations() []string { return []string{tables, artifacts} }

const (
	// findVersion ignores a table in a later schema of the search_path.
	findVersion = `SELECT coalesce(max(version), 0) FROM errand_schema
		WHERE tableoid = to_regclass(quote_ident(current_schema()) || '.errand_schema')`
	// lockSchema belongs to its transaction, so that it works with a pooler that assigns
	// connections per transaction. The number spells "errd".
	lockSchema = `SELECT pg_advisory_xact_lock(1701999204, hashtext(current_schema()))`
	// setVersion is one row. The table is made in the current schema.
	setVersion = `CREATE TABLE IF NOT EXISTS errand_schema (one boolean PRIMARY KEY DEFAULT true CHECK (one), version int NOT NULL)`
	putVersion = `INSERT INTO errand_schema (version) VALUES ($1) ON CONFLICT (one) DO UPDATE SET version = excluded.version`
)

// migrate updates the tables to the last version of steps, in one transaction. If they have
// it, it sends one query and takes no lock.
func migrate(ctx context.Context, pool *pgxpool.Pool, steps []string) error {
	found, err := version(ctx, pool, len(steps))
	if err != nil || found == len(steps) {
		return err
	}
	return pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
		for _, statement := range []string{lockSchema, setVersion} {
			if _, err := tx.Exec(ctx, statement); err != nil {
				return err
			}
		}
		found, err := version(ctx, tx, len(steps)) // another process may have migrated
		if err != nil {
			return err
		}
		for _, step := range steps[found:] {
			if _, err := tx.Exec(ctx, step); err != nil {
				return err
			}
		}
		_, err = tx.Exec(ctx, putVersion, len(steps))
		return err
	})
}

// version returns the version of the tables in the pool's current schema, and 0 if it has
// none. It returns an error if this package does not know the version.
func version(ctx context.Context, db interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}, known int,
) (found int, err error) {
	// A prepared statement would keep the table of a later schema.
	err = db.QueryRow(ctx, findVersion, pgx.QueryExecModeExec).Scan(&found)
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "42P01" { // undefined_table
		return 0, nil
	}
	if err == nil && found > known {
		err = record.Newer(found, known)
	}
	return found, err
}
