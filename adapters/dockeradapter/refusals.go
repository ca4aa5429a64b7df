package dockeradapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding { return refusal.Match(d.Sentence, texts) },
}

// texts are the sentences of the daemon and of what it calls (moby v28.4, daemon, api/server, errdefs; distribution/reference
// v0.6.0).
var texts = []phrase.Pattern{
	{Text: `Conflict. The container name "/{value}" is already in use`, Rule: toolerr.RuleExistsAlready},
	{Text: `invalid reference format: repository name ({}/{value}) must be lowercase`, Rule: toolerr.RuleBadFormat},
	{Text: `invalid reference format: repository name ({value}) must be lowercase`, Rule: toolerr.RuleBadFormat},
	{Text: `invalid reference format`, Rule: toolerr.RuleBadFormat},
	{Text: `Invalid container name ({value}), only [`, Rule: toolerr.RuleBadFormat},
	{Text: `pull access denied for {value}, repository does not exist`, Rule: toolerr.RuleNotFound},
	{Text: `manifest for {value} not found`, Rule: toolerr.RuleNotFound},
	{Text: `container {value} is not running`, Rule: toolerr.RuleWrongState},
	{Text: `cannot remove container "/{value}": `, Rule: toolerr.RuleWrongState},
	{Text: `cannot remove container "{value}": `, Rule: toolerr.RuleWrongState},
	{Text: `invalid restart policy: unknown policy '{value}'; use one of {names}`, Rule: toolerr.RuleNotAllowed},
	{Text: `invalid mount config for type "{}": invalid mount path: '{value}'`, Rule: toolerr.RuleBadFormat},
	{Text: `no command specified`, Rule: toolerr.RuleRequired},
}
