//go:build !linux

package cputime

import "time"

var started = time.Now()

// Thread returns the time since the start, where a thread's own is not read.
func Thread() time.Duration { return time.Since(started) }
