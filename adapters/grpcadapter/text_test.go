package grpcadapter_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/errand-go/errand/adapters/grpcadapter"
)

// reachTexts checks that each text the adapter matches is one that the client
// says: a version of gRPC that says it differently fails here.
func reachTexts(t *testing.T, all []driven) {
	reached := map[string]bool{}
	count := func(err error) {
		st, ok := innermostStatus(err)
		if !ok || len(st.Proto().GetDetails()) > 0 {
			return
		}
		for _, text := range grpcadapter.Reached(st.Code(), st.Message()) {
			reached[text] = true
		}
	}
	for _, d := range all {
		count(d.err)
	}
	count(keepaliveError(t))
	count(lastConnectionError(t))
	for _, text := range grpcadapter.Pinned() {
		assert.True(t, reached[text], "no call of the real client reaches the text %q", text)
		delete(reached, text)
	}
	assert.Empty(t, slices.Collect(maps.Keys(reached)))
}

func innermostStatus(err error) (*status.Status, bool) {
	var st *status.Status
	for ; err != nil; err = errors.Unwrap(err) {
		if x, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
			st = x.GRPCStatus()
		}
	}
	return st, st != nil
}

// TestTextsOfOthers: what a service says of itself or of others is not taken
// for the client's.
func TestTextsOfOthers(t *testing.T) {
	tests := map[string]struct {
		code codes.Code
		text string
	}{
		"a text in the middle":     {codes.Unavailable, `upstream said: connection error: desc = "transport: Error while dialing: x"`},
		"a code in front":          {codes.Unavailable, `rpc error: code = Unavailable desc = error reading from server: EOF`},
		"another code":             {codes.FailedPrecondition, "context deadline exceeded"},
		"a limit by another code":  {codes.InvalidArgument, "grpc: received message larger than max (5 vs. 4)"},
		"a deadline, and more":     {codes.DeadlineExceeded, "context deadline exceeded: the query was too slow"},
		"a cancellation, and more": {codes.Canceled, "context canceled by an operator"},
		"an EOF, and more":         {codes.Internal, "unexpected EOF in the row"},
		"nothing":                  {codes.Unavailable, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			kind, ok := grpcadapter.Local(tt.code, tt.text)
			assert.False(t, ok, kind)
		})
	}
}

func FuzzText(f *testing.F) {
	for _, text := range grpcadapter.Pinned() {
		f.Add(uint32(codes.Unavailable), strings.TrimPrefix(text, "Unavailable: "))
	}
	for _, text := range []string{
		`latest balancer error: connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:1: i/o timeout"`,
		`last connection error: connection error: desc = "transport: authentication handshake failed: EOF"; last resolver error: x`,
		`closing transport due to: connection error: desc = "error reading from server: EOF", received prior goaway: code: NO_ERROR`,
		`connection error: desc = "\xff`, `connection error: desc = `, "unexpected HTTP status code received from server: 99",
		"unexpected HTTP status code received from server: 5030", "unexpected HTTP status code received from server: -12",
	} {
		for _, code := range []codes.Code{codes.Unavailable, codes.DeadlineExceeded, codes.Canceled, codes.Unknown} {
			f.Add(uint32(code), text)
		}
	}
	f.Fuzz(func(t *testing.T, code uint32, text string) {
		err := status.Error(codes.Code(code), text)
		if err == nil {
			return
		}
		te := grpcadapter.Adapter{}.FromError(err)
		if te == nil {
			t.Fatalf("declined %v", err)
		}
		if s := te.StatusCode(); s != 0 && (s < 300 || s > 999) {
			t.Fatalf("status %d of %q", s, text)
		}
		if _, ok := te.RetryAfter(); ok {
			t.Fatalf("a wait of %q", text)
		}
		// The answer is one of few, whatever the text: nothing of it is shown.
		if len(text) > 24 && strings.Contains(te.Payload().String(), text) {
			t.Fatalf("%q shows in %s", text, te.Payload())
		}
	})
}

func FuzzDetails(f *testing.F) {
	for _, fault := range []*status.Status{
		status.New(codes.Internal, "x"), status.New(codes.PermissionDenied, "x"), status.New(codes.Unavailable, "x"),
	} {
		st, err := fault.WithDetails(
			&errdetails.ErrorInfo{Reason: "RATE_LIMIT_EXCEEDED", Domain: "googleapis.com"},
			&errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)},
			&errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{{QuotaId: "PerDay"}}},
			&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "a"}}},
			&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{{Type: "TOS"}}},
			&errdetails.RequestInfo{RequestId: "r"}, &errdetails.ResourceInfo{ResourceName: "n"},
			&errdetails.Help{Links: []*errdetails.Help_Link{{Url: "https://example.com/"}}},
		)
		if err != nil {
			f.Fatal(err)
		}
		raw, err := proto.Marshal(st.Proto())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var p spb.Status
		if proto.Unmarshal(raw, &p) != nil {
			return
		}
		err := status.ErrorProto(&p)
		if err == nil {
			return
		}
		te := grpcadapter.Adapter{}.FromError(err)
		if te == nil {
			t.Fatalf("declined %v", err)
		}
		if wait, ok := te.RetryAfter(); ok && (wait < 0 || wait > 24*time.Hour) {
			t.Fatalf("a wait of %s", wait)
		}
		if n := len(te.DeveloperMessage()); n > 2<<10 {
			t.Fatalf("%d bytes for developers", n)
		}
		if !json.Valid([]byte(te.Payload().String())) {
			t.Fatalf("payload %s", te.Payload())
		}
	})
}
