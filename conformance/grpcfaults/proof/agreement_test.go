package proof_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/googleapis/gax-go/v2"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/api/googleapi"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// httpStatuses are the statuses of a Google service's REST interface for a code
// (google/rpc/code.proto).
var httpStatuses = map[codes.Code]int{
	codes.Canceled: 499, codes.Unknown: 500, codes.InvalidArgument: 400, codes.DeadlineExceeded: 504,
	codes.NotFound: 404, codes.AlreadyExists: 409, codes.PermissionDenied: 403, codes.ResourceExhausted: 429,
	codes.FailedPrecondition: 400, codes.Aborted: 409, codes.OutOfRange: 400, codes.Unimplemented: 501,
	codes.Internal: 500, codes.Unavailable: 503, codes.DataLoss: 500, codes.Unauthenticated: 401,
}

// restTwin returns the error of a Google REST client for the same status: the
// googleapi.Error of the response, as gax wraps it.
func restTwin(t *testing.T, st *status.Status) error {
	t.Helper()
	details := []json.RawMessage{}
	for _, packed := range st.Proto().GetDetails() {
		raw, err := protojson.Marshal(packed)
		require.NoError(t, err)
		details = append(details, raw)
	}
	code := httpStatuses[st.Code()]
	body, err := json.Marshal(map[string]any{"error": map[string]any{
		"code": code, "message": st.Message(), "status": canonical[st.Code()], "details": details,
	}})
	require.NoError(t, err)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=UTF-8")
		w.WriteHeader(code)
		_, _ = w.Write(body)
	}))
	defer server.Close()
	return gax.Invoke(t.Context(), func(ctx context.Context, _ gax.CallSettings) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, http.NoBody)
		if err != nil {
			return err
		}
		resp, err := server.Client().Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		return googleapi.CheckResponse(resp)
	})
}

var canonical = map[codes.Code]string{
	codes.Canceled: "CANCELLED", codes.Unknown: "UNKNOWN", codes.InvalidArgument: "INVALID_ARGUMENT",
	codes.DeadlineExceeded: "DEADLINE_EXCEEDED", codes.NotFound: "NOT_FOUND", codes.AlreadyExists: "ALREADY_EXISTS",
	codes.PermissionDenied: "PERMISSION_DENIED", codes.ResourceExhausted: "RESOURCE_EXHAUSTED",
	codes.FailedPrecondition: "FAILED_PRECONDITION", codes.Aborted: "ABORTED", codes.OutOfRange: "OUT_OF_RANGE",
	codes.Unimplemented: "UNIMPLEMENTED", codes.Internal: "INTERNAL", codes.Unavailable: "UNAVAILABLE",
	codes.DataLoss: "DATA_LOSS", codes.Unauthenticated: "UNAUTHENTICATED",
}

// view is the part of a result that must be the same for gRPC and REST. It lacks the
// status, which gRPC does not have, and the hint: if one result has none, that of the other
// is still right.
type view struct {
	Kind       toolerr.Kind
	CanRetry   bool
	Wait       time.Duration
	HasWait    bool
	Effect     toolerr.Effect
	Guidance   toolerr.Guidance
	UserAction bool
}

func viewOf(te *toolerr.ToolRuntimeError) view {
	wait, ok := te.RetryAfter()
	return view{te.Kind(), te.CanRetry(), wait, ok, te.Effect(), te.Guidance(), te.RequiresUserAction()}
}

// restSaysLess are the faults whose status is less specific over REST.
var restSaysLess = map[string]string{
	"grpc-code-canceled":         "a 499 is a refusal to REST; in gRPC the operation was cancelled, perhaps halfway",
	"grpc-code-unknown":          "REST has a 500 and no more; UNKNOWN is what servers answer for an error without a status",
	"grpc-code-dataloss":         "REST has a 500 and no more; DATA_LOSS is unrecoverable",
	"grpc-code-unimplemented":    "a 501 can come from a proxy; UNIMPLEMENTED comes from the service, which has done nothing",
	"grpc-unimplemented":         "a 501 can come from a proxy; UNIMPLEMENTED comes from the service, which has done nothing",
	"grpc-unknown-retryinfo":     "REST has a 500 and no more",
	"grpc-denied-quota":          "only QuotaFailure shows that it is a quota",
	"grpc-precondition-tos":      "googleadapter does not read PreconditionFailure",
	"grpc-denied-foreign-reason": "a reason of another domain than Google's: googleadapter only ever meets Google's",
}

// agree compares the results for the same status over gRPC and over REST, for which only
// googleadapter is used.
func agree(t *testing.T, all []driven) {
	ours, google := grpcadapter.Adapter{}, googleadapter.Adapter{}
	compared := 0
	disagreed := map[string]string{}
	for _, d := range all {
		st, ok := innermostStatus(d.err)
		if !ok || d.client != "raw" || httpStatuses[st.Code()] == 0 || d.fault.Name == "grpc-unavailable-retryinfo-huge" {
			continue // or has no form in JSON
		}
		te := ours.FromError(d.err)
		if !te.Answered() || te.StatusCode() != 0 {
			continue // from the client itself, or from a proxy
		}
		compared++
		rest := restTwin(t, st)
		assert.Nil(t, ours.FromError(rest), "%s: a REST error is Google's", d.name())
		twin := google.FromError(rest)
		require.NotNil(t, twin, d.name())
		if viewOf(te) != viewOf(twin) {
			disagreed[d.fault.Name] = restSaysLess[d.fault.Name]
			assert.NotEmpty(t, restSaysLess[d.fault.Name], "%s: over gRPC %+v, over REST %+v", d.name(), viewOf(te), viewOf(twin))
		}
	}
	assert.Greater(t, compared, 35)
	assert.Equal(t, restSaysLess, disagreed, "listed, and the two agree")
}

// The test compares the reasons in both tables.
func TestReasonsMeanTheSameOverREST(t *testing.T) {
	compared := 0
	for _, names := range reasons {
		for _, reason := range names {
			if _, listed := spec.Of(googleadapter.Adapter{}).Table().Lookup(reason); !listed {
				continue // the HTTP status decides
			}
			compared++
			st, err := status.New(codes.PermissionDenied, "no").
				WithDetails(&errdetails.ErrorInfo{Reason: reason, Domain: "googleapis.com"})
			require.NoError(t, err)
			te := grpcadapter.Adapter{}.FromError(st.Err())
			twin := googleadapter.Adapter{}.FromError(restTwin(t, st))
			require.NotNil(t, twin, reason)
			assert.Equal(t, viewOf(twin), viewOf(te), reason)
			assert.Equal(t, twin.Hint(), te.Hint(), reason)
			assert.Equal(t, twin.VendorCode(), te.VendorCode(), reason)
		}
	}
	assert.Greater(t, compared, 15)
}
