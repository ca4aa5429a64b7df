// Package gitlab_test tests GitLab's client with a server that responds like GitLab.
//
// Not tested: xanzy/go-gitlab, from which it comes, whose error has the same fields.
package gitlab_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"gitlab.com/gitlab-org/api/client-go"

	"github.com/errand-go/errand/adapters/gitlabadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

func client(hc *http.Client, url string) (*gitlab.Client, error) {
	return gitlab.NewClient(faults.CredentialBearer, gitlab.WithBaseURL(url), gitlab.WithHTTPClient(hc), gitlab.WithoutRetries())
}

var read = proof.Calling(client, func(ctx context.Context, c *gitlab.Client) error {
	_, _, err := c.Projects.GetProject("acme/"+faults.CanaryPath, nil, gitlab.WithContext(ctx))
	return err
})

var merge = proof.Calling(client, func(ctx context.Context, c *gitlab.Client) error {
	_, _, err := c.MergeRequests.AcceptMergeRequest("acme/"+faults.CanaryPath, 7, nil, gitlab.WithContext(ctx))
	return err
})

func err(t *testing.T, call proof.Call, status int, header http.Header, body string) error {
	t.Helper()
	s := proof.Serve(t, proof.Answer{Status: status, Header: header, Body: body})
	return call(t.Context(), s.Client(), s.URL)
}

// The statuses are those of GitLab's documentation (REST API, Troubleshooting), with its
// bodies and with those of a proxy.
func TestStatuses(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 405, 409, 412, 422, 429, 500, 502, 503, 504} {
		want := faults.ForStatus(status)
		service := ""
		if status == 404 {
			service = "_http" // a sentinel
		}
		for how, body := range map[string]string{
			"": fmt.Sprintf(`{"message":%q}`, proof.Said), " of fields": fmt.Sprintf(`{"message":{"name":[%q]}}`, proof.Said),
			" of a parameter": fmt.Sprintf(`{"error":%q}`, proof.Said), " of a proxy": "<html>" + faults.CanaryBody, " without a body": "",
		} {
			prove(t, proof.Case{Name: fmt.Sprint(status, how), Err: err(t, read, status, nil, body), Want: want, Service: service})
		}
	}
	limited := err(t, read, 429, http.Header{"Retry-After": {"7"}, "Ratelimit-Remaining": {"0"}}, `{"message":"Retry later"}`)
	prove(t, proof.Case{Name: "a wait", Err: limited, Want: faults.ForStatus(429).Wait(7 * time.Second)})
}

// The codes are those of GitLab for a refused token.
func TestTokens(t *testing.T) {
	for code, status := range map[string]int{"insufficient_scope": 403, "invalid_token": 401, "impersonation_disabled": 401} {
		body := fmt.Sprintf(`{"error":%q,"error_description":%q,"scope":"api read_api"}`, code, proof.Said)
		prove(t, proof.Case{Name: code, Err: err(t, read, status, nil, body), Code: code, Want: faults.ForStatus(status)})
	}
}

// The statuses have a special meaning for a merge.
func TestMerge(t *testing.T) {
	for status, code := range map[int]string{405: "not_mergeable", 422: "not_mergeable", 409: "sha_mismatch", 401: "", 403: ""} {
		want := faults.ForStatus(status)
		if code != "" {
			want = faults.ForCode(toolerr.KindUpstreamBadRequest, status)
		}
		prove(t, proof.Case{Name: fmt.Sprint(status), Err: err(t, merge, status, nil, `{"message":"405 Method Not Allowed"}`), Code: code, Want: want})
	}
}

// The agent reads which parameter was refused.
func TestFindings(t *testing.T) {
	proof.Told(t, gitlabadapter.Adapter, err(t, read, 400, nil, `{"error":"ref is missing, branch is empty"}`), `{"branch":"","ref":null}`, "/branch is required", "/ref is required")
	proof.Told(t, gitlabadapter.Adapter, err(t, read, 400, nil, `{"message":{"name":["has already been taken"]}}`), `{"name":"x"}`, "/name already exists, and must be unique")
}

func TestFaults(t *testing.T) {
	shape := proof.Shape("GitLab", "application/json", func(a faults.Answer) []byte { return fmt.Appendf(nil, `{"message":%q}`, a.Message) }, `{"id":1,"name":"x"}`)
	skip := proof.WithoutRows("TestTokens and TestMerge have them")
	suite := proof.Suite(gitlabadapter.Adapter, "client-go", shape, skip, read)
	suite.Run(t)
}

var prove = proof.Checks(gitlabadapter.Adapter)
