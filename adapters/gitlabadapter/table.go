package gitlabadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's own codes for statuses of a merge.
const (
	notMergeable = "not_mergeable"
	headChanged  = "sha_mismatch"
	tokenExpired = "token_expired"
)

// The sources of the rows, read 2026-11-23.
const (
	sourceTokens = "GitLab 18.5, lib/api/api_guard.rb; RFC 6750 section 3.1"
	sourceMerge  = "GitLab 18.5, Merge requests API, Merge a merge request"
)

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_gitlab", "GitLab",
	adapter.Row{VendorCode: "insufficient_scope", Fact: toolerr.FactMissingScope, Hint: toolerr.Msg("Someone has to give the token the scope that the call needs."), Source: sourceTokens},
	adapter.Row{VendorCodes: []string{"invalid_token", "impersonation_disabled"}, Fact: toolerr.FactWrongKey, Source: sourceTokens},
	adapter.Row{VendorCode: tokenExpired, Fact: toolerr.FactExpiredKey, Source: sourceTokens + ": an invalid_token of an expired token"},
	adapter.Row{VendorCode: notMergeable, Fact: toolerr.FactWrongState, Message: toolerr.Msg("GitLab cannot merge the merge request now: it may be a draft or closed, have conflicts, or wait for an approval, a pipeline or a discussion."), Hint: toolerr.Msg("Look at its merge status."), Source: sourceMerge},
	adapter.Row{VendorCode: headChanged, Fact: toolerr.FactStale, Message: toolerr.Msg("Somebody pushed to the merge request since it was read."), Hint: toolerr.Msg("Look at what changed before merging."), Source: sourceMerge},
)
