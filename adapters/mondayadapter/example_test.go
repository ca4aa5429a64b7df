package mondayadapter_test

import (
	"errors"
	"fmt"

	"github.com/errand-go/errand/adapters/mondayadapter"
	"github.com/errand-go/errand/toolerr"
)

// The calls of the day are used up: the model reads that a retry does not help.
func ExampleAdapter() {
	const body = `{"errors":[{"message":"Daily limit exceeded","extensions":{"code":"DAILY_LIMIT_EXCEEDED"}}],"account_id":1}`
	te := mondayadapter.Adapter.FromAnswer(errors.New("call"), 429, nil, []byte(body))
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"Upstream monday.com request failed with status code 429 (Too Many Requests).","error_code":"rate_limited","kind":"UPSTREAM_RUNTIME_RATE_LIMIT","can_retry":false,"status_code":429,"service":"_monday","vendor_code":"DAILY_LIMIT_EXCEEDED","hint":"A limit for the day is used up. It starts anew tomorrow; do not retry today."}
}
