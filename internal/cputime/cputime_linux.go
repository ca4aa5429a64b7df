package cputime

import (
	"syscall"
	"time"
)

// Thread returns the CPU time of the calling thread.
func Thread() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
