package googleadapter_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"
	"golang.org/x/oauth2/jwt"
	"google.golang.org/api/googleapi"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

func credentials(url string) *clientcredentials.Config {
	return &clientcredentials.Config{
		ClientID: "client", ClientSecret: faults.CredentialPassword, TokenURL: url, AuthStyle: oauth2.AuthStyleInParams,
	}
}

// refused returns the error that googleapi makes of a response.
func refused(t *testing.T, status int, body string, header http.Header) error {
	t.Helper()
	resp := httptest.NewRecorder()
	maps.Copy(resp.Header(), header)
	resp.WriteHeader(status)
	_, _ = resp.WriteString(body)
	err := googleapi.CheckResponse(resp.Result())
	require.Error(t, err)
	return err
}

// Each row of Google's table decides: in errors[] if the older envelope has it, in
// ErrorInfo, and as the canonical code. A token endpoint's decide for both adapters.
// proof/sdkmatrix drives the clients.
func TestRows(t *testing.T) {
	grants := spec.Of(googleadapter.OAuth2{}).Table()
	for _, row := range spec.Of(googleadapter.Adapter{}).Table().Rows() {
		if _, ok := grants.Lookup(row.VendorCode); ok {
			err := &oauth2.RetrieveError{Response: &http.Response{StatusCode: 400}, ErrorCode: row.VendorCode, ErrorDescription: faults.CanaryMessage}
			checkRow(t, row, 400, adapt(t, err))
			checkRow(t, row, 400, googleadapter.OAuth2{}.FromError(err))
			continue
		}
		for _, body := range []string{
			`{"error":{"code":418,"message":"quorvexmessage","errors":[{"reason":%q,"message":"quorvexmessage"}]}}`,
			`{"error":{"code":418,"message":"quorvexmessage","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":%q}]}}`,
			`[{"error":{"code":418,"message":"quorvexmessage","status":%q}}]`,
		} {
			checkRow(t, row, 418, adapt(t, refused(t, 418, fmt.Sprintf(body, row.VendorCode), nil)))
		}
	}
}

func checkRow(t *testing.T, row adapter.Row, status int, te *toolerr.ToolRuntimeError) {
	t.Helper()
	require.NotNil(t, te, row.VendorCode)
	assert.Equal(t, row.Kind, te.Kind(), row.VendorCode)
	assert.Equal(t, row.CanRetry(), te.CanRetry(), row.VendorCode)
	assert.Equal(t, status, te.StatusCode(), row.VendorCode)
}

const (
	noRefreshToken = "no refresh token"
	nobodyThere    = "service account, no listener"
	bodyCut        = "a body cut short"
	deviceCodeCut  = "a device code cut short"
)

// textFailures makes x/oauth2 return each failure that has only a text.
func textFailures(t *testing.T) map[string]error {
	t.Helper()
	answer := func(contentType, body string) string {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", contentType)
			_, _ = fmt.Fprint(w, body)
		}))
		t.Cleanup(s.Close)
		return s.URL
	}
	cut := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "1000")
		_, _ = fmt.Fprint(w, "{")
	}))
	t.Cleanup(cut.Close)

	failures := map[string]error{}
	for name, url := range map[string]string{
		"no access token":   answer("application/json", `{"token_type":"Bearer"}`),
		"not JSON":          answer("application/json", "<html>"),
		"no form":           answer("application/x-www-form-urlencoded", "%zz"),
		bodyCut:             cut.URL,
		"a token like none": answer("application/json", "[]"),
	} {
		_, failures[name] = credentials(url).Token(t.Context())
	}
	expired := (&oauth2.Config{}).TokenSource(t.Context(), &oauth2.Token{AccessToken: "a", Expiry: time.Unix(1, 0)})
	_, failures[noRefreshToken] = expired.Token()
	_, failures[deviceCodeCut] = (&oauth2.Config{Endpoint: oauth2.Endpoint{DeviceAuthURL: cut.URL}}).DeviceAuth(t.Context())
	maps.Copy(failures, jwtFailures(t, answer))
	for name, err := range failures {
		require.Error(t, err, name)
		require.Nil(t, errors.Unwrap(err), "%s: it has a type below now; match that", name)
	}
	return failures
}

// serviceAccount is the two-legged flow of x/oauth2, which reduces every failure except a
// status to a text.
func serviceAccount(t *testing.T, url string) *jwt.Config {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	require.NoError(t, err)
	block := &pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}
	return &jwt.Config{Email: "account@example.com", PrivateKey: pem.EncodeToMemory(block), TokenURL: url}
}

// jwtFailures returns the failures of the flow.
func jwtFailures(t *testing.T, answer func(contentType, body string) string) map[string]error {
	t.Helper()
	failures := map[string]error{}
	for name, url := range map[string]string{
		nobodyThere:                     "http://" + faults.ClosedPort(t),
		"service account, not JSON":     answer("application/json", "<html>"),
		"service account, bad id token": answer("application/json", `{"access_token":"a","id_token":"x"}`),
	} {
		_, failures[name] = serviceAccount(t, url).TokenSource(t.Context()).Token()
	}
	wantsID := serviceAccount(t, answer("application/json", `{"access_token":"a"}`))
	wantsID.UseIDToken = true
	_, failures["service account, no id token"] = wantsID.TokenSource(t.Context()).Token()
	return failures
}

// The refusal of a googleapi.Error is in its body, or otherwise in its message.
func TestRefusals(t *testing.T) {
	const body = `{"error":{"code":400,"message":"Invalid.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"event.start","description":"is required"}]}]}}`
	te := adapt(t, refused(t, 400, body, nil))
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleRequired, Fields: []string{"event.start"}}}, te.Refusal().Findings)
	te = adapt(t, &googleapi.Error{Code: 400, Message: "Unrecognized name: emial at [1:8]"})
	assert.Equal(t, []toolerr.Finding{{Rule: toolerr.RuleUnknown, Word: "emial", At: toolerr.Position{Line: 1, Column: 8}}}, te.Refusal().Findings)
}
