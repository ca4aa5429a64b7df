//go:build !linux

package cputime

import "time"

var started = time.Now()

// Thread returns the time since the start: the CPU time of a thread is read on Linux only.
func Thread() time.Duration { return time.Since(started) }
