package atlassianadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals reads the bodies of both products, whose forms differ.
var refusals = &refusal.Dialect{Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	if d.Root.Member("errorMessages").IsArray() {
		return jira.Read(d)
	}
	return confluence.Read(d)
}}

// jira has the sentences about fields, whose names are keys of the body, and those of JQL
// (jira-components 9.12, JiraWebActionSupport.properties, in the product's English).
var jira = &refusal.Dialect{
	Body: readJira, Texts: []phrase.Pattern{
		{Text: "Field '{word}' does not exist or you do not have permission to view it", Rule: toolerr.RuleUnknown, Source: "Jira, jira.jql.clause.no.such.field"},
		{Text: "Field '{field}' cannot be set", Rule: toolerr.RuleUnknown, Source: "Jira, rest.field.error"},
		{Text: "The value '{word}' does not exist for the field '{}'", Rule: toolerr.RuleNotFound, Source: "Jira, jira.jql.clause.no.value.for.name"},
		{Text: "The option '{word}' for field '{}' does not exist", Rule: toolerr.RuleNotFound, Source: "Jira, jira.jql.clause.select.option.does.not.exist"},
		{Text: "The operator '{word}' is not supported by the '{}' field", Rule: toolerr.RuleUnsupported, Source: "Jira, jira.jql.clause.does.not.support.operator"},
		{Text: "Unable to find JQL function '{word}({}", Rule: toolerr.RuleUnknown, Source: "Jira, jira.jql.operand.illegal.operand"},
		{Text: "Date value '{word}' for field '{}' is invalid", Rule: toolerr.RuleBadFormat, Source: "Jira, jira.jql.date.format.invalid"},
		{Text: "Error in the JQL Query: Expecting {} but got '{word}'. {}(line {line}, character {column})", Rule: toolerr.RuleSyntax, Source: "Jira, jql.parse.unexpected.token"},
		{Text: "Error in the JQL Query: Expecting {} but got '{word}'", Rule: toolerr.RuleSyntax, Source: "Jira, jql.parse.expected.token"},
		{Text: "Error in the JQL Query: The character '{word}' is a reserved JQL character{}(line {line}, character {column})", Rule: toolerr.RuleSyntax, Source: "Jira, jql.parse.reserved.character"},
		{Text: "Error in the JQL Query: '{word}' is a reserved JQL word{}(line {line}, character {column})", Rule: toolerr.RuleSyntax, Source: "Jira, jql.parse.reserved.word"},
		{Text: "Error in the JQL Query: {}(line {line}, character {column})", Rule: toolerr.RuleSyntax, Source: "Jira, jql.parse.*"},
		{Text: "Error in the JQL Query", Rule: toolerr.RuleSyntax, Source: "Jira, jql.parse.*"},
		{Text: "Unbounded JQL queries are not allowed", Rule: toolerr.RuleBadValue, Source: "Jira Cloud REST API v3, Search for issues using JQL"},
		{Text: "valid {} is required", Rule: toolerr.RuleBadValue, Source: "Jira, admin.errors.project: valid project is required"},
		{Text: "The {} selected is invalid", Rule: toolerr.RuleNotAllowed, Source: "Jira, issue.field.issuetype.invalid"},
		{Text: "Specify a valid {}", Rule: toolerr.RuleBadValue, Source: "Jira, createissue.error"},
		{Text: "Specify an issue type", Rule: toolerr.RuleRequired, Source: "Jira, issue.field.issuetype.none"},
		{Text: "Priority name '{value}' is not valid", Rule: toolerr.RuleNotAllowed, Source: "Jira, rest.priority.name.invalid"},
		{Text: "Component name '{value}' is not valid", Rule: toolerr.RuleNotAllowed, Source: "Jira, rest.component.name.invalid"},
		{Text: "Version name '{value}' is not valid", Rule: toolerr.RuleNotAllowed, Source: "Jira, rest.version.name.invalid"},
		{Text: "Option value '{value}' is not valid", Rule: toolerr.RuleNotAllowed, Source: "Jira, rest.custom.field.option.value.invalid"},
		{Text: "User '{value}' cannot be assigned issues", Rule: toolerr.RuleNotPermitted, Source: "Jira, issue.field.assignee.cant.be.assigned"},
		{Text: "Error parsing date string: {value}", Rule: toolerr.RuleBadFormat, Source: "Jira, rest.field.error.date"},
		{Text: "Number value expected", Rule: toolerr.RuleWrongType, Source: "Jira, rest.field.error.number"},
		{Text: "No project could be found with key '{value}'", Rule: toolerr.RuleNotFound, Source: "Jira, admin.errors.project.not.found.for.key"},
		{Text: "No project could be found with id '{value}'", Rule: toolerr.RuleNotFound, Source: "Jira, admin.errors.project.not.found.for.id"},
		{Text: "The label '{value}' contains spaces", Rule: toolerr.RuleBadFormat, Source: "Jira, label.service.error.label.invalid"},
	},
}

// readJira reads an ErrorCollection: sentences, and a map of fields to sentences.
func readJira(v *refusal.Dialect, d refusal.Doc) (all []toolerr.Finding) {
	general, fields := d.Root.Member("errorMessages"), d.Root.Member("errors")
	if !general.IsArray() {
		return nil
	}
	for _, k := range fields.Kids[:min(len(fields.Kids), refusal.MaxTexts)] {
		all = append(all, v.Findings(refusal.Statement{Fields: []string{k.Key}, Text: k.Str()})...)
	}
	for _, text := range general.Strings() {
		if len(all) < refusal.MaxTexts {
			all = append(all, v.Findings(refusal.Statement{Text: text})...)
		}
	}
	return all
}

// confluence: Confluence Cloud REST API, from issues of atlassian-python-api and of
// mcp-atlassian.
var confluence = &refusal.Dialect{
	Body: readConfluence, Texts: []phrase.Pattern{
		{Text: "{field} must be incremented on update. Current version is: {limit}", Rule: toolerr.RuleStale, Source: "Confluence REST API v1, Update content"},
		{Text: "…Current version: [{limit}]. Provided version:", Rule: toolerr.RuleStale, Source: "Confluence Cloud REST API v2, Update page"},
		{Text: "…No space with key : {value}", Rule: toolerr.RuleNotFound, Source: "Confluence REST API v1, Create content"},
		{Text: "…for '{field}' is not the correct type", Rule: toolerr.RuleWrongType, Source: "Confluence Cloud REST API v2: INVALID_REQUEST_PARAMETER"},
		{Text: "…Could not parse cql : {value}", Rule: toolerr.RuleSyntax, Source: "Confluence REST API v1, Search content by CQL"},
		{Text: "…Error parsing xhtml: {}: [{line},{column}]", Rule: toolerr.RuleSyntax, Source: "Confluence REST API v1, storage format"},
	},
}

// readConfluence reads an error of version 1, or the list of version 2.
func readConfluence(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	if d.Root.Member("statusCode").IsNumber() {
		return v.Findings(refusal.Statement{Text: d.Sentence})
	}
	return (&refusal.List{At: [][]string{{"errors"}}, Needs: []string{"status", "code", "title"}, Text: []string{"title"}}).Read(v, d)
}
