package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// crms are services for customer data, tickets and shops.
var crms = []shape{
	{name: "Salesforce", source: "Salesforce REST API Developer Guide, Status codes and error responses", read: (&listing{
		dialect: salesforce, lists: [][]string{{}, {"errors"}}, needs: []string{"message"}, place: []string{"fields"}, code: []string{"errorCode", "statusCode"}, text: []string{"message"},
	}).salesforce},
	{name: "HubSpot", members: []string{"status"}, source: "HubSpot API, Error handling", read: readHubSpot},
	{name: "Shopify user errors", source: "Shopify Admin GraphQL API, UserError", read: readUserErrors},
}

// salesforce: Salesforce SOAP API Developer Guide, ExceptionCode and StatusCode.
var salesforce = &Dialect{
	codes: []coded{
		{codes: "REQUIRED_FIELD_MISSING, MISSING_ARGUMENT", rule: toolerr.RuleRequired},
		{codes: "INVALID_FIELD, INVALID_TYPE", rule: toolerr.RuleUnknown},
		{codes: "INVALID_FIELD_FOR_INSERT_UPDATE, FIELD_NOT_UPDATEABLE", rule: toolerr.RuleReadOnly},
		{codes: "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST", rule: toolerr.RuleNotAllowed},
		{codes: "STRING_TOO_LONG", rule: toolerr.RuleTooLong},
		{codes: "NUMBER_OUTSIDE_VALID_RANGE", rule: toolerr.RuleTooLarge},
		{codes: "MALFORMED_ID, INVALID_EMAIL_ADDRESS", rule: toolerr.RuleBadFormat},
		{codes: "DUPLICATE_VALUE", rule: toolerr.RuleExistsAlready},
		{codes: "INVALID_CROSS_REFERENCE_KEY, ENTITY_IS_DELETED", rule: toolerr.RuleNotFound},
		{codes: "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY", rule: toolerr.RuleNotPermitted},
		{codes: "FIELD_INTEGRITY_EXCEPTION, FIELD_CUSTOM_VALIDATION_EXCEPTION", rule: toolerr.RuleBadValue},
		{codes: "JSON_PARSER_ERROR, INVALID_TYPE_ON_FIELD_IN_RECORD", rule: toolerr.RuleWrongType},
		{codes: "MALFORMED_QUERY, MALFORMED_SEARCH", rule: toolerr.RuleSyntax},
		{codes: "INVALID_QUERY_FILTER_OPERATOR", rule: toolerr.RuleUnsupported},
		{codes: "INVALID_QUERY_LOCATOR", rule: toolerr.RuleStale},
	},
	texts: []phrase.Pattern{
		{Text: "…ERROR at Row:{line}:Column:{column}\nNo such column '{word}' on entity '{}'", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…No such column '{field}' on sobject of type {}", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a record"},
		{Text: "…No such column '{word}' on entity '{}'", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nDidn't understand relationship '{word}'", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nsObject type '{word}' is not supported", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_TYPE in a query"},
		{Text: "…sObject type '{word}' is not supported", Rule: toolerr.RuleUnknown, Source: "Salesforce REST API: INVALID_TYPE"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nvalue of filter criterion for field '{word}' must be of type {}", Rule: toolerr.RuleWrongType, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nfield '{word}' can not be filtered", Rule: toolerr.RuleUnsupported, Source: "Salesforce REST API: INVALID_FIELD in a query"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nunexpected token: '{word}'", Rule: toolerr.RuleSyntax, Source: "Salesforce REST API: MALFORMED_QUERY"},
		{Text: "…ERROR at Row:{line}:Column:{column}\nunexpected token: {word}", Rule: toolerr.RuleSyntax, Source: "Salesforce REST API: MALFORMED_QUERY"},
		{Text: "…ERROR at Row:{line}:Column:{column}", Source: "Salesforce REST API"},
		{Text: "{}: bad value for restricted picklist field: {value}", Rule: toolerr.RuleNotAllowed, Source: "Salesforce REST API: INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"},
		{Text: "{}: invalid email address: {value}", Rule: toolerr.RuleBadFormat, Source: "Salesforce REST API: INVALID_EMAIL_ADDRESS"},
		{Text: "duplicate value found: {field} duplicates value on record", Rule: toolerr.RuleExistsAlready, Source: "Salesforce REST API: DUPLICATE_VALUE"},
		{Text: "Unable to create/update fields: {field}.", Rule: toolerr.RuleReadOnly, Source: "Salesforce REST API: INVALID_FIELD_FOR_INSERT_UPDATE"},
		{Text: "Cannot deserialize instance of {} from {} value {value} or request may be missing a required field at [line:{line}, column:{column}]", Rule: toolerr.RuleWrongType, Source: "Salesforce REST API: JSON_PARSER_ERROR"},
	},
}

// salesforce reads the items with a code of Salesforce. The list of fields is empty if the
// code is not about a field.
func (l *listing) salesforce(d doc) (all []toolerr.Finding) {
	for _, list := range l.lists {
		items := d.root.At(list...)
		for _, item := range items.Kids[:min(len(items.Kids), maxFindings)] {
			if code := first(item, l.code).Str(); items.IsArray() && code != "" && code == strings.ToUpper(code) && !item.Member("code").Exists() {
				all = append(all, l.item(item)...)
			}
		}
	}
	return all
}

// hubSpot: HubSpot API, Error handling; the errors of properties.
var hubSpot = &Dialect{
	codes: []coded{
		{codes: "INVALID_OPTION", rule: toolerr.RuleNotAllowed},
		{codes: "INVALID_LONG, INVALID_NUMERIC_PARSING", rule: toolerr.RuleWrongType},
		{codes: "INVALID_DATE, FAILED_TO_PARSE", rule: toolerr.RuleBadFormat},
		{codes: "INVALID_OWNER_ID", rule: toolerr.RuleNotFound},
	},
	texts: []phrase.Pattern{
		{Text: "Property \"{field}\" does not exist", Rule: toolerr.RuleUnknown, Source: "github.com/hubspot-net/HubSpot.NET/issues/50"},
		{Text: "{value} was not one of the allowed options: [{names}]", Rule: toolerr.RuleNotAllowed, Source: "HubSpot API, CRM properties: INVALID_OPTION"},
		{Text: "{value} was not one of the allowed options", Rule: toolerr.RuleNotAllowed, Source: "as above"},
		{Text: "{value} was not a valid {name}", Rule: toolerr.RuleBadFormat, Source: "HubSpot API, CRM properties: INVALID_INTEGER"},
		{Text: "{field} cannot be missing or null", Rule: toolerr.RuleRequired, Source: "github.com/HubSpot/hubspot-php/issues/344"},
		{Text: "Invalid input JSON on line {line}, column {column}: Cannot deserialize", Rule: toolerr.RuleWrongType, Source: "HubSpot API: VALIDATION_ERROR"},
		{Text: "Invalid input JSON on line {line}, column {column}", Rule: toolerr.RuleSyntax, Source: "HubSpot API: VALIDATION_ERROR"},
	},
}

// readHubSpot reads the results of a validation, which older services write into the
// sentence as JSON, and the errors of newer services.
func readHubSpot(d doc) []toolerr.Finding {
	if d.root.Member("status").Str() != "error" {
		return nil
	}
	results := &listing{
		dialect: hubSpot, lists: [][]string{{"validationResults"}, {"propertiesErrors"}, {"errors"}, {}}, needs: []string{"message"},
		place: []string{"name", "in", "context.propertyName", "context.properties", "context.missingProperties"}, code: []string{"error", "code", "errorType"}, text: []string{"message"},
	}
	text := d.root.Member("message").Str()
	if i := strings.Index(text, ": [{"); i >= 0 {
		inner, _ := jsontree.Parse(text[i+2:], jsontree.Limits{Depth: maxDepth, Values: maxValues})
		d.root.Kids = append(slices.Clip(d.root.Kids), jsontree.Node{Key: "validationResults", Kind: '[', Kids: inner.Kids})
	}
	inside := *results
	inside.lists = results.lists[:3]
	if all := inside.read(d); len(all) > 0 {
		return all
	}
	return hubSpot.read(Statement{Text: text})
}

// readUserErrors reads the errors of a mutation beside its data.
func readUserErrors(d doc) (all []toolerr.Finding) {
	data := d.root.Member("data")
	if !data.IsObject() {
		data = d.root
	}
	for i := range len(data.Kids) + 1 {
		mutation := &data
		if i < len(data.Kids) {
			mutation = &data.Kids[i]
		}
		for _, k := range mutation.Kids {
			if k.IsArray() && strings.HasSuffix(strings.ToLower(k.Key), "usererrors") && len(all) < maxFindings {
				all = append(all, (&listing{
					dialect: &Dialect{}, lists: [][]string{{}}, needs: []string{"message"}, place: []string{"field"}, code: []string{"code"}, text: []string{"message"}, steps: true,
				}).read(doc{root: k})...)
			}
		}
	}
	return all
}
