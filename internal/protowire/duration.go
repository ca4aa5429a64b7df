package protowire

import "time"

// The limits of a google.protobuf.Duration: ten thousand years.
const (
	maxDurationSeconds = 315_576_000_000
	maxTimeSeconds     = int64(1<<63-1) / int64(time.Second)
)

// Duration reads a google.protobuf.Duration. A negative one, or one that is out
// of range, is unknown; one that a time.Duration cannot hold is the longest.
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
