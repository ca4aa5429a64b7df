package grpcfaults

import (
	"fmt"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/emptypb"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// message is the misbehaving upstream's message for every failure.
const message = faults.CanaryMessage + ": " + faults.CredentialBody + " may not touch " + faults.CanaryResource

const (
	sourceCodes   = "google/rpc/code.proto; grpc, doc/statuscodes.md"
	sourceDetails = "google/rpc/error_details.proto"
	sourceReasons = "google/api/error_reason.proto"
)

// fail ends a call with a status, and canaries in the metadata.
func (s *site) fail(stream grpc.ServerStream, st *status.Status) error {
	s.metadata(stream)
	return st.Err()
}

// succeed reads the request and answers with an empty message.
func (s *site) succeed(stream grpc.ServerStream) error {
	if err := s.read(stream); err != nil {
		return err
	}
	return stream.SendMsg(&emptypb.Empty{})
}

// read reads any request, and notifies waiters.
func (s *site) read(stream grpc.ServerStream) error {
	if err := stream.RecvMsg(&emptypb.Empty{}); err != nil {
		return err
	}
	s.waiters.Call()
	return nil
}

func (s *site) metadata(stream grpc.ServerStream) {
	_ = stream.SetHeader(metadata.Pairs("x-upstream-note", faults.CanaryHeader))
	stream.SetTrailer(metadata.Pairs(
		"x-upstream-note", faults.CanaryHeader,
		"x-request-id", faults.CanaryRequestID,
		"set-cookie", "session="+faults.CredentialSetCookie,
		"retry-after", "7",
	))
}

// A codeRow is a status code without details.
type codeRow struct {
	code codes.Code
	want faults.Want
	why  string
}

// answered is the result for a service's code. It is never an HTTP status.
func answered(kind toolerr.Kind) faults.Want {
	effect := toolerr.EffectNone
	switch kind { //nolint:exhaustive // the others refuse before they act
	case toolerr.KindUpstreamServerError, toolerr.KindUpstreamUnmapped:
		effect = toolerr.EffectUnknown
	}
	return faults.ForKind(kind, effect)
}

func codeRows() []codeRow {
	badRequest := answered(toolerr.KindUpstreamBadRequest)
	serverError := answered(toolerr.KindUpstreamServerError)
	return []codeRow{
		{
			code: codes.Canceled, want: badRequest.With(toolerr.EffectUnknown).
				Or("nobody knows who cancelled it", answered(toolerr.KindUpstreamUnmapped)),
			why: "somebody cancelled the operation, and it was not the caller: as HTTP 499, with an effect that nobody knows",
		},
		{
			code: codes.Unknown, want: answered(toolerr.KindUpstreamUnmapped),
			why: "what servers answer for an error without a status: it can be anything",
		},
		{
			code: codes.InvalidArgument,
			want: badRequest.Or("it is about values as well", answered(toolerr.KindUpstreamValidationError)),
		},
		{
			code: codes.DeadlineExceeded, want: serverError.
				Or("a server may send it for the caller's own deadline", timedOut),
			why: "an answer came: it is the service, or one behind it, that took too long",
		},
		{code: codes.NotFound, want: answered(toolerr.KindUpstreamNotFound)},
		{code: codes.AlreadyExists, want: badRequest},
		{code: codes.PermissionDenied, want: answered(toolerr.KindUpstreamAuthError)},
		{code: codes.ResourceExhausted, want: answered(toolerr.KindUpstreamRateLimit)},
		{code: codes.FailedPrecondition, want: badRequest},
		{
			code: codes.Aborted, want: badRequest.Retry(true).Or("a call whose arguments went stale is not worth a repeat", badRequest),
			why: "retry at a higher level, says gRPC; the call of a tool is one",
		},
		{code: codes.OutOfRange, want: badRequest},
		{
			code: codes.Unimplemented, want: serverError.Retry(false).With(toolerr.EffectNone).
				Or("as HTTP 501", serverError.Retry(false)),
			why: "no repeat changes what a service can do",
		},
		{code: codes.Internal, want: serverError},
		{code: codes.Unavailable, want: serverError, why: "the same code is made locally for every connection failure"},
		{code: codes.DataLoss, want: serverError.Retry(false), why: "unrecoverable, by definition"},
		{code: codes.Unauthenticated, want: answered(toolerr.KindUpstreamAuthError)},
		{code: 99, want: answered(toolerr.KindUpstreamUnmapped), why: "a code that is not in the list"},
	}
}

// codeFaults are the codes without details.
func codeFaults() []Fault {
	var all []Fault
	for _, row := range codeRows() {
		f := Status("grpc-code-"+codeName(row.code), status.New(row.code, message), row.want, sourceCodes)
		f.Why = row.why
		all = append(all, f)
	}
	return append(all, Fault{
		Name: "grpc-unimplemented", Does: "the server does not have the service",
		Want: answered(toolerr.KindUpstreamServerError).Retry(false).With(toolerr.EffectNone), Source: sourceCodes,
		run: behaviour{bare: true},
	})
}

func codeName(c codes.Code) string {
	if c > codes.Unauthenticated {
		return fmt.Sprint(uint32(c))
	}
	return strings.ToLower(c.String())
}

// A detailRow is a status with details.
type detailRow struct {
	name    string
	code    codes.Code
	details []protoadapt.MessageV1
	want    faults.Want
	source  string
	why     string
}

func detailRows() []detailRow {
	limited := answered(toolerr.KindUpstreamRateLimit)
	denied := answered(toolerr.KindUpstreamAuthError)
	badRequest := answered(toolerr.KindUpstreamBadRequest)
	serverError := answered(toolerr.KindUpstreamServerError)
	return []detailRow{
		{
			name: "grpc-exhausted-retryinfo", code: codes.ResourceExhausted, source: sourceDetails,
			details: []protoadapt.MessageV1{retryInfo(7 * time.Second), quotaFailure("ReadRequestsPerMinutePerUser")},
			want:    limited.Wait(7 * time.Second),
		},
		{
			name: "grpc-exhausted-daily", code: codes.ResourceExhausted, source: sourceDetails,
			details: []protoadapt.MessageV1{quotaFailure("ReadRequestsPerDayPerProject")},
			want:    limited.Retry(false).Or("whether a quota that starts anew tomorrow is worth a repeat is a matter of taste", limited),
			why:     "a daily quota: no repeat helps today",
		},
		{
			name: "grpc-exhausted-resource-quota", code: codes.ResourceExhausted, source: sourceReasons,
			details: []protoadapt.MessageV1{errorInfo("RESOURCE_QUOTA_EXCEEDED", "googleapis.com")},
			want:    badRequest.Or("a quota", limited.Retry(false)), why: "a quota of things, not of calls: it does not fill up again by itself",
		},
		{
			name: "grpc-unavailable-retryinfo", code: codes.Unavailable, source: sourceDetails,
			details: []protoadapt.MessageV1{retryInfo(3 * time.Second)},
			want:    serverError.With(toolerr.EffectNone).Wait(3*time.Second).Or("RetryInfo does not have to mean a refusal", serverError.Wait(3*time.Second)),
			why:     "a service that says when to come back has refused, as an HTTP 503 with Retry-After has",
		},
		{
			name: "grpc-aborted-retryinfo", code: codes.Aborted, source: sourceDetails,
			details: []protoadapt.MessageV1{retryInfo(0)}, want: badRequest.Retry(true).Wait(0), why: "Spanner sends this: at once",
		},
		{
			name: "grpc-unknown-retryinfo", code: codes.Unknown, source: sourceDetails,
			details: []protoadapt.MessageV1{retryInfo(time.Second)},
			want:    answered(toolerr.KindUpstreamUnmapped).Retry(true).Wait(time.Second), why: "the service asks for a repeat",
		},
		{
			name: "grpc-denied-service-disabled", code: codes.PermissionDenied, source: sourceReasons,
			details: []protoadapt.MessageV1{errorInfo("SERVICE_DISABLED", "googleapis.com"), help()},
			want:    denied, why: "the API is off in the project: somebody has to switch it on",
		},
		{
			name: "grpc-denied-rate", code: codes.PermissionDenied, source: sourceReasons,
			details: []protoadapt.MessageV1{errorInfo("RATE_LIMIT_EXCEEDED", "googleapis.com")},
			want:    limited, why: "only ErrorInfo.reason says so",
		},
		{
			name: "grpc-denied-quota", code: codes.PermissionDenied, source: sourceDetails,
			details: []protoadapt.MessageV1{quotaFailure("")},
			want:    limited, why: "only QuotaFailure says so",
		},
		{
			name: "grpc-denied-foreign-reason", code: codes.PermissionDenied, source: sourceDetails,
			details: []protoadapt.MessageV1{errorInfo("RATE_LIMIT_EXCEEDED", faults.CanaryHost+".example")},
			want:    denied.Or("the word is plain enough", limited), why: "a reason means something within its domain only",
		},
		{
			name: "grpc-invalid-badrequest", code: codes.InvalidArgument, source: sourceDetails,
			details: []protoadapt.MessageV1{&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
				{Field: "item." + faults.CanaryPath, Description: message},
			}}},
			want: badRequest.Or("it is about values as well", answered(toolerr.KindUpstreamValidationError)),
		},
		{
			name: "grpc-precondition-tos", code: codes.FailedPrecondition, source: sourceDetails,
			details: []protoadapt.MessageV1{&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{
				{Type: "TOS", Subject: faults.CanaryHost, Description: message},
			}}},
			want: badRequest, why: "terms of service that a person has to accept",
		},
		{
			name: "grpc-internal-debuginfo", code: codes.Internal, source: sourceDetails,
			details: []protoadapt.MessageV1{&errdetails.DebugInfo{
				StackEntries: []string{"main.go:1 " + faults.CanaryFile}, Detail: faults.CanaryBody + " key=" + faults.CredentialQuery,
			}},
			want: serverError, why: "gax v2.26.2 puts DebugInfo into err.Error() whole",
		},
	}
}

// detailFaults are codes with details.
func detailFaults() []Fault {
	var all []Fault
	for _, row := range detailRows() {
		st, err := status.New(row.code, message).WithDetails(row.details...)
		if err != nil {
			panic("grpcfaults: " + row.name + ": " + err.Error())
		}
		f := Status(row.name, st, row.want, row.source)
		f.Why = row.why
		all = append(all, f)
	}
	return all
}

func retryInfo(d time.Duration) protoadapt.MessageV1 {
	return &errdetails.RetryInfo{RetryDelay: durationpb.New(d)}
}

func errorInfo(reason, domain string) protoadapt.MessageV1 {
	return &errdetails.ErrorInfo{Reason: reason, Domain: domain, Metadata: map[string]string{
		"consumer": "projects/" + faults.CanaryResource, "service": "faults.googleapis.com",
	}}
}

func quotaFailure(id string) protoadapt.MessageV1 {
	return &errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{{
		Subject: "project:" + faults.CanaryResource, Description: message, QuotaId: id,
		QuotaMetric: "faults.googleapis.com/read_requests",
	}}}
}

func help() protoadapt.MessageV1 {
	return &errdetails.Help{Links: []*errdetails.Help_Link{{
		Description: faults.CanaryMessage, Url: "https://" + faults.CanaryHost + ".invalid/?key=" + faults.CredentialQuery,
	}}}
}
