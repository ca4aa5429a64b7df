package github_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/cli/go-gh/v2/pkg/api"
	"github.com/google/go-github/v89/github"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/githubadapter"
	"github.com/errand-go/errand/conformance/faults"
	vendorproof "github.com/errand-go/errand/proof/vendorproof/proof"
	"github.com/errand-go/errand/toolerr"
)

// A client is the part of go-github that the proof uses.
type client struct {
	repo       func(ctx context.Context) error
	search     func(ctx context.Context) error
	createIn   func(ctx context.Context, repo string) error
	commits    func(ctx context.Context) error
	stats      func(ctx context.Context) error
	fork       func(ctx context.Context) error
	protection func(ctx context.Context) error
	contents   func(ctx context.Context, path string) error
	review     func(ctx context.Context) error // with both styles of comments
}

// newClient returns a client, and fails the test if that is not possible.
func newClient(t *testing.T, base string, hc *http.Client) client {
	t.Helper()
	c, err := makeClient(hc, base)
	require.NoError(t, err)
	return c
}

func makeClient(hc *http.Client, base string) (client, error) {
	base += "/"
	c, err := github.NewClient(github.WithHTTPClient(hc), github.WithURLs(&base, &base),
		github.WithAuthToken(faults.CredentialBearer))
	if err != nil {
		return client{}, err
	}
	comment := &github.DraftReviewComment{Position: new(1)}
	other := &github.DraftReviewComment{Line: new(1), Side: new("RIGHT")}
	return client{
		repo:   func(ctx context.Context) error { return failure(c.Repositories.Get(ctx, "o", faults.CanaryPath)) },
		search: func(ctx context.Context) error { return failure(c.Search.Code(ctx, faults.CredentialQuery, nil)) },
		createIn: func(ctx context.Context, repo string) error {
			return failure(c.Issues.Create(ctx, "o", repo, &github.IssueRequest{Title: new(faults.CanaryUpload)}))
		},
		commits: func(ctx context.Context) error {
			return failure(c.Repositories.ListCommits(ctx, "o", faults.CanaryPath, nil))
		},
		stats: func(ctx context.Context) error { return failure(c.Repositories.ListContributorsStats(ctx, "o", "r")) },
		fork:  func(ctx context.Context) error { return failure(c.Repositories.CreateFork(ctx, "o", "r", nil)) },
		protection: func(ctx context.Context) error {
			return failure(c.Repositories.GetBranchProtection(ctx, "o", "r", "main"))
		},
		contents: func(ctx context.Context, path string) error {
			_, _, _, err := c.Repositories.GetContents(ctx, "o", "r", path, nil)
			return err
		},
		review: func(ctx context.Context) error {
			return failure(c.PullRequests.CreateReview(ctx, "o", "r", 1, &github.PullRequestReviewRequest{
				Comments: []*github.DraftReviewComment{comment, other},
			}))
		},
	}, nil
}

// failure returns the error of a call and drops its results.
func failure[Value, Response any](_ Value, _ Response, err error) error { return err }

// callGh makes a call with go-gh, which only supports GitHub.
func callGh(ctx context.Context, base string, hc *http.Client) error {
	c, err := api.NewRESTClient(api.ClientOptions{
		AuthToken: faults.CredentialBearer, Host: "github.com", Transport: vendorproof.Rebased{Base: base, Client: hc}, LogIgnoreEnv: true,
	})
	if err != nil {
		return err
	}
	var issue struct{ ID int }
	return c.DoWithContext(ctx, http.MethodPost, "repos/o/"+faults.CanaryPath+"/issues?q="+faults.CredentialQuery,
		strings.NewReader(`{"title":"`+faults.CanaryUpload+`"}`), &issue)
}

// The REST client of GitHub's command line gets the responses that do not depend on the
// call, except those with data that it does not read.
func TestGh(t *testing.T) {
	for name, p := range proofs() {
		switch {
		case p.call != nil:
			continue // made by go-github itself
		case strings.Contains(name, "451, dmca"), strings.Contains(name, "451, another"):
			continue // the client does not read the reason
		case name == "secondary limit without a time", name == "abuse, by the page of old", name == "409, of a merge":
			continue // the client does not read the page that shows it
		}
		t.Run(name, func(t *testing.T) {
			s := serve(t, p.answer)
			err := callGh(t.Context(), s.URL, s.Client())
			require.Error(t, err)
			p.check(t, err)
		})
	}
}

// go-github and go-gh read GitHub's refusals.
func TestRefusals(t *testing.T) {
	const docs = `,"documentation_url":"https://docs.github.com/rest/issues/issues#create-an-issue"}`
	for name, tt := range map[string]struct {
		body string
		want []toolerr.Finding
	}{
		"fields": {
			`{"message":"Validation Failed","errors":[{"resource":"Issue","field":"title","code":"missing_field"},{"resource":"Issue","field":"milestone","code":"invalid"}]` + docs,
			[]toolerr.Finding{{Rule: toolerr.RuleRequired, Fields: []string{"title"}}, {Rule: toolerr.RuleBadValue, Fields: []string{"milestone"}}},
		},
		"a text": {
			`{"message":"Validation Failed","errors":[{"resource":"Issue","code":"custom","field":"body","message":"body is too long (maximum is 65536 characters)"}]` + docs,
			[]toolerr.Finding{{Rule: toolerr.RuleTooLong, Fields: []string{"body"}, Limit: "65536"}},
		},
		"the form of the request": {
			`{"message":"Invalid request.\n\n\"title\" wasn't supplied."` + docs, []toolerr.Finding{{Rule: toolerr.RuleRequired, Fields: []string{"title"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, answer{422, nil, tt.body})
			vendorproof.Refusal(t, githubadapter.Adapter, newClient(t, s.URL, s.Client()).createIn(t.Context(), "r"), tt.body, tt.want...)
			vendorproof.Refusal(t, githubadapter.Adapter, callGh(t.Context(), s.URL, s.Client()), tt.body, tt.want...)
		})
	}
}
