package microsoft_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/Azure/azure-sdk-for-go/sdk/azidentity"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/microsoftadapter"
	"github.com/errand-go/errand/conformance/faults"
)

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
		te := microsoftadapter.Adapter{}.FromError(&azidentity.AuthenticationFailedError{RawResponse: &http.Response{
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
		te := microsoftadapter.Adapter{}.FromError(token(t.Context(), s.Client(), s.URL))
		require.NotNil(t, te)
		text := te.DeveloperMessage()
		assert.Contains(t, text, "ClientSecretCredential")
		assert.NotContains(t, text, faults.CredentialPassword)
		assert.LessOrEqual(t, len(text), 2<<10)
	}
}
