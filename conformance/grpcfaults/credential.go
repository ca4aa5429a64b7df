package grpcfaults

import (
	"context"
	"errors"
	"net/http"

	"golang.org/x/oauth2"
	"google.golang.org/grpc"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

const (
	sourceToken   = "the call waits for a credential that did not come, so it was not sent"
	noTokenStatus = "x/oauth2 v0.37.0 says the error code and not the status, and gRPC keeps the text alone"
)

// credentialFaults are calls whose credentials could not be obtained.
func credentialFaults() []Fault {
	denied := answered(toolerr.KindUpstreamAuthError)
	serverError := answered(toolerr.KindUpstreamServerError).With(toolerr.EffectNone)
	own := errors.New(faults.CanaryMessage + " " + faults.CredentialBody)
	return []Fault{
		credentialFault("grpc-credentials-insecure", "credentials that need TLS, on a connection without", fatal,
			grpc.WithDefaultCallOptions(grpc.PerRPCCredentials(ownCredentials{secure: true}))),
		credentialFault("grpc-call-credentials-failed", "the credentials of the call fail", fatal,
			grpc.WithDefaultCallOptions(grpc.PerRPCCredentials(ownCredentials{err: own}))),

		tokenFault("oauth-invalid_grant", denied, "a person has to sign in again"),
		tokenFault("oauth-500", serverError, noTokenStatus),
		tokenFault("oauth-503-retry-after", serverError, noTokenStatus),
		tokenFault("oauth-429", answered(toolerr.KindUpstreamRateLimit), noTokenStatus),
		tokenFault("oauth-502-html", faults.ForStatus(502).With(toolerr.EffectNone), "no error code: here the text has the status"),
		tokenFault("conn-refused", unreachable.With(toolerr.EffectNone), "the token endpoint, not the service"),
		tokenFault("client-timeout", timedOut.With(toolerr.EffectNone), "the token endpoint, not the service"),
	}
}

func credentialFault(name, does string, want faults.Want, opts ...grpc.DialOption) Fault {
	return Fault{
		Name: name, Does: does, Want: want, Source: sourceUnmade,
		run: behaviour{handle: (*site).succeed, dial: func(*site) []grpc.DialOption { return opts }},
	}
}

// tokenFault makes the client call a token endpoint first, which has the fault of that name
// in package faults.
func tokenFault(name string, want faults.Want, why string) Fault {
	below, ok := faults.Lookup(name)
	if !ok {
		panic("grpcfaults: there is no fault " + name)
	}
	return Fault{
		Name: "grpc-token-" + name, Does: "before the call: " + below.Does, Want: want, Source: sourceToken, Why: why,
		run: behaviour{handle: (*site).succeed, dial: func(s *site) []grpc.DialOption {
			endpoint := s.server.below.Target(below)
			return []grpc.DialOption{grpc.WithPerRPCCredentials(tokens{url: endpoint.URL, client: endpoint.Client})}
		}},
	}
}

// ownCredentials return an error, or require TLS.
type ownCredentials struct {
	err    error
	secure bool
}

// GetRequestMetadata returns an error.
func (c ownCredentials) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	return nil, c.err
}

// RequireTransportSecurity reports whether they require TLS.
func (c ownCredentials) RequireTransportSecurity() bool { return c.secure }

// tokens are credentials from a refresh token, like those of credentials/oauth, but without
// TLS.
type tokens struct {
	url    string
	client *http.Client
}

// GetRequestMetadata calls the token endpoint.
func (t tokens) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, t.client)
	config := oauth2.Config{
		ClientID: faults.CredentialUser, ClientSecret: faults.CredentialPassword,
		Endpoint: oauth2.Endpoint{TokenURL: t.url, AuthStyle: oauth2.AuthStyleInParams},
	}
	token, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: faults.CredentialAPIKey}).Token()
	if err != nil {
		return nil, err
	}
	return map[string]string{"authorization": token.Type() + " " + token.AccessToken}, nil
}

// RequireTransportSecurity returns false, because the loopback is safe.
func (tokens) RequireTransportSecurity() bool { return false }
