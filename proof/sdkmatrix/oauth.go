package sdkmatrix

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"io"
	"net/http"
	"sync"
	"time"

	"cloud.google.com/go/auth"
	"golang.org/x/oauth2"
	"golang.org/x/oauth2/jwt"

	"github.com/errand-go/errand/adapters/googleadapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// A tokenCall requests a token from the target, through the client.
type tokenCall func(ctx context.Context, t conformance.Target, client *http.Client) error

func oauthSuites(wire wiring) []conformance.Suite {
	of := func(name string, call tokenCall, have ...faults.Need) conformance.Suite {
		return conformance.Suite{
			Adapter: googleadapter.OAuth2{}, Defaults: behind(), Client: name, Shape: faults.OAuth(),
			Messages: append(clients.Messages(), toolerr.Msg("The tool did not get a token. The arguments of the call are not the reason.")),
			Wants:    faults.TokenWants(name), Have: append(have, faults.NeedOAuth, faults.NeedJSON, faults.NeedBody),
			Skip: map[string]string{"law/rows": "a token endpoint sends none of the reasons of an API", "law/paths": oneClient},
			Call: func(ctx context.Context, t conformance.Target) error { return call(ctx, t, wire(t)) },
		}
	}
	google := of("oauth2/auth", callAuth)
	google.Adapter = googleadapter.Adapter{Decoding: true} // this client is Google's
	older := of("oauth2/jwt", callJWT)
	older.Wants["fault/dialer-own-error"] = faults.ForKind(toolerr.KindNetworkTransportUnmapped, toolerr.EffectUnknown).
		Because("x/oauth2/jwt v0.37.0 makes a text of the tool's own error")
	return []conformance.Suite{
		of("oauth2/token", callToken, faults.NeedSetup),
		of("oauth2/http", callWithToken, faults.NeedSetup),
		older,
		google,
	}
}

// source renews an expired token at the target.
func source(ctx context.Context, t conformance.Target, client *http.Client) oauth2.TokenSource {
	cfg := oauth2.Config{
		ClientID: "tool", ClientSecret: faults.CredentialPassword,
		Endpoint: oauth2.Endpoint{TokenURL: t.URL, AuthStyle: oauth2.AuthStyleInHeader},
	}
	expired := &oauth2.Token{RefreshToken: faults.CredentialCookie, Expiry: time.Now().Add(-time.Hour)}
	if t.Fault.Name == "oauth-no-refresh-token" {
		expired.RefreshToken = ""
	}
	return cfg.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, client), expired)
}

func callToken(ctx context.Context, t conformance.Target, client *http.Client) error {
	_, err := source(ctx, t, client).Token()
	return err
}

// callWithToken calls an API whose token must be renewed first.
func callWithToken(ctx context.Context, t conformance.Target, client *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, t.URL+"/api", nil)
	if err != nil {
		return err
	}
	api := &http.Client{Transport: &oauth2.Transport{Source: source(ctx, t, client), Base: client.Transport}}
	resp, err := api.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if err := httpadapter.CheckResponse(resp); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// callJWT signs a claim for a service account, like Google's older clients.
func callJWT(ctx context.Context, t conformance.Target, client *http.Client) error {
	key, err := privateKey()
	if err != nil {
		return err
	}
	cfg := jwt.Config{Email: account, PrivateKey: key, TokenURL: t.URL}
	_, err = cfg.TokenSource(context.WithValue(ctx, oauth2.HTTPClient, client)).Token()
	return err
}

// account is the account in the signed claims.
const account = "tool@project.iam.gserviceaccount.com"

// callAuth signs a claim for a service account, like Google's newer clients.
func callAuth(ctx context.Context, t conformance.Target, client *http.Client) error {
	key, err := privateKey()
	if err != nil {
		return err
	}
	tokens, err := auth.New2LOTokenProvider(&auth.Options2LO{
		Email: account, PrivateKey: key, TokenURL: t.URL, Client: client,
	})
	if err != nil {
		return err
	}
	_, err = tokens.Token(ctx)
	return err
}

// privateKey is a service account's key. It is made once, because that takes long.
var privateKey = sync.OnceValues(func() ([]byte, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)}), nil
})
