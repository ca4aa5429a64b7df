package findings

import (
	"syscall"
	"time"
)

// cpuTime is the time that the thread has computed, which a busy machine does
// not stretch.
func cpuTime() time.Duration {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if syscall.Getrusage(thread, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
