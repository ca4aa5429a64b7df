package proof_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/grpcadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

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
	s := conformance.Suite{Adapter: grpcadapter.Adapter{}, Cases: reasonCases(t), Messages: []toolerr.Message{
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
	chain := adapter.NewChain(grpcadapter.Adapter{})
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
