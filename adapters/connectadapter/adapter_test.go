package connectadapter_test

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/connectadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/meaning"
	"github.com/errand-go/errand/toolerr"
)

// Error has the fields of connect.Error: the library does not require it.
// conformance/vendorproof tests the real one.
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

func local(name string, err error) *Error { return &Error{code: number(name), err: err} }

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

func retryInfo(seconds, nanos int64) *Detail {
	return &Detail{"google.rpc.RetryInfo", message(1, message(1, seconds, 2, nanos))}
}

const (
	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
	unset   = toolerr.EffectUnset
)

// sentences are that of httpadapter, and the one about a size.
var sentences = []toolerr.Message{
	toolerr.Msg("The upstream service redirects without end."), toolerr.Msg("A message is larger than the client or the service takes."),
}

func TestConformance(t *testing.T) {
	t.Cleanup(connectadapter.Imitate(shape.TypeOf(&Error{})))
	var cases []conformance.Case
	add := func(name string, err error, want conformance.Want) {
		cases = append(cases, conformance.Case{Name: name, Err: err, Want: want})
	}
	for _, code := range connectadapter.Names()[1:] {
		row, ok := spec.Of(connectadapter.Adapter{}).Table().Lookup(code)
		require.True(t, ok, code)
		te := row.Error(nil)
		add(code, wire(code), conformance.Want{Kind: te.Kind(), CanRetry: te.CanRetry(), Effect: te.Effect()})
	}
	imitateTwirp(t)
	add("malformed", &twerr{code: "malformed", msg: faults.CanaryMessage}, faults.ForKind(toolerr.KindUpstreamBadRequest, none))
	add("bad_route", &twerr{code: "bad_route", msg: faults.CanaryMessage}, faults.ForKind(toolerr.KindUpstreamServerError, none).Retry(false))
	kind := faults.ForKind
	refused := &url.Error{Op: "Post", URL: "http://" + faults.CanaryHost, Err: &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}}
	add("an unknown code", &Error{code: 99, err: errors.New("x"), wireErr: true}, kind(toolerr.KindUpstreamUnmapped, unknown))
	add("a refused connection", local("unavailable", refused), kind(toolerr.KindNetworkTransportUnreachable, none))
	add("a deadline", local("deadline_exceeded", context.DeadlineExceeded), kind(toolerr.KindNetworkTransportTimeout, unknown))
	add("a connection that broke", local("unavailable", io.ErrUnexpectedEOF), kind(toolerr.KindNetworkTransportUnreachable, unknown))
	add("redirects without end", local("unavailable", errors.New("stopped after 10 redirects")), kind(toolerr.KindNetworkTransportUnmapped, unknown).Retry(false))
	add("a response that is not read", local("invalid_argument", errors.New("unmarshal message: "+faults.CanaryBody)), kind(toolerr.KindNetworkTransportUnmapped, unknown))
	add("a code of the tool's own", local("not_found", errors.New(faults.CanaryBody)), kind(toolerr.KindUpstreamNotFound, none))
	add("a message too large to send", local("resource_exhausted", errors.New("message size 9 exceeds sendMaxBytes 1")), kind(toolerr.KindUpstreamValidationError, none))
	add("a message too large to read", local("resource_exhausted", errors.New("message size 9 is larger than configured max 1")), kind(toolerr.KindUpstreamValidationError, unknown))
	for status, code := range map[int]string{401: "unauthenticated", 403: "permission_denied", 404: "unimplemented", 429: "unavailable", 502: "unavailable", 500: "unknown"} {
		text := fmt.Sprintf("%d %s", status, faults.CanaryStatusLine)
		add(text, local(code, errors.New(text)), faults.ForStatus(status))
		add("HTTP status "+text, local(code, errors.New("HTTP status "+text)), faults.ForStatus(status))
	}
	lost := kind(toolerr.KindNetworkTransportUnmapped, unknown)
	add("a count that looks like a status", local("invalid_argument", errors.New("429 items given, at most 100 allowed")), lost)
	add("a count that is of another code", local("unknown", errors.New("503 items given")), lost)
	add("a text of two characters", local("unknown", errors.New("no")), lost)
	add("a count that is not a status", local("unknown", errors.New("731 items given")), lost)
	add("a count of a code of the tool's", local("not_found", errors.New("429 items are missing")), kind(toolerr.KindUpstreamNotFound, none))
	conformance.Suite{Adapter: connectadapter.Adapter{}, Defaults: []adapter.Adapter{httpadapter.Adapter{}}, Cases: cases, Messages: sentences}.Run(t)
}

func adapt(t *testing.T, err error) *toolerr.ToolRuntimeError {
	t.Helper()
	te := connectadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "declined: %v", err)
	assert.Equal(t, "_connect", te.Service())
	return te
}

func TestWaits(t *testing.T) {
	t.Cleanup(connectadapter.Imitate(shape.TypeOf(&Error{})))
	header := func(name string, h http.Header) *Error {
		e := wire(name)
		e.meta = h
		return e
	}
	after := http.Header{"Retry-After": {"9"}, "X-Request-Id": {"r1"}}
	for name, tt := range map[string]struct {
		err    *Error
		wait   time.Duration
		has    bool
		retry  bool
		effect toolerr.Effect
	}{
		"a detail":               {wire("resource_exhausted", retryInfo(7, 5e8)), 7500 * time.Millisecond, true, true, none},
		"a detail of a refusal":  {wire("unavailable", retryInfo(0, 0)), 0, true, true, none},
		"a detail changes it":    {wire("failed_precondition", retryInfo(1, 0)), time.Second, true, true, none},
		"a detail does not help": {wire("data_loss", retryInfo(1, 0)), 0, false, false, unknown},
		"a permission":           {wire("permission_denied", retryInfo(1, 0)), 0, false, false, none},
		"a permission's header":  {header("permission_denied", after), 0, false, false, none},
		"a header":               {header("resource_exhausted", after), 9 * time.Second, true, true, none},
		"a header of a refusal":  {header("unavailable", after), 9 * time.Second, true, true, none},
		"a negative detail":      {wire("resource_exhausted", retryInfo(-1, 0)), 0, false, true, none},
		"a broken detail":        {wire("resource_exhausted", &Detail{"google.rpc.RetryInfo", []byte{0x0a, 0x01, 0xff}}), 0, false, true, none},
		"no message":             {wire("resource_exhausted", &Detail{"google.rpc.RetryInfo", append(message(1, message(1, 7)), 0xff)}), 0, false, true, none},
		"ten thousand years":     {wire("resource_exhausted", retryInfo(315_576_000_000, 0)), 24 * time.Hour, true, true, none},
		"another detail":         {wire("unavailable", &Detail{"acme.Detail", message(1, message(1, 7))}), 0, false, true, unknown},
	} {
		t.Run(name, func(t *testing.T) {
			te := adapt(t, fmt.Errorf("call: %w", tt.err))
			wait, has := te.RetryAfter()
			assert.Equal(t, tt.has, has)
			assert.Equal(t, tt.wait, wait)
			assert.Equal(t, tt.retry, te.CanRetry())
			assert.Equal(t, tt.effect, te.Effect())
		})
	}
	assert.Equal(t, "r1", adapt(t, header("unavailable", after)).Extra().RequestID)
	te := adapt(t, wire("permission_denied",
		&Detail{"google.rpc.ErrorInfo", message(1, []byte(faults.CanaryCode))}, &Detail{"google.rpc.RequestInfo", message(1, []byte("r2"))}))
	assert.Equal(t, faults.CanaryCode, te.Extra().VendorCode)
	assert.Equal(t, "permission_denied", te.VendorCode())
	assert.Equal(t, "r2", te.Extra().RequestID)
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

// The result for a response does not depend on the client, which keeps no status.
func TestFromAnswerMatchesFromError(t *testing.T) {
	t.Cleanup(connectadapter.Imitate(shape.TypeOf(&Error{})))
	cause := errors.New(faults.CanaryCause)
	reason := &Detail{"google.rpc.ErrorInfo", message(1, []byte(faults.CanaryCode))}
	header := http.Header{"Retry-After": {"9"}, "X-Request-Id": {"r1"}}
	for _, code := range connectadapter.Names()[1:] {
		for name, details := range map[string][]*Detail{"": nil, " with a delay": {retryInfo(7, 0), reason}, " broken": {{"google.rpc.RetryInfo", []byte{0xff}}}} {
			e := wire(code, details...)
			e.meta = header
			var list []string
			for _, d := range details {
				list = append(list, fmt.Sprintf(`{"type":%q,"value":%q,"debug":{}}`, d.name, base64.RawStdEncoding.EncodeToString(d.body)))
			}
			body := fmt.Appendf(nil, `{"code":%q,"message":%q,"details":[%s]}`, code, e.Message(), strings.Join(list, ","))
			got := spec.Of(connectadapter.Adapter{}).FromAnswer(cause, 418, header, body)
			meaning.Same(t, adapt(t, e).With(toolerr.WithStatus(418)), got, code+name)
			assert.Equal(t, "r1", got.Extra().RequestID)
			assert.ErrorIs(t, got.Cause(), cause)
		}
	}
	size := spec.Of(connectadapter.Adapter{}).FromAnswer(cause, 429, nil, []byte(`{"code":"resource_exhausted","message":"message size 9 is larger than configured max 3"}`))
	assert.Equal(t, toolerr.KindUpstreamValidationError, size.Kind())
	for _, body := range []string{"", "<html>", `{"code":null}`, `{"code":"no such code"}`, `{"code":7}`} {
		te := spec.Of(connectadapter.Adapter{}).FromAnswer(cause, 503, header, []byte(body))
		assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind(), body)
		assert.Empty(t, te.VendorCode(), body)
	}
}
