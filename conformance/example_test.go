package conformance_test

import (
	"context"
	"fmt"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// parcelAdapter ignores the headers of the SDK's error, and so the wait.
type parcelAdapter struct{}

func (parcelAdapter) Slug() string { return "_parcel" }

func (parcelAdapter) FromError(err error) *toolerr.ToolRuntimeError {
	for e := range adapter.Tree(err) {
		if x, ok := e.(*storeError); ok { //nolint:errorlint // one node of a walk
			return httpadapter.FromStatus(err, x.status, nil, time.Time{}, toolerr.WithService("_parcel"))
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
			return getItem(ctx, t.Client, t.URL)
		},
		Only: func(fault string) bool { return fault == "429-delta" },
	}.Check(context.Background())
	fmt.Println(err)
	// Output:
	// conformance: 1 of 23 checks failed: 1× fault/429-delta: retry_after is missing, want 7s: the upstream named it; look at: what the adapter does not read, or the client drops: clients.Recorded(t) in place of t.Client in Suite.Call, or else Suite.Wants with the reason
	// fault/429-delta
	// 	promised: the right answer to "429, Retry-After: 7": RFC 9110 section 10.2.3
	// 	came:     retry_after is missing, want 7s: the upstream named it
	// 	look at:  what the adapter does not read, or the client drops: clients.Recorded(t) in place of t.Client in Suite.Call, or else Suite.Wants with the reason
	// 	          the answer was: Upstream HTTP request failed with status code 429 (Too Many Requests).
	// 	          the error is *conformance_test.storeError: store: 429: {"error":{"code":"QuorvexCode","message":"quorvexmessage: (redacted) may not touch quorvexresource","request_id":"quorvexrequestid","resource":"/quorvexresource"}}
}

// Without Call, only laws and cases are checked: for an SDK that does not use HTTP, or
// before its client exists. A report has what a test would print.
func ExampleSuite_Report() {
	report, err := conformance.Suite{
		Adapter: parcelAdapter{},
		Cases: []conformance.Case{
			{Name: "gone", Err: &storeError{status: 410, body: "parcel 1 was delivered to J. Smith"}, Want: faults.ForStatus(410)},
			{Name: "locked", Err: &storeError{status: 423, body: "locked"}, Want: faults.ForStatus(423).Retry(true)},
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
	// 1 of 24 failed: can_retry is false, want true: a repeat may succeed
}
