package githubadapter

import "github.com/errand-go/errand/adapter/shape"

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
