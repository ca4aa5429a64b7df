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
	{VendorCode: "invalid_grant", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceToken},
	{VendorCode: "access_denied", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceAuthz},
	{VendorCode: "expired_token", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceDevice},
	{VendorCode: "login_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{VendorCode: "interaction_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{VendorCode: "consent_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{VendorCode: "account_selection_required", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC},
	{VendorCode: "insufficient_user_authentication", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceMeta},
	{VendorCode: "bad_refresh_token", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceGitHub},
	{VendorCode: "bad_verification_code", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceGitHub},
	{VendorCode: "unverified_user_email", Kind: authError, UserAction: true, Guidance: toolerr.GuidanceNone, Source: sourceGitHub},

	// A person is at it.
	{VendorCode: "authorization_pending", Kind: authError, CanRetry: &yes, UserAction: true, Hint: toolerr.Msg(hintPending), Source: sourceDevice},
	{VendorCode: "slow_down", Kind: rateLimit, Source: sourceDevice},

	// The program is set up wrongly.
	{VendorCode: "invalid_client", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{VendorCode: "unauthorized_client", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{VendorCode: "incorrect_client_credentials", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceGitHub},
	{VendorCode: "invalid_scope", Kind: authError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{VendorCode: "redirect_uri_mismatch", Kind: badRequest, Source: sourceGitHub},
	{VendorCode: "invalid_request", Kind: badRequest, Source: sourceToken},
	{VendorCode: "unsupported_grant_type", Kind: badRequest, Source: sourceToken},
	{VendorCode: "unsupported_response_type", Kind: badRequest, Source: sourceAuthz},

	// The endpoint failed.
	{VendorCode: "server_error", Kind: serverError, Source: sourceAuthz},
	{VendorCode: "temporarily_unavailable", Kind: serverError, Source: sourceAuthz},
}
