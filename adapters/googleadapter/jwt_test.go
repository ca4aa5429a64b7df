package googleadapter_test

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/oauth2/jwt"

	"github.com/errand-go/errand/conformance/faults"
)

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
