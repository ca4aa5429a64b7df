package gitlabadapter_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/errand-go/errand/adapters/gitlabadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// The model learns what prevents a merge, but not the path of the project.
func ExampleAdapter() {
	const body = `{"message":"405 Method Not Allowed"}`
	err := httpadapter.CheckResponse(&http.Response{
		StatusCode: 405, Request: httptest.NewRequest("PUT", "https://gitlab.com/api/v4/projects/acme%2Fbilling/merge_requests/7/merge", nil), Body: io.NopCloser(strings.NewReader(body)),
	})

	fmt.Println(toolerr.Result(nil, gitlabadapter.Adapter{}.FromError(err)))
	// Output:
	// {"success":false,"error":"GitLab cannot merge the merge request now: it may be a draft or closed, have conflicts, or wait for an approval, a pipeline or a discussion.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":405,"service":"_gitlab","vendor_code":"not_mergeable","hint":"Look at its merge status."}
}
