package openai_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/openai/openai-go/v3/auth"
	"github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// The responses are from compatible servers whose error is a sentence. The client drops the
// status then, and errand's transport records it.
func TestSentences(t *testing.T) {
	want := faults.ForStatus(http.StatusTooManyRequests).Wait(7 * time.Second)
	s := serve(t, http.StatusTooManyRequests, http.Header{"Retry-After": {"7"}}, envelope(faults.CanaryMessage))
	for how, call := range calls {
		err := call(t.Context(), s.Client(), s.URL)
		require.Nil(t, openaiadapter.Adapter{}.FromError(err), "the client keeps the status now")
		proof.CheckRecorded(t, openaiadapter.Adapter{}, s, call, proof.Case{Name: "lost" + how, Want: want, Service: "_http"})
	}
}

// The client refuses to follow a redirect to another origin, because the key would be sent too.
func TestUnsent(t *testing.T) {
	other := serve(t, http.StatusOK, nil, []byte(answer))
	s := proof.Serve(t, http.RedirectHandler(other.URL+"/"+faults.CanaryLocation+"?token="+faults.CredentialLocation, http.StatusTemporaryRedirect))
	for how, call := range calls {
		check(t, proof.Case{
			Name: "a redirect" + how, Err: call(t.Context(), s.Client(), s.URL),
			Want: faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).Retry(false),
		})
	}
}

// subject is a workload's own token.
type subject struct{}

func (subject) TokenType() auth.SubjectTokenType { return auth.SubjectTokenTypeJWT }
func (subject) GetToken(context.Context, auth.HTTPDoer) (string, error) {
	return faults.CredentialBearer, nil
}

// The client exchanges a workload's token for one of OpenAI's, which is refused. The SDK requests
// tokens at an address that cannot be changed.
func TestTokens(t *testing.T) {
	tests := map[string]struct {
		status int
		code   string
		shown  string
		want   conformance.Want
	}{
		"a grant":           {http.StatusBadRequest, "invalid_grant", "invalid_grant", faults.ForCode(toolerr.KindUpstreamAuthError, 400)},
		"a token":           {http.StatusUnauthorized, "invalid_subject_token", "invalid_subject_token", faults.ForCode(toolerr.KindUpstreamAuthError, 401)},
		"a word of its own": {http.StatusForbidden, faults.CanaryCode, "", faults.ForStatus(403)},
		"no word":           {http.StatusUnauthorized, "", "", faults.ForStatus(401)},
	}
	for name, tt := range tests {
		s := serve(t, tt.status, nil, []byte(`{"error":"`+tt.code+`","error_description":"`+faults.CanaryMessage+`"}`))
		hc := &http.Client{Transport: proof.Rebased{Base: s.URL, Client: s.Client()}}
		c, params := clientOf(hc, s.URL)
		_, err := c.Chat.Completions.New(t.Context(), params, option.WithWorkloadIdentity(auth.WorkloadIdentity{
			IdentityProviderID: "idp", ServiceAccountID: "sa", Provider: subject{},
		}))
		check(t, proof.Case{Name: name, Code: tt.shown, Err: err, Want: tt.want})
	}
}
