package protowire

import "time"

// The limits of a google.protobuf.Duration: ten thousand years.
const (
	maxDurationSeconds = 315_576_000_000
	maxTimeSeconds     = int64(1<<63-1) / int64(time.Second)
)

// Duration returns a google.protobuf.Duration. It returns false if the value is negative or
// out of range, and the longest time.Duration if that cannot hold the value.
func (m Message) Duration() (time.Duration, bool) {
	var seconds, nanos int64
	for f := range m.fields() {
		switch {
		case f.wire != wireNumber:
		case f.number == 1:
			seconds = int64(f.value) //nolint:gosec // two's complement is how the wire has it
		case f.number == 2:
			nanos = int64(int32(f.value)) //nolint:gosec // two's complement is how the wire has it
		}
	}
	if seconds < 0 || seconds > maxDurationSeconds || nanos < 0 || nanos >= int64(time.Second) {
		return 0, false
	}
	if seconds >= maxTimeSeconds {
		return 1<<63 - 1, true
	}
	return time.Duration(seconds)*time.Second + time.Duration(nanos), true
}
