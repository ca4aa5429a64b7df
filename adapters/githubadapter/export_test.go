package githubadapter

import (
	"slices"

	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(path string) (restore func()) {
	before := github
	for _, t := range []struct {
		of   shape.Type
		name string
	}{
		{errorResponse, "ErrorResponse"},
		{redirection, "RedirectionError"},
		{rateLimit, "RateLimitError"},
		{abuseRateLimit, "AbuseRateLimitError"},
		{twoFactorAuth, "TwoFactorAuthError"},
		{accepted, "AcceptedError"},
		{httpError, "HTTPError"},
	} {
		github = github.Imitate(t.of, shape.T(path, t.name))
	}
	return func() { github = before }
}

// Sentinels are the texts of the client's sentinel errors, with their codes.
func Sentinels() map[string]string { return sentinels }

// Sentences returns the hints that are not in the table, with the words of GitHub that they
// may contain.
func Sentences() []toolerr.Message {
	all := []toolerr.Message{
		toolerr.Msg("GitHub refuses the field %s."), toolerr.Msg("GitHub refuses the fields %s and %s."),
		toolerr.Msg("The token lacks the scope %s. Someone has to grant it."), toolerr.Msg("The call needs the permission %s."),
	}
	for _, word := range slices.Concat(fields, scopes, permissions, levels) {
		all = append(all, toolerr.Msgf("%s", toolerr.Ident(word)))
	}
	return all
}
