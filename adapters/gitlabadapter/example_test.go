package gitlabadapter_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/gitlabadapter"
	"github.com/errand-go/errand/toolerr"
)

// ErrorResponse has the client's fields: the library does not require it.
// proof/vendorproof tests the real one.
type ErrorResponse struct {
	Body     []byte
	Response *http.Response
	Message  string
}

func (e *ErrorResponse) Error() string { return e.Message }

// The model learns what prevents a merge, but not the path of the project.
func ExampleAdapter() {
	// Only this test needs the call: ErrorResponse replaces the type of GitLab's client.
	defer gitlabadapter.Imitate(shape.TypeOf(&ErrorResponse{}))()
	err := fmt.Errorf("accept: %w", &ErrorResponse{Response: &http.Response{
		StatusCode: 405, Request: httptest.NewRequest("PUT", "https://gitlab.com/api/v4/projects/acme%2Fbilling/merge_requests/7/merge", nil),
	}})

	te := gitlabadapter.Adapter{}.FromError(err)
	fmt.Println(toolerr.Result(nil, te))
	// Output:
	// {"success":false,"error":"GitLab cannot merge the merge request now: it may be a draft or closed, have conflicts, or wait for an approval, a pipeline or a discussion.","error_code":"conflict","kind":"UPSTREAM_RUNTIME_BAD_REQUEST","can_retry":false,"status_code":405,"service":"_gitlab","vendor_code":"not_mergeable","hint":"Look at its merge status."}
}
