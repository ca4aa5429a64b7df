package pgstore

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/errand-go/errand/agent"
)

// A Store keeps sessions in a PostgreSQL database. It implements agent.RecentStore and
// agent.Claimer. It is safe for concurrent use, also together with other stores and
// processes on the same database. Make one with [Open].
type Store struct {
	pool  *pgxpool.Pool
	lease time.Duration

	mu     sync.Mutex
	claims map[agent.SessionRef]*claim
}

var (
	_ agent.RecentStore = (*Store)(nil)
	_ agent.Claimer     = (*Store)(nil)
)

// An Option changes a new store.
type Option func(*Store)

// WithLease sets how long a session stays claimed after its process has died or has lost
// the database. The default is 15 seconds, which 0 and less mean too. Each run renews its
// claim every third of a lease, and ends if it could not do so for four fifths of a lease.
func WithLease(d time.Duration) Option {
	return func(s *Store) {
		if d > 0 {
			s.lease = d
		}
	}
}

// Open opens the store in the database of the pool. If its tables are missing in the pool's
// current schema, or of an older version of this package, Open creates or updates them. Any
// number of processes may do so at the same time. The caller closes the pool after the last
// run.
//
// Errors are [agent.ErrBackend]. Tables of a newer version are refused and not changed.
func Open(ctx context.Context, pool *pgxpool.Pool, opts ...Option) (*Store, error) {
	s := &Store{pool: pool, lease: 15 * time.Second, claims: map[agent.SessionRef]*claim{}}
	for _, opt := range opts {
		opt(s)
	}
	if err := migrate(ctx, pool, migrations()); err != nil {
		return nil, failure(ctx, "open", err)
	}
	return s, nil
}

// send sends a batch in one round trip. Without an explicit transaction, the batch is one.
func (s *Store) send(ctx context.Context, b *pgx.Batch) error {
	return s.pool.SendBatch(ctx, b).Close()
}

// moment runs the queries of a batch in one snapshot. If one fails, the pool closes the
// connection, which ends the transaction.
func (s *Store) moment(ctx context.Context, queue func(*pgx.Batch)) error {
	b := &pgx.Batch{}
	b.Queue("begin isolation level repeatable read, read only")
	queue(b)
	b.Queue("commit")
	return s.send(ctx, b)
}
