// Package git_test tests go-git with repositories in temporary folders, which its own
// server serves, and with a server that refuses over HTTP.
package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-git/go-billy/v5/osfs"
	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/config"
	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/object"
	"github.com/go-git/go-git/v5/plumbing/transport"
	"github.com/go-git/go-git/v5/plumbing/transport/client"
	"github.com/go-git/go-git/v5/plumbing/transport/http"
	"github.com/go-git/go-git/v5/plumbing/transport/server"
	"github.com/go-git/go-git/v5/storage"
	"github.com/go-git/go-git/v5/storage/memory"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/gitadapter"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

const none = toolerr.EffectNone

func TestMain(m *testing.M) {
	// In this process, instead of the program git.
	client.InstallProtocol("file", server.NewServer(server.NewFilesystemLoader(osfs.New("/"))))
	proof.Main(m)
}

func remote(url string) *git.Remote {
	return git.NewRemote(memory.NewStorage(), &config.RemoteConfig{Name: "origin", URLs: []string{url}})
}

// The responses come from an HTTP server.
func TestStatuses(t *testing.T) {
	codes := map[int]string{401: "git_authentication_required", 403: "git_authorization_failed", 404: "repository_not_found"}
	for _, status := range []int{400, 401, 403, 404, 410, 429, 500, 502, 503} {
		s := proof.Serve(t, proof.Answer{Status: status, Body: proof.Said})
		_, err := remote(s.URL+"/"+faults.CanaryPath+".git").ListContext(t.Context(), &git.ListOptions{
			Auth: &http.BasicAuth{Username: faults.CredentialUser, Password: faults.CredentialPassword},
		})
		want := faults.ForStatus(status)
		if codes[status] != "" {
			want.Status = 0 // go-git keeps a sentinel
		}
		prove(t, proof.Case{Name: fmt.Sprint(status), Err: err, Code: codes[status], Want: want})
	}
	_, err := remote("http://"+faults.ClosedPort(t)+"/x.git").ListContext(t.Context(), &git.ListOptions{})
	te := gitadapter.Adapter.FromError(err)
	if te == nil { // it unwraps
		prove(t, proof.Case{Name: "refused", Err: err, Service: "_http", Want: proof.Want(toolerr.KindNetworkTransportUnreachable, none)})
	} else {
		assert.Equal(t, toolerr.KindNetworkTransportUnreachable, te.Kind(), "%T", err)
	}
}

// A repo is a repository with a working copy.
type repo struct {
	*git.Repository
	dir string
}

func newRepo(t *testing.T, bare bool) repo {
	t.Helper()
	dir := t.TempDir()
	r, err := git.PlainInit(dir, bare)
	require.NoError(t, err)
	return repo{r, dir}
}

func (r repo) commit(t *testing.T, content string) plumbing.Hash {
	t.Helper()
	w, err := r.Worktree()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(r.dir, "a"), []byte(content), 0o600))
	_, err = w.Add("a")
	require.NoError(t, err)
	hash, err := w.Commit("x", &git.CommitOptions{Author: &object.Signature{Name: "n", Email: "e@example.com", When: time.Unix(1, 0)}})
	require.NoError(t, err)
	return hash
}

func (r repo) pushTo(t *testing.T, bare repo) error {
	t.Helper()
	if _, err := r.Remote("origin"); err != nil {
		_, err = r.CreateRemote(&config.RemoteConfig{Name: "origin", URLs: []string{"file://" + bare.dir}})
		require.NoError(t, err)
	}
	return r.Push(&git.PushOptions{})
}

func TestRepositories(t *testing.T) {
	bare, one, two := newRepo(t, true), newRepo(t, false), newRepo(t, false)
	one.commit(t, "1")
	require.NoError(t, one.pushTo(t, bare))
	check := func(code string, err error) {
		t.Helper()
		proveRow(t, code, code, fmt.Errorf("%s: %w", faults.CanaryPath, err))
	}
	check("already_up_to_date", one.pushTo(t, bare))
	two.commit(t, "2")
	check("non_fast_forward", two.pushTo(t, bare))

	_, err := git.PlainClone(t.TempDir(), false, &git.CloneOptions{URL: "file://" + bare.dir, ReferenceName: "refs/heads/nope"})
	check("reference_not_found", err)
	_, err = git.PlainClone(t.TempDir(), false, &git.CloneOptions{URL: "file://" + t.TempDir()})
	check("repository_not_found", err)
	_, err = git.PlainOpen(t.TempDir())
	check("repository_not_found", err)
	_, err = git.PlainInit(one.dir, false)
	check("repository_exists", err)
	_, err = one.ResolveRevision("nope")
	check("reference_not_found", err)
	check("remote_not_found", one.Fetch(&git.FetchOptions{RemoteName: "nope"}))

	w, err := one.Worktree()
	require.NoError(t, err)
	_, err = w.Commit("x", &git.CommitOptions{Author: &object.Signature{Name: "n", Email: "e@example.com"}})
	check("nothing_to_commit", err)
	require.NoError(t, os.WriteFile(filepath.Join(one.dir, "a"), []byte("changed"), 0o600))
	head, err := one.Head()
	require.NoError(t, err)
	check("worktree_not_clean", w.Checkout(&git.CheckoutOptions{Hash: head.Hash()}))
	_, err = one.CreateTag("v1", head.Hash(), nil)
	require.NoError(t, err)
	_, err = one.CreateTag("v1", head.Hash(), nil)
	check("branch_exists", err)
	require.NoError(t, one.CreateBranch(&config.Branch{Name: "b", Merge: "refs/heads/b"}))
	check("branch_exists", one.CreateBranch(&config.Branch{Name: "b", Merge: "refs/heads/b"}))
	check("invalid_reference_name", plumbing.ReferenceName("refs/heads/a..b").Validate())
	_, err = one.CreateTag("a..b", head.Hash(), nil)
	check("invalid_reference_name", err)

	old := plumbing.NewHashReference("refs/heads/c", plumbing.ZeroHash)
	require.NoError(t, one.Storer.SetReference(plumbing.NewHashReference("refs/heads/c", head.Hash())))
	check("reference_changed", one.Storer.CheckAndSetReference(plumbing.NewHashReference("refs/heads/c", head.Hash()), old))

	// Not provoked: the library's server does not report that it is empty, has no login, and
	// refuses no update.
	for err, code := range map[error]string{
		transport.ErrEmptyRemoteRepository: "remote_repository_empty",
		transport.ErrInvalidAuthMethod:     "invalid_auth_method", server.ErrUpdateReference: "reference_update_refused", storage.ErrReferenceHasChanged: "reference_changed",
		git.NoMatchingRefSpecError{}: "reference_not_found", git.ErrForceNeeded: "non_fast_forward", transport.ErrRepositoryNotFound: "repository_not_found",
		plumbing.NewPermanentError(transport.ErrAuthenticationRequired): "git_authentication_required",
	} {
		proveRow(t, fmt.Sprintf("%T %s", err, code), code, err)
	}
}

var (
	prove    = proof.Checks(gitadapter.Adapter)
	proveRow = proof.Rows(gitadapter.Adapter)
)
