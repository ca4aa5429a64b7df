package gitlabadapter

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals reads the sentences about parameters (GitLab REST API, Troubleshooting, Status code
// 400).
var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		return grapeSentence(d.Root.Member("error").Str())
	},
}

// grapeSentence returns the findings of a list of sentences about parameters. ", "
// separates both the sentences and the names in one.
func grapeSentence(text string) (found []toolerr.Finding) {
	if text == "" {
		return nil
	}
	var names []string
	for part := range strings.SplitSeq(text, ", ") {
		if len(found) >= refusal.MaxTexts || len(names) >= refusal.MaxTexts {
			break
		}
		all := refusal.Match(part, grape)
		if all == nil {
			names = append(names, part)
			continue
		}
		names = append(names, all[0].Fields...)
		for i := range all {
			if all[i].Fields = names; all[i].Rule != toolerr.RuleConflict || len(names) > 2 {
				all[i].Fields = names[:1]
			}
		}
		if !refusal.IsProse(names[0]) {
			found = append(found, all...)
		}
		names = nil
	}
	if !slices.ContainsFunc(found, func(f toolerr.Finding) bool { return f.Rule != toolerr.RuleBadValue }) {
		return nil // "session is invalid" names no parameter
	}
	return found
}

// grape are the sentences of the framework of GitLab's REST API, with the last parameter
// of each (Grape 2.4, lib/grape/locale/en.yml).
var grape = []phrase.Pattern{
	{Text: "{field} is missing$", Rule: toolerr.RuleRequired},
	{Text: "{field} is empty$", Rule: toolerr.RuleRequired},
	{Text: "{field} is invalid$", Rule: toolerr.RuleBadValue},
	{Text: "{field} does not have a valid value$", Rule: toolerr.RuleNotAllowed},
	{Text: "{field} has a value not allowed$", Rule: toolerr.RuleNotAllowed},
	{Text: "{field} is not the same as ", Rule: toolerr.RuleConflict},
	{Text: "{field} are mutually exclusive$", Rule: toolerr.RuleConflict},
	{Text: "{field} are missing$", Rule: toolerr.RuleRequired},
	{Text: "{field} provide all or none of parameters$", Rule: toolerr.RuleDepends},
	{Text: "{field} is expected to have length "},
	{Text: "{field} must be less than {limit} characters", Rule: toolerr.RuleTooLong, Source: "GitLab 18.5, lib/api/validations/validators/limit.rb"},
	{Text: "{field} must be an integer", Rule: toolerr.RuleWrongType, Source: "GitLab 18.5, lib/api/validations/validators"},
	{Text: "{field} should be an integer, 'None' or 'Any'", Rule: toolerr.RuleWrongType, Source: "GitLab 18.5, lib/api/validations/validators"},
}
