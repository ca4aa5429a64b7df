package gitadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// errand's codes for go-git's errors.
const (
	noRepository   = "repository_not_found"
	emptyRemote    = "remote_repository_empty"
	noLogin        = "git_authentication_required"
	noRights       = "git_authorization_failed"
	badAuthMethod  = "invalid_auth_method"
	nonFastForward = "non_fast_forward"
	updateRefused  = "reference_update_refused"
	noReference    = "reference_not_found"
	badReference   = "invalid_reference_name"
	refChanged     = "reference_changed"
	branchExists   = "branch_exists"
	notClean       = "worktree_not_clean"
	emptyCommit    = "nothing_to_commit"
	upToDate       = "already_up_to_date"
	exists         = "repository_exists"
	noRemote       = "remote_not_found"
	damaged        = "repository_damaged"
)

const source = "go-git v5.19.3, remote.go, worktree.go, repository.go, plumbing/transport/common.go, plumbing/reference.go, storage/storer.go, read 2026-11-23"

// table lists the meanings of the codes.
var table = adapter.NewTable(
	"_git", "Git",
	adapter.Row{VendorCode: noRepository, Fact: toolerr.FactNotFound, Hint: toolerr.Msg("Check the address. A server also gives this answer if the login may not see the repository."), Source: source},
	adapter.Row{VendorCode: emptyRemote, Fact: toolerr.FactNotFound, Message: toolerr.Msg("The remote repository has no commits yet."), Hint: toolerr.Msg("Push a first commit."), Source: source},
	adapter.Row{VendorCodes: []string{noLogin, noRights}, Fact: toolerr.FactWrongKey, Hint: toolerr.Msg("Someone has to set credentials that may do this."), Source: source},
	adapter.Row{VendorCode: badAuthMethod, Fact: toolerr.FactMisuse, Unanswered: true, Message: toolerr.Msg("The address does not accept the kind of the tool's credentials."), Source: source},
	adapter.Row{VendorCode: nonFastForward, Fact: toolerr.FactStale, Message: toolerr.Msg("The branch has commits that the push or pull would drop."), Hint: toolerr.Msg("Fetch and merge or rebase first. Do not force it unless the user asks for that."), Source: source},
	adapter.Row{VendorCode: updateRefused, Fact: toolerr.FactRefused, Message: toolerr.Msg("The server did not accept the new state of a branch or tag: it may be protected, or a hook refused it."), Source: "go-git v5.19.3, plumbing/protocol/packp/report_status.go"},
	adapter.Row{VendorCode: noReference, Fact: toolerr.FactNotFound, Source: source},
	adapter.Row{VendorCode: noRemote, Fact: toolerr.FactNotFound, Unanswered: true, Source: source},
	adapter.Row{VendorCode: badReference, Fact: toolerr.FactInvalid, Message: toolerr.Msg("The name of the branch or tag is not valid."), Source: source},
	adapter.Row{VendorCode: refChanged, Fact: toolerr.FactConflict, Source: source},
	adapter.Row{VendorCode: branchExists, Fact: toolerr.FactExists, Source: source},
	adapter.Row{VendorCode: exists, Fact: toolerr.FactExists, Unanswered: true, Source: source},
	adapter.Row{VendorCode: notClean, Fact: toolerr.FactWrongState, Unanswered: true, Message: toolerr.Msg("The working copy has changes that are not committed."), Hint: toolerr.Msg("Commit or stash them first."), Source: source},
	adapter.Row{VendorCodes: []string{emptyCommit, upToDate}, Fact: toolerr.FactWrongState, Unanswered: true, Message: toolerr.Msg("There is nothing new to commit, push or pull."), Hint: toolerr.Msg("Nothing has to be done."), Source: source},
	adapter.Row{VendorCode: damaged, Fact: toolerr.FactDamaged, Message: toolerr.Msg("The repository, or the data that the server sent, is damaged."), Source: source},
)

// texts are go-git's errors of errors.New (v5.19.3) that have the same meaning in any
// program.
var texts = map[string]string{
	"repository not found":                           noRepository,
	"repository does not exist":                      noRepository,
	"remote repository is empty":                     emptyRemote,
	"authentication required":                        noLogin,
	"authorization failed":                           noRights,
	"invalid auth method":                            badAuthMethod,
	"non-fast-forward update":                        nonFastForward,
	"some refs were not updated":                     nonFastForward,
	"failed to update ref":                           updateRefused,
	"reference not found":                            noReference,
	"couldn't find remote ref":                       noReference,
	"invalid reference name":                         badReference,
	"invalid reference, should be a tag or a branch": badReference,
	"reference has changed concurrently":             refChanged,
	"branch already exists":                          branchExists,
	"tag already exists":                             branchExists,
	"worktree is not clean":                          notClean,
	"worktree contains unstaged changes":             notClean,
	"cannot create empty commit: clean working tree": emptyCommit,
	"already up-to-date":                             upToDate,
	"repository already exists":                      exists,
	"remote not found":                               noRemote,
	"malformed packed-ref":                           damaged,
	"invalid pkt-len found":                          damaged,
}
