package githubadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_github"
	display = "GitHub"
)

// errand's own codes; see [Adapter.Table].
const (
	primaryLimit       = "primary_rate_limit"
	secondaryLimit     = "secondary_rate_limit"
	tooManyRequests    = "too_many_requests"
	acceptedTryLater   = "accepted_try_later"
	otpRequired        = "otp_required"
	ssoRequired        = "sso_required"
	insufficientScopes = "insufficient_scopes"
	forbidden          = "forbidden"
	blockedDMCA        = "blocked_dmca"
	blocked            = "blocked"
	conflict           = "conflict"
	mergeConflict      = "merge_conflict"
	repositoryEmpty    = "repository_empty"
	moved              = "moved"
	pathForbidden      = "path_forbidden"
	mixedComments      = "mixed_comment_styles"
	notProtected       = "branch_not_protected"
)

// The sources of the rows, read 2026-11-21.
const (
	sourceLimits = "GitHub REST API, Rate limits for the REST API; go-github v66.0.0 and v89.0.0, CheckResponse"
	sourceErrors = "GitHub REST API, Troubleshooting the REST API, validation failed"
	sourceStats  = "GitHub REST API, repository statistics: 202 while they are computed; go-github v89.0.0, AcceptedError"
	sourceMerge  = "GitHub REST API, Merge a branch, and Sync a fork branch with the upstream repository, status 409; PyGithub/PyGithub pull request 2066"
	sourceClient = "go-github v66.0.0 and v89.0.0, a sentinel of the client"
)

const (
	hintAccepted  = "Ask again in a few seconds."
	hintOTP       = "GitHub asks for a one-time password. Ask the user to sign in with a token instead."
	hintSSO       = "The organisation uses single sign-on. Ask the user to authorise the token for it."
	hintForbidden = "The account may not do this. Do not repeat the call."
	hintConflict  = "It has changed since it was read, or its state does not allow this. Read it again, and use what it is now."
	hintEmpty     = "The repository is empty: it has no commits yet. A first file has to be created in it."
	hintMoved     = "It has moved or was renamed. Look up where it is now."
	hintMixed     = "Give the comments of a review either a position, or a line and a side."
)

// table lists the meanings of the codes. A 404, a 5xx and other statuses without a code
// have no row.
var table = adapter.NewTable(slug, display,
	// Rate limits.
	adapter.Row{VendorCodes: []string{primaryLimit, tooManyRequests}, Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Source: sourceLimits},
	adapter.Row{VendorCode: secondaryLimit, Kind: toolerr.KindUpstreamRateLimit, Effect: toolerr.EffectNone, Hint: toolerr.Msg("GitHub saw too many calls at once. Make fewer, one after the other."), Source: sourceLimits},

	// The job has begun, and a retry may begin another one.
	adapter.Row{VendorCode: acceptedTryLater, Kind: toolerr.KindToolRetry, Effect: toolerr.EffectUnknown, Message: toolerr.Msg("GitHub has begun to compute this and is not ready yet."), Hint: toolerr.Msg(hintAccepted), Source: sourceStats},

	// A person has to do something first.
	adapter.Row{VendorCode: otpRequired, Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg(hintOTP), Source: "GitHub REST API, X-GitHub-OTP; go-github v89.0.0, TwoFactorAuthError"},
	adapter.Row{VendorCode: ssoRequired, Kind: toolerr.KindToolContextRequired, Effect: toolerr.EffectNone, UserAction: true, Hint: toolerr.Msg(hintSSO), Source: "GitHub REST API, Authenticating, X-GitHub-SSO"},
	adapter.Row{VendorCode: insufficientScopes, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Source: "GitHub, Scopes for OAuth apps, X-OAuth-Scopes and X-Accepted-OAuth-Scopes"},

	// Missing permissions, and repositories that were taken down.
	adapter.Row{VendorCode: forbidden, Kind: toolerr.KindUpstreamAuthError, Hint: toolerr.Msg(hintForbidden), Source: "GitHub REST API, Troubleshooting the REST API, X-Accepted-GitHub-Permissions"},
	adapter.Row{VendorCodes: []string{blockedDMCA, blocked}, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Source: "GitHub Developer changelog 2016-03-17, status code 451 and its block object"},

	// Resources that changed, moved or are missing: the model must read them again.
	adapter.Row{VendorCode: conflict, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintConflict), Source: "GitHub REST API, HTTP status codes of each endpoint"},
	adapter.Row{VendorCode: mergeConflict, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg("The branches have changes that conflict. The conflict has to be resolved in a commit first."), Source: sourceMerge},
	adapter.Row{VendorCode: repositoryEmpty, Kind: toolerr.KindUpstreamNotFound, Hint: toolerr.Msg(hintEmpty), Source: "GitHub REST API, List commits, and Git database, status 409; github/rest-api-description issue 385"},
	adapter.Row{VendorCode: moved, Kind: toolerr.KindUpstreamBadRequest, Hint: toolerr.Msg(hintMoved), Source: "GitHub REST API, Best practices, follow redirects; go-github v89.0.0, RedirectionError"},
	adapter.Row{VendorCode: notProtected, Kind: toolerr.KindUpstreamNotFound, Source: sourceClient},

	// Fields that the model can change.
	adapter.Row{VendorCode: "missing", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg("Something that the call names does not exist."), Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"missing_field", "invalid", "unprocessable", "custom"}, Kind: toolerr.KindUpstreamValidationError, Source: sourceErrors},
	adapter.Row{VendorCode: "already_exists", Kind: toolerr.KindUpstreamValidationError, Hint: toolerr.Msg("There is one like it already. Look it up, or choose another name."), Source: sourceErrors},

	// Refused by the client before it sent anything.
	adapter.Row{VendorCode: pathForbidden, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Effect: toolerr.EffectNone, Hint: toolerr.Msg("A path may not have .. in it."), Source: sourceClient},
	adapter.Row{VendorCode: mixedComments, Kind: toolerr.KindToolBadInputValue, Unanswered: true, Effect: toolerr.EffectNone, Hint: toolerr.Msg(hintMixed), Source: sourceClient},
)
