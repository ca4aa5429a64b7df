package microsoft_test

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"testing"

	"github.com/Azure/go-autorest/autorest"
	"github.com/Azure/go-autorest/autorest/adal"
	"github.com/Azure/go-autorest/autorest/azure"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// callAutorest makes a call like the clients based on go-autorest.
func callAutorest(ctx context.Context, hc *http.Client, base string) error {
	return callAuthorized(ctx, autorest.NullAuthorizer{}, hc, base)
}

func callAuthorized(ctx context.Context, as autorest.Authorizer, hc *http.Client, base string) error {
	client := autorest.NewClientWithUserAgent("lab")
	client.Sender, client.Authorizer, client.RetryAttempts = hc, as, 1
	req, err := autorest.Prepare((&http.Request{}).WithContext(ctx), autorest.AsGet(), autorest.WithBaseURL(base),
		autorest.WithPath(faults.CanaryPath), autorest.WithQueryParameters(map[string]any{"sig": url.QueryEscape(signature)}))
	if err != nil {
		return autorest.NewErrorWithError(err, "lab.Client", "Get", nil, "Failure preparing request")
	}
	resp, err := client.Send(req)
	if err != nil {
		return autorest.NewErrorWithError(err, "lab.Client", "Get", resp, "Failure sending request")
	}
	var answer struct{ ID, Name string }
	err = autorest.Respond(resp, azure.WithErrorUnlessStatusCode(http.StatusOK), autorest.ByUnmarshallingJSON(&answer), autorest.ByClosing())
	if err != nil {
		return autorest.NewErrorWithError(err, "lab.Client", "Get", resp, "Failure responding to request")
	}
	return nil
}

// TestEveryCode and TestFaults test the errors of services.
func TestAutorest(t *testing.T) {
	for _, status := range []int{400, 401, 403, 404, 409, 429, 500, 503} {
		check(t, proof.Case{
			Name: fmt.Sprint("autorest, a page with ", status), Err: refuse(t, callAutorest, answer{status: status, body: "<p>" + faults.CanaryBody}), Want: faults.ForStatus(status),
		})
	}
	check(t, proof.Case{
		Name: "autorest, an operation that failed", Err: fmt.Errorf("poll: %w", &azure.ServiceError{Code: "Quorvex", Message: proof.Said}),
		Want: proof.Want(toolerr.KindUpstreamUnmapped, toolerr.EffectUnknown),
	})
}

// Without a token, there is no call.
func TestAdal(t *testing.T) {
	calls := func(t *testing.T, a answer) error {
		t.Helper()
		s := proof.Serve(t, a)
		return callWithSecret(t, s.Client(), s.URL)
	}
	for _, tt := range []struct {
		number, status int
		word           string
	}{{7000215, 401, "invalid_client"}, {50076, 400, "interaction_required"}, {90002, 400, "invalid_request"}} {
		code := fmt.Sprint("AADSTS", tt.number)
		c := proof.RowCase(t, spec.Of(microsoftadapter.Adapter{}).Table(), code)
		c.Want = c.Want.With(toolerr.EffectNone)
		c.Want.Status = tt.status
		c.Name, c.Err = "adal, "+code, calls(t, answer{status: tt.status, body: fmt.Sprintf(`{"error":%q,"error_description":"%s: %s","error_codes":[%d]}`, tt.word, code, proof.Said, tt.number)})
		check(t, c)
	}
	check(t, proof.Case{Name: "adal, a limit", Err: calls(t, answer{status: 429, body: "x"}), Want: faults.ForStatus(429)})
	check(t, proof.Case{Name: "adal, busy", Err: calls(t, answer{status: 503, body: "x"}), Want: faults.ForStatus(503).With(toolerr.EffectNone)})
	s := proof.Serve(t, answer{})
	s.Close()
	check(t, proof.Case{
		Name: "adal, no listener", Err: callWithSecret(t, http.DefaultClient, s.URL), Want: proof.Want(toolerr.KindNetworkTransportUnmapped, toolerr.EffectNone),
	})
}

// callWithSecret makes a call that needs a token of the authority at base.
func callWithSecret(t *testing.T, hc *http.Client, base string) error {
	t.Helper()
	config, err := adal.NewOAuthConfig(base, "tenant")
	require.NoError(t, err)
	token, err := adal.NewServicePrincipalToken(*config, "client", faults.CredentialPassword, "https://management.azure.com/")
	require.NoError(t, err)
	token.SetSender(hc)
	return callAuthorized(t.Context(), autorest.NewBearerAuthorizer(token), hc, base)
}
