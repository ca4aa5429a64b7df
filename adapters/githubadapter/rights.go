package githubadapter

import (
	"net/http"
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// forbidden is the error of a 403 that is about no limit: single sign-on, the
// token's scopes, its permissions, or the user's rights.
func forbidden(err error, a answer) *toolerr.ToolRuntimeError {
	if a.singleSignOn() {
		return a.signOn(err)
	}
	if opts := a.missingRights(); len(opts) > 0 {
		return a.as(err, codeScopes, opts...)
	}
	return a.as(err, codeForbidden, a.neededPermission()...)
}

// singleSignOn reports whether a person has to authorise the token for the
// organisation.
func (a answer) singleSignOn() bool {
	sso := a.header.Get("X-Github-Sso")
	return a.status == http.StatusForbidden && (sso == "required" || strings.HasPrefix(sso, "required;"))
}

// signOn is the answer to that: there is nothing to wait for.
func (a answer) signOn(err error) *toolerr.ToolRuntimeError {
	return rowOf(codeSSO).Error(err, a.options()...)
}

// missingRights says which scope a classic token lacks, by the two headers that
// GitHub sends with every answer to one; nil where the token has one of those
// that are accepted, or is of another sort.
func (a answer) missingRights() []toolerr.Option {
	has, accepted := a.header.Values("X-Oauth-Scopes"), words(a.header.Get("X-Accepted-Oauth-Scopes"), ",")
	if len(has) == 0 || len(accepted) == 0 {
		return nil
	}
	held := words(strings.Join(has, ","), ",")
	for _, scope := range accepted {
		if slices.Contains(held, scope) {
			return nil
		}
	}
	opts := []toolerr.Option{toolerr.WithUserAction()}
	for _, scope := range accepted {
		if known, ok := own(scopes, scope); ok {
			return append(opts, toolerr.WithHint(toolerr.Msgf("The token lacks the scope %s. Someone has to grant it.", toolerr.Ident(known))))
		}
	}
	return opts
}

// neededPermission says which permission a fine-grained token or an app needs,
// where it is known that the header speaks of them.
func (a answer) neededPermission() []toolerr.Option {
	for _, needed := range words(a.header.Get("X-Accepted-Github-Permissions"), ",;") {
		name, level, _ := strings.Cut(needed, "=")
		permission, ok := own(permissions, name)
		if !ok {
			continue
		}
		if level, ok := own(levels, level); ok {
			return []toolerr.Option{toolerr.WithHint(toolerr.Msgf("The call needs the permission %s: %s.",
				toolerr.Ident(permission), toolerr.Ident(level)))}
		}
	}
	return nil
}

// words splits the value of a header at any of the separators.
func words(value, separators string) []string {
	var all []string
	for word := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
		if word = strings.TrimSpace(word); word != "" && len(all) < 64 {
			all = append(all, word)
		}
	}
	return all
}

// own returns this program's own spelling of a word that the list has: what a
// model is told is never the server's string.
func own(list []string, word string) (string, bool) {
	i := slices.Index(list, word)
	if i < 0 {
		return "", false
	}
	return list[i], true
}
