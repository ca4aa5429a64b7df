package proof_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/googleapis/gax-go/v2/apierror"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/api/googleapi"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// own is a program's error with a status, which also wraps another error.
type own struct {
	status func() *status.Status
	inner  error
}

func (o *own) Error() string              { return "own" }
func (o *own) GRPCStatus() *status.Status { return o.status() }
func (o *own) Unwrap() error              { return o.inner }

func says(st *status.Status) func() *status.Status { return func() *status.Status { return st } }

func TestSourceOfTheStatus(t *testing.T) {
	missing := status.Error(codes.NotFound, "gone")
	loop := &own{status: says(status.New(codes.NotFound, "gone"))}
	loop.inner = loop
	wrapped, ok := apierror.FromError(fmt.Errorf("client: %w", missing))
	require.True(t, ok)
	tests := map[string]struct {
		err  error
		want toolerr.Kind
	}{
		"a status":                          {missing, toolerr.KindUpstreamNotFound},
		"gax around it":                     {wrapped, toolerr.KindUpstreamNotFound},
		"an error of one's own":             {&own{status: says(status.New(codes.NotFound, "gone"))}, toolerr.KindUpstreamNotFound},
		"the innermost is the source":       {&own{says(status.New(codes.Internal, "wrapped")), missing}, toolerr.KindUpstreamNotFound},
		"OK is not a failure":               {&own{says(status.New(codes.OK, "")), missing}, toolerr.KindUpstreamNotFound},
		"no status is none":                 {&own{says(nil), missing}, toolerr.KindUpstreamNotFound},
		"one that panics is none":           {&own{func() *status.Status { panic("no") }, missing}, toolerr.KindUpstreamNotFound},
		"a cycle":                           {loop, toolerr.KindUpstreamNotFound},
		"the first of several":              {errors.Join(errors.New("x"), missing, status.Error(codes.Internal, "y")), toolerr.KindUpstreamNotFound},
		"nothing":                           {errors.New("x"), ""},
		"OK alone":                          {&own{says(status.New(codes.OK, "")), nil}, ""},
		"a bare deadline is not recognised": {context.DeadlineExceeded, ""},
		"an error with the same text":       {errors.New(missing.Error()), ""},
		"a status that was printed":         {fmt.Errorf("tool: %v", missing), ""}, //nolint:errorlint // the point
		"a nil pointer with a status":       {(*own)(nil), ""},
		"a nil apierror":                    {(*apierror.APIError)(nil), ""},
		"an apierror without anything":      {&apierror.APIError{}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			te := grpcadapter.Adapter.FromError(tt.err)
			if tt.want == "" {
				assert.Nil(t, te)
				return
			}
			require.NotNil(t, te)
			assert.Equal(t, tt.want, te.Kind())
		})
	}
}

// status.FromError puts the text of a status's wrapper into the status, and apierror uses
// it. The client's own texts are still recognised.
func TestWrappedText(t *testing.T) {
	refused := status.Error(codes.Unavailable, `connection error: desc = "transport: Error while dialing: dial tcp 127.0.0.1:1: connect: connection refused"`)
	err, ok := apierror.FromError(fmt.Errorf("client: %w", refused))
	require.True(t, ok)
	require.Contains(t, err.GRPCStatus().Message(), "client: rpc error", "else there is nothing to see through")
	assert.Equal(t, toolerr.KindNetworkTransportUnreachable, grpcadapter.Adapter.FromError(err).Kind())
}

func TestRESTErrorsAreGoogles(t *testing.T) {
	limited := &googleapi.Error{Code: 403, Errors: []googleapi.ErrorItem{{Reason: "rateLimitExceeded"}}}
	around, ok := apierror.FromError(limited)
	require.True(t, ok)
	alone, ok := apierror.ParseError(limited, false)
	require.True(t, ok)
	inside := &googleapi.Error{Code: 403}
	inside.Wrap(alone)
	for name, err := range map[string]error{
		"the error itself":             limited,
		"apierror around it":           around,
		"it around apierror":           inside,
		"apierror alone":               alone,
		"wrapped":                      fmt.Errorf("tool: %w", around),
		"a status of one's own around": &own{says(status.New(codes.PermissionDenied, "x")), around},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Nil(t, grpcadapter.Adapter.FromError(err))
		})
	}
}

// What follows from the details of a status.
func TestDetails(t *testing.T) {
	info := func(reason, domain string) protoadapt.MessageV1 {
		return &errdetails.ErrorInfo{Reason: reason, Domain: domain, Metadata: map[string]string{"quota_limit": "WritesPerDayPerProject"}}
	}
	const limited = toolerr.KindUpstreamRateLimit
	type want struct {
		kind     toolerr.Kind
		code     string // for the agent
		retry    bool
		user     bool
		guidance toolerr.Guidance
		hint     string // a word of it
	}
	tests := map[string]struct {
		code   codes.Code
		detail protoadapt.MessageV1
		want   want
	}{
		"the request id":                 {codes.Internal, &errdetails.RequestInfo{RequestId: "req-1"}, want{toolerr.KindUpstreamServerError, "INTERNAL", true, false, toolerr.GuidanceRetryWithBackoff, ""}},
		"an unlisted reason":             {codes.NotFound, info("STOCKOUT", "spanner.googleapis.com"), want{toolerr.KindUpstreamNotFound, "NOT_FOUND", false, false, toolerr.GuidanceNone, ""}},
		"a reason that is a code's name": {codes.PermissionDenied, info("NOT_FOUND", "googleapis.com"), want{toolerr.KindUpstreamAuthError, "PERMISSION_DENIED", false, true, toolerr.GuidanceNone, ""}},
		"a daily limit, without domain":  {codes.PermissionDenied, info("RATE_LIMIT_EXCEEDED", ""), want{limited, "RATE_LIMIT_EXCEEDED", false, false, toolerr.GuidanceNone, "tomorrow"}},
		"a disabled API":                 {codes.PermissionDenied, info("SERVICE_DISABLED", "googleapis.com"), want{toolerr.KindUpstreamAuthError, "SERVICE_DISABLED", false, true, toolerr.GuidanceNone, ""}},
		"terms of service": {
			codes.FailedPrecondition, &errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{{Type: "TOS"}}},
			want{toolerr.KindUpstreamBadRequest, "FAILED_PRECONDITION", false, true, toolerr.GuidanceNone, "Terms of service"},
		},
		"an expired token":            {codes.Unauthenticated, info("ACCESS_TOKEN_EXPIRED", "googleapis.com"), want{toolerr.KindUpstreamAuthError, "ACCESS_TOKEN_EXPIRED", false, false, toolerr.GuidanceRefreshAuthThenRetry, ""}},
		"a wait of what is not there": {codes.Unimplemented, &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)}, want{toolerr.KindUpstreamServerError, "UNIMPLEMENTED", false, false, toolerr.GuidanceNone, ""}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			st, err := status.New(tt.code, "it failed").WithDetails(tt.detail)
			require.NoError(t, err)
			te := grpcadapter.Adapter.FromError(fmt.Errorf("tool: %w", st.Err()))
			require.NotNil(t, te)
			hint := te.Hint().String()
			assert.Equal(t, tt.want, want{te.Kind(), te.VendorCode(), te.CanRetry(), te.RequiresUserAction(), te.Guidance(), tt.want.hint})
			assert.Contains(t, hint, tt.want.hint)
			assert.NotContains(t, te.Payload().String(), "STOCKOUT", "an unlisted reason is for developers")
		})
	}
}

// Fields and links are for developers, without credentials.
func TestTextsOfDetails(t *testing.T) {
	st, err := status.New(codes.InvalidArgument, "it failed").WithDetails(
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "page_size", Description: "too large"}}},
		&errdetails.Help{Links: []*errdetails.Help_Link{{Url: "https://help.example/pages?key=" + faults.CredentialQuery, Description: "read this"}}},
	)
	require.NoError(t, err)
	te := grpcadapter.Adapter.FromError(st.Err())
	for _, text := range []string{"desc = it failed", "page_size", "too large", "https://help.example/pages", "read this"} {
		assert.Contains(t, te.DeveloperMessage(), text)
		assert.NotContains(t, te.Payload().String(), text)
	}
	assert.NotContains(t, te.DeveloperMessage(), faults.CredentialQuery)
}

// The fields of a BadRequest are read from a status, alone and wrapped by gax, if the code
// is about the content of the request. Without details, the message is read.
func TestRefusals(t *testing.T) {
	details := &errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
		{Field: "page_size", Description: "must be at most 100"}, {Field: "parent", Description: "is not right", Reason: "FIELD_REQUIRED"},
	}}
	fields := []toolerr.Finding{{Rule: toolerr.RuleTooLarge, Fields: []string{"page_size"}, Limit: "100"}, {Rule: toolerr.RuleRequired, Fields: []string{"parent"}}}
	for code, want := range map[codes.Code][]toolerr.Finding{codes.InvalidArgument: fields, codes.OutOfRange: fields, codes.Internal: nil, codes.PermissionDenied: nil} {
		st, err := status.New(code, "no").WithDetails(details)
		require.NoError(t, err)
		assert.Equal(t, want, grpcadapter.Adapter.FromError(fmt.Errorf("tool: %w", st.Err())).Refusal().Findings, code)
		wrapped, ok := apierror.FromError(st.Err())
		require.True(t, ok)
		assert.Equal(t, want, grpcadapter.Adapter.FromError(wrapped).Refusal().Findings, code)
	}
	st, err := status.New(codes.FailedPrecondition, "no").WithDetails(&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{{Type: "STATE", Subject: "vm-1"}}})
	require.NoError(t, err)
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleWrongState, Value: "vm-1"}}, grpcadapter.Adapter.FromError(st.Err()).Refusal().Findings)
	spanner := status.Error(codes.InvalidArgument, "Unrecognized name: emial; Did you mean email? [at 1:8]\nSELECT emial\n       ^")
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial", Names: []string{"email"}, At: toolerr.Position{Line: 1, Column: 8}}},
		grpcadapter.Adapter.FromError(spanner).Refusal().Findings)
}
