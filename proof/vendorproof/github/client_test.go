package github_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/google/go-github/v89/github"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
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
	c, err := makeClient(base, hc)
	require.NoError(t, err)
	return c
}

func makeClient(base string, hc *http.Client) (client, error) {
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
