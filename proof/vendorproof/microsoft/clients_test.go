package microsoft_test

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/cloud"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	abstractions "github.com/microsoft/kiota-abstractions-go"
	"github.com/microsoft/kiota-abstractions-go/authentication"
	kiotahttp "github.com/microsoft/kiota-http-go"
	kiotajson "github.com/microsoft/kiota-serialization-json-go"
	"github.com/microsoftgraph/msgraph-sdk-go/models/odataerrors"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/conformance/faults"
)

// signature is that of a shared access signature, which is in the query.
const signature = "Qv7xErrandSasSignature00000000000000000000000="

// callAzure makes a call like the generated clients of Azure, without retries.
func callAzure(ctx context.Context, hc *http.Client, base string) error {
	return callAzureAs(ctx, http.MethodGet, hc, base)
}

// do sends a request with azcore.
func do(ctx context.Context, hc *http.Client, method, url string, policies ...policy.Policy) (*http.Response, error) {
	client, err := azcore.NewClient("lab", "v0.0.1", runtime.PipelineOptions{PerRetry: policies}, &policy.ClientOptions{
		Retry: policy.RetryOptions{MaxRetries: -1}, Transport: hc,
	})
	if err != nil {
		return nil, err
	}
	req, err := runtime.NewRequest(ctx, method, url)
	if err != nil {
		return nil, err
	}
	return client.Pipeline().Do(req)
}

func callAzureAs(ctx context.Context, method string, hc *http.Client, base string) error {
	resp, err := do(ctx, hc, method, base+"/"+faults.CanaryPath+"?sv=2024&sig="+url.QueryEscape(signature))
	if err != nil {
		return err
	}
	if !runtime.HasStatusCode(resp, http.StatusOK) {
		return runtime.NewResponseError(resp)
	}
	return nil
}

// callGraph makes a call like the generated client of Microsoft Graph, whose root package
// takes minutes to build: with its error types, without retries.
func callGraph(ctx context.Context, hc *http.Client, base string) error {
	return send(ctx, hc, base, abstractions.ErrorMappings{"XXX": odataerrors.CreateODataErrorFromDiscriminatorValue})
}

// callKiota makes a call of a client without a type for the error.
func callKiota(ctx context.Context, hc *http.Client, base string) error {
	return send(ctx, hc, base, nil)
}

func send(ctx context.Context, hc *http.Client, base string, mappings abstractions.ErrorMappings) error {
	adapter, err := kiotahttp.NewNetHttpRequestAdapterWithParseNodeFactoryAndSerializationWriterFactoryAndHttpClient(
		&authentication.AnonymousAuthenticationProvider{}, kiotajson.NewJsonParseNodeFactory(), kiotajson.NewJsonSerializationWriterFactory(), hc)
	if err != nil {
		return err
	}
	info := abstractions.NewRequestInformation()
	info.Method = abstractions.GET
	u, err := url.Parse(base + "/" + faults.CanaryPath)
	if err != nil {
		return err
	}
	info.SetUri(*u)
	info.Headers.Add("Authorization", "Bearer "+faults.CredentialBearer)
	info.Headers.Add("Accept", "application/json")
	return adapter.SendNoContent(ctx, info, mappings)
}

// ofASecret returns a credential that requests tokens with a client secret.
func ofASecret(hc *http.Client, base string) (azcore.TokenCredential, error) {
	return azidentity.NewClientSecretCredential("tenant", "client", faults.CredentialPassword, &azidentity.ClientSecretCredentialOptions{
		DisableInstanceDiscovery: true,
		ClientOptions: policy.ClientOptions{
			Transport: hc, Retry: policy.RetryOptions{MaxRetries: -1},
			Cloud: cloud.Configuration{ActiveDirectoryAuthorityHost: base},
		},
	})
}

// token requests a token.
func token(ctx context.Context, hc *http.Client, base string) error {
	credential, err := ofASecret(hc, base)
	if err != nil {
		return err
	}
	_, err = credential.GetToken(ctx, tokenOptions())
	return err
}

// onTheWay makes a call of Azure's that fetches its token first.
func onTheWay(ctx context.Context, hc *http.Client, base string) error {
	credential, err := ofASecret(hc, base)
	if err != nil {
		return err
	}
	return callWith(ctx, credential, hc, base)
}

// static is a credential with a fixed token.
type static struct{}

func (static) GetToken(context.Context, policy.TokenRequestOptions) (azcore.AccessToken, error) {
	return azcore.AccessToken{Token: faults.CredentialBearer}, nil
}

// plainBearer makes a call with a token to a server without TLS, which azcore refuses.
func plainBearer(ctx context.Context, hc *http.Client, base string) error {
	return callWith(ctx, static{}, hc, base)
}

// callWith makes a call of Azure's with a token of the credential.
func callWith(ctx context.Context, credential azcore.TokenCredential, hc *http.Client, base string) error {
	bearer := runtime.NewBearerTokenPolicy(credential, tokenOptions().Scopes, nil)
	_, err := do(ctx, hc, http.MethodPost, base+"/"+faults.CanaryPath, bearer)
	return err
}

func tokenOptions() policy.TokenRequestOptions {
	return policy.TokenRequestOptions{Scopes: []string{"https://example.com/.default"}}
}

// unreadable fails the test if somebody reads or closes it.
type unreadable struct{ t *testing.T }

func (u unreadable) Read([]byte) (int, error) {
	u.t.Error("the adapter reads a body that is not its own")
	return 0, io.EOF
}

func (u unreadable) Close() error {
	u.t.Error("the adapter closes a body that is not its own")
	return nil
}

// The text of azidentity's error reads the response's body, so two concurrent reports would
// be a race. The adapter reads a body that azidentity has read already, and no other.
func TestBodiesOfTheAuthority(t *testing.T) {
	for _, body := range []io.ReadCloser{nil, http.NoBody, io.NopCloser(nil), unreadable{t}} {
		te := microsoftadapter.Adapter.FromError(&azidentity.AuthenticationFailedError{RawResponse: &http.Response{
			StatusCode: 400, Body: body, Header: http.Header{"X-Ms-Request-Id": {"r1"}},
			Request: &http.Request{Method: http.MethodPost, URL: &url.URL{Scheme: "https", Host: "login.microsoftonline.com", Path: "/t/oauth2/v2.0/token"}},
		}})
		require.NotNil(t, te)
		assert.Equal(t, "authentication_failed", te.VendorCode())
		_ = te.DeveloperMessage()
	}
}

// The developer's text has what the authority sent, without secrets and not all of a long
// text.
func TestDeveloperTextOfTheAuthority(t *testing.T) {
	for _, rest := range []string{`"}`, strings.Repeat("m", 1<<20) + `"}`} {
		s := authority(t, answer{401, nil, `{"error":"invalid_client","client_secret":"` + faults.CredentialPassword + `","error_description":"AADSTS7000215: wrong ` + rest})
		te := microsoftadapter.Adapter.FromError(token(t.Context(), s.Client(), s.URL))
		require.NotNil(t, te)
		text := te.DeveloperMessage()
		assert.Contains(t, text, "ClientSecretCredential")
		assert.NotContains(t, text, faults.CredentialPassword)
		assert.LessOrEqual(t, len(text), 2<<10)
	}
}
