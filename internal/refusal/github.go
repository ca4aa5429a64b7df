package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

var gitHub = []shape{{
	name: "GitHub", members: []string{"documentation_url"}, source: "GitHub REST API, Troubleshooting the REST API; GitHub Enterprise Server 3.18",
	read: func(d doc) []toolerr.Finding {
		text := d.root.Member("message")
		docs := d.root.Member("documentation_url")
		if !text.IsString() || !docs.IsString() || !strings.Contains(docs.Text, "github") && !strings.Contains(docs.Text, "/rest") {
			return nil
		}
		var errors []GitHubError
		if one := d.root.Member("errors"); one.IsString() {
			errors = append(errors, GitHubError{Message: one.Text})
		}
		for _, e := range d.root.Member("errors").Kids {
			errors = append(errors, GitHubError{e.Member("field").Str(), e.Member("code").Str(), e.Member("message").Str() + e.Str(), e.Member("value").Scalar()})
		}
		return GitHub(text.Text, errors)
	},
}}

// A GitHubError is an error in a response of GitHub.
type GitHubError struct{ Field, Code, Message, Value string }

// gitHubCodes are the codes of invalid fields (GitHub REST API, Troubleshooting the REST
// API, Validation Failed).
var gitHubCodes = map[string]toolerr.Rule{
	"missing": toolerr.RuleNotFound, "missing_field": toolerr.RuleRequired, "invalid": toolerr.RuleBadValue,
	"already_exists": toolerr.RuleExistsAlready, "unprocessable": toolerr.RuleBadValue, "custom": "",
}

// GitHub returns the findings of an error of GitHub: those of its fields, or otherwise
// those of its message.
func GitHub(message string, errors []GitHubError) []toolerr.Finding {
	var found []toolerr.Finding
	for _, e := range errors[:min(len(errors), maxTexts)] {
		rule, listed := gitHubCodes[e.Code]
		if e.Code != "" && !listed {
			continue
		}
		one := matched(e.Message, gitHubTexts)
		switch {
		case rule != "" && (one == nil || rule != toolerr.RuleBadValue):
			one = []toolerr.Finding{{Rule: rule}}
		case one == nil:
			one = about(e.Field, e.Message)
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
		if len(found) >= maxTexts {
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
	found := matched(line, jsonSchemaTexts, gitHubTexts)
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

// jsonSchemaTexts are the sentences of the library that validates requests.
var jsonSchemaTexts = besides("json_schema 0.21 (Ruby), lib/json_schema/validator.rb", []phrase.Pattern{
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
})

// gitHubTexts are messages without a code, or with the code custom.
var gitHubTexts = besides("GitHub REST API 2022-11-28, as google/go-github, PyGithub and octokit record it", []phrase.Pattern{
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
})

// revisions are messages about the expected revision.
var revisions = besides("GitHub REST API 2022-11-28, Create or update file contents, Merge a pull request", []phrase.Pattern{
	{Text: `{} does not match {value}`, Rule: toolerr.RuleStale},
	{Text: `Head branch was modified`, Rule: toolerr.RuleStale},
})
