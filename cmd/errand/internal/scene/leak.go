package scene

import (
	"fmt"
	"strings"

	"github.com/errand-go/errand/conformance/faults"
)

// secrets says what each planted credential stands for.
var secrets = map[string]string{
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

// A Showing is what of the planted words a text shows.
type Showing struct {
	// Credentials and Texts are the planted words as they are.
	Credentials []string `json:"credentials"`
	Texts       []string `json:"texts"`
}

// Shows returns the planted words that a text shows.
func Shows(text string) Showing {
	planted := faults.Planted()
	return Showing{
		Credentials: append([]string{}, planted.FindCredentials(text)...),
		Texts:       append([]string{}, planted.FindContent(text)...),
	}
}

// None reports whether nothing was found.
func (s Showing) None() bool { return len(s.Credentials)+len(s.Texts) == 0 }

// Words returns everything that was found.
func (s Showing) Words() []string { return append(append([]string{}, s.Credentials...), s.Texts...) }

// Secrets says what the credentials are.
func (s Showing) Secrets() []string {
	var names []string
	for _, c := range s.Credentials {
		names = append(names, secrets[c])
	}
	return names
}

// String says what a text shows.
func (s Showing) String() string {
	var parts []string
	if names := s.Secrets(); len(names) > 0 {
		last := len(names) - 1
		parts = append(parts, strings.TrimPrefix(strings.Join(names[:last], ", ")+" and "+names[last], " and "))
	}
	if n := len(s.Texts); n > 0 {
		more := ""
		if len(parts) > 0 {
			more = "more "
		}
		parts = append(parts, fmt.Sprintf("%d %splanted %s", n, more, plural(n, "word")))
	}
	return strings.Join(parts, "; ")
}

func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}
