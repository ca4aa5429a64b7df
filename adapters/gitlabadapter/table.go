package gitlabadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

const (
	slug    = "_gitlab"
	display = "GitLab"
)

// errand's own codes for statuses of a merge.
const (
	notMergeable = "not_mergeable"
	headChanged  = "sha_mismatch"
)

// The sources of the rows, read 2026-11-23.
const (
	sourceTokens = "GitLab 18.5, lib/api/api_guard.rb; RFC 6750 section 3.1"
	sourceMerge  = "GitLab 18.5, Merge requests API, Merge a merge request"
)

const (
	hintToken = "The token is not valid, or has expired or was revoked. Someone has to set another one."
	hintMerge = "It may be a draft or closed, have conflicts, or wait for an approval, a pipeline or a discussion. Look at its merge status."
	hintSHA   = "Somebody pushed to it. Look at what changed before merging."
)

// table lists the meanings of the codes.
var table = adapter.NewTable(
	slug, display,
	adapter.Row{VendorCode: "insufficient_scope", Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg("Someone has to give the token the scope that the call needs."), Source: sourceTokens},
	adapter.Row{VendorCodes: []string{"invalid_token", "impersonation_disabled"}, Kind: toolerr.KindUpstreamAuthError, UserAction: true, Hint: toolerr.Msg(hintToken), Source: sourceTokens},
	adapter.Row{VendorCode: notMergeable, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("GitLab cannot merge the merge request as it is."), Hint: toolerr.Msg(hintMerge), Source: sourceMerge},
	adapter.Row{VendorCode: headChanged, Kind: toolerr.KindUpstreamBadRequest, Message: toolerr.Msg("The merge request changed since it was read."), Hint: toolerr.Msg(hintSHA), Source: sourceMerge},
)
