package story

import (
	"strings"

	"github.com/errand-go/errand/conformance/faults"
)

// secretNames describes each planted credential.
var secretNames = map[string]string{
	faults.CredentialBearer:        "the bearer token",
	faults.CredentialAPIKey:        "an API key of a header",
	faults.CredentialCookie:        "the session cookie",
	faults.CredentialQuery:         "the API key in the URL",
	faults.CredentialUser:          "a user name",
	faults.CredentialPassword:      "a password",
	faults.CredentialBody:          "a token in the answer",
	faults.CredentialLocation:      "a signature in the redirect",
	faults.CredentialSetCookie:     "a session cookie of the answer",
	faults.CredentialAccessKey:     "an access key id",
	faults.CredentialProxyUser:     "the proxy's user name",
	faults.CredentialProxyPassword: "the proxy's password",
}

// A Showing lists the planted words in a text.
type Showing struct {
	Credentials []string `json:"credentials"`
	Texts       []string `json:"texts"`
}

// shows returns the planted words in a text.
func shows(text string) Showing {
	planted := faults.Planted()
	return Showing{
		Credentials: append([]string{}, planted.FindCredentials(text)...),
		Texts:       append([]string{}, planted.FindContent(text)...),
	}
}

// None reports whether the text has no planted word.
func (s Showing) None() bool { return len(s.Words()) == 0 }

// Words returns the planted words, the credentials first.
func (s Showing) Words() []string { return append(append([]string{}, s.Credentials...), s.Texts...) }

// String describes the credentials, and lists the other words.
func (s Showing) String() string {
	var all []string
	for _, c := range s.Credentials {
		all = append(all, secretNames[c])
	}
	return strings.Join(append(all, s.Texts...), ", ")
}
