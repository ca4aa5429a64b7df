package proof_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/errand-go/errand/adapters/grpcadapter"
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

// sameAsTyped compares the adapter, which reads details from their bytes, with the
// generated types: both find the same texts, reason, request id and wait. What follows from
// them is the subject of the rows of grpcfaults, of TestDetails and of TestRefusals.
func sameAsTyped(t *testing.T, name string, err error) {
	t.Helper()
	st, ok := innermostStatus(err)
	require.True(t, ok, name)
	te := grpcadapter.Adapter.FromError(err)
	require.NotNil(t, te, "%s: %v", name, err)
	if len(st.Proto().GetDetails()) == 0 {
		return
	}
	d := readTyped(st)
	like := []toolerr.Option{toolerr.WithDeveloperMessage(err.Error()), toolerr.WithRequestID(d.requestID), toolerr.WithRetryAfter(d.delay)}
	if _, told := withStatus(err).(interface{ Reason() string }); !told && len(d.text) > 0 { // apierror has them in its text
		like = append(like, toolerr.WithDeveloperMessage(err.Error()+"\n"+strings.Join(d.text, "\n")))
	}
	want := toolerr.Fatal(toolerr.Message{}, append(like, toolerr.WithVendorCode(d.reason))...)
	require.Equal(t, want.DeveloperMessage(), te.DeveloperMessage(), "%s: %v", name, err)
	require.Equal(t, want.Extra().RequestID, te.Extra().RequestID, "%s: %v", name, err)
	wait, waits := te.RetryAfter()
	if longest, _ := want.RetryAfter(); waits {
		require.True(t, d.hasDelay, "%s: %v", name, err)
		require.Equal(t, longest, wait, "%s: %v", name, err)
	}
	require.True(t, waits || !d.hasDelay || d.reason != "" || st.Code() != codes.Aborted, "%s: %v", name, err)
	if d.reason != "" && te.Extra().VendorCode != te.VendorCode() {
		require.Equal(t, want.Extra().VendorCode, te.Extra().VendorCode, "%s: %v", name, err)
	}
}

// typed is the data of details.
type typed struct {
	reason, domain string
	delay          time.Duration
	hasDelay       bool
	requestID      string
	text           []string
}

func readTyped(st *status.Status) *typed {
	var d typed
	all := st.Proto().GetDetails()
	for _, packed := range all[:min(len(all), 32)] {
		detail, err := packed.UnmarshalNew()
		if err != nil {
			continue
		}
		switch x := detail.(type) {
		case *errdetails.ErrorInfo:
			d.errorInfo(x)
		case *errdetails.RetryInfo:
			if wait := x.GetRetryDelay(); !d.hasDelay && wait.CheckValid() == nil && wait.AsDuration() >= 0 {
				d.delay, d.hasDelay = wait.AsDuration(), true
			}
		case *errdetails.QuotaFailure:
			for _, v := range x.GetViolations() {
				d.say("quota %s %s of %s: %s", v.GetQuotaMetric(), v.GetQuotaId(), v.GetSubject(), v.GetDescription())
			}
		case *errdetails.PreconditionFailure:
			for _, v := range x.GetViolations() {
				d.say("precondition %s of %s", v.GetType(), v.GetSubject())
			}
		case *errdetails.BadRequest:
			for _, v := range x.GetFieldViolations() {
				d.say("field %s: %s", v.GetField(), v.GetDescription())
			}
		case *errdetails.RequestInfo:
			d.requestID = x.GetRequestId()
		case *errdetails.ResourceInfo:
			d.say("resource %s %s", x.GetResourceType(), x.GetResourceName())
		case *errdetails.Help:
			for _, link := range x.GetLinks() {
				d.say("help %s: %s", link.GetUrl(), link.GetDescription())
			}
		}
	}
	return &d
}

func (d *typed) say(format string, args ...any) {
	if len(d.text) < 16 {
		d.text = append(d.text, fmt.Sprintf(format, args...))
	}
}

func (d *typed) errorInfo(x *errdetails.ErrorInfo) {
	if d.reason != "" {
		return
	}
	d.reason, d.domain = x.GetReason(), x.GetDomain()
	d.say("reason %s of %s", d.reason, d.domain)
	if limit := x.GetMetadata()["quota_limit"]; limit != "" {
		d.say("quota limit %s", limit)
	}
}

// withStatus returns the innermost error with a status.
func withStatus(err error) (node error) {
	for ; err != nil; err = errors.Unwrap(err) {
		if _, ok := err.(interface{ GRPCStatus() *status.Status }); ok {
			return err
		}
	}
	return nil
}
