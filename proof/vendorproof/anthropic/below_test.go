package anthropic_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/config"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// bare removes the sources of the SDK's credentials.
func bare(t *testing.T) {
	t.Helper()
	for _, name := range []string{
		"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_PROFILE", "ANTHROPIC_FEDERATION_RULE_ID",
	} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
}

func anyMessage() anthropic.MessageNewParams {
	_, params := client(nil, "", nil)
	return params
}

// The client exchanges a workload's token for one of Anthropic's, which is refused: the
// call itself is never sent.
func TestTokens(t *testing.T) {
	bare(t)
	limited := func(status int) conformance.Want { return faults.ForStatus(status).With(toolerr.EffectNone) }
	for status, want := range map[int]conformance.Want{
		400: faults.ForCode(toolerr.KindUpstreamAuthError, 400), 401: faults.ForCode(toolerr.KindUpstreamAuthError, 401),
		403: faults.ForCode(toolerr.KindUpstreamAuthError, 403), 404: faults.ForCode(toolerr.KindUpstreamAuthError, 404),
		429: limited(429), 500: limited(500), 503: limited(503),
	} {
		s := serve(t, status, nil, []byte(`{"error":"invalid_grant","error_description":"`+faults.CanaryMessage+`"}`))
		c := anthropic.NewClient(option.WithBaseURL(s.URL), option.WithHTTPClient(s.Client()), option.WithMaxRetries(0),
			option.WithFederationTokenProvider(
				func(context.Context) (string, error) { return faults.CredentialBearer, nil },
				option.FederationOptions{FederationRuleID: "fdrl_1", OrganizationID: "7d444840-9dc0-11d1-b245-5ffdce74fad2"},
			))
		_, err := c.Messages.New(t.Context(), anyMessage())
		check(t, proof.Case{Name: http.StatusText(status), Err: err, Want: want})
	}
}

// The client has no credentials, or a profile that cannot be used.
func TestNoCredentials(t *testing.T) {
	s := serve(t, http.StatusOK, nil, []byte(answer))
	want := faults.ForKind(toolerr.KindToolFatal, toolerr.EffectNone)
	ask := func(t *testing.T, more ...option.RequestOption) error {
		t.Helper()
		c := anthropic.NewClient(append(more, option.WithBaseURL(s.URL), option.WithHTTPClient(s.Client()), option.WithMaxRetries(0))...)
		_, err := c.Messages.New(t.Context(), anyMessage())
		return err
	}
	t.Run("none", func(t *testing.T) {
		bare(t)
		check(t, proof.Case{Name: "at all", Err: ask(t), Want: want})
	})
	t.Run("a profile", func(t *testing.T) {
		bare(t)
		for name, profile := range map[string]*config.Config{
			"without a way to sign in": {},
			"without a file": {OrganizationID: workspace, AuthenticationInfo: &config.AuthenticationInfo{
				Type: config.AuthenticationTypeOIDCFederation, OIDCFederation: &config.OIDCFederation{
					FederationRuleID: "fdrl_1", IdentityToken: &config.IdentityTokenConfig{Source: faults.CanaryFile},
				},
			}},
		} {
			check(t, proof.Case{Name: name, Err: ask(t, option.WithConfig(profile)), Want: want})
		}
	})
}
