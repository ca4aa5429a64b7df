package httpadapter

import (
	"net/http"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// challengeFacts are the error codes of Bearer and DPoP challenges that are more specific than
// the status (RFC 6750 section 3.1; RFC 9470 section 3; Microsoft identity platform, Claims
// challenges).
var challengeFacts = map[string]toolerr.Fact{
	"invalid_token":                    toolerr.FactExpiredKey,
	"insufficient_scope":               toolerr.FactMissingScope,
	"insufficient_user_authentication": toolerr.FactSignIn,
	"insufficient_claims":              toolerr.FactSignIn,
}

// Challenge returns what the WWW-Authenticate headers of a response state about its access:
// the fact, "" if they state none, and the scopes (RFC 6750 section 3) and the URL of the
// metadata (RFC 9728 section 5.1) that they name. They count with status 400, 401 and 403.
func Challenge(status int, h http.Header) (a toolerr.Access) {
	if status != http.StatusBadRequest && status != http.StatusUnauthorized && status != http.StatusForbidden {
		return a
	}
	f, seen := scan(h), map[string]string{}
	for _, c := range f.values("WWW-Authenticate") {
		token := false
		for _, part := range split(c, ',') {
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
			if name = strings.ToLower(name); token && seen[name] == "" {
				seen[name] = strings.Trim(strings.TrimSpace(value), `"`)
			}
		}
	}
	return toolerr.Access{Fact: challengeFacts[seen["error"]], Scopes: strings.Fields(seen["scope"]), ResourceMetadata: seen["resource_metadata"]}
}

// refusedAccess returns the options for the challenge of an error that only its status
// describes: an invalid token can be renewed, and for the other facts a person is needed.
func refusedAccess(status int, h http.Header) []toolerr.Option {
	a := Challenge(status, h)
	opts := []toolerr.Option{toolerr.WithAccess(a)}
	switch a.Fact { //nolint:exhaustive // the others need a person
	case toolerr.FactExpiredKey:
		return append(opts, toolerr.WithGuidance(toolerr.GuidanceRefreshAuthThenRetry))
	case "":
		return opts
	}
	return append(opts, toolerr.WithUserAction(), toolerr.WithHint(a.Fact.Hint()))
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
