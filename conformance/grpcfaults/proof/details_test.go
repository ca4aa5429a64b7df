package proof_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/googleapis/gax-go/v2/apierror"
	"github.com/stretchr/testify/require"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/errand-go/errand/adapters/grpcadapter"
)

// readDetails compares the adapter's reading of real clients' errors with that of gRPC's
// own types.
func readDetails(t *testing.T, all []driven) {
	for _, d := range all {
		sameAsTyped(t, d.name(), d.err)
		sameAsTyped(t, d.name(), fmt.Errorf("tool: %w", d.err))
	}
}

// The pairs are combined with every code, alone and wrapped by gax.
func TestEveryPairOfDetails(t *testing.T) {
	all := everyDetail()
	for code := codes.Canceled; code <= codes.Unauthenticated+1; code++ {
		for i, one := range all {
			for _, other := range all[i:] {
				st, err := status.New(code, "error reading from server: EOF").WithDetails(one, other)
				require.NoError(t, err)
				sameAsTyped(t, fmt.Sprint(one, other), st.Err())
				if wrapped, ok := apierror.FromError(st.Err()); ok {
					sameAsTyped(t, fmt.Sprint(one, other), wrapped)
				}
			}
		}
	}
}

func everyDetail() []protoadapt.MessageV1 {
	all := []protoadapt.MessageV1{
		&errdetails.ErrorInfo{}, &errdetails.DebugInfo{Detail: "x"}, &errdetails.LocalizedMessage{Message: "x"},
		&errdetails.ErrorInfo{Reason: "RATE_LIMIT_EXCEEDED", Domain: "googleapis.com", Metadata: map[string]string{"quota_limit": "A-PER-day", "x": "y"}},
		&errdetails.QuotaFailure{},
		&errdetails.QuotaFailure{Violations: []*errdetails.QuotaFailure_Violation{
			{Subject: "s", Description: "d", ApiService: "a", QuotaMetric: "m", QuotaId: "RequestsPerDay", QuotaDimensions: map[string]string{"a": "b"}, QuotaValue: 5}, {},
		}},
		&errdetails.PreconditionFailure{Violations: []*errdetails.PreconditionFailure_Violation{{Type: "TOS", Subject: "a", Description: "b"}, {Type: "X"}}},
		&errdetails.BadRequest{FieldViolations: []*errdetails.BadRequest_FieldViolation{
			{Field: "f", Description: "d", Reason: "R", LocalizedMessage: &errdetails.LocalizedMessage{Locale: "en"}},
		}},
		&errdetails.RequestInfo{RequestId: "r", ServingData: "s"},
		&errdetails.ResourceInfo{ResourceType: "t", ResourceName: "n", Owner: "o", Description: "d"},
		&errdetails.Help{Links: []*errdetails.Help_Link{{Description: "d", Url: "https://example.com"}}},
		&errdetails.RetryInfo{},
	}
	const century = 315_576_000_000 / 100
	for _, d := range []*durationpb.Duration{
		{},
		{Seconds: 1, Nanos: 5},
		{Seconds: -1},
		{Nanos: -1},
		{Seconds: math.MaxInt64},
		{Seconds: 100 * century},
		{Seconds: 100*century + 1},
		{Seconds: math.MaxInt64 / 1_000_000_000, Nanos: 999_999_999},
		{Nanos: 1_000_000_000},
		{Seconds: 1, Nanos: -1},
		{Nanos: math.MinInt32},
	} {
		all = append(all, &errdetails.RetryInfo{RetryDelay: d})
	}
	return all
}

// FuzzDetail makes both decode the same details.
func FuzzDetail(f *testing.F) {
	for _, detail := range everyDetail() {
		m := protoadapt.MessageV2Of(detail)
		raw, err := proto.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		name := string(m.ProtoReflect().Descriptor().Name())
		f.Add(uint32(7), name, raw)
		for n := byte(1); n < 8; n++ {
			wrong := []byte{n<<3 | 2, 1, 0xff} // neither a text nor a message
			f.Add(uint32(5), name, append(slices.Clip(raw), wrong...))
			f.Add(uint32(5), name, append(slices.Clip(raw), append([]byte{1<<3 | 2, 3}, wrong...)...))
			f.Add(uint32(5), name, append(slices.Clip(raw), append([]byte{3<<3 | 2, 3}, wrong...)...))
		}
	}
	f.Fuzz(func(t *testing.T, code uint32, name string, raw []byte) {
		packed := &anypb.Any{TypeUrl: "type.googleapis.com/google.rpc." + name, Value: raw}
		says := func() error {
			return status.ErrorProto(&spb.Status{Code: int32(code), Message: "x", Details: []*anypb.Any{packed}}) //nolint:gosec // any number will do
		}
		grpcadapter.Adapter.FromError(says()) // does not panic
		detail, err := packed.UnmarshalNew()
		if err != nil || says() == nil {
			return
		}
		// Without what the type does not have, such as groups, which only gRPC's types skip.
		require.NoError(t, proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(raw, detail))
		packed.Value, err = proto.Marshal(detail)
		require.NoError(t, err)
		sameAsTyped(t, name, says())
	})
}
