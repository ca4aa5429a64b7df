package audit

import (
	"regexp"
	"strings"
)

// withheld stands where a secret of the server's environment was.
const withheld = "(withheld)"

// secretName fits the names of variables that have credentials.
var secretName = regexp.MustCompile(`(?i)token|secret|passw|api_?key|credential|_key$|_pat$`)

// secrets returns the credentials of an environment: values of variables whose name
// says so, of 8 characters or more, paths apart.
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
