//go:build !linux

package findings

import "time"

var started = time.Now()

func cpuTime() time.Duration { return time.Since(started) }
