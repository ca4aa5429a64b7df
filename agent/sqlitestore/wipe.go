package sqlitestore

import (
	"context"
	"sync/atomic"
	"time"
)

// log is what is known of the file that SQLite keeps beside the database, which
// has older versions of its pages until all of it was copied into the database
// (https://www.sqlite.org/wal.html).
type log struct{ soiled atomic.Int64 }

// wipeTime is how long a call waits for other changes before it leaves the log to
// a later one.
const wipeTime = time.Second

// soil notes that something was deleted whose text may still stand in the log.
func (l *log) soil() { l.soiled.Add(1) }

// wipe empties the log if something was deleted. Readers of older moments and
// other writers are in its way; then a later change wipes it. What was deleted is
// deleted in any case, so that this is not a failure of the call.
func (s *Store) wipe(ctx context.Context) {
	soiled := s.log.soiled.Load()
	if soiled == 0 || s.reader == s.writer { // which has no log
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
