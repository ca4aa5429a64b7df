package proof_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/grpcfaults"
	"github.com/errand-go/errand/toolerr"
)

// answered is the result for a service's code.
func answered(kind toolerr.Kind) faults.Want { return faults.ForKind(kind, toolerr.EffectNone) }

// detailFaults are statuses with details of google/rpc/error_details.proto, and reasons of
// google/api/error_reason.proto.
func detailFaults(t *testing.T) []grpcfaults.Fault {
	t.Helper()
	const text = faults.CanaryMessage + ": " + faults.CredentialBody
	limited, denied, badRequest := answered(toolerr.KindUpstreamRateLimit), answered(toolerr.KindUpstreamAuthError), answered(toolerr.KindUpstreamBadRequest)
	refused := answered(toolerr.KindUpstreamServerError)
	serverError := refused.With(toolerr.EffectUnknown)
	retryInfo := func(d time.Duration) protoadapt.MessageV1 {
		return &errdetails.RetryInfo{RetryDelay: durationpb.New(d)}
	}
	errorInfo := func(reason, domain string) protoadapt.MessageV1 {
		return &errdetails.ErrorInfo{Reason: reason, Domain: domain, Metadata: map[string]string{"consumer": "projects/" + faults.CanaryResource}}
	}
	quota := func(id string) protoadapt.MessageV1 {
		return &errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{{Subject: "project:" + faults.CanaryResource, Description: text, QuotaId: id}}}
	}
	help := &errdetails.Help{Links: []*errdetails.Help_Link{{Description: faults.CanaryMessage, Url: "https://" + faults.CanaryHost + ".invalid/?key=" + faults.CredentialQuery}}}
	var all []grpcfaults.Fault
	for _, row := range []struct {
		name    string
		code    codes.Code
		want    faults.Want
		details []protoadapt.MessageV1
	}{
		{"exhausted-retryinfo", codes.ResourceExhausted, limited.Wait(7 * time.Second), []protoadapt.MessageV1{retryInfo(7 * time.Second), quota("ReadRequestsPerMinutePerUser")}},
		{"exhausted-daily", codes.ResourceExhausted, limited.Retry(false), []protoadapt.MessageV1{quota("ReadRequestsPerDayPerProject")}},
		{"exhausted-resource-quota", codes.ResourceExhausted, badRequest, []protoadapt.MessageV1{errorInfo("RESOURCE_QUOTA_EXCEEDED", "googleapis.com")}},
		// A service that says when to come back has refused, as an HTTP 503 with Retry-After has.
		{"unavailable-retryinfo", codes.Unavailable, refused.Wait(3 * time.Second), []protoadapt.MessageV1{retryInfo(3 * time.Second)}},
		{"aborted-retryinfo", codes.Aborted, badRequest.Retry(true).Wait(0), []protoadapt.MessageV1{retryInfo(0)}}, // Spanner sends this
		{"unknown-retryinfo", codes.Unknown, faults.ForKind(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown).Retry(true).Wait(time.Second), []protoadapt.MessageV1{retryInfo(time.Second)}},
		{"denied-service-disabled", codes.PermissionDenied, denied, []protoadapt.MessageV1{errorInfo("SERVICE_DISABLED", "googleapis.com"), help}},
		{"denied-rate", codes.PermissionDenied, limited, []protoadapt.MessageV1{errorInfo("RATE_LIMIT_EXCEEDED", "googleapis.com")}},
		{"denied-quota", codes.PermissionDenied, limited, []protoadapt.MessageV1{quota("")}},
		// A reason means something within its domain only.
		{"denied-foreign-reason", codes.PermissionDenied, denied, []protoadapt.MessageV1{errorInfo("RATE_LIMIT_EXCEEDED", faults.CanaryHost+".example")}},
		{"invalid-badrequest", codes.InvalidArgument, badRequest, []protoadapt.MessageV1{&errdetails.BadRequest{
			FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "item." + faults.CanaryPath, Description: text}},
		}}},
		{"precondition-tos", codes.FailedPrecondition, badRequest, []protoadapt.MessageV1{&errdetails.PreconditionFailure{
			Violations: []*errdetails.PreconditionFailure_Violation{{Type: "TOS", Subject: faults.CanaryHost, Description: text}},
		}}},
		// gax v2.26.2 puts DebugInfo into err.Error() whole.
		{"internal-debuginfo", codes.Internal, serverError, []protoadapt.MessageV1{&errdetails.DebugInfo{
			StackEntries: []string{"main.go:1 " + faults.CanaryFile}, Detail: faults.CanaryBody + " key=" + faults.CredentialQuery,
		}}},
	} {
		st, err := status.New(row.code, text+" may not touch "+faults.CanaryResource).WithDetails(row.details...)
		require.NoError(t, err)
		all = append(all, grpcfaults.Status("grpc-"+row.name, st, row.want, "google/rpc/error_details.proto"))
	}
	return all
}
