package githubadapter

import (
	"net/http"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// needsSignOn reports whether a person has to authorise the token for an organisation
// with single sign-on.
func needsSignOn(a *spec.Answer) bool {
	sso := a.Header.Get("X-Github-Sso")
	return a.Status == http.StatusForbidden && (sso == "required" || strings.HasPrefix(sso, "required;"))
}

// missingRight returns the code of a 403 that is not a limit, and adds a hint that
// names the missing scope or permission.
func missingRight(a *spec.Answer) string {
	if opts := missingScope(a); len(opts) > 0 {
		a.Add(opts...)
		a.Needs(a.Header.Get("X-Accepted-Oauth-Scopes"))
		return insufficientScopes
	}
	a.Add(neededPermission(a)...)
	a.Needs(a.Header.Get("X-Accepted-Github-Permissions"))
	return forbidden
}

// missingScope returns the options for a classic token that lacks a scope, by the two
// headers that GitHub sends for such tokens. It returns nil if the token has one of the
// accepted scopes, or is of another type.
func missingScope(a *spec.Answer) []toolerr.Option {
	has, accepted := a.Header.Values("X-Oauth-Scopes"), split(a.Header.Get("X-Accepted-Oauth-Scopes"), ",")
	if len(has) == 0 || len(accepted) == 0 {
		return nil
	}
	held := split(strings.Join(has, ","), ",")
	if slices.ContainsFunc(accepted, func(scope string) bool { return slices.Contains(held, scope) }) {
		return nil
	}
	opts := []toolerr.Option{toolerr.WithUserAction()}
	for _, scope := range accepted {
		if known, ok := own(scopes, scope); ok {
			return append(opts, toolerr.WithHint(toolerr.Msgf("The token lacks the scope %s. Someone has to grant it.", toolerr.Ident(known))))
		}
	}
	return opts
}

// neededPermission returns a hint with the permission that a fine-grained token or an app
// needs, or nil if the header has no known one.
func neededPermission(a *spec.Answer) []toolerr.Option {
	for _, needed := range split(a.Header.Get("X-Accepted-Github-Permissions"), ",;") {
		name, level, _ := strings.Cut(needed, "=")
		permission, known := own(permissions, name)
		level, ok := own(levels, level)
		if known && ok {
			return []toolerr.Option{toolerr.WithHint(toolerr.Msgf("The call needs the permission %s: %s.",
				toolerr.Ident(permission), toolerr.Ident(level)))}
		}
	}
	return nil
}

// split returns the first 64 words of a header's value, separated by any of the separators.
func split(value, separators string) []string {
	var all []string
	for word := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if word = strings.TrimSpace(word); word != "" && len(all) < 64 {
			all = append(all, word)
		}
	}
	return all
}

// own returns the list's spelling of a word, so that a model never reads the server's
// string.
func own(list []string, word string) (string, bool) {
	i := slices.Index(list, word)
	if i < 0 {
		return "", false
	}
	return list[i], true
}
