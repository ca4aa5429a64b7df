package conformance_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A parcelError is an SDK's error for a response that is not a success.
type parcelError struct {
	Status int
	Header http.Header
	Text   string
}

func (e *parcelError) Error() string { return e.Text }

// track is the call of the SDK.
func track(ctx context.Context, client *http.Client, base string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, base+"/parcels/1", nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	_, err = io.ReadAll(resp.Body)
	if resp.StatusCode != http.StatusOK {
		return &parcelError{resp.StatusCode, resp.Header, fmt.Sprintf("parcel: %d", resp.StatusCode)}
	}
	return err
}

// parcelAdapter ignores the headers, and so the wait.
type parcelAdapter struct{}

func (parcelAdapter) Slug() string { return "_parcel" }

func (parcelAdapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if x, ok := e.(*parcelError); ok { //nolint:errorlint // one node of a walk
			return httpadapter.FromStatus(err, x.Status, nil, time.Time{}, toolerr.WithService("_parcel"))
		}
	}
	return nil
}

// A suite has an adapter, the SDK's call, and the adapters that follow. A test uses Run.
// Other programs use Check, which returns the findings.
func ExampleSuite_Check() {
	err := conformance.Suite{
		Adapter:  parcelAdapter{},
		Defaults: []adapter.Adapter{httpadapter.Adapter{}},
		Have:     []faults.Need{faults.NeedBody},
		Call: func(ctx context.Context, t conformance.Target) error {
			return track(ctx, t.Client, t.URL)
		},
		Only: func(fault string) bool { return fault == "429-delta" || fault == "503-delta" },
	}.Check(context.Background())
	fmt.Println(err)
	// Output:
	// fault/429-delta
	// 	promised: the right answer to "429, Retry-After: 7": RFC 9110 section 10.2.3
	// 	came:     retry_after is missing, want 7s: the upstream named it
	// 	look at:  the adapter's rule for *conformance_test.parcelError; the answer was: Upstream HTTP request failed with status code 429 (Too Many Requests).
	// 	          the error is: parcel: 429
	// 	          if the client drops the status or the headers: clients.Recorded(t) in Suite.Call, or else Suite.Wants with the reason
	// fault/503-delta
	// 	promised: the right answer to "503, Retry-After: 7": RFC 9110 section 10.2.3
	// 	came:     retry_after is missing, want 7s: the upstream named it
	// 	          effect is "unknown", want "none": the request never left, or the upstream refused it before acting
	// 	look at:  the adapter's rule for *conformance_test.parcelError; the answer was: Upstream HTTP request failed with status code 503 (Service Unavailable).
	// 	          the error is: parcel: 503
	// 	          if the client drops the status or the headers: clients.Recorded(t) in Suite.Call, or else Suite.Wants with the reason
}

// Without Call, only laws and cases are checked: for an SDK that does not use HTTP, or
// before its client exists. A report has what a test would print.
func ExampleSuite_Report() {
	report, err := conformance.Suite{
		Adapter: parcelAdapter{},
		Cases: []conformance.Case{
			{Name: "gone", Err: &parcelError{Status: 410, Text: "parcel 1 was delivered to J. Smith"}, Want: faults.ForStatus(410)},
			{Name: "locked", Err: &parcelError{Status: 423, Text: "locked"}, Want: faults.ForStatus(423).Retry(true)},
		},
		Canary: conformance.Canary{Content: []string{"J. Smith"}},
	}.Report(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range report.Cases {
		fmt.Println(c.Name, c.Outcome, c.Answer.Kind, c.RawLeaks)
	}
	fmt.Println(report.Count(conformance.Failed), "of", len(report.Cases)+len(report.Laws), "failed:", report.Findings()[0].Came)
	// Output:
	// case/gone passed UPSTREAM_RUNTIME_NOT_FOUND [J. Smith]
	// case/locked failed UPSTREAM_RUNTIME_BAD_REQUEST []
	// 1 of 23 failed: can_retry is false, want true: a repeat may succeed
}
