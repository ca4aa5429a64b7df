package sqlitestore

import (
	"context"
	"sync/atomic"
	"time"
)

// log is the state of SQLite's write-ahead log, which has older versions of pages until all
// of it was copied into the database (https://www.sqlite.org/wal.html).
type log struct{ soiled atomic.Int64 }

// wipeTime is how long a call waits for other changes before it leaves the log to a later
// call.
const wipeTime = time.Second

// soil records that the log may contain deleted text.
func (l *log) soil() { l.soiled.Add(1) }

// wipe empties the log if something was deleted. Readers of older snapshots and other
// writers prevent it; then a later change wipes it. The data is deleted in any case, so
// this is not an error of the call.
func (s *Store) wipe(ctx context.Context) {
	soiled := s.log.soiled.Load()
	if soiled == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), wipeTime)
	defer cancel()
	var busy, pages, copied int
	err := s.writer.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &pages, &copied)
	if err == nil && busy == 0 {
		s.log.soiled.Add(-soiled)
	}
}
