package githubadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
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
	baseModified       = "base_branch_modified"
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

// table lists the meanings of the codes. A 404, a 5xx and other statuses without a code
// have no row.
var table = adapter.NewTable("_github", "GitHub",
	// Rate limits.
	adapter.Row{VendorCodes: []string{primaryLimit, tooManyRequests}, Fact: toolerr.FactRateLimit, Source: sourceLimits},
	adapter.Row{VendorCode: secondaryLimit, Fact: toolerr.FactRateLimit, Hint: toolerr.Msg("GitHub saw too many calls at once. Make fewer calls, one after the other."), Source: sourceLimits},
	adapter.Row{
		VendorCode: acceptedTryLater, Fact: toolerr.FactLocked, Guidance: toolerr.GuidanceNone, Effect: toolerr.EffectUnknown, Unlike: "the job has begun, and a retry may begin another one",
		Message: toolerr.Msg("GitHub has begun to compute this and is not ready yet."), Hint: toolerr.Msg("Ask again in a few seconds."), Source: sourceStats,
	},

	// Access.
	adapter.Row{VendorCode: otpRequired, Fact: toolerr.FactPersonNeeded, Hint: toolerr.Msg("GitHub asks for a one-time password. Ask the user to sign in with a token instead."), Source: "GitHub REST API, X-GitHub-OTP; go-github v89.0.0, TwoFactorAuthError"},
	adapter.Row{VendorCode: ssoRequired, Fact: toolerr.FactSignIn, Hint: toolerr.Msg("The organisation uses single sign-on. Ask the user to authorise the token for it."), Source: "GitHub REST API, Authenticating, X-GitHub-SSO"},
	adapter.Row{VendorCode: insufficientScopes, Fact: toolerr.FactMissingScope, Source: "GitHub, Scopes for OAuth apps, X-OAuth-Scopes and X-Accepted-OAuth-Scopes"},
	adapter.Row{VendorCode: forbidden, Fact: toolerr.FactNotPermitted, Source: "GitHub REST API, Troubleshooting the REST API, X-Accepted-GitHub-Permissions"},
	adapter.Row{
		VendorCodes: []string{blockedDMCA, blocked}, Fact: toolerr.FactRefused, Kind: toolerr.KindToolFatal, Effect: toolerr.EffectNone, Unlike: "no account has access",
		Hint: toolerr.Msg("GitHub has blocked the repository for everybody. Use another one."), Source: "GitHub Developer changelog 2016-03-17, status code 451 and its block object",
	},

	// Resources that changed, moved or are missing: the model must read them again.
	adapter.Row{VendorCode: baseModified, Fact: toolerr.FactAborted, Source: "GitHub REST API, Merge a pull request; cli/cli issue 8092"},
	adapter.Row{VendorCode: conflict, Fact: toolerr.FactStale, Hint: toolerr.Msg("The resource has changed since it was read, or its state does not allow this. Read it again, and use its current state."), Source: "GitHub REST API, HTTP status codes of each endpoint"},
	adapter.Row{VendorCode: mergeConflict, Fact: toolerr.FactWrongState, Hint: toolerr.Msg("The branches have changes that conflict. The conflict has to be resolved in a commit first."), Source: sourceMerge},
	adapter.Row{VendorCode: repositoryEmpty, Fact: toolerr.FactNotFound, Hint: toolerr.Msg("The repository is empty: it has no commits yet. A first file has to be created in it."), Source: "GitHub REST API, List commits, and Git database, status 409; github/rest-api-description issue 385"},
	adapter.Row{
		VendorCode: moved, Fact: toolerr.FactNotFound, Kind: toolerr.KindUpstreamBadRequest, Code: toolerr.CodeInvalidInput, Unlike: "it exists at another address",
		Hint: toolerr.Msg("The resource has moved or was renamed. Look up where it is now."), Source: "GitHub REST API, Best practices, follow redirects; go-github v89.0.0, RedirectionError",
	},
	adapter.Row{VendorCode: notProtected, Fact: toolerr.FactNotFound, Hint: toolerr.Msg("The branch is not protected."), Source: sourceClient},

	// Fields that the model can change.
	adapter.Row{VendorCode: "missing", Fact: toolerr.FactInvalid, Rule: toolerr.RuleNotFound, Hint: toolerr.Msg("Something that the call names does not exist. Look up what exists."), Source: sourceErrors},
	adapter.Row{VendorCodes: []string{"missing_field", "invalid", "unprocessable", "custom"}, Fact: toolerr.FactInvalid, Source: sourceErrors},
	adapter.Row{VendorCode: "already_exists", Fact: toolerr.FactExists, Kind: toolerr.KindUpstreamValidationError, Unlike: "GitHub sends it with 422", Source: sourceErrors},

	// Refused by the client before it sent anything.
	adapter.Row{VendorCode: pathForbidden, Fact: toolerr.FactNotSent, Unanswered: true, Hint: toolerr.Msg("A path cannot have the part \"..\". Use a full path."), Source: sourceClient},
	adapter.Row{VendorCode: mixedComments, Fact: toolerr.FactNotSent, Unanswered: true, Hint: toolerr.Msg("Give the comments of a review either a position, or a line and a side."), Source: sourceClient},
)
