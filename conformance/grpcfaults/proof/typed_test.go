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

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// sameAsTyped compares the adapter, which reads details from their bytes, with the
// generated types: the whole report must be the same, except for the refusal.
func sameAsTyped(t *testing.T, name string, err error) {
	t.Helper()
	st, ok := innermostStatus(err)
	require.True(t, ok, name)
	te := grpcadapter.Adapter{}.FromError(err)
	require.NotNil(t, te, "%s: %v", name, err)
	if len(st.Proto().GetDetails()) > 0 {
		got := te.Report()
		got.Refusal = nil // TestRefusals checks the refusals
		require.Equal(t, readTyped(st).answer(err, st.Code()).Report(), got, "%s: %v", name, err)
	}
}

// typed is the data of details.
type typed struct {
	reason, domain      string
	delay               time.Duration
	hasDelay            bool
	quota, daily, terms bool
	requestID           string
	text                []string
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
				d.quota, d.daily = true, d.daily || ofADay(v.GetQuotaId())
				d.say("quota %s %s of %s: %s", v.GetQuotaMetric(), v.GetQuotaId(), v.GetSubject(), v.GetDescription())
			}
		case *errdetails.PreconditionFailure:
			for _, v := range x.GetViolations() {
				d.terms = d.terms || v.GetType() == "TOS"
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
		d.daily = d.daily || ofADay(limit)
		d.say("quota limit %s", limit)
	}
}

func ofADay(s string) bool {
	return strings.Contains(strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(s)), "perday")
}

// row returns the row of the reason, if it is Google's and listed, or otherwise that of the
// code.
func (d *typed) row(code codes.Code) (row adapter.Row, byReason, ok bool) {
	table := spec.Of(grpcadapter.Adapter{}).Table()
	if d.domain == "" || d.domain == "googleapis.com" || strings.HasSuffix(d.domain, ".googleapis.com") {
		if row, ok = table.Lookup(d.reason); ok && strings.Contains(row.Source, "error_reason.proto") {
			return row, true, true
		}
	}
	row, ok = table.Lookup(canonical[code])
	return row, false, ok
}

var canonical = map[codes.Code]string{
	codes.Canceled: "CANCELLED", codes.Unknown: "UNKNOWN", codes.InvalidArgument: "INVALID_ARGUMENT",
	codes.DeadlineExceeded: "DEADLINE_EXCEEDED", codes.NotFound: "NOT_FOUND", codes.AlreadyExists: "ALREADY_EXISTS",
	codes.PermissionDenied: "PERMISSION_DENIED", codes.ResourceExhausted: "RESOURCE_EXHAUSTED",
	codes.FailedPrecondition: "FAILED_PRECONDITION", codes.Aborted: "ABORTED", codes.OutOfRange: "OUT_OF_RANGE",
	codes.Unimplemented: "UNIMPLEMENTED", codes.Internal: "INTERNAL", codes.Unavailable: "UNAVAILABLE",
	codes.DataLoss: "DATA_LOSS", codes.Unauthenticated: "UNAUTHENTICATED",
}

// answer returns the error that follows from the details of err.
func (d *typed) answer(err error, code codes.Code) *toolerr.ToolRuntimeError {
	row, byReason, ok := d.row(code)
	node := withStatus(err)
	opts := []toolerr.Option{toolerr.WithVendorType(node), toolerr.WithRequestID(d.requestID)}
	if _, told := node.(interface{ Reason() string }); !told && len(d.text) > 0 {
		opts = append(opts, toolerr.WithDeveloperMessage(err.Error()+"\n"+strings.Join(d.text, "\n")))
	}
	if d.reason != "" && !byReason {
		opts = append(opts, toolerr.WithVendorCode(d.reason))
	} else if !ok {
		opts = append(opts, toolerr.WithVendorCode(code.String()))
	}
	kind := row.Kind
	if code == codes.PermissionDenied && !byReason && d.quota {
		kind = toolerr.KindUpstreamRateLimit
	}
	opts = append(opts, d.advice(kind, row, code)...)
	if !ok {
		return toolerr.New(toolerr.KindUpstreamUnmapped, toolerr.Message{},
			append(opts, toolerr.WithCause(err), toolerr.WithService("_grpc"), toolerr.WithUpstreamName(toolerr.Name("gRPC")))...)
	}
	te := row.Error(err, opts...)
	if kind != row.Kind {
		te = te.WithKind(kind, opts...)
	}
	return te
}

// advice returns the options that the details add to a row.
func (d *typed) advice(kind toolerr.Kind, row adapter.Row, code codes.Code) (opts []toolerr.Option) {
	if kind == toolerr.KindUpstreamRateLimit && d.daily {
		return []toolerr.Option{toolerr.WithCanRetry(false), toolerr.WithHint(toolerr.Msg("A daily quota is used up. It starts anew tomorrow."))}
	}
	if d.hasDelay && kind != toolerr.KindUpstreamAuthError {
		if row.Retry != adapter.RetryNever { // a wait counts only if a retry may help
			opts = append(opts, toolerr.WithRetryAfter(d.delay), toolerr.WithCanRetry(true))
		}
		if code == codes.Unavailable {
			opts = append(opts, toolerr.WithEffect(toolerr.EffectNone))
		}
	}
	if d.terms {
		opts = append(opts, toolerr.WithUserAction(), toolerr.WithHint(toolerr.Msg("Terms of service have to be accepted first. Ask the user to do so.")))
	}
	return opts
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
