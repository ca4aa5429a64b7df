// Package pgcooldown shares the waits of an adapter.Cooldown through PostgreSQL, by a
// driver of database/sql that ends a query when its context ends, as pgx does.
package pgcooldown

import (
	"context"
	"database/sql"
	"errors"
	"reflect"
	"time"
)

// Schema creates the table that a [Store] uses, unless it exists. The table is unlogged,
// because waits are short and need not survive a crash. After a crash of the server it is
// empty.
const Schema = `CREATE UNLOGGED TABLE IF NOT EXISTS errand_cooldowns (
	key text PRIMARY KEY,
	value text NOT NULL,
	until timestamptz NOT NULL
)`

// A Store is an adapter.CooldownStore. It is safe for concurrent use. It measures times by
// the server's clock.
type Store struct{ db *sql.DB }

// New returns a store in the table of [Schema]. It returns an error for lib/pq (v1.12.3): if
// the server does not answer, its queries do not end when their context ends, and neither
// would a tool's call. A call waits up to 250 ms for a connection, so give the store a pool
// of its own if the program's pool can be used up.
func New(db *sql.DB) (*Store, error) {
	if t := reflect.TypeOf(db.Driver()); t.Kind() == reflect.Pointer && t.Elem().PkgPath() == "github.com/lib/pq" {
		return nil, errors.New("pgcooldown: lib/pq does not end a query when its context ends; open the pool with pgx")
	}
	return &Store{db}, nil
}

// Get returns the value of a key, and the time until it expires.
func (s *Store) Get(ctx context.Context, key string) (value string, left time.Duration, err error) {
	var ms int64
	err = s.db.QueryRowContext(ctx, `SELECT value, ceil(extract(epoch FROM until - clock_timestamp()) * 1000)::bigint
		FROM errand_cooldowns WHERE key = $1 AND until > clock_timestamp()`, key).Scan(&value, &ms)
	if errors.Is(err, sql.ErrNoRows) {
		return "", 0, nil
	}
	return value, time.Duration(ms) * time.Millisecond, err
}

// Set stores a value for d, in whole milliseconds, unless the key has a value that expires
// later. It deletes up to 100 expired rows.
func (s *Store) Set(ctx context.Context, key, value string, d time.Duration) error {
	_, err := s.db.ExecContext(ctx, `WITH over AS (
		DELETE FROM errand_cooldowns WHERE key IN (
			SELECT key FROM errand_cooldowns WHERE until <= clock_timestamp() AND key <> $1 LIMIT 100 FOR UPDATE SKIP LOCKED))
		INSERT INTO errand_cooldowns AS old (key, value, until) VALUES ($1, $2, clock_timestamp() + $3 * interval '1 millisecond')
		ON CONFLICT (key) DO UPDATE SET value = excluded.value, until = excluded.until WHERE old.until < excluded.until`,
		key, value, (d + time.Millisecond - 1).Milliseconds()) // some modes of pgx would send a Duration as an interval
	return err
}
