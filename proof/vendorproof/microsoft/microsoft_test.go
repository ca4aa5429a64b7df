// Package microsoft_test tests microsoftadapter with azcore, azidentity, and the runtime
// and the error types of Microsoft Graph's client.
//
// Not tested: Microsoft Graph's client itself, whose root package has 14750 files (the
// tests call what its generated code calls); the beta's client, whose error type is the
// same with another path; AADSTS numbers for a person's sign-in, which needs a browser (the
// authority's responses are the same for a client secret).
package microsoft_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/microsoftgraph/msgraph-sdk-go/models/odataerrors"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

func TestMain(m *testing.M) { proof.Main(m) }

const (
	rateLimit   = toolerr.KindUpstreamRateLimit
	authError   = toolerr.KindUpstreamAuthError
	badRequest  = toolerr.KindUpstreamBadRequest
	serverError = toolerr.KindUpstreamServerError
	needsUser   = toolerr.KindToolContextRequired

	none    = toolerr.EffectNone
	unknown = toolerr.EffectUnknown
)

// An answer is the server's response to every request.
type answer struct {
	status int
	header http.Header
	body   string
}

func (a answer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	proof.Answer{Status: a.status, Header: a.header, Body: a.body}.ServeHTTP(w, r)
}

// refuse returns the client's error for a response.
func refuse(t *testing.T, call proof.Call, a answer) error {
	t.Helper()
	s := proof.Serve(t, a)
	err := call(t.Context(), s.Client(), s.URL)
	require.Error(t, err)
	return err
}

func coded(code string) string {
	return `{"error":{"code":"` + code + `","message":"` + faults.CanaryMessage + `","innerError":{"request-id":"x"}}}`
}

var check = proof.Checks(microsoftadapter.Adapter, canary)

var canary = faults.Canary{Credentials: []string{signature}}

// own are the codes that no service sends in a body.
var own = map[string]bool{
	"locked": true, "bandwidth_limit": true, "insufficient_storage": true, "insufficient_claims": true,
	"authentication_failed": true, "authentication_required": true, "credential_unavailable": true,
}

// Each client reads each code of a service.
func TestEveryCode(t *testing.T) {
	for name, call := range map[string]proof.Call{"Azure": callAzure, "Graph": callGraph} {
		t.Run(name, func(t *testing.T) {
			for _, row := range spec.Of(microsoftadapter.Adapter).Table().Rows() {
				if own[row.VendorCode] || strings.HasPrefix(row.VendorCode, "AADSTS") {
					continue // tested below
				}
				check(t, proof.Case{Name: row.VendorCode, Err: refuse(t, call, answer{418, nil, coded(row.VendorCode)}), Want: proof.WantRow(row, 418), Code: row.VendorCode})
			}
		})
	}
}

func TestAzure(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer answer
		want   conformance.Want
		code   string
	}{
		{"429", answer{429, http.Header{"Retry-After": {"7"}}, coded("TooManyRequests")}, faults.ForStatus(429).Wait(7 * time.Second), "TooManyRequests"},
		{"429 in ms", answer{429, http.Header{"X-Ms-Retry-After-Ms": {"2500"}, "Retry-After": {"60"}}, coded("TooManyRequests")}, faults.ForStatus(429).Wait(2500 * time.Millisecond), "TooManyRequests"},
		{"429 in ms, plain", answer{429, http.Header{"Retry-After-Ms": {"1500"}, "X-Ms-Retry-After-Ms": {"2500"}}, ""}, faults.ForStatus(429).Wait(1500 * time.Millisecond), ""},
		{"a right beside a wait", answer{403, http.Header{"Retry-After": {"7"}}, coded("AuthorizationFailed")}, faults.ForStatus(403), "AuthorizationFailed"},
		{"the header's code wins", answer{404, http.Header{"X-Ms-Error-Code": {"BlobNotFound"}}, coded("Conflict")}, faults.ForStatus(404), "BlobNotFound"},
		{"XML", answer{409, nil, "<?xml version=\"1.0\"?><Error><Code>LeaseIdMissing</Code><Message>" + faults.CanaryMessage + "</Message></Error>"}, faults.ForStatus(409), "LeaseIdMissing"},
		{"OData of old", answer{404, nil, `{"odata.error":{"code":"ResourceNotFound"}}`}, faults.ForStatus(404), "ResourceNotFound"},
		{"of a family", answer{404, nil, coded("QueueNotFound")}, faults.ForStatus(404), ""},
		{"of another", answer{409, nil, coded("TableAlreadyExists")}, faults.ForStatus(409), ""},
		{"unknown", answer{409, nil, coded(faults.CanaryCode)}, faults.ForStatus(409), ""},
		{"no body", answer{503, http.Header{"Retry-After": {"3"}}, ""}, faults.ForStatus(503).Wait(3 * time.Second).With(none), ""},
		{"HTML", answer{502, nil, "<html>" + faults.CanaryBody}, faults.ForStatus(502), ""},
		{
			"a claims challenge",
			answer{401, http.Header{"WWW-Authenticate": {`Bearer error="insufficient_claims", claims="` + faults.CanaryHeader + `"`}}, coded("InvalidAuthenticationToken")},
			faults.ForCode(needsUser, 401), "insufficient_claims",
		},
	} {
		check(t, proof.Case{Name: c.name, Err: refuse(t, callAzure, c.answer), Want: c.want, Code: c.code})
	}
}

// A long-running operation that fails is a response with 200. It was accepted before.
func TestOperations(t *testing.T) {
	for code, kind := range map[string]toolerr.Kind{
		"TooManyRequests": rateLimit, "Conflict": badRequest, "OperationTimedOut": serverError, "ImageNotFound": toolerr.KindUpstreamNotFound,
	} {
		err := runtime.NewResponseError(&http.Response{
			StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(`{"status":"Failed","error":{"code":"` + code + `","message":"` + faults.CanaryMessage + `"}}`)),
		})
		te := microsoftadapter.Adapter.FromError(err)
		require.NotNil(t, te)
		assert.Equal(t, kind, te.Kind(), code)
		assert.Equal(t, unknown, te.Effect(), code)
	}
}

// Two goroutines may read the report of one error. The race detector fails the test if the
// error's text is read.
func TestTwoReaders(t *testing.T) {
	s := authority(t, answer{401, nil, `{"error":"invalid_client","error_description":"` + faults.CanaryMessage + `","error_codes":[7000215]}`})
	te := microsoftadapter.Adapter.FromError(token(t.Context(), s.Client(), s.URL))
	require.NotNil(t, te)
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			assert.Contains(t, te.DeveloperMessage(), "ClientSecretCredential authentication failed")
			assert.Contains(t, te.DeveloperMessage(), faults.CanaryMessage)
		})
	}
	readers.Wait()
}

func TestGraph(t *testing.T) {
	for _, c := range []struct {
		name   string
		answer answer
		want   conformance.Want
		code   string
	}{
		{"429", answer{429, http.Header{"Retry-After": {"7"}}, coded("TooManyRequests")}, faults.ForStatus(429).Wait(7 * time.Second), "TooManyRequests"},
		{"a right beside a wait", answer{403, http.Header{"Retry-After": {"7"}}, coded("Authorization_RequestDenied")}, faults.ForStatus(403), "Authorization_RequestDenied"},
		{"an activity", answer{429, nil, coded("activityLimitReached")}, faults.ForStatus(429), "activityLimitReached"},
		{"503", answer{503, http.Header{"Retry-After": {"7"}}, coded("serviceNotAvailable")}, faults.ForStatus(503).Wait(7 * time.Second).With(none), "serviceNotAvailable"},
		{"509", answer{509, http.Header{"Retry-After": {"7"}}, coded("x")}, faults.ForCode(rateLimit, 509).Wait(7 * time.Second), "bandwidth_limit"},
		{"423", answer{423, nil, coded("x")}, faults.ForCode(toolerr.KindToolRetry, 423), "locked"},
		{"507", answer{507, nil, coded("quotaLimitReached")}, faults.ForCode(badRequest, 507), "quotaLimitReached"},
		{"507, not in the code", answer{507, nil, coded("x")}, faults.ForCode(serverError, 507).Retry(false), "insufficient_storage"},
		{"410", answer{410, nil, coded("resyncRequired")}, faults.ForCode(badRequest, 410), "resyncRequired"},
		{"412", answer{412, nil, coded("x")}, faults.ForStatus(412), ""},
		{"an error without a message", answer{404, nil, `{"error":{"code":"itemNotFound"}}`}, faults.ForStatus(404), "itemNotFound"},
		{"an empty error", answer{404, nil, `{"error":{}}`}, faults.ForStatus(404), ""},
		{"no error", answer{404, nil, `{}`}, faults.ForStatus(404), ""},
		{"no body", answer{404, nil, ``}, faults.ForStatus(404), ""},
		{
			"a claims challenge",
			answer{401, http.Header{"WWW-Authenticate": {`Bearer error="insufficient_claims", claims="x"`}}, coded("InvalidAuthenticationToken")},
			faults.ForCode(needsUser, 401), "insufficient_claims",
		},
	} {
		check(t, proof.Case{Name: c.name, Err: refuse(t, callGraph, c.answer), Want: c.want, Code: c.code})
	}
	check(t, proof.Case{Name: "a client without types", Err: refuse(t, callKiota, answer{404, nil, coded("itemNotFound")}), Want: faults.ForStatus(404)})
	// The type's text panics, and is never read.
	assert.Panics(t, func() { _ = odataerrors.NewODataError().Error() }, "the client's text panics no more: drop the words about it")
	assert.NotNil(t, microsoftadapter.Adapter.FromError(odataerrors.NewODataError()))
}

// authority starts a server with the addresses for tokens, which sends the given response
// to token requests.
func authority(t *testing.T, a answer) *httptest.Server {
	t.Helper()
	var s *httptest.Server
	s = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			a.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]string{
			"authorization_endpoint": s.URL + "/tenant/oauth2/v2.0/authorize",
			"token_endpoint":         s.URL + "/tenant/oauth2/v2.0/token",
			"issuer":                 s.URL + "/tenant/v2.0",
		})
	}))
	t.Cleanup(s.Close)
	return s
}

func TestTokens(t *testing.T) {
	said := func(word, number string) string {
		return `{"error":"` + word + `","error_description":"AADSTS` + number + `: ` + faults.CanaryMessage + `","error_codes":[` + number + `]}`
	}
	type row struct {
		name   string
		answer answer
		want   conformance.Want
		code   string
	}
	rows := []row{
		{"of no number", answer{400, nil, said("invalid_grant", "1")}, faults.ForCode(authError, 400), "authentication_failed"},
		{"HTML", answer{403, nil, "<html>" + faults.CanaryBody}, faults.ForCode(authError, 403), "authentication_failed"},
		{"a limit", answer{429, http.Header{"Retry-After": {"7"}}, "{}"}, faults.ForStatus(429).Wait(7 * time.Second), ""},
		{"a failure", answer{503, nil, said("temporarily_unavailable", "90033")}, faults.ForStatus(503).With(none), ""},
	}
	for _, r := range spec.Of(microsoftadapter.Adapter).Table().Rows() {
		if number, ok := strings.CutPrefix(r.VendorCode, "AADSTS"); ok {
			rows = append(rows, row{r.VendorCode, answer{400, nil, said("invalid_grant", number)}, faults.ForCode(authError, 400), r.VendorCode})
		}
	}
	for name, call := range map[string]proof.Call{"a token": token, "on the way": onTheWay} {
		t.Run(name, func(t *testing.T) {
			for _, r := range rows {
				s := authority(t, r.answer)
				err := call(t.Context(), s.Client(), s.URL)
				require.Error(t, err)
				check(t, proof.Case{Name: r.name, Err: err, Want: r.want, Code: r.code})
			}
		})
	}
}

// The failures come before a request to an authority, or lose its response.
func TestNoTokenAtAll(t *testing.T) {
	closed := "https://" + faults.ClosedPort(t)
	cli := func() error {
		t.Setenv("PATH", t.TempDir())
		credential, err := azidentity.NewAzureCLICredential(nil)
		require.NoError(t, err)
		_, err = credential.GetToken(t.Context(), tokenOptions())
		return err
	}()
	for _, c := range []proof.Case{
		{Name: "unreachable", Err: token(t.Context(), http.DefaultClient, closed), Want: proof.Want(authError, none), Code: "authentication_failed"},
		{Name: "no credential", Err: cli, Want: proof.Want(toolerr.KindToolFatal, none), Code: "credential_unavailable"},
		{Name: "a credential of one's own", Err: azidentity.NewCredentialUnavailableError(faults.CanaryMessage), Want: proof.Want(toolerr.KindToolFatal, none), Code: "credential_unavailable"},
		{Name: "a sign-in", Err: &azidentity.AuthenticationRequiredError{}, Want: proof.Want(needsUser, none), Code: "authentication_required"},
		{Name: "no TLS", Err: plainBearer(t.Context(), http.DefaultClient, proof.Serve(t, http.NotFoundHandler()).URL), Want: proof.Want(toolerr.KindToolFatal, none)},
	} {
		require.Error(t, c.Err, c.Name)
		check(t, c)
	}
}

// Kiota's error for a body that is not JSON has neither a type nor the status; the
// transport records it.
func TestLost(t *testing.T) {
	s := proof.Serve(t, answer{503, http.Header{"Content-Type": {"text/html"}, "Retry-After": {"7"}}, faults.CanaryBody})
	proof.CheckRecorded(t, microsoftadapter.Adapter, s, func(ctx context.Context, hc *http.Client, url string) error {
		err := callGraph(ctx, hc, url)
		assert.Nil(t, microsoftadapter.Adapter.FromError(err), "it has a type now; recognise that")
		return err
	}, proof.Case{Name: "a page", Want: faults.ForStatus(503).Wait(7 * time.Second).With(none), Service: "_http"})
}

// azcore states for a truncated response whether the call may be retried.
func TestBroken(t *testing.T) {
	s := proof.Serve(t, answer{200, http.Header{"Content-Length": {"1000"}}, "{"})
	hc := &http.Client{Transport: httpadapter.Transport{Base: s.Client().Transport}}
	for _, c := range []struct {
		name    string
		client  *http.Client
		service string
	}{
		{"POST, with the transport", hc, "_http"},
		{"POST", s.Client(), ""},
	} {
		err := callAzureAs(t.Context(), http.MethodPost, c.client, s.URL)
		require.Error(t, err)
		want := proof.Want(toolerr.KindNetworkTransportUnmapped, unknown).Or("a connection that was lost", proof.Want(toolerr.KindNetworkTransportUnreachable, unknown))
		check(t, proof.Case{Name: c.name, Err: err, Want: want, Service: c.service})
	}
}

// azcore and Kiota run with the fault server.
func TestFaults(t *testing.T) {
	shape := faults.Shape{
		Name: "Microsoft",
		Error: func(a faults.Answer) faults.Content {
			body, _ := json.Marshal(map[string]any{"error": map[string]any{ // strings encode
				"code": a.Code, "message": a.Message, "innerError": map[string]string{"request-id": a.RequestID},
			}})
			return faults.Content{Type: "application/json", Body: body}
		},
	}
	const rows = "the tests above reach every row"
	for name, tt := range map[string]struct {
		call proof.Call
		skip proof.Skipped
	}{
		"Azure": {callAzure, proof.WithoutRows(rows).Faults("the client refuses such a URL itself, with a text and no type",
			"url-empty", "url-no-host", "url-relative", "url-unsupported-scheme")},
		"Graph": {callGraph, proof.WithoutRows(rows).Faults("to the client every status below 400 is a success",
			"status-300", "status-304", "redirect-no-location-302")},
	} {
		t.Run(name, func(t *testing.T) {
			suite := proof.Suite(microsoftadapter.Adapter, "microsoft/"+name, shape, tt.skip, tt.call)
			suite.Have, suite.Messages, suite.Canary = nil, append(suite.Messages, clients.Messages()...), canary
			suite.Wants = map[string]conformance.Want{
				"fault/status-423": faults.ForCode(toolerr.KindToolRetry, 423).Because("Microsoft Graph, Azure Cosmos DB: it is locked for now"),
				"fault/status-507": faults.ForStatus(507).Retry(false).With(none).Because("Microsoft Graph: the user's storage is full"),
			}
			suite.Run(t)
		})
	}
}

// The agent reads which fields were refused, from each client.
func TestFindings(t *testing.T) {
	for name, call := range map[string]proof.Call{"Azure": callAzure, "Graph": callGraph} {
		t.Run(name, func(t *testing.T) {
			err := refuse(t, call, answer{400, nil, `{"error":{"code":"BadArgument","message":"Multiple errors","target":"ContactInfo","details":[` +
				`{"code":"NullValue","target":"PhoneNumber","message":"Phone number must not be null"},{"code":"MalformedValue","target":"Address","message":"Address is not valid"}]}}`})
			proof.Told(t, microsoftadapter.Adapter, err, `{"contactInfo":{"phoneNumber":null,"address":"x"}}`, "/contactInfo/phoneNumber is required", "/contactInfo/address does not have the required format")
			err = refuse(t, call, answer{400, nil, `{"error":{"code":"BadRequest","message":"Invalid filter clause: Could not find a property named 'displayNam' on type 'microsoft.graph.user'.","innerError":{"request-id":"x"}}}`})
			proof.Told(t, microsoftadapter.Adapter, err, `{"filter":"displayNam eq 'Ann'"}`, `/filter contains the name "displayNam", which is not known (line 1, column 1)`)
		})
	}
}
