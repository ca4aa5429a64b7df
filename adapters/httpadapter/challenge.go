package httpadapter

import "strings"

// The error codes of RFC 6750 section 3.1 that are more specific than the status.
const (
	invalidToken      = "invalid_token"
	insufficientScope = "insufficient_scope"
)

// tokenError returns the first error code in a Bearer (RFC 6750) or DPoP (RFC 9449)
// challenge of WWW-Authenticate headers (RFC 9110 section 11.6.1).
func tokenError(challenges []string) string {
	for _, c := range challenges {
		token := false
		for part := range split(c, ',') {
			name, value, assigned := strings.Cut(part, "=")
			name = strings.TrimSpace(name)
			scheme, parameter, both := strings.Cut(name, " ")
			switch {
			case part == "":
				continue
			case both || !assigned: // the beginning of a challenge
				token = strings.EqualFold(scheme, "Bearer") || strings.EqualFold(scheme, "DPoP")
				name = strings.TrimSpace(parameter)
			}
			if token && strings.EqualFold(name, "error") {
				return strings.Trim(strings.TrimSpace(value), `"`)
			}
		}
	}
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
