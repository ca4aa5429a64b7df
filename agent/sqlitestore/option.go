package sqlitestore

import "time"

// An Option changes how a store is opened.
type Option func(*options)

type options struct {
	busy    time.Duration
	readers int
	relaxed bool
}

func defaults() options {
	return options{busy: 5 * time.Second, readers: 4}
}

// WithBusyTimeout is how long a call waits while another store or process
// writes to the file; the default is 5 seconds, and with 0 it does not wait. The
// wait ends with the call's context. Changes through one store wait for each
// other without this limit, as long as their contexts allow.
func WithBusyTimeout(d time.Duration) Option {
	return func(o *options) { o.busy = max(d, 0) }
}

// WithReaders is how many reads run at the same time; the default is 4, and
// less than 1 is 1. An in-memory store reads one at a time.
func WithReaders(n int) Option {
	return func(o *options) { o.readers = max(n, 1) }
}

// WithRelaxedSync leaves it to the operating system when changes reach the
// disk. They become faster, and the last of them may be lost when the power
// fails; never when only the process dies, and never in part. Without it a
// change that was reported is on the disk.
func WithRelaxedSync() Option {
	return func(o *options) { o.relaxed = true }
}
