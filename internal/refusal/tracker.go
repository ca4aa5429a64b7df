package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// trackers are services for issues, pages and tables.
var trackers = []shape{
	{name: "Jira", members: []string{"errorMessages"}, source: "Jira Cloud REST API v3, Status codes: ErrorCollection", read: readJira},
	{name: "Confluence", members: []string{"statusCode", "errors"}, source: "Confluence Cloud REST API v1 and v2, errors", read: readConfluence},
	{name: "Notion", members: []string{"object"}, source: "Notion API, Status codes: validation_error", read: readNotion},
	{name: "Airtable", members: []string{"error"}, source: "Airtable Web API, Errors", read: readAirtable},
}

// jira has the sentences about fields, whose names are keys of the body, and those of JQL
// (jira-components 9.12, JiraWebActionSupport.properties, in the product's English).
var jira = &Dialect{texts: []phrase.Pattern{
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
}}

// readJira reads an ErrorCollection: sentences, and a map of fields to sentences.
func readJira(d doc) (all []toolerr.Finding) {
	general, fields := d.root.Member("errorMessages"), d.root.Member("errors")
	if !general.IsArray() {
		return nil
	}
	for _, k := range fields.Kids[:min(len(fields.Kids), maxFindings)] {
		all = append(all, jira.read(Statement{Fields: []string{k.Key}, Text: k.Str()})...)
	}
	for _, text := range general.Strings() {
		if len(all) < maxFindings {
			all = append(all, jira.read(Statement{Text: text})...)
		}
	}
	return all
}

// confluence: Confluence Cloud REST API, from issues of atlassian-python-api and of
// mcp-atlassian.
var confluence = &Dialect{texts: []phrase.Pattern{
	{Text: "{field} must be incremented on update. Current version is: {limit}", Rule: toolerr.RuleStale, Source: "Confluence REST API v1, Update content"},
	{Text: "…Current version: [{limit}]. Provided version:", Rule: toolerr.RuleStale, Source: "Confluence Cloud REST API v2, Update page"},
	{Text: "…No space with key : {value}", Rule: toolerr.RuleNotFound, Source: "Confluence REST API v1, Create content"},
	{Text: "…for '{field}' is not the correct type", Rule: toolerr.RuleWrongType, Source: "Confluence Cloud REST API v2: INVALID_REQUEST_PARAMETER"},
	{Text: "…Could not parse cql : {value}", Rule: toolerr.RuleSyntax, Source: "Confluence REST API v1, Search content by CQL"},
	{Text: "…Error parsing xhtml: {}: [{line},{column}]", Rule: toolerr.RuleSyntax, Source: "Confluence REST API v1, storage format"},
}}

func readConfluence(d doc) []toolerr.Finding {
	if d.root.Member("statusCode").IsNumber() && d.root.Member("message").IsString() {
		return confluence.read(Statement{Text: d.root.Member("message").Text})
	}
	return (&listing{
		dialect: confluence, lists: [][]string{{"errors"}}, needs: []string{"status", "code", "title"}, text: []string{"title"},
	}).read(d)
}

// notion has the sentences of its validator, which begin with the place.
var notion = &Dialect{texts: []phrase.Pattern{
	{Text: "{field}.length should be ≤ `{limit}`", Rule: toolerr.RuleTooLong, Source: "Notion API, Request limits"},
	{Text: "{field}.length should be ≥ `{limit}`", Rule: toolerr.RuleTooShort, Source: "Notion API, Request limits"},
	{Text: "{field} should be {}`{limit}`", Source: "Notion API, Pagination: page_size"},
	{Text: "{field} should be defined", Rule: toolerr.RuleRequired, Source: "github.com/trustmaster/gkeep2notion/issues/9"},
	{Text: "{field} should be populated", Rule: toolerr.RuleRequired, Source: "Notion API"},
	{Text: "{field} should be not present", Rule: toolerr.RuleUnknown, Source: "github.com/ramnes/notion-sdk-py/issues/111"},
	{Text: "{field} should be a valid {}, instead was `\"{value}\"`", Rule: toolerr.RuleBadFormat, Source: "github.com/malinkang/weread2notion/issues/70"},
	{Text: "{field} should be a valid {}", Rule: toolerr.RuleBadFormat, Source: "as above"},
	{Text: "{field} should be an {name}", Rule: toolerr.RuleWrongType, Source: "Notion API"},
	{Text: "{field} should be a {name}", Rule: toolerr.RuleWrongType, Source: "Notion API"},
	{Text: "{field} should be {names}, instead was `\"{value}\"`", Rule: toolerr.RuleNotAllowed, Source: "Notion API, Block: type, color"},
	{Text: "{field} should be {names}, instead was", Rule: toolerr.RuleNotAllowed, Source: "Notion API, Block: type, color"},
	{Text: "{field} is not a property that exists", Rule: toolerr.RuleUnknown, Source: "Notion API, Create a page"},
	{Text: "{field} is expected to be {name}", Rule: toolerr.RuleWrongType, Source: "Notion API, Create a page"},
	{Text: "Could not find property with name or id: {word}", Rule: toolerr.RuleUnknown, Source: "Notion API, Query a database"},
	{Text: "{}option \"{value}\" does not exist", Rule: toolerr.RuleNotAllowed, Source: "Notion API, status properties"},
}}

func readNotion(d doc) (all []toolerr.Finding) {
	if d.root.Member("object").Str() != "error" || !d.root.Member("code").IsString() {
		return nil
	}
	text := d.root.Member("message").Str()
	for _, part := range [...]string{"body", "path", "query"} {
		if rest, ok := strings.CutPrefix(text, part+" failed validation"); ok {
			text = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(rest, "."), " Fix one"), ": \n")
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len(all) == maxFindings {
			break
		}
		all = append(all, counted(notion.read(Statement{Text: strings.TrimSpace(line)}))...)
	}
	return all
}

// airtable: Airtable Web API, from issues of airtable.js and pyairtable.
var airtable = &Dialect{
	codes: []coded{
		{codes: "INVALID_MULTIPLE_CHOICE_OPTIONS", rule: toolerr.RuleNotAllowed},
		{codes: "INVALID_RECORD_ID, INVALID_ATTACHMENT_OBJECT", rule: toolerr.RuleBadFormat},
		{codes: "ROW_DOES_NOT_EXIST, TABLE_NOT_FOUND, MODEL_ID_NOT_FOUND", rule: toolerr.RuleNotFound},
		{codes: "VIEW_NAME_NOT_FOUND", rule: toolerr.RuleNotFound, at: "view"},
		{codes: "INVALID_FILTER_BY_FORMULA", rule: toolerr.RuleSyntax, at: "filterByFormula"},
		{codes: "INVALID_OFFSET_VALUE", rule: toolerr.RuleBadValue, at: "offset"},
		{codes: "LIST_RECORDS_ITERATOR_NOT_AVAILABLE", rule: toolerr.RuleStale, at: "offset"},
		{codes: "INVALID_SORT", rule: toolerr.RuleBadValue, at: "sort"},
	},
	texts: []phrase.Pattern{
		{Text: "Unknown field names: {field}", Rule: toolerr.RuleUnknown, Source: "Airtable Web API: UNKNOWN_FIELD_NAME"},
		{Text: "Field \"{field}\" cannot accept a value because the field is computed", Rule: toolerr.RuleReadOnly, Source: "Airtable Web API: INVALID_VALUE_FOR_COLUMN"},
		{Text: "Cannot parse value for field {field}", Rule: toolerr.RuleBadFormat, Source: "Airtable Web API: INVALID_VALUE_FOR_COLUMN"},
		{Text: "Insufficient permissions to create new select option \"{value}\"", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "Value \"{value}\" is not a valid record ID", Rule: toolerr.RuleBadFormat, Source: "github.com/infinum/eightshift-forms/issues/420"},
		{Text: "Record ID {value} does not exist", Rule: toolerr.RuleNotFound, Source: "Airtable Web API: ROW_DOES_NOT_EXIST"},
		{Text: "Could not find field \"{field}\" in the request body", Rule: toolerr.RuleRequired, Source: "Airtable Web API: INVALID_REQUEST_MISSING_FIELDS"},
	},
}

func readAirtable(d doc) []toolerr.Finding {
	e := d.root.Member("error")
	code := e.Member("type").Str()
	if code == "" || code != strings.ToUpper(code) {
		return nil
	}
	return airtable.read(Statement{Code: code, Text: e.Member("message").Str()})
}
