package googleadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	oauthSlug    = "_oauth2"
	oauthDisplay = "OAuth2"
)

const (
	sourceToken  = "RFC 6749 section 5.2"
	sourceAuthz  = "RFC 6749 section 4.1.2.1"
	sourceDevice = "RFC 8628 section 3.5"
	sourceGitHub = "GitHub, Troubleshooting OAuth app access token request errors"
)

const (
	hintReconnect = "The account's access has ended. Ask the user to connect the account again."
)

// general are the codes that are less specific than most statuses: for a 429, a 401 or a
// 5xx the status decides.
var general = []string{"invalid_request", "unsupported_grant_type", "unsupported_response_type"}

// oauthTable lists the meanings of the error codes of any token endpoint.
var oauthTable = adapter.NewTable(oauthSlug, oauthDisplay, oauthRows...)

// oauthRows has no row that advises to renew the token, not even for a 401, because the
// renewal itself was refused. No row is about invalid input, because no part of a token
// request comes from the model.
var oauthRows = []adapter.Row{
	// Only a person can help.
	{VendorCodes: []string{
		"invalid_grant", "access_denied", "expired_token", "login_required", "interaction_required", "consent_required",
		"account_selection_required", "insufficient_user_authentication", "bad_refresh_token", "bad_verification_code",
	}, Fact: toolerr.FactSignIn, Hint: toolerr.Msg(hintReconnect), Source: sourceToken + "; " + sourceAuthz + "; " + sourceDevice + "; OpenID Connect Core 1.0 section 3.1.2.6; RFC 9470 section 3; " + sourceGitHub},
	{VendorCode: "unverified_user_email", Fact: toolerr.FactAccountClosed, Source: sourceGitHub},
	{VendorCode: "authorization_pending", Fact: toolerr.FactSignIn, Retry: adapter.RetryMayHelp, Guidance: toolerr.GuidanceRetryWithBackoff, Unlike: "the user is signing in", Hint: toolerr.Msg("The user has not finished signing in. Ask the user to do so, then try again."), Source: sourceDevice},
	{VendorCode: "slow_down", Fact: toolerr.FactRateLimit, Source: sourceDevice},

	// The tool is not set up correctly.
	{
		VendorCodes: []string{
			"invalid_client", "unauthorized_client", "invalid_scope", "invalid_request", "unsupported_grant_type", "unsupported_response_type",
			"incorrect_client_credentials", "redirect_uri_mismatch", "invalid_target", "deleted_client", "admin_policy_enforced", "org_internal",
		},
		Fact: toolerr.FactWrongKey, Hint: toolerr.Msg("The tool's access is not set up correctly. Someone has to correct its configuration."),
		Source: sourceToken + "; " + sourceAuthz + "; " + sourceGitHub + "; RFC 8707 section 2; Google, Using OAuth 2.0 for Web Server Applications, Errors, read 2026-11-22",
	},
	{VendorCodes: []string{"server_error", "temporarily_unavailable"}, Fact: toolerr.FactFailed, Source: sourceAuthz},
}
