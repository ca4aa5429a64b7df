// Package benchmarks compares errand with what people use today, in one run, so
// that the ratios hold whatever the machine does. Run it here with
//
//	go test -bench . -count 10 | go run ./ratio
//
// The figures of a run are in docs/benchmarks.md.
package benchmarks_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/googleapis/gax-go/v2/apierror"
	"github.com/gravitational/trace"
	"github.com/samber/oops"
	"github.com/stretchr/testify/require"
	"gocloud.dev/gcerrors"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

var (
	sinkErr   error
	sinkBool  bool
	sinkInt   int
	sinkBytes []byte
)

// plain is a tool that succeeds and does nothing.
//
//go:noinline
func plain(_ context.Context, in int) (int, error) { return in + 1, nil }

// BenchmarkSuccess is what wrapping costs a tool that succeeds.
func BenchmarkSuccess(b *testing.B) {
	ctx := b.Context()
	bare := plain
	wrapped := adapter.Wrap(plain, adapters.Default().For("t"))
	evidence := adapter.Wrap(plain, adapters.Default().For("t"), adapter.WithEvidence())
	bounded := adapter.Wrap(plain, adapters.Default().For("t"), adapter.Bounded{})
	for _, bm := range []struct {
		name string
		fn   func(context.Context, int) (int, error)
	}{
		{"bare", bare},
		{"errand.Wrap", wrapped},
		{"errand.Wrap+Evidence", evidence},
		{"errand.Wrap+Bounded", bounded},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkInt, sinkErr = bm.fn(ctx, 1)
			}
		})
	}
}

// tooMany returns the error httpadapter makes of a real 429.
func tooMany(tb testing.TB) error {
	tb.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "30")
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	tb.Cleanup(srv.Close)
	resp, err := http.Get(srv.URL + "/v1/search?q=x")
	require.NoError(tb, err)
	defer func() { _ = resp.Body.Close() }()
	err = httpadapter.CheckResponse(resp)
	require.Error(tb, err)
	return err
}

// BenchmarkRateLimit is what it costs to learn that a 429 is one, and how long
// to wait where the library can say.
func BenchmarkRateLimit(b *testing.B) {
	ctx := b.Context()
	status := tooMany(b)
	google := &googleapi.Error{Code: 429, Header: http.Header{"Retry-After": {"30"}}, Message: "slow down"}
	aws := &awshttp.ResponseError{
		ResponseError: &smithyhttp.ResponseError{
			Response: &smithyhttp.Response{Response: &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {"30"}}}},
			Err:      errors.New("slow down"),
		},
	}
	limit := trace.LimitExceeded("slow down")

	http1 := adapter.NewChain(httpadapter.Adapter{})
	all := adapters.Default().For("t")
	b.Run("errand/StatusError/http", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkErr = http1.Adapt(ctx, status)
		}
	})
	for _, bm := range []struct {
		name string
		err  error
	}{{"StatusError", status}, {"googleapi.Error", google}, {"aws.ResponseError", aws}} {
		b.Run("errand/"+bm.name+"/default", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				sinkErr = all.Adapt(ctx, bm.err)
			}
		})
	}
	b.Run("errand/StatusError/default+payload", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkBytes = toolerr.Result(nil, all.Adapt(ctx, status)).AppendJSON(nil)
		}
	})
	b.Run("gcerrors.Code/googleapi.Error", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkBool = gcerrors.Code(google) == gcerrors.ResourceExhausted
		}
	})
	b.Run("gax.apierror.FromError/googleapi.Error", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			e, _ := apierror.FromError(google)
			sinkInt = e.HTTPCode()
		}
	})
	b.Run("trace.IsLimitExceeded/its own", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkBool = trace.IsLimitExceeded(limit)
		}
	})
	b.Run("trace.ReadError/429", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkErr = trace.ReadError(http.StatusTooManyRequests, []byte(`{"error":{"message":"slow down"}}`))
		}
	})
	retryer := awsretry.IsErrorRetryables(awsretry.DefaultRetryables)
	b.Run("aws.IsErrorRetryables/aws.ResponseError", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkBool = retryer.IsErrorRetryable(aws).Bool()
		}
	})
	b.Run("oops.Wrap/googleapi.Error", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkErr = oops.Code("rate_limited").Public("slow down").Wrap(google)
		}
	})
}

// BenchmarkUnknown is an error nobody knows.
func BenchmarkUnknown(b *testing.B) {
	ctx := b.Context()
	err := errors.New("no such thing")
	wrapped := fmt.Errorf("outer: %w", err)
	all := adapters.Default().For("t")
	b.Run("errand/default", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkErr = all.Adapt(ctx, err)
		}
	})
	b.Run("errand/default/wrapped", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkErr = all.Adapt(ctx, wrapped)
		}
	})
	b.Run("gcerrors.Code", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkBool = gcerrors.Code(err) == gcerrors.Unknown
		}
	})
	b.Run("gax.apierror.FromError", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, sinkBool = apierror.FromError(err)
		}
	})
	b.Run("trace.Wrap", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkErr = trace.Wrap(err)
		}
	})
	retryer := awsretry.IsErrorRetryables(awsretry.DefaultRetryables)
	b.Run("aws.IsErrorRetryables", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkBool = retryer.IsErrorRetryable(err).Bool()
		}
	})
	b.Run("oops.Wrap", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sinkErr = oops.Wrap(err)
		}
	})
}
