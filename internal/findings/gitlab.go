package findings

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

var gitLab = []shape{
	{
		name: "GitLab parameters", members: []string{"error"}, source: "GitLab REST API, Troubleshooting, Status code 400",
		read: func(d doc) []toolerr.Finding { return grapeSentence(d.root.Member("error").Str()) },
	},
	{
		name: "GitLab model", members: []string{"message"}, source: "GitLab REST API, Troubleshooting, Data validation and error reporting",
		read: func(d doc) (found []toolerr.Finding) {
			all := d.root.Member("message")
			for _, field := range all.Kids {
				if !all.IsObject() || !field.IsArray() {
					return nil
				}
				for _, sentence := range field.Strings() {
					name := field.Key
					if name == "base" { // about the object as a whole
						name = ""
					}
					found = append(found, attribute(name, sentence)...)
				}
			}
			return found
		},
	},
	{
		common: true, name: "Rails sentences", members: []string{"error", "message"}, source: "GitLab REST API, merge requests; PagerDuty REST API v2, Errors",
		read: func(d doc) (found []toolerr.Finding) {
			lists := [][]string{d.root.At("error", "errors").Strings(), d.root.Member("message").Strings()}
			if text, ok := strings.CutPrefix(d.root.Member("message").Str(), "Validation failed: "); ok {
				lists = append(lists, strings.Split(text, ", "))
			}
			for _, list := range lists {
				for _, text := range list[:min(len(list), maxTexts)] {
					found = append(found, sentence(text)...)
				}
			}
			return found
		},
	},
}

// attribute returns the findings of a sentence of Rails about an attribute.
func attribute(name, text string) []toolerr.Finding {
	found := matched("it "+text, rails)
	if found == nil {
		return about(name, text)
	}
	for i := range found {
		found[i].Fields = nil
		if name != "" {
			found[i].Fields = []string{name}
		}
	}
	return found
}

// sentence returns the findings of a whole sentence, which begins with the name of an
// attribute in words.
func sentence(text string) []toolerr.Finding {
	f, ok := phrase.Find(text, rails)
	if !ok {
		return nil
	}
	for i, name := range f.Fields {
		if name = strings.ToLower(strings.ReplaceAll(name, " ", "_")); strings.Count(name, "_") > 3 {
			return nil // longer than a name
		}
		f.Fields[i] = name
	}
	return bounds(f)
}

// rails are the messages of ActiveModel and ActiveRecord after the name of an attribute.
var rails = besides("Rails 8.0, activemodel/lib/active_model/locale/en.yml, activerecord/lib/active_record/locale/en.yml", []phrase.Pattern{
	{Text: "{field} can't be blank", Rule: toolerr.RuleRequired},
	{Text: "{field} cannot be blank", Rule: toolerr.RuleRequired},
	{Text: "{field} can't be empty", Rule: toolerr.RuleRequired},
	{Text: "{field} cannot be empty", Rule: toolerr.RuleRequired},
	{Text: "{field} must exist", Rule: toolerr.RuleNotFound},
	{Text: "{field} has already been taken", Rule: toolerr.RuleExistsAlready},
	{Text: "{field} is too long (maximum is {limit} ", Rule: toolerr.RuleTooLong},
	{Text: "{field} is too short (minimum is {limit} ", Rule: toolerr.RuleTooShort},
	{Text: "{field} is the wrong length", Rule: toolerr.RuleBadValue},
	{Text: "{field} is not included in the list", Rule: toolerr.RuleNotAllowed},
	{Text: "{field} is reserved", Rule: toolerr.RuleNotAllowed},
	{Text: "{field} is not a number", Rule: toolerr.RuleWrongType},
	{Text: "{field} must be an integer", Rule: toolerr.RuleWrongType},
	{Text: "{field} must be in {name}..{name}", Rule: between},
	{Text: "{field} doesn't match ", Rule: toolerr.RuleConflict},
	{Text: "{field} must be a list of {names}.", Rule: toolerr.RuleNotAllowed, Source: "hubot-archive/hubot-pager-me issue 57: PagerDuty, List incidents"},
	{Text: "Invalid {field} parameter", Rule: toolerr.RuleBadValue, Source: "PagerDuty/pagerduty-mcp-server pull request 80"},
	{Text: "{field} is invalid", Rule: toolerr.RuleBadValue},
	{Text: "{field} is required", Rule: toolerr.RuleRequired},
	{Text: "Another open {} already exists", Rule: toolerr.RuleExistsAlready, Source: "GitLab 18.5, app/models/merge_request.rb"},
})

// grapeSentence returns the findings of a list of sentences about parameters. ", "
// separates both the sentences and the names in one.
func grapeSentence(text string) (found []toolerr.Finding) {
	if text == "" {
		return nil
	}
	var names []string
	for part := range strings.SplitSeq(text, ", ") {
		if len(found) >= maxTexts || len(names) >= maxTexts {
			break
		}
		all := matched(part, grape)
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
		if !isProse(names[0]) {
			found = append(found, all...)
		}
		names = nil
	}
	if !slices.ContainsFunc(found, func(f toolerr.Finding) bool { return f.Rule != toolerr.RuleBadValue }) {
		return nil // "session is invalid" names no parameter
	}
	return found
}

// grape are the sentences of the framework of GitLab's REST API, with the last parameter of
// each.
var grape = besides("Grape 2.4, lib/grape/locale/en.yml", []phrase.Pattern{
	{Text: "{field} is missing$", Rule: toolerr.RuleRequired},
	{Text: "{field} is empty$", Rule: toolerr.RuleRequired},
	{Text: "{field} is invalid$", Rule: toolerr.RuleBadValue},
	{Text: "{field} does not have a valid value$", Rule: toolerr.RuleNotAllowed},
	{Text: "{field} has a value not allowed$", Rule: toolerr.RuleNotAllowed},
	{Text: "{field} is not the same as ", Rule: toolerr.RuleConflict},
	{Text: "{field} are mutually exclusive$", Rule: toolerr.RuleConflict},
	{Text: "{field} are missing$", Rule: toolerr.RuleRequired},
	{Text: "{field} provide all or none of parameters$", Rule: toolerr.RuleDepends},
	{Text: "{field} is expected to have length within {name} and {name}", Rule: lengthBetween},
	{Text: "{field} is expected to have length less than or equal to {limit}", Rule: toolerr.RuleTooLong},
	{Text: "{field} is expected to have length greater than or equal to {limit}", Rule: toolerr.RuleTooShort},
	{Text: "{field} must be less than {limit} characters", Rule: toolerr.RuleTooLong, Source: "GitLab 18.5, lib/api/validations/validators/limit.rb"},
	{Text: "{field} must be an integer", Rule: toolerr.RuleWrongType, Source: "GitLab 18.5, lib/api/validations/validators"},
	{Text: "{field} should be an integer, 'None' or 'Any'", Rule: toolerr.RuleWrongType, Source: "GitLab 18.5, lib/api/validations/validators"},
})
