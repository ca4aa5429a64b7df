package grpcadapter_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/toolerr"
)

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
