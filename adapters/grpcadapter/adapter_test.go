package grpcadapter_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/toolerr"
)

// own is a program's error with a status, which also wraps another error.
type own struct {
	status func() *Status
	inner  error
}

func (o *own) Error() string       { return "own" }
func (o *own) GRPCStatus() *Status { return o.status() }
func (o *own) Unwrap() error       { return o.inner }

func says(code Code) func() *Status {
	return func() *Status { return &Status{code: code, message: "x"} }
}

// rest is gax's wrapper of a REST client's error.
type rest struct{ own }

func (*rest) HTTPCode() int { return 403 }

// others have the method, but return another status or none.
type (
	otherStatus struct{}
	otherArgs   struct{}
	otherText   struct{}
)

func (otherStatus) Error() string         { return "x" }
func (otherStatus) GRPCStatus() *Proto    { return &Proto{} }
func (otherArgs) Error() string           { return "x" }
func (otherArgs) GRPCStatus(int) *Status  { return &Status{code: 5} }
func (otherText) Error() string           { return "x" }
func (otherText) GRPCStatus() (s *Status) { return s }

func TestSourceOfTheStatus(t *testing.T) {
	missing := failed(5, "gone")
	loop := &own{status: says(5)}
	loop.inner = loop
	tests := map[string]struct {
		err  error
		want toolerr.Kind
	}{
		"a status":                        {missing, toolerr.KindUpstreamNotFound},
		"the innermost is the source":     {&own{says(13), missing}, toolerr.KindUpstreamNotFound},
		"OK is not a failure":             {&own{says(0), missing}, toolerr.KindUpstreamNotFound},
		"no status is none":               {&own{func() *Status { return nil }, missing}, toolerr.KindUpstreamNotFound},
		"one that panics is none":         {&own{func() *Status { panic("no") }, missing}, toolerr.KindUpstreamNotFound},
		"a cycle":                         {loop, toolerr.KindUpstreamNotFound},
		"the first of several":            {errors.Join(errors.New("x"), missing, failed(13, "y")), toolerr.KindUpstreamNotFound},
		"nothing":                         {errors.New("x"), ""},
		"nil":                             {nil, ""},
		"OK alone":                        {&own{says(0), nil}, ""},
		"an error with the same text":     {errors.New(missing.Error()), ""},
		"a nil pointer with a status":     {(*own)(nil), ""},
		"a nil status":                    {otherText{}, ""},
		"another status":                  {otherStatus{}, ""},
		"another method":                  {otherArgs{}, ""},
		"an error of a REST client":       {&googleapi.Error{Code: 403}, ""},
		"gax around one":                  {&rest{own{says(7), nil}}, ""},
		"a status around a REST client's": {&own{says(7), &googleapi.Error{Code: 403}}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := grpcadapter.Adapter{}.FromError(tt.err)
			if tt.want == "" {
				assert.Nil(t, te)
				return
			}
			require.NotNil(t, te)
			assert.Equal(t, tt.want, te.Kind())
			assert.Equal(t, "_grpc", te.Service())
		})
	}
}

func TestWaits(t *testing.T) {
	for name, tt := range map[string]struct {
		detail *Any
		want   time.Duration
		ok     bool
	}{
		"seconds and nanoseconds":  {retry(1, 500_000_000), 1500 * time.Millisecond, true},
		"nothing":                  {retry(0, 0), 0, true},
		"too long":                 {retry(315_576_000_000, 0), 24 * time.Hour, true},
		"out of range":             {retry(315_576_000_001, 0), 0, false},
		"more than there is":       {retry(math.MaxInt64, 0), 0, false},
		"negative":                 {retry(-1, 0), 0, false},
		"negative nanoseconds":     {retry(0, -1), 0, false},
		"too many nanoseconds":     {retry(0, 1_000_000_000), 0, false},
		"in two parts, rounded up": {detail("RetryInfo", text(1, number(1, 2)), text(1, number(2, 5))), 2001 * time.Millisecond, true},
		"an unknown field":         {detail("RetryInfo", text(1, number(1, 2)), text(9, "\xff")), 2 * time.Second, true},
		"no delay":                 {detail("RetryInfo"), 0, false},
		"no message":               {&Any{"type.googleapis.com/google.rpc.RetryInfo", []byte{0xff}}, 0, false},
		"another detail":           {&Any{"type.googleapis.com/google.rpc.Other", retry(1, 0).Value}, 0, false},
		"no name":                  {&Any{"", retry(1, 0).Value}, 0, false},
		"nil":                      {nil, 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			te := grpcadapter.Adapter{}.FromError(failed(8, "x", tt.detail))
			require.NotNil(t, te)
			wait, ok := te.RetryAfter()
			assert.Equal(t, tt.ok, ok)
			assert.Equal(t, tt.want, wait)
		})
	}
}

func TestDetails(t *testing.T) {
	day := text(3, join(text(1, "quota_limit"), text(2, "WritesPerDayPerProject")))
	for name, tt := range map[string]struct {
		code   Code
		detail *Any
		check  func(*testing.T, *toolerr.ToolRuntimeError)
	}{
		"the request id": {13, detail("RequestInfo", text(1, "req-1")), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Equal(t, "req-1", te.Extra().RequestID)
		}},
		"an unlisted reason": {5, reason("STOCKOUT", "spanner.googleapis.com"), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Equal(t, "NOT_FOUND", te.VendorCode(), "for the agent")
			assert.Equal(t, "STOCKOUT", te.Extra().VendorCode, "for programs")
		}},
		"another domain's reason": {5, reason("RATE_LIMIT_EXCEEDED", "example.com"), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Equal(t, toolerr.KindUpstreamNotFound, te.Kind())
		}},
		"a daily limit, by the reason": {8, detail("ErrorInfo", text(1, "RATE_LIMIT_EXCEEDED"), day), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.False(t, te.CanRetry())
			assert.Contains(t, te.Hint().String(), "tomorrow")
		}},
		"a quota makes a limit of a denial": {7, detail("QuotaFailure", text(1, text(5, "RequestsPerMinute"))), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Equal(t, toolerr.KindUpstreamRateLimit, te.Kind())
		}},
		"a daily quota": {8, detail("QuotaFailure", text(1, text(5, "RequestsPerDay"))), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.False(t, te.CanRetry())
		}},
		"terms of service need a person": {9, detail("PreconditionFailure", text(1, text(1, "TOS"))), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.True(t, te.RequiresUserAction())
		}},
		"fields are for developers": {3, detail("BadRequest", text(1, join(text(1, "page_size"), text(2, "too large")))), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Contains(t, te.DeveloperMessage(), "page_size: too large")
			assert.NotContains(t, te.Payload().String(), "page_size")
		}},
		"links and resources are": {5, detail("Help", text(1, join(text(1, "read this"), text(2, "https://h.example/")))), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Contains(t, te.DeveloperMessage(), "help https://h.example/: read this")
		}},
		"a resource": {5, detail("ResourceInfo", text(1, "topic"), text(2, "orders")), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Contains(t, te.DeveloperMessage(), "resource topic orders")
		}},
		"a reason that is a code's name": {7, reason("NOT_FOUND", "googleapis.com"), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Equal(t, toolerr.KindUpstreamAuthError, te.Kind())
		}},
		"a group is passed over": {
			5, detail("RequestInfo", []byte{9<<3 | 3, 1<<3 | 3, 1<<3 | 4, 9<<3 | 4}, text(1, "req-1")),
			func(t *testing.T, te *toolerr.ToolRuntimeError) { assert.Equal(t, "req-1", te.Extra().RequestID) },
		},
		"a group that another ends": {5, detail("RequestInfo", text(1, "req-1"), []byte{9<<3 | 3, 1<<3 | 4}), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Empty(t, te.Extra().RequestID)
		}},
		"groups without end": {5, detail("RequestInfo", text(1, "req-1"), bytes.Repeat([]byte{9<<3 | 3}, 1<<20)), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Empty(t, te.Extra().RequestID)
		}},
		"an end of nothing": {5, detail("RequestInfo", text(1, "req-1"), []byte{9<<3 | 4}), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Empty(t, te.Extra().RequestID)
		}},
		"a text that is none": {5, reason("NOT\xff", ""), func(t *testing.T, te *toolerr.ToolRuntimeError) {
			assert.Equal(t, "NOT_FOUND", te.Extra().VendorCode)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			te := grpcadapter.Adapter{}.FromError(fmt.Errorf("tool: %w", failed(tt.code, "it failed", tt.detail)))
			require.NotNil(t, te)
			tt.check(t, te)
		})
	}
}

// If there are details, no text is treated as the client's, even if the details cannot be
// decoded.
func TestStatusWithDetailsIsTheServices(t *testing.T) {
	te := grpcadapter.Adapter{}.FromError(failed(14, "error reading from server: EOF", &Any{TypeUrl: "x"}))
	assert.Equal(t, toolerr.KindUpstreamServerError, te.Kind())
	te = grpcadapter.Adapter{}.FromError(failed(14, "error reading from server: EOF"))
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind())
}

func TestManyDetails(t *testing.T) {
	var many []*Any
	for range 1000 {
		many = append(many, detail("Help", text(1, join(text(1, strings.Repeat("b", 100)), text(2, "https://example.com/a")))))
	}
	assert.Less(t, len(grpcadapter.Adapter{}.FromError(failed(13, "x", many...)).DeveloperMessage()), 3<<10)
}

// Texts of a service about itself or others are not treated as the client's.
func TestTextsOfServices(t *testing.T) {
	for _, tt := range []struct {
		code uint32
		text string
	}{
		{14, "database: connection refused"},
		{14, `upstream said: connection error: desc = "transport: Error while dialing: x"`},
		{14, `rpc error: code = Unavailable desc = error reading from server: EOF`},
		{9, "context deadline exceeded"},
		{3, "grpc: received message larger than max (5 vs. 4)"},
		{4, "context deadline exceeded: the query was too slow"},
		{1, "context canceled by an operator"},
		{13, "unexpected EOF in the row"},
		{8, "message larger than max"},
		{14, ""},
	} {
		kind, ok := grpcadapter.Local(tt.code, tt.text)
		assert.False(t, ok, "%s: %s", tt.text, kind)
	}
}

// The test pins the text for the model.
func TestTheAgentsView(t *testing.T) {
	tests := map[string]struct {
		code       Code
		text, want string
	}{
		"limit":  {8, "slow", `{"success":false,"error":"The upstream service is limiting the rate of requests.","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":true,"service":"_grpc","vendor_code":"RESOURCE_EXHAUSTED"}`},
		"proxy":  {14, "unexpected HTTP status code received from server: 503 (Service Unavailable)", `{"success":false,"error":"Upstream gRPC request failed with status code 503 (Service Unavailable).","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_SERVER_ERROR","can_retry":true,"status_code":503,"service":"_grpc","effect":"unknown"}`},
		"unsent": {14, "name resolver error: produced zero addresses", `{"success":false,"error":"The upstream service could not be reached.","error_code":"external_service_error","kind":"NETWORK_TRANSPORT_RUNTIME_UNREACHABLE","can_retry":true,"service":"_grpc"}`},
		"new":    {99, "what", `{"success":false,"error":"The upstream service gave an unexpected answer.","error_code":"external_service_error","kind":"UPSTREAM_RUNTIME_UNMAPPED","can_retry":false,"service":"_grpc","effect":"unknown"}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := grpcadapter.Adapter{}.FromError(failed(tt.code, tt.text))
			assert.JSONEq(t, tt.want, te.Payload().String())
			assert.LessOrEqual(t, len(te.Payload().String()), 400)
		})
	}
	assert.Equal(t, "Code(99)", grpcadapter.Adapter{}.FromError(failed(99, "what")).Extra().VendorCode, "for the developer, as grpc-go writes it")
}

func BenchmarkRecognised(b *testing.B) {
	err := fmt.Errorf("x: %w", failed(5, "gone"))
	b.ReportAllocs()
	for b.Loop() {
		_ = (grpcadapter.Adapter{}).FromError(err)
	}
}

// For any bytes as details, the result is consistent.
func FuzzDetails(f *testing.F) {
	for _, d := range []*Any{reason("RATE_LIMIT_EXCEEDED", "googleapis.com"), retry(1, 5), detail("QuotaFailure", text(1, text(5, "PerDay")))} {
		f.Add(uint32(7), d.TypeUrl, d.Value)
	}
	f.Fuzz(func(t *testing.T, code uint32, url string, value []byte) {
		if code == 0 {
			return
		}
		te := grpcadapter.Adapter{}.FromError(failed(Code(code), "x", &Any{url, value}))
		if te == nil {
			t.Fatal("declined")
		}
		if wait, ok := te.RetryAfter(); ok && (wait < 0 || wait > 24*time.Hour) {
			t.Fatalf("a wait of %s", wait)
		}
		if n := len(te.DeveloperMessage()); n > 3<<10 {
			t.Fatalf("%d bytes for developers", n)
		}
	})
}

// No text of a service is shown.
func FuzzText(f *testing.F) {
	f.Add(uint32(14), "unexpected HTTP status code received from server: 5030")
	f.Add(uint32(14), `connection error: desc = "\xff`)
	f.Add(uint32(4), `latest balancer error: connection error: desc = "transport: Error while dialing: i/o timeout"`)
	f.Fuzz(func(t *testing.T, code uint32, text string) {
		if code == 0 {
			return
		}
		te := grpcadapter.Adapter{}.FromError(failed(Code(code), text))
		if te == nil {
			t.Fatal("declined")
		}
		if s := te.StatusCode(); s != 0 && (s < 300 || s > 999) {
			t.Fatalf("status %d of %q", s, text)
		}
		if len(text) > 24 && strings.Contains(te.Payload().String(), text) {
			t.Fatalf("%q shows in %s", text, te.Payload())
		}
	})
}
