package github_test

import (
	"net/http"
	"testing"

	"github.com/cli/go-gh/v2/pkg/api"
	github89 "github.com/google/go-github/v89/github"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapters/githubadapter"
)

// Errors that lack what the client always sets are recognised as well.
func TestZeroErrors(t *testing.T) {
	for _, err := range []error{
		&github89.ErrorResponse{}, &github89.TwoFactorAuthError{}, &github89.RedirectionError{}, &github89.AcceptedError{}, &api.HTTPError{},
		&github89.RateLimitError{}, &github89.AbuseRateLimitError{},
		&github89.ErrorResponse{Response: &http.Response{}}, &github89.ErrorResponse{Response: &http.Response{StatusCode: 403}},
		&github89.ErrorResponse{Response: &http.Response{StatusCode: 422, Proto: "HTTP/1.1"}, Errors: []github89.Error{{}}},
	} {
		te := githubadapter.Adapter{}.FromError(err)
		require.NotNil(t, te, "%T", err)
		assert.NotEmpty(t, te.Payload().String())
	}
}
