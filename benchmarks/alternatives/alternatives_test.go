// Package alternatives drives the same failures through the ways in which Go programs
// usually turn an error into what a model reads, and counts what comes out. The table is
// in docs/faq.md:
//
//	go test ./alternatives -update
package alternatives_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/smithy-go"
	smithyhttp "github.com/aws/smithy-go/transport/http"
	"github.com/googleapis/gax-go/v2"
	"github.com/googleapis/gax-go/v2/apierror"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"google.golang.org/api/googleapi"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

var update = flag.Bool("update", false, "write the table of docs/faq.md")

// secret is in the text of every failure, in the places where services and clients put
// such a thing.
const secret = "tok-4f2a9c81d7e35b60"

// arguments are those of the call whose value a service refuses.
const arguments = `{"page_size":500}`

// A failure is an error of a client, and what is right after it.
type failure struct {
	name  string
	err   error
	reads bool          // the call is safe to repeat
	retry bool          // a retry is right
	wait  time.Duration // at the earliest; 0 if nobody named one
	fix   bool          // the model can correct its call
}

// failures returns what real clients return for local servers. Errors of gRPC and AWS are
// made as their clients make them.
func failures(t testing.TB) []failure {
	t.Helper()
	_, refused := http.Get("http://" + faults.ClosedPort(t) + "/items?key=" + secret)

	limited, err := status.New(codes.ResourceExhausted, "quota of "+secret).WithDetails(&errdetails.RetryInfo{RetryDelay: durationpb.New(7 * time.Second)})
	require.NoError(t, err)
	invalid, err := status.New(codes.InvalidArgument, "for "+secret+": page_size must be at most 100").WithDetails(&errdetails.BadRequest{
		FieldViolations: []*errdetails.BadRequest_FieldViolation{{Field: "page_size", Description: "must be at most 100"}},
	})
	require.NoError(t, err)
	throttled := &awshttp.ResponseError{ResponseError: &smithyhttp.ResponseError{
		Response: &smithyhttp.Response{Response: &http.Response{StatusCode: 400, Header: http.Header{}}},
		Err:      &smithy.GenericAPIError{Code: "ThrottlingException", Message: "rate of " + secret},
	}}
	return []failure{
		{name: "connection refused, GET", err: refused, reads: true, retry: true},
		{name: "deadline, POST", err: slow(t), retry: false},
		{name: "429 with Retry-After: 30", err: google(t, 429, "30", `{"error":{"code":429,"message":"quota of `+secret+`"}}`), reads: true, retry: true, wait: 30 * time.Second},
		{name: "403", err: google(t, 403, "", `{"error":{"code":403,"message":"key `+secret+` is not valid"}}`), reads: true},
		{name: "400, page_size", err: google(t, 400, "", `{"error":{"code":400,"message":"for `+secret+`: page_size must be at most 100","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"page_size","description":"must be at most 100"}]}]}}`), reads: true, fix: true},
		{name: "gRPC RESOURCE_EXHAUSTED with RetryInfo", err: limited.Err(), reads: true, retry: true, wait: 7 * time.Second},
		{name: "gRPC INVALID_ARGUMENT, page_size", err: invalid.Err(), reads: true, fix: true},
		{name: "AWS 400 ThrottlingException", err: &smithy.OperationError{ServiceID: "DynamoDB", OperationName: "GetItem", Err: throttled}, reads: true, retry: true},
	}
}

// google returns the error that google.golang.org/api makes of a response.
func google(t testing.TB, code int, after, body string) error {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}))
	defer s.Close()
	resp, err := http.Get(s.URL)
	require.NoError(t, err)
	defer resp.Body.Close()
	return googleapi.CheckResponse(resp)
}

// slow returns the error of a POST that nobody answers in time.
func slow(t testing.TB) error {
	t.Helper()
	ctx, cancel := context.WithCancelCause(t.Context())
	s := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		cancel(context.DeadlineExceeded) // it is here, and may have been carried out
		<-r.Context().Done()
	}))
	defer s.Close()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+"/pay?key="+secret, nil)
	require.NoError(t, err)
	_, err = http.DefaultClient.Do(req)
	require.Error(t, err)
	return err
}

// An outcome is what a way makes of an error: what the model reads, and whether and when
// the program retries.
type outcome struct {
	text  string
	retry bool
	wait  time.Duration
}

// A way turns an error into an outcome, knowing whether the call is safe to repeat.
type way struct {
	name string
	does string
	of   func(err error, reads bool) outcome
}

func ways() []way {
	registry := adapters.Default()
	call := adapter.WithCall(context.Background(), adapter.Call{Arguments: json.RawMessage(arguments)})
	return []way{
		{"`err.Error()`", "passes the text on", func(err error, _ bool) outcome { return outcome{text: err.Error()} }},
		{"by hand", "the function of 30 lines below", byHand},
		{"gax-go", "`apierror.FromError`, its text; `gax.OnCodes` and `gax.OnHTTPCodes` with 429 and 503; `RetryInfo`", byGax},
		{"errand", "`adapters.Default()`; the payload; `SafeToRetry`", func(err error, reads bool) outcome {
			te, _ := toolerr.Find(registry.For("list").Adapt(call, err))
			wait, _ := te.RetryAfter()
			return outcome{toolerr.Result(nil, te).String(), te.SafeToRetry(reads), wait}
		}},
	}
}

// byHand is what a careful author writes: fixed texts by status, and retries of reads.
func byHand(err error, reads bool) outcome {
	var timeout net.Error
	code := 0
	wait := time.Duration(0)
	var g *googleapi.Error
	var a *awshttp.ResponseError
	switch {
	case errors.As(err, &g):
		code = g.Code
		if s := g.Header.Get("Retry-After"); s != "" {
			wait, _ = time.ParseDuration(s + "s")
		}
	case errors.As(err, &a):
		code = a.HTTPStatusCode()
	case status.Code(err) == codes.ResourceExhausted:
		code = 429
	case status.Code(err) == codes.InvalidArgument:
		code = 400
	case errors.As(err, &timeout):
		return outcome{"The service could not be reached.", reads, 0}
	}
	switch {
	case code == 429, code == 503:
		return outcome{"The service is busy. Try again later.", true, wait}
	case code == 401, code == 403:
		return outcome{"The service refused access.", false, 0}
	case code >= 400 && code < 500:
		return outcome{"The service refused the arguments.", false, 0}
	}
	return outcome{"The tool failed.", false, 0}
}

func byGax(err error, _ bool) outcome {
	o := outcome{text: err.Error()}
	backoff := gax.Backoff{Initial: time.Second}
	if pause, ok := gax.OnCodes([]codes.Code{codes.ResourceExhausted, codes.Unavailable}, backoff).Retry(err); ok {
		o.retry, o.wait = true, pause
	}
	if _, ok := gax.OnHTTPCodes(backoff, 429, 503).Retry(err); ok {
		o.retry = true
	}
	if ae, ok := apierror.FromError(err); ok {
		o.text = ae.Error()
		if info := ae.Details().RetryInfo; info != nil {
			o.wait = info.GetRetryDelay().AsDuration()
		}
	}
	return o
}

// A count is how a way does on all failures.
type count struct{ leaks, retries, waits, fixes int }

func judge(w way, all []failure) (c count) {
	for _, f := range all {
		o := w.of(f.err, f.reads)
		if strings.Contains(o.text, secret) {
			c.leaks++
		}
		if o.retry == f.retry {
			c.retries++
		}
		if f.wait > 0 && o.retry && o.wait == f.wait {
			c.waits++
		}
		if f.fix && strings.Contains(o.text, "page_size") && strings.Contains(o.text, "100") {
			c.fixes++
		}
	}
	return c
}

// TestDocsFAQ counts, and compares the table of the page.
func TestDocsFAQ(t *testing.T) {
	const page, begin, end = "../../docs/faq.md", "<!-- ways:begin -->\n", "<!-- ways:end -->"
	all := failures(t)
	n, waits, fixes := len(all), 0, 0
	for _, f := range all {
		require.Contains(t, f.err.Error(), secret, f.name)
		if f.wait > 0 {
			waits++
		}
		if f.fix {
			fixes++
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "| | what was used | the credential is in the text | the retry is right | the wait is right | the model can fix the call |\n|---|---|---|---|---|---|\n")
	for _, w := range ways() {
		c := judge(w, all)
		fmt.Fprintf(&b, "| %s | %s | %d of %d | %d of %d | %d of %d | %d of %d |\n", w.name, w.does, c.leaks, n, c.retries, n, c.waits, waits, c.fixes, fixes)
		if w.name == "errand" {
			assert.Equal(t, count{0, n, waits, fixes}, c)
		}
	}
	raw, err := os.ReadFile(page)
	require.NoError(t, err)
	head, rest, _ := strings.Cut(string(raw), begin)
	_, tail, ok := strings.Cut(rest, end)
	require.True(t, ok)
	want := head + begin + b.String() + end + tail
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(want), 0o600))
	}
	assert.Equal(t, want, string(raw), "docs/faq.md is stale: go test ./alternatives -update")
}
