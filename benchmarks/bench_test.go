// Package benchmarks compares errand with other libraries, in one run, so that the ratios do
// not depend on the machine. Run it here with
//
//	go test -update .
//
// which writes the figures into docs/benchmarks.md. The test checks the allocations there.
package benchmarks_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"testing"
	"time"

	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/googleapis/gax-go/v2/apierror"
	"github.com/gravitational/trace"
	"github.com/samber/oops"
	"github.com/stretchr/testify/assert"
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

// A recorder is a context as small as one that can be found again.
type recorder struct {
	context.Context //nolint:containedctx // this is a context
	made            *int
}

// opaque is plain, but the compiler must assume that it keeps its context.
var opaque = plain

// allocating is plain with nothing but the allocation that a context of the call's own takes.
func allocating(ctx context.Context, in int) (int, error) { return opaque(&recorder{Context: ctx}, in) }

// A row is a row of a table of docs/benchmarks.md.
type row struct {
	name string
	run  func()
}

// success has the cost of wrapping for a tool that succeeds.
func success(tb testing.TB) (rows []row) {
	tb.Helper()
	ctx, chain := tb.Context(), adapters.Default().For("t")
	for _, r := range []struct {
		name string
		fn   func(context.Context, int) (int, error)
	}{
		{"bare", plain},
		{"bare+context", allocating},
		{"errand.Wrap", adapter.Wrap(plain, chain)},
		{"errand.Wrap+Bounded", adapter.Wrap(plain, chain, adapter.Bounded{})},
	} {
		rows = append(rows, row{r.name, func() { sinkInt, sinkErr = r.fn(ctx, 1) }})
	}
	return rows
}

// tooMany returns the error that httpadapter makes of a 429.
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

// rateLimit has the cost of finding out that a 429 is one, and the wait where the library
// reads it.
func rateLimit(tb testing.TB) []row {
	tb.Helper()
	ctx, status := tb.Context(), tooMany(tb)
	google := &googleapi.Error{Code: 429, Header: http.Header{"Retry-After": {"30"}}, Message: "slow down"}
	aws := &awshttp.ResponseError{
		ResponseError: &smithyhttp.ResponseError{
			Response: &smithyhttp.Response{Response: &http.Response{StatusCode: 429, Header: http.Header{"Retry-After": {"30"}}}},
			Err:      errors.New("slow down"),
		},
	}
	limit := trace.LimitExceeded("slow down")
	http1, all := adapter.NewChain(httpadapter.Adapter{}), adapters.Default().For("t")
	retryer := awsretry.IsErrorRetryables(awsretry.DefaultRetryables)
	return []row{
		{"errand/StatusError/http", func() { sinkErr = http1.Adapt(ctx, status) }},
		{"errand/StatusError/default", func() { sinkErr = all.Adapt(ctx, status) }},
		{"errand/googleapi.Error/default", func() { sinkErr = all.Adapt(ctx, google) }},
		{"errand/aws.ResponseError/default", func() { sinkErr = all.Adapt(ctx, aws) }},
		{"errand/StatusError/default+payload", func() { sinkBytes = toolerr.Result(nil, all.Adapt(ctx, status)).AppendJSON(nil) }},
		{"gcerrors.Code/googleapi.Error", func() { sinkBool = gcerrors.Code(google) == gcerrors.ResourceExhausted }},
		{"gax.apierror.FromError/googleapi.Error", func() {
			e, _ := apierror.FromError(google)
			sinkInt = e.HTTPCode()
		}},
		{"trace.IsLimitExceeded/its own", func() { sinkBool = trace.IsLimitExceeded(limit) }},
		{"trace.ReadError/429", func() {
			sinkErr = trace.ReadError(http.StatusTooManyRequests, []byte(`{"error":{"message":"slow down"}}`))
		}},
		{"aws.IsErrorRetryables/aws.ResponseError", func() { sinkBool = retryer.IsErrorRetryable(aws).Bool() }},
		{"oops.Wrap/googleapi.Error", func() { sinkErr = oops.Code("rate_limited").Public("slow down").Wrap(google) }},
	}
}

// unknown has the cost of an error that nothing recognises.
func unknown(tb testing.TB) []row {
	tb.Helper()
	ctx, err, all := tb.Context(), errors.New("no such thing"), adapters.Default().For("t")
	wrapped := fmt.Errorf("outer: %w", err)
	retryer := awsretry.IsErrorRetryables(awsretry.DefaultRetryables)
	return []row{
		{"errand/default", func() { sinkErr = all.Adapt(ctx, err) }},
		{"errand/default/wrapped", func() { sinkErr = all.Adapt(ctx, wrapped) }},
		{"gcerrors.Code", func() { sinkBool = gcerrors.Code(err) == gcerrors.Unknown }},
		{"gax.apierror.FromError", func() { _, sinkBool = apierror.FromError(err) }},
		{"trace.Wrap", func() { sinkErr = trace.Wrap(err) }},
		{"aws.IsErrorRetryables", func() { sinkBool = retryer.IsErrorRetryable(err).Bool() }},
		{"oops.Wrap", func() { sinkErr = oops.Wrap(err) }},
	}
}

var update = flag.Bool("update", false, "measure, and write docs/benchmarks.md")

// tableRow is a row of the page's tables.
var tableRow = regexp.MustCompile(`(?m)^\| ([^|]+) \| ([0-9.]+) \| \d+ \| ([0-9.]+) \|$`)

// TestDocs checks the rows of the page and their allocations, or measures them.
func TestDocs(t *testing.T) {
	const page = "../docs/benchmarks.md"
	got, err := os.ReadFile(page)
	require.NoError(t, err)
	type figures struct{ ns, allocations, ratio float64 }
	all := map[string]figures{}
	for _, rows := range [][]row{success(t), rateLimit(t), unknown(t)} {
		ns := make([]float64, len(rows))
		if *update {
			measure(rows, ns)
		}
		for i, r := range rows {
			all[r.name] = figures{ns[i], testing.AllocsPerRun(100, r.run), ns[i] / ns[0]}
		}
	}
	want := tableRow.ReplaceAllStringFunc(string(got), func(line string) string {
		m := tableRow.FindStringSubmatch(line)
		f, ok := all[m[1]]
		assert.True(t, ok, "%s is not measured, or twice on the page", m[1])
		delete(all, m[1])
		if *update {
			return fmt.Sprintf("| %s | %.1f | %.0f | %.2f |", m[1], f.ns, f.allocations, f.ratio)
		}
		return fmt.Sprintf("| %s | %s | %.0f | %s |", m[1], m[2], f.allocations, m[3])
	})
	assert.Empty(t, all, "not on the page")
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o644))
		return
	}
	assert.Equal(t, want, string(got), "docs/benchmarks.md is stale: go test -update .")
}

// measure sets the nanoseconds of each row to those of the fastest of its turns of 10 ms. The
// rows take turns, so that other work of the machine affects all of them.
func measure(rows []row, ns []float64) {
	for turn := range 100 {
		for i, r := range rows {
			n, start := 0, time.Now()
			for ; time.Since(start) < 10*time.Millisecond; n += 100 {
				for range 100 {
					r.run()
				}
			}
			if took := float64(time.Since(start)) / float64(n); turn == 0 || took < ns[i] {
				ns[i] = took
			}
		}
	}
}
