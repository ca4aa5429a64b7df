package slackadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// families are what a word means that the table does not have: Slack names its
// errors after a pattern, and every method has some of its own. The first that
// fits counts: too many requests are no value that the model can change.
var families = []struct {
	prefix, suffix string
	kind           toolerr.Kind
}{
	{suffix: "_not_found", kind: toolerr.KindUpstreamNotFound},
	{prefix: "invalid_", kind: toolerr.KindUpstreamValidationError},
	{prefix: "missing_", kind: toolerr.KindUpstreamValidationError},
	{prefix: "too_many_requests", kind: toolerr.KindUpstreamRateLimit},
	{prefix: "too_many_", kind: toolerr.KindUpstreamValidationError},
	{suffix: "_too_long", kind: toolerr.KindUpstreamValidationError},
	{prefix: "restricted_action", kind: toolerr.KindUpstreamAuthError},
	{prefix: "cant_", kind: toolerr.KindUpstreamBadRequest},
	{prefix: "already_", kind: toolerr.KindUpstreamBadRequest},
}

// kindOf returns the kind of a word by its family, and otherwise that nothing
// is known.
func kindOf(word string) toolerr.Kind {
	for _, f := range families {
		if strings.HasPrefix(word, f.prefix) && strings.HasSuffix(word, f.suffix) {
			return f.kind
		}
	}
	return toolerr.KindUpstreamUnmapped
}

// lacking says which scope the app lacks; the zero Message if Slack named none
// that is known.
func lacking(needed string) toolerr.Message {
	const most = 64
	for i, scope := range strings.FieldsFunc(needed, func(r rune) bool { return r == ',' || r == ' ' }) {
		if i == most {
			break
		}
		// What a model is told is this program's own spelling.
		if at := slices.Index(scopes, scope); at >= 0 {
			return toolerr.Msgf("The app lacks the scope %s. Someone has to add it and install the app again.", toolerr.Ident(scopes[at]))
		}
	}
	return toolerr.Message{}
}
