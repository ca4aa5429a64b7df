package proof_test

import (
	"fmt"
	"testing"

	"github.com/googleapis/gax-go/v2/apierror"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/toolerr"
)

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
		assert.Equal(t, want, grpcadapter.Adapter{}.FromError(fmt.Errorf("tool: %w", st.Err())).Refusal().Findings, code)
		wrapped, ok := apierror.FromError(st.Err())
		require.True(t, ok)
		assert.Equal(t, want, grpcadapter.Adapter{}.FromError(wrapped).Refusal().Findings, code)
	}
	st, err := status.New(codes.FailedPrecondition, "no").WithDetails(&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{{Type: "STATE", Subject: "vm-1"}}})
	require.NoError(t, err)
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleWrongState, Value: "vm-1"}}, grpcadapter.Adapter{}.FromError(st.Err()).Refusal().Findings)
	spanner := status.Error(codes.InvalidArgument, "Unrecognized name: emial; Did you mean email? [at 1:8]\nSELECT emial\n       ^")
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial", Names: []string{"email"}, At: toolerr.Position{Line: 1, Column: 8}}},
		grpcadapter.Adapter{}.FromError(spanner).Refusal().Findings)
}
