package audit

import "strings"

// withheld replaces a secret of the server's environment.
const withheld = "(withheld)"

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
