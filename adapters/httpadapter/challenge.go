package httpadapter

import "strings"

// The error codes of RFC 6750 section 3.1 that are more specific than the status.
const (
	invalidToken      = "invalid_token"
	insufficientScope = "insufficient_scope"
)

// tokenError returns the first error code in a Bearer (RFC 6750) or DPoP (RFC 9449)
// challenge.
func tokenError(challenges []string) string {
	for _, s := range challenges {
		c := challenge{rest: s}
		for c.next() {
			if strings.EqualFold(c.name, "error") && (strings.EqualFold(c.scheme, "Bearer") || strings.EqualFold(c.scheme, "DPoP")) {
				return c.value
			}
		}
	}
	return ""
}

// A challenge parses the value of a WWW-Authenticate header (RFC 9110 section 11.6.1), one
// parameter at a time.
type challenge struct {
	rest                string
	scheme, name, value string
}

// next parses the next parameter, and skips malformed text.
func (c *challenge) next() bool {
	for {
		c.rest = strings.TrimLeft(c.rest, " \t,")
		if c.rest == "" {
			return false
		}
		word := c.token()
		if word == "" {
			if c.rest[0] == '"' {
				c.quoted()
			} else {
				c.rest = c.rest[1:]
			}
			continue
		}
		after := strings.TrimLeft(c.rest, " \t")
		if !strings.HasPrefix(after, "=") {
			c.scheme = word
			continue
		}
		c.name, c.rest = word, strings.TrimLeft(after[1:], " \t")
		if strings.HasPrefix(c.rest, `"`) {
			c.value = c.quoted()
		} else {
			c.value = c.token()
		}
		return true
	}
}

func (c *challenge) token() string {
	n := 0
	for n < len(c.rest) && tokenChar(c.rest[n]) {
		n++
	}
	word := c.rest[:n]
	c.rest = c.rest[n:]
	return word
}

// quoted parses a quoted string. It drops escapes, which no code has.
func (c *challenge) quoted() string {
	for i := 1; i < len(c.rest); i++ {
		switch c.rest[i] {
		case '\\':
			i++
		case '"':
			s := c.rest[1:i]
			c.rest = c.rest[i+1:]
			return s
		}
	}
	c.rest = ""
	return ""
}

// tokenChar reports whether c is valid in a token (RFC 9110 section 5.6.2).
func tokenChar(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

// isToken reports whether s is a token.
func isToken(s string) bool {
	for i := range len(s) {
		if !tokenChar(s[i]) {
			return false
		}
	}
	return s != ""
}
