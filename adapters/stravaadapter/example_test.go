package stravaadapter_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/stravaadapter"
	"github.com/errand-go/errand/toolerr"
)

// The requests of the day are used up: the model reads that a retry does not help.
func ExampleAdapter() {
	const body = ``
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 429, Header: http.Header{"X-Ratelimit-Limit": {"200,2000"}, "X-Ratelimit-Usage": {"30,2001"}}, Body: io.NopCloser(strings.NewReader(body)),
		Request: httptest.NewRequest("GET", "https://www.strava.com/api/v3/athlete", nil),
	})

	fmt.Println(toolerr.Result(nil, adapter.NewChain(stravaadapter.Adapter).Adapt(context.Background(), err)))
	// Output:
	// {"success":false,"error":"Upstream Strava request failed with status code 429 (Too Many Requests).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_strava","vendor_code":"daily_limit","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
}
