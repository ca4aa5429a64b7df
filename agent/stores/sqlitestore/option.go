package sqlitestore

import "time"

// An Option changes a new store.
type Option func(*options)

type options struct {
	busy    time.Duration
	relaxed bool
}

// WithBusyTimeout sets how long a call waits while another store or process writes to the
// file. The default is 5 seconds, and with 0 a call does not wait. The wait also ends with
// the call's context. Changes through the same store wait for each other until their
// contexts end, without this limit.
func WithBusyTimeout(d time.Duration) Option {
	return func(o *options) { o.busy = max(d, 0) }
}

// WithRelaxedSync lets the operating system decide when changes are written to the disk.
// Changes are then faster, and a power failure can lose the last ones, but never a part of
// one. If only the process dies, nothing is lost. Without the option, a change is on the
// disk when the call returns.
func WithRelaxedSync() Option {
	return func(o *options) { o.relaxed = true }
}
