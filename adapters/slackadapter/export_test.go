package slackadapter

import "github.com/errand-go/errand/adapter/shape"

// Imitate reads errors of the tests' types as the clients', until restore is called.
func Imitate(response, limited, status, text shape.Type) (restore func()) {
	before := slack
	slack = slack.Imitate(errorResponse, response).Imitate(rateLimited, limited).Imitate(statusCode, status).Imitate(constant, text)
	return func() { slack = before }
}

// Constants are the texts of the client's sentinel errors, with their codes.
func Constants() map[string]string { return constants }
