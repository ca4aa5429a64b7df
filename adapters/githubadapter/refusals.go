package githubadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		var errors []refusedField
		if one := d.Root.Member("errors"); one.IsString() {
			errors = append(errors, refusedField{Message: one.Text})
		}
		for _, e := range d.Root.Member("errors").Kids {
			errors = append(errors, refusedField{e.Member("field").Str(), e.Member("code").Str(), e.Member("message").Str() + e.Str(), e.Member("value").Scalar()})
		}
		return statements(d.Root.Member("message").Str(), errors)
	},
}

// refused returns the refusal in the errors of a response, or otherwise in its message. The
// clients drop the value that GitHub sends with a field.
func refused(node any) toolerr.Refusal {
	var errors []refusedField
	for item := range shape.Items(node, "Errors") {
		var e refusedField
		e.Code, _ = shape.Field[string](item, "Code")
		e.Field, _ = shape.Field[string](item, "Field")
		e.Message, _ = shape.Field[string](item, "Message")
		errors = append(errors, e)
	}
	text, _ := shape.Field[string](node, "Message")
	return refusal.Refusal(text, statements(text, errors))
}

// A refusedField is an error in a response of GitHub.
type refusedField struct{ Field, Code, Message, Value string }

// fieldRules are the codes of invalid fields (GitHub REST API, Troubleshooting the REST
// API, Validation Failed).
var fieldRules = map[string]toolerr.Rule{
	"missing": toolerr.RuleNotFound, "missing_field": toolerr.RuleRequired, "invalid": toolerr.RuleBadValue,
	"already_exists": toolerr.RuleExistsAlready, "unprocessable": toolerr.RuleBadValue, "custom": "",
}

// statements returns the findings of an error of GitHub: those of its fields, or otherwise
// those of its message.
func statements(message string, errors []refusedField) []toolerr.Finding {
	var found []toolerr.Finding
	for _, e := range errors[:min(len(errors), refusal.MaxTexts)] {
		rule, listed := fieldRules[e.Code]
		if e.Code != "" && !listed {
			continue
		}
		one := refusal.Match(e.Message, texts)
		switch {
		case rule != "" && (one == nil || rule != toolerr.RuleBadValue):
			one = []toolerr.Finding{{Rule: rule}}
		case one == nil:
			one = refusal.About(e.Field, e.Message)
		}
		for i := range one {
			if e.Field != "" {
				one[i].Fields = []string{e.Field}
			}
			if one[i].Value == "" {
				one[i].Value = e.Value
			}
		}
		found = append(found, one...)
	}
	if len(found) > 0 {
		return found
	}
	for line := range strings.SplitSeq(strings.TrimPrefix(message, "Invalid request.\n\n"), "\n") {
		if len(found) >= refusal.MaxTexts {
			break
		}
		found = append(found, schemaLine(line)...)
	}
	return found
}

// schemaLine returns the findings of a line about the form of a request.
func schemaLine(line string) []toolerr.Finding {
	if names, ok := strings.CutSuffix(line, " weren't supplied."); ok { // several
		var all []toolerr.Finding
		for _, name := range phrase.Names(names) {
			all = append(all, toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{name}})
		}
		return all
	}
	found := refusal.Match(line, schemaTexts, texts)
	if f, ok := phrase.Find(line, revisions); ok && found == nil {
		f.Fields = []string{"sha"} // the parameter in the endpoints with these texts
		found = []toolerr.Finding{f}
	}
	for i, f := range found {
		if len(f.Fields) == 1 && strings.Contains(f.Fields[0], "/") {
			found[i].Fields[0] = "/" + strings.TrimPrefix(f.Fields[0], "/")
		}
	}
	return found
}

// schemaTexts are the sentences of the library that validates requests (json_schema
// 0.21 (Ruby), lib/json_schema/validator.rb).
var schemaTexts = []phrase.Pattern{
	{Text: `"{field}" wasn't supplied.`, Rule: toolerr.RuleRequired},
	{Text: `"{field}" is not a permitted key.`, Rule: toolerr.RuleUnknown},
	{Text: `For '{field}', {} is not a member of [{names}]`, Rule: toolerr.RuleNotAllowed},
	{Text: `For '{field}', {} does not match /`, Rule: toolerr.RuleBadFormat},
	{Text: `For '{field}', {} is not a {names}.`, Rule: toolerr.RuleWrongType},
	{Text: `For '{field}', {} is not an {names}.`, Rule: toolerr.RuleWrongType},
	{Text: `Invalid property /{field}: "{value}" is not of type {name}.`, Rule: toolerr.RuleWrongType, Source: "GitHub REST API 2022-11-28"},
	{Text: `Invalid property /{field}: {} is not of type {name}.`, Rule: toolerr.RuleWrongType, Source: "GitHub REST API 2022-11-28"},
	{Text: `Invalid property /{field}: "{value}" is not a possible value. Must be one of the following: {names}.`, Rule: toolerr.RuleNotAllowed, Source: "GitHub REST API 2022-11-28"},
	{Text: `Invalid property /{field}: {limit} item{}required`, Rule: toolerr.RuleTooFew, Source: "GitHub REST API 2022-11-28"},
	{Text: `Invalid property /{field}: `, Rule: toolerr.RuleBadValue, Source: "GitHub REST API 2022-11-28"},
	{Text: `{value} is not a member of [{names}]`, Rule: toolerr.RuleNotAllowed},
	{Text: `{value} is not a valid {name}.`, Rule: toolerr.RuleBadFormat},
}

// texts are messages without a code, or with the code custom (GitHub REST API
// 2022-11-28, as google/go-github, PyGithub and octokit record it).
var texts = []phrase.Pattern{
	{Text: `No commits between {value} and `, Rule: toolerr.RuleWrongState},
	{Text: `Reference does not exist`, Rule: toolerr.RuleNotFound},
	{Text: `No commit found for SHA: {value}`, Rule: toolerr.RuleNotFound},
	{Text: `No commit found for the ref {value}`, Rule: toolerr.RuleNotFound},
	{Text: `Update is not a fast forward`, Rule: toolerr.RuleStale},
	{Text: `{} is at {} but expected {value}`, Rule: toolerr.RuleStale},
	{Text: `Pull Request is not mergeable`, Rule: toolerr.RuleWrongState},
	{Text: `Problems parsing JSON`, Rule: toolerr.RuleSyntax},
	{Text: `The listed users and repositories cannot be searched`, Rule: toolerr.RuleNotFound},
	{Text: `Only the first {limit} search results are available`, Rule: toolerr.RuleTooLarge},
	{Text: `The search is longer than {limit} characters`, Rule: toolerr.RuleTooLong},
	{Text: `{field} is invalid`, Rule: toolerr.RuleBadValue},
}

// revisions are messages about the expected revision (GitHub REST API 2022-11-28, Create
// or update file contents, Merge a pull request).
var revisions = []phrase.Pattern{
	{Text: `{} does not match {value}`, Rule: toolerr.RuleStale},
	{Text: `Head branch was modified`, Rule: toolerr.RuleStale},
}
