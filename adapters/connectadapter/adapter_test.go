package connectadapter_test

import (
	"encoding/binary"
	"errors"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// Error has the fields of connect.Error: the library does not require it.
// proof/vendorproof tests the real one.
type (
	Error struct {
		code    uint32
		err     error
		details []*Detail
		meta    http.Header
		wireErr bool
	}
	Detail struct {
		name string
		body []byte
	}
)

func (e *Error) Error() string {
	return connectadapter.Names()[int(e.code)%len(connectadapter.Names())] + ": " + e.Message()
}
func (e *Error) Message() string    { return e.err.Error() }
func (e *Error) Unwrap() error      { return e.err }
func (e *Error) Meta() http.Header  { return e.meta }
func (e *Error) Details() []*Detail { return e.details }
func (d *Detail) Type() string      { return d.name }
func (d *Detail) Bytes() []byte     { return d.body }

func number(name string) uint32 { return uint32(slices.Index(connectadapter.Names(), name)) }

func wire(name string, details ...*Detail) *Error {
	return &Error{code: number(name), err: errors.New(faults.CanaryMessage), wireErr: true, details: details}
}

// message returns a message in wire format with numbers and bytes.
func message(fields ...any) (body []byte) {
	for i := 0; i < len(fields); i += 2 {
		n := uint64(fields[i].(int))
		switch x := fields[i+1].(type) {
		case int:
			body = binary.AppendUvarint(binary.AppendUvarint(body, n<<3), uint64(x))
		case int64:
			body = binary.AppendUvarint(binary.AppendUvarint(body, n<<3), uint64(x))
		case []byte:
			body = append(binary.AppendUvarint(binary.AppendUvarint(body, n<<3|2), uint64(len(x))), x...)
		}
	}
	return body
}

func TestTheTableIsWellMade(t *testing.T) {
	for _, row := range spec.Of(connectadapter.Adapter{}).Table().Rows() {
		ofTwirp := row.VendorCode == "malformed" || row.VendorCode == "bad_route"
		assert.True(t, row.Unanswered || ofTwirp || slices.Contains(connectadapter.Names(), row.VendorCode), row.VendorCode)
	}
}

// FuzzDetails reads any details of a service.
func FuzzDetails(f *testing.F) {
	f.Cleanup(connectadapter.Imitate(shape.TypeOf(&Error{})))
	f.Add("google.rpc.RetryInfo", message(1, message(1, 7, 2, 5)))
	f.Add("google.rpc.ErrorInfo", message(1, []byte("reason"), 2, []byte("domain")))
	f.Add("google.rpc.RequestInfo", []byte{0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Add("google.rpc.RetryInfo", []byte{0x0d, 1, 2, 3, 4, 0x09, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Fuzz(func(t *testing.T, name string, body []byte) {
		te := connectadapter.Adapter{}.FromError(wire("resource_exhausted", &Detail{name, body}))
		if te == nil || te.Kind() != toolerr.KindUpstreamRateLimit {
			t.Fatalf("%v", te)
		}
		if wait, ok := te.RetryAfter(); ok && (wait < 0 || wait > 24*time.Hour) {
			t.Fatalf("a wait of %s", wait)
		}
	})
}
