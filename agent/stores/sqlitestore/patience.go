package sqlitestore

import (
	"context"
	"errors"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// longestPause is the longest pause between two attempts to get a lock.
const longestPause = 20 * time.Millisecond

// patience is how long a call waits while another store or process writes to the file.
// Changes through the same store wait for each other until their contexts end.
const patience = 5 * time.Second

// patiently calls fn until it meets no lock, or until patience or the context ends. When fn
// meets a lock, it must have no effect, like a transaction that is rolled back.
func patiently(ctx context.Context, fn func() error) error {
	end := time.Now().Add(patience)
	for pause := time.Millisecond; ; pause = min(2*pause, longestPause) {
		err := fn()
		if !locked(err) || !wait(ctx, min(pause, time.Until(end))) {
			return err
		}
	}
}

// wait reports whether d passed before the context ended. It returns false if d is not
// positive.
func wait(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return false
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// locked reports whether err is about a lock of another connection.
func locked(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && primary(e) == sqlite3.SQLITE_BUSY
}

// primary returns the result code without its extension;
// https://www.sqlite.org/rescode.html.
func primary(e *sqlite.Error) int { return e.Code() & 0xff }
