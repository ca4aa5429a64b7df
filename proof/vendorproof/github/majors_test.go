package github_test

import (
	"context"
	"net/http"
	"net/url"
	"testing"

	github66 "github.com/google/go-github/v66/github"
	github89 "github.com/google/go-github/v89/github"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/faults"
)

// A client is the part of one major version of go-github that the proof uses.
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

// A major makes clients of one major version.
type major struct {
	name  string
	new   func(base string, hc *http.Client) (client, error)
	check func(*http.Response) error
}

func majors() []major {
	return []major{
		{"v66", client66, github66.CheckResponse},
		{"v89", client89, github89.CheckResponse},
	}
}

// newClient returns a client of the major, and fails the test if that is not possible.
func (m major) newClient(t *testing.T, base string, hc *http.Client) client {
	t.Helper()
	c, err := m.new(base, hc)
	require.NoError(t, err)
	return c
}

func client66(base string, hc *http.Client) (client, error) {
	c := github66.NewClient(hc).WithAuthToken(faults.CredentialBearer)
	u, err := url.Parse(base + "/")
	if err != nil {
		return client{}, err
	}
	c.BaseURL = u
	comment := &github66.DraftReviewComment{Position: new(1)}
	other := &github66.DraftReviewComment{Line: new(1), Side: new("RIGHT")}
	return client{
		repo:   func(ctx context.Context) error { return failure(c.Repositories.Get(ctx, "o", faults.CanaryPath)) },
		search: func(ctx context.Context) error { return failure(c.Search.Code(ctx, faults.CredentialQuery, nil)) },
		createIn: func(ctx context.Context, repo string) error {
			return failure(c.Issues.Create(ctx, "o", repo, &github66.IssueRequest{Title: new(faults.CanaryUpload)}))
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
			return failure(c.PullRequests.CreateReview(ctx, "o", "r", 1, &github66.PullRequestReviewRequest{
				Comments: []*github66.DraftReviewComment{comment, other},
			}))
		},
	}, nil
}

func client89(base string, hc *http.Client) (client, error) {
	base += "/"
	c, err := github89.NewClient(github89.WithHTTPClient(hc), github89.WithURLs(&base, &base),
		github89.WithAuthToken(faults.CredentialBearer))
	if err != nil {
		return client{}, err
	}
	comment := &github89.DraftReviewComment{Position: new(1)}
	other := &github89.DraftReviewComment{Line: new(1), Side: new("RIGHT")}
	return client{
		repo:   func(ctx context.Context) error { return failure(c.Repositories.Get(ctx, "o", faults.CanaryPath)) },
		search: func(ctx context.Context) error { return failure(c.Search.Code(ctx, faults.CredentialQuery, nil)) },
		createIn: func(ctx context.Context, repo string) error {
			return failure(c.Issues.Create(ctx, "o", repo, &github89.IssueRequest{Title: new(faults.CanaryUpload)}))
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
			return failure(c.PullRequests.CreateReview(ctx, "o", "r", 1, &github89.PullRequestReviewRequest{
				Comments: []*github89.DraftReviewComment{comment, other},
			}))
		},
	}, nil
}

// failure returns the error of a call and drops its results.
func failure[Value, Response any](_ Value, _ Response, err error) error { return err }
