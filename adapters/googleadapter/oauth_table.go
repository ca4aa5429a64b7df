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
	sourceOIDC   = "OpenID Connect Core 1.0 section 3.1.2.6"
	sourceGitHub = "GitHub, Troubleshooting OAuth app access token request errors"
	sourceMeta   = "RFC 9470 section 3"
)

const (
	hintReconnect = "The account's access has ended. Ask the user to connect the account again."
	hintPending   = "The user has not finished signing in. Ask the user to do so, then try again."
)

// oauthTable is what the error codes of token endpoints mean, whoever runs them.
var oauthTable = adapter.NewTable(oauthSlug, oauthDisplay, oauthRows...)

// oauthRows: whoever is refused a token cannot renew it, so no row says so, not
// even with a 401.
var oauthRows = []adapter.Row{
	// Only a person can do something.
	{Code: "invalid_grant", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceToken},
	{Code: "access_denied", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceAuthz},
	{Code: "expired_token", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceDevice},
	{Code: "login_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{Code: "interaction_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{Code: "consent_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{Code: "account_selection_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{Code: "insufficient_user_authentication", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceMeta},
	{Code: "bad_refresh_token", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceGitHub},
	{Code: "bad_verification_code", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceGitHub},
	{Code: "unverified_user_email", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Source: sourceGitHub},

	// A person is at it.
	{Code: "authorization_pending", Kind: authError, CanRetry: &yes, UserAction: true, Hint: toolerr.Msg(hintPending), Source: sourceDevice},
	{Code: "slow_down", Kind: rateLimit, Source: sourceDevice},

	// The program is set up wrongly.
	{Code: "invalid_client", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{Code: "unauthorized_client", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{Code: "incorrect_client_credentials", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceGitHub},
	{Code: "invalid_scope", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{Code: "redirect_uri_mismatch", Kind: badRequest, Source: sourceGitHub},
	{Code: "invalid_request", Kind: badRequest, Source: sourceToken},
	{Code: "unsupported_grant_type", Kind: badRequest, Source: sourceToken},
	{Code: "unsupported_response_type", Kind: badRequest, Source: sourceAuthz},

	// The endpoint failed.
	{Code: "server_error", Kind: serverError, Source: sourceAuthz},
	{Code: "temporarily_unavailable", Kind: serverError, Source: sourceAuthz},
}
