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
	{VendorCode: "invalid_grant", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceToken},
	{VendorCode: "access_denied", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceAuthz},
	{VendorCode: "expired_token", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceDevice},
	{
		VendorCodes: []string{"login_required", "interaction_required", "consent_required", "account_selection_required"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceOIDC,
	},
	{VendorCode: "insufficient_user_authentication", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceMeta},
	{
		VendorCodes: []string{"bad_refresh_token", "bad_verification_code"},
		Kind:        toolerr.KindUpstreamAuthError, UserAction: true, Guidance: toolerr.GuidanceNone, Hint: toolerr.Msg(hintReconnect), Source: sourceGitHub,
	},
	{VendorCode: "unverified_user_email", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Guidance: toolerr.GuidanceNone, Source: sourceGitHub},

	// A person is at it.
	{VendorCode: "authorization_pending", Kind: toolerr.KindUpstreamAuthError, CanRetry: &yes, UserAction: true, Hint: toolerr.Msg(hintPending), Source: sourceDevice},
	{VendorCode: "slow_down", Kind: toolerr.KindUpstreamRateLimit, Source: sourceDevice},

	// The program is set up wrongly.
	{VendorCodes: []string{"invalid_client", "unauthorized_client"}, Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{VendorCode: "incorrect_client_credentials", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, Source: sourceGitHub},
	{VendorCode: "invalid_scope", Kind: toolerr.KindUpstreamAuthError, Guidance: toolerr.GuidanceNone, Source: sourceToken},
	{VendorCode: "redirect_uri_mismatch", Kind: toolerr.KindUpstreamBadRequest, Source: sourceGitHub},
	{VendorCodes: []string{"invalid_request", "unsupported_grant_type"}, Kind: toolerr.KindUpstreamBadRequest, Source: sourceToken},
	{VendorCode: "unsupported_response_type", Kind: toolerr.KindUpstreamBadRequest, Source: sourceAuthz},

	// The endpoint failed.
	{VendorCodes: []string{"server_error", "temporarily_unavailable"}, Kind: toolerr.KindUpstreamServerError, Source: sourceAuthz},
}
