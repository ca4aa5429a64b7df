package github_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/cli/go-gh/v2/pkg/api"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
	vendorproof "github.com/errand-go/errand/proof/vendorproof/proof"
)

// callGh makes a call with go-gh, which only supports GitHub.
func callGh(ctx context.Context, base string, hc *http.Client) error {
	c, err := api.NewRESTClient(api.ClientOptions{
		AuthToken: faults.CredentialBearer, Host: "github.com", Transport: vendorproof.Rebased{Base: base, Client: hc}, LogIgnoreEnv: true,
	})
	if err != nil {
		return err
	}
	var issue struct{ ID int }
	return c.DoWithContext(ctx, http.MethodPost, "repos/o/"+faults.CanaryPath+"/issues?q="+faults.CredentialQuery,
		strings.NewReader(`{"title":"`+faults.CanaryUpload+`"}`), &issue)
}

// The REST client of GitHub's command line gets the responses that do not depend on the
// call, except those with data that it does not read.
func TestGh(t *testing.T) {
	for name, p := range proofs() {
		switch {
		case p.call != nil:
			continue // made by go-github itself
		case strings.Contains(name, "451, dmca"), strings.Contains(name, "451, another"):
			continue // the client does not read the reason
		case name == "secondary limit without a time", name == "abuse, by the page of old", name == "409, of a merge":
			continue // the client does not read the page that shows it
		}
		t.Run(name, func(t *testing.T) {
			s := serve(t, p.answer)
			err := callGh(t.Context(), s.URL, s.Client())
			require.Error(t, err)
			p.check(t, err)
		})
	}
}
