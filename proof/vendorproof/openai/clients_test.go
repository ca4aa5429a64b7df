package openai_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/auth"
	"github.com/openai/openai-go/v3/option"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/openaiadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func clientOf(hc *http.Client, url string) (openai.Client, openai.ChatCompletionNewParams) {
	client := openai.NewClient(
		option.WithBaseURL(url+"/v1"), option.WithHTTPClient(hc), option.WithMaxRetries(0),
		option.WithAPIKey(faults.CredentialAPIKey), option.WithOrganization(organization), option.WithProject(project),
		option.WithQuery("api-key", faults.CredentialQuery),
	)
	return client, openai.ChatCompletionNewParams{
		Model:    faults.CanaryResource,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(faults.CanaryUpload)},
	}
}

// ask asks one question, and waits for the answer.
func ask(ctx context.Context, hc *http.Client, url string) error {
	c, params := clientOf(hc, url)
	return failure(c.Chat.Completions.New(ctx, params))
}

// stream asks the same, and reads the answer as a stream.
func stream(ctx context.Context, hc *http.Client, url string) error {
	c, params := clientOf(hc, url)
	return drain(c.Chat.Completions.NewStreaming(ctx, params))
}

// calls are the client's two calls, which refuse alike before an answer begins.
var calls = map[string]proof.Call{"": ask, ", streaming": stream}

// drain reads a stream to its end.
func drain(s interface {
	Next() bool
	Err() error
	Close() error
},
) error {
	defer func() { _ = s.Close() }()
	for s.Next() {
	}
	return s.Err()
}

// failure returns the error of a call and drops its result.
func failure[Value any](_ Value, err error) error { return err }

// The responses are from compatible servers whose error is a sentence. The client drops the
// status then, and errand's transport records it.
func TestSentences(t *testing.T) {
	want := faults.ForStatus(http.StatusTooManyRequests).Wait(7 * time.Second)
	s := serve(t, http.StatusTooManyRequests, http.Header{"Retry-After": {"7"}}, envelope(faults.CanaryMessage))
	for how, call := range calls {
		err := call(t.Context(), s.Client(), s.URL)
		require.Nil(t, openaiadapter.Adapter.FromError(err), "the client keeps the status now")
		proof.CheckRecorded(t, openaiadapter.Adapter, s, call, proof.Case{Name: "lost" + how, Want: want, Service: "_http"})
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
