package audit

import (
	"regexp"
	"strings"
)

// withheld replaces a secret of the server's environment.
const withheld = "(withheld)"

// secretName matches the names of variables for credentials.
var secretName = regexp.MustCompile(`(?i)token|secret|passw|api_?key|credential|_key$|_pat$`)

// secrets returns the credentials of an environment: the values, of at least 8 characters,
// of variables with such names, except paths.
func secrets(env []string) []string {
	var found []string
	for _, kv := range env {
		name, value, _ := strings.Cut(kv, "=")
		if secretName.MatchString(name) && len(value) >= 8 && !strings.HasPrefix(value, "/") && !strings.HasPrefix(value, "{") {
			found = append(found, value)
		}
	}
	return found
}

// withhold replaces the secrets in a cell.
func (c *Cell) withhold(secrets []string) {
	replace := func(text *string) {
		for _, secret := range secrets {
			*text = strings.ReplaceAll(*text, secret, withheld)
		}
	}
	for _, text := range []*string{&c.Text, &c.Structured, &c.Meta} {
		replace(text)
	}
	for i := range c.Requests {
		replace(&c.Requests[i].URL)
	}
}
