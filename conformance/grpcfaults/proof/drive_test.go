package proof_test

import (
	"context"
	"sync"
	"testing"

	"github.com/googleapis/gax-go/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthgrpc "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/conformance/grpcfaults"
	"github.com/errand-go/errand/toolerr"
)

// A client makes one call of a unary method.
type client struct {
	name string
	call func(ctx context.Context, conn *grpc.ClientConn) error
}

// raw is generated code, which most tools use.
func raw(ctx context.Context, conn *grpc.ClientConn) error {
	_, err := healthgrpc.NewHealthClient(conn).Check(ctx, &healthgrpc.HealthCheckRequest{})
	return err
}

// viaGax is the same call as in the generated clients of Google Cloud, which turn its error
// into an apierror.
func viaGax(ctx context.Context, conn *grpc.ClientConn) error {
	return gax.Invoke(ctx, func(ctx context.Context, settings gax.CallSettings) error {
		_, err := healthgrpc.NewHealthClient(conn).Check(ctx, &healthgrpc.HealthCheckRequest{}, settings.GRPC...)
		return err
	})
}

var clients = []client{{"raw", raw}, {"gax", viaGax}}

// A driven fault is the result of a real client with a fault.
type driven struct {
	fault  grpcfaults.Fault
	client string
	ctx    context.Context // of the call, when it returned
	err    error
}

func (d driven) name() string { return d.client + "/" + d.fault.Name }

// driveAll runs every client with every fault. Servers and contexts live as long as the
// test.
func driveAll(t *testing.T) []driven {
	t.Helper()
	s := grpcfaults.New(t)
	faults := append(grpcfaults.All(), detailFaults(t)...)
	all := make([]driven, len(clients)*len(faults))
	const atOnce = 16
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for i := range all {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			c, f := clients[i/len(faults)], faults[i%len(faults)]
			all[i] = drive(t, s, f, c)
		})
	}
	wg.Wait()
	return all
}

// drive makes one call of a client with a fault.
func drive(t *testing.T, s *grpcfaults.Server, f grpcfaults.Fault, c client) driven {
	t.Helper()
	target := s.Target(f)
	conn, err := target.Dial()
	if !assert.NoError(t, err, f.Name) {
		return driven{fault: f, client: c.name, ctx: t.Context()}
	}
	defer conn.Close()
	ctx, cancel := target.Context(t.Context())
	t.Cleanup(cancel)
	return driven{fault: f, client: c.name, ctx: ctx, err: c.call(ctx, conn)}
}

// Real clients run with all faults, and the results of the adapter are checked.
func TestRealClients(t *testing.T) {
	all := driveAll(t)
	for _, d := range all {
		require.Error(t, d.err, d.name())
	}
	t.Run("conformance", func(t *testing.T) { conform(t, all) })
	t.Run("first answer", func(t *testing.T) { answerFirst(t, all) })
	t.Run("alone", func(t *testing.T) { answerAlone(t, all) })
	t.Run("details", func(t *testing.T) { readDetails(t, all) })
	t.Run("texts", func(t *testing.T) { reachTexts(t, all) })
}

// codesRead are the codes that an agent reads, by the name of the fault.
var codesRead = map[string]string{
	"grpc-code-aborted": "ABORTED", "grpc-code-alreadyexists": "ALREADY_EXISTS", "grpc-code-canceled": "CANCELLED", "grpc-code-dataloss": "DATA_LOSS",
	"grpc-code-deadlineexceeded": "DEADLINE_EXCEEDED", "grpc-code-failedprecondition": "FAILED_PRECONDITION", "grpc-code-internal": "INTERNAL",
	"grpc-code-invalidargument": "INVALID_ARGUMENT", "grpc-code-notfound": "NOT_FOUND", "grpc-code-outofrange": "OUT_OF_RANGE",
	"grpc-code-permissiondenied": "PERMISSION_DENIED", "grpc-code-resourceexhausted": "RESOURCE_EXHAUSTED", "grpc-code-unauthenticated": "UNAUTHENTICATED",
	"grpc-code-unavailable": "UNAVAILABLE", "grpc-code-unimplemented": "UNIMPLEMENTED", "grpc-code-unknown": "UNKNOWN",
	"grpc-aborted-retryinfo": "ABORTED", "grpc-exhausted-retryinfo": "RESOURCE_EXHAUSTED", "grpc-unavailable-retryinfo": "UNAVAILABLE", "grpc-unknown-retryinfo": "UNKNOWN",
	"grpc-denied-foreign-reason": "PERMISSION_DENIED", "grpc-denied-quota": "PERMISSION_DENIED", "grpc-denied-rate": "RATE_LIMIT_EXCEEDED",
	"grpc-denied-service-disabled": "SERVICE_DISABLED", "grpc-exhausted-daily": "RESOURCE_EXHAUSTED", "grpc-exhausted-resource-quota": "RESOURCE_QUOTA_EXCEEDED",
	"grpc-internal-debuginfo": "INTERNAL", "grpc-invalid-badrequest": "INVALID_ARGUMENT", "grpc-precondition-tos": "FAILED_PRECONDITION", "grpc-unimplemented": "UNIMPLEMENTED",
	"grpc-recv-too-large": "message_too_large", "grpc-recv-too-large-decompressor": "message_too_large", "grpc-recv-too-large-inflated": "message_too_large",
	"grpc-send-too-large": "message_too_large",
}

// conform checks the laws, and the answer for every fault.
func conform(t *testing.T, all []driven) {
	s := conformance.Suite{Adapter: grpcadapter.Adapter, Cases: reasonCases(t), Messages: []toolerr.Message{
		toolerr.FactDailyLimit.Hint(),
		toolerr.Msg("Terms of service have to be accepted first. Ask the user to do so."),
	}}
	for _, d := range all {
		s.Cases = append(s.Cases, conformance.Case{Name: d.name(), Err: d.err, Context: d.ctx, Want: d.fault.Want.Coded(codesRead[d.fault.Name])})
	}
	s.Run(t)
}

// answerFirst requires the best answer for each fault, not only an accepted one.
func answerFirst(t *testing.T, all []driven) {
	chain := adapter.NewChain(grpcadapter.Adapter)
	for _, d := range all {
		te, ok := toolerr.Find(chain.Adapt(d.ctx, d.err))
		require.True(t, ok, d.name())
		assert.Empty(t, d.fault.Want.Diff(te), "%s: %v", d.name(), d.err)
	}
}

// answerAlone calls every adapter with every error. Only gRPC's may recognise it.
func answerAlone(t *testing.T, all []driven) {
	for _, d := range all {
		for _, a := range adapters.All() {
			assert.Equal(t, a.Slug() == "_grpc", a.FromError(d.err) != nil, "%s of %s: %v", a.Slug(), d.name(), d.err)
		}
	}
}

// reasons are the reasons of google/api/error_reason.proto, by kind.
var reasons = map[toolerr.Kind][]string{
	toolerr.KindUpstreamRateLimit: {"RATE_LIMIT_EXCEEDED"},
	toolerr.KindUpstreamBadRequest: {
		"RESOURCE_QUOTA_EXCEEDED", "EMULATOR_QUOTA_EXCEEDED",
		"RESOURCE_PROJECT_INVALID", "SYSTEM_PARAMETER_UNSUPPORTED", "MISSING_ORIGIN",
	},
	toolerr.KindUpstreamAuthError: {
		"SERVICE_DISABLED", "MCP_SERVER_DISABLED", "BILLING_DISABLED",
		"CONSUMER_SUSPENDED", "GCP_SUSPENDED", "CONSUMER_INVALID",
		"ACCESS_TOKEN_EXPIRED", "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "ACCESS_TOKEN_TYPE_UNSUPPORTED",
		"ACCOUNT_STATE_INVALID", "ACCOUNT_TYPE_UNSUPPORTED", "SESSION_COOKIE_INVALID",
		"CREDENTIALS_MISSING", "CREDENTIAL_TYPE_UNSUPPORTED", "CREDENTIAL_ANDROID_APP_INVALID",
		"OVERLOADED_CREDENTIALS", "JWT_TOKEN_INVALID",
		"API_KEY_INVALID", "API_KEY_SERVICE_BLOCKED", "API_KEY_HTTP_REFERRER_BLOCKED",
		"API_KEY_IP_ADDRESS_BLOCKED", "API_KEY_ANDROID_APP_BLOCKED", "API_KEY_IOS_APP_BLOCKED",
		"IAM_PERMISSION_DENIED", "USER_PROJECT_DENIED", "USER_BLOCKED_BY_ADMIN", "SERVICE_NOT_VISIBLE",
		"SECURITY_POLICY_VIOLATED", "ORG_RESTRICTION_VIOLATION", "ORG_RESTRICTION_HEADER_INVALID",
		"TLS_ORG_POLICY_VIOLATED", "TLS_CIPHER_RESTRICTION_VIOLATED", "ENDPOINT_USAGE_RESTRICTION_VIOLATED",
		"RESOURCE_USAGE_RESTRICTION_VIOLATED", "LOCATION_TAX_POLICY_VIOLATED", "LOCATION_ORG_POLICY_VIOLATED",
		"LOCATION_POLICY_VIOLATED",
	},
}

// reasonCases returns the raw client's error for every reason, with a code of another
// meaning.
func reasonCases(t *testing.T) []conformance.Case {
	t.Helper()
	s := grpcfaults.New(t)
	var cases []conformance.Case
	for kind, names := range reasons {
		for _, reason := range names {
			st, err := status.New(codes.FailedPrecondition, faults.CanaryMessage).
				WithDetails(&errdetails.ErrorInfo{Reason: reason, Domain: "googleapis.com"})
			require.NoError(t, err)
			want := faults.ForKind(kind, toolerr.EffectNone).Coded(reason)
			d := drive(t, s, grpcfaults.Status(reason, st, want, "google/api/error_reason.proto"), client{"raw", raw})
			cases = append(cases, conformance.Case{Name: "reason/" + reason, Err: d.err, Context: d.ctx, Want: want})
		}
	}
	return cases
}
