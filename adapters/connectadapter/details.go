package connectadapter

import (
	"encoding/binary"
	"reflect"
	"time"

	"github.com/errand-go/errand/adapter/shape"
)

// details is what the details of an error say (google/rpc/error_details.proto).
type details struct {
	reason    string // ErrorInfo
	requestID string // RequestInfo
	delay     time.Duration
	hasDelay  bool // RetryInfo
}

// detail is connect.ErrorDetail.
type detail interface {
	Type() string
	Bytes() []byte
}

func detailsOf(e error) (d details) {
	all, _ := shape.Result(e, func(v reflect.Value) reflect.Value { return v.MethodByName("Details") })
	for item := range shape.Items(all, "") {
		name, _ := shape.Call(item, detail.Type)
		body, _ := shape.Call(item, detail.Bytes)
		switch name {
		case "google.rpc.ErrorInfo":
			if text, ok := field(body, 1); ok && d.reason == "" {
				d.reason = string(text)
			}
		case "google.rpc.RequestInfo":
			if text, ok := field(body, 1); ok {
				d.requestID = string(text)
			}
		case "google.rpc.RetryInfo":
			if delay, ok := field(body, 1); ok && !d.hasDelay {
				d.delay, d.hasDelay = duration(delay)
			}
		}
	}
	return d
}

// maxSeconds is the longest google.protobuf.Duration that a time.Duration holds
// whole.
const maxSeconds = int64(1<<63-1) / int64(time.Second)

// duration reads a google.protobuf.Duration: seconds and nanoseconds. A negative
// one, or one that is out of range, is unknown.
func duration(body []byte) (time.Duration, bool) {
	var seconds, nanos int64
	whole := walk(body, func(number int, value uint64, _ []byte) bool {
		switch number {
		case 1:
			seconds = int64(value) //nolint:gosec // two's complement is how the wire has it
		case 2:
			nanos = int64(value) //nolint:gosec // two's complement is how the wire has it
		}
		return true
	})
	if !whole || seconds < 0 || seconds >= maxSeconds || nanos < 0 || nanos >= int64(time.Second) {
		return 0, false
	}
	return time.Duration(seconds)*time.Second + time.Duration(nanos), true
}

// field returns the first field of a number that holds bytes.
func field(body []byte, number int) (found []byte, ok bool) {
	walk(body, func(n int, _ uint64, value []byte) bool {
		if n == number && value != nil {
			found, ok = value, true
		}
		return !ok
	})
	return found, ok
}

// walk calls visit for each field of a message in the wire format of protocol
// buffers, until it returns false, and reports whether what it walked is one.
// value is that of a number, bytes those of everything else, never nil.
func walk(body []byte, visit func(number int, value uint64, bytes []byte) bool) bool {
	for len(body) > 0 {
		tag, n := binary.Uvarint(body)
		if n <= 0 || tag>>3 == 0 || tag>>3 > 1<<29 {
			return false
		}
		body = body[n:]
		var value uint64
		var held []byte
		switch tag & 7 {
		case 0: // a number
			if value, n = binary.Uvarint(body); n <= 0 {
				return false
			}
			body = body[n:]
		case 1, 5: // eight bytes, four bytes
			size := 8
			if tag&7 == 5 {
				size = 4
			}
			if len(body) < size {
				return false
			}
			held, body = body[:size], body[size:]
		case 2: // a length and so many bytes
			size, n := binary.Uvarint(body)
			if n <= 0 || size > uint64(len(body)-n) {
				return false
			}
			held, body = body[n:n+int(size)], body[n+int(size):] //nolint:gosec // not longer than the body
		default:
			return false
		}
		if !visit(int(tag>>3), value, held) { //nolint:gosec // at most 1<<29
			return true
		}
	}
	return true
}
