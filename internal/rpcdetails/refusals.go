package rpcdetails

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// Refusals reads the bodies of Google's APIs with JSON.
var Refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		n := d.Root
		if n.IsArray() && len(n.Kids) > 0 {
			n = n.Kids[0]
		}
		e := n.Member("error")
		found := readError(e)
		if found == nil && slices.ContainsFunc(e.Member("errors").Kids, func(k jsontree.Node) bool { return k.Member("domain").Exists() || k.Member("reason").Exists() }) {
			return []toolerr.Finding{} // the generic reader would take them for fields
		}
		return found
	},
}

// readError reads an error, or the first of a list (Google Cloud APIs, Errors, HTTP mapping).
func readError(e jsontree.Node) []toolerr.Finding {
	var violations []Violation
	for _, detail := range e.Member("details").Kids {
		for _, v := range detail.Member("fieldViolations").Kids {
			violations = append(violations, Violation{Field: v.Member("field").Str(), Description: v.Member("description").Str(), Reason: v.Member("reason").Str()})
		}
		for _, v := range detail.Member("violations").Kids { // a quota failure has violations without a type
			violations = append(violations, Violation{Description: v.Member("description").Str(), Reason: v.Member("type").Str(), Subject: v.Member("subject").Str()})
		}
	}
	found := Google(e.Member("message").Str(), violations)
	for _, item := range e.Member("errors").Kids {
		if len(violations) == 0 && item.Member("locationType").Str() == "parameter" {
			found = located(found, item.Member("location").Str(), item.Member("reason").Str())
		}
	}
	return found
}

// Google returns the findings of an error of Google's APIs, or of another service that uses
// google.rpc.Status: those of its fields, or otherwise those of its message.
func Google(message string, violations []Violation) []toolerr.Finding {
	var found []toolerr.Finding
	for _, v := range violations[:min(len(violations), refusal.MaxTexts)] {
		if v.Subject != "" {
			if v.Reason != "" && v.Reason != "TOS" { // a person has to accept terms of service
				found = append(found, toolerr.Finding{Rule: toolerr.RuleWrongState, Value: v.Subject})
			}
			continue
		}
		field := strings.TrimPrefix(v.Field, "resource.") // the prefix that Compute Engine gives to the body
		one := refusal.About(field, v.Description, texts)
		if rule := reasons[v.Reason]; field != "" && len(one) == 1 && one[0].Rule == "" {
			one[0].Rule = rule
		}
		found = append(found, one...)
	}
	if len(found) > 0 {
		return found
	}
	message = strings.Replace(strings.TrimPrefix(message, "* "), " [at ", " at [", 1) // the form of a position in Spanner
	found = refusal.Match(message, texts, statements)
	for i := range found {
		for j, f := range found[i].Fields {
			found[i].Fields[j] = strings.TrimPrefix(f, "resource.")
		}
		found[i].Names = slices.DeleteFunc(found[i].Names, func(n string) bool { return n == "" })
	}
	return found
}

// located adds the parameter that an item of the older errors array names.
func located(found []toolerr.Finding, parameter, reason string) []toolerr.Finding {
	if len(found) == 0 {
		return []toolerr.Finding{{Rule: reasons[reason], Fields: []string{parameter}}}
	}
	for i := range found {
		if len(found[i].Fields) == 0 {
			found[i].Fields = []string{parameter}
		}
	}
	return found
}

// reasons are the reasons beside a parameter, and of field violations (Google Cloud
// Storage, JSON API, HTTP status and error codes; YouTube Data API, Errors;
// google/rpc/error_details.proto).
var reasons = map[string]toolerr.Rule{
	"required": toolerr.RuleRequired, "missingRequiredParameter": toolerr.RuleRequired, "FIELD_REQUIRED": toolerr.RuleRequired, "REQUIRED_FIELD": toolerr.RuleRequired,
	"invalidParameter": toolerr.RuleBadValue, "invalidValue": toolerr.RuleBadValue, "invalid": toolerr.RuleBadValue, "badRequest": toolerr.RuleBadValue,
	"unknownParameter": toolerr.RuleUnknown, "unexpectedParameter": toolerr.RuleUnknown, "unsupportedParameter": toolerr.RuleUnsupported,
	"incompatibleParameters": toolerr.RuleConflict, "duplicate": toolerr.RuleExistsAlready, "alreadyExists": toolerr.RuleExistsAlready,
	"notFound": toolerr.RuleNotFound, "stringTooLong": toolerr.RuleTooLong, "uploadTooLarge": toolerr.RuleTooLarge, "conditionNotMet": toolerr.RuleStale,
}

// texts are the sentences of the servers that decode JSON requests, and those of
// single APIs (Google Cloud APIs, Errors; googleapis/google-api-go-client v0.300
// testdata).
var texts = []phrase.Pattern{
	{Text: `…Unknown name "{word}" at '{field}'`, Rule: toolerr.RuleUnknown},
	{Text: `…Unknown name "{field}"`, Rule: toolerr.RuleUnknown},
	{Text: `…Invalid value at '{field}' (type.googleapis.com/{}), "{value}"`, Rule: toolerr.RuleNotAllowed},
	{Text: `…Invalid value at '{field}' (TYPE_{}), "{value}"`, Rule: toolerr.RuleWrongType},
	{Text: `…Invalid value at '{field}' (TYPE_{}), {value}`, Rule: toolerr.RuleWrongType},
	{Text: `…Invalid value at '{field}'`, Rule: toolerr.RuleBadValue},
	{Text: `…Proto field is not repeating, cannot start list`, Rule: toolerr.RuleWrongType},
	{Text: `Invalid value '{value}'. Values must be within the range: `},
	{Text: `Invalid value '{value}'. Allowed values: [{names}]`, Rule: toolerr.RuleNotAllowed},
	{Text: `Invalid value for field '{field}': '{value}'. The referenced {} does not exist`, Rule: toolerr.RuleNotFound},
	{Text: `Invalid value for field '{field}': '{value}'. {} match`, Rule: toolerr.RuleBadFormat},
	{Text: `Invalid value for field '{field}': '{value}'`, Rule: toolerr.RuleBadValue},
	{Text: `Invalid value for field {field}: {value}`, Rule: toolerr.RuleBadFormat},
	{Text: `Required field '{field}' not specified`, Rule: toolerr.RuleRequired},
	{Text: `Required parameter: {field}`, Rule: toolerr.RuleRequired},
	{Text: `Missing required parameter: {field}`, Rule: toolerr.RuleRequired},
	{Text: `Missing required field: {field}`, Rule: toolerr.RuleRequired},
	{Text: `Invalid {field}: `, Rule: toolerr.RuleBadValue, Source: "Google Docs and Sheets API, batchUpdate"},
	{Text: `Unable to parse range: {value}`, Rule: toolerr.RuleBadFormat, Source: "Google Sheets API v4, values.get"},
	{Text: `The resource '{value}' was not found`, Rule: toolerr.RuleNotFound, Source: "Compute Engine API, Troubleshooting"},
	{Text: `The resource '{value}' already exists`, Rule: toolerr.RuleExistsAlready, Source: "Compute Engine API, Troubleshooting"},
	{Text: `Unable to submit request because it has a {field} value of {value} but the supported range is from `, Source: "Vertex AI, Generative AI, API errors"},
	{Text: `The input token count ({}) exceeds the maximum number of tokens allowed ({limit})`, Rule: toolerr.RuleTooLarge, Source: "Gemini API, Troubleshooting guide"},
	{Text: `GenerateContentRequest.{field}: `, Rule: toolerr.RuleBadValue, Source: "Gemini API, Troubleshooting guide"},
}

// statements are the messages of BigQuery and Spanner about a statement (google/googlesql
// 2025.03, analyzer and parser testdata; BigQuery, Error messages).
var statements = []phrase.Pattern{
	{Text: "…Unrecognized name: {word}; Did you mean {}? at [{line}:{column}]", Rule: toolerr.RuleUnknown},
	{Text: "…Unrecognized name: {word} at [{line}:{column}]", Rule: toolerr.RuleUnknown},
	{Text: "…Unrecognized name: {word}", Rule: toolerr.RuleUnknown},
	{Text: "…Name {word} not found inside {} at [{line}:{column}]", Rule: toolerr.RuleUnknown},
	{Text: "…Function not found: {word}; Did you mean {}? at [{line}:{column}]", Rule: toolerr.RuleUnknown},
	{Text: "…Function not found: {word} at [{line}:{column}]", Rule: toolerr.RuleUnknown},
	{Text: "…Table not found: {word}; Did you mean {}? at [{line}:{column}]", Rule: toolerr.RuleNotFound},
	{Text: "…Table not found: {word}", Rule: toolerr.RuleNotFound},
	{Text: "…Column name {word} is ambiguous at [{line}:{column}]", Rule: toolerr.RuleAmbiguous},
	{Text: "…references column {word} which is neither grouped nor aggregated at [{line}:{column}]", Rule: toolerr.RuleBadValue},
	{Text: `…Syntax error: Unexpected identifier "{word}" at [{line}:{column}]`, Rule: toolerr.RuleSyntax},
	{Text: `…Syntax error: Expected {} but got identifier "{word}" at [{line}:{column}]`, Rule: toolerr.RuleSyntax},
	{Text: "…Syntax error: Expected {} but got keyword {word} at [{line}:{column}]", Rule: toolerr.RuleSyntax},
	{Text: "…Syntax error: {} at [{line}:{column}]", Rule: toolerr.RuleSyntax},
	{Text: "…No matching signature for function {word} for argument type{} at [{line}:{column}]", Rule: toolerr.RuleWrongType},
	{Text: "…No matching signature for operator {} at [{line}:{column}]", Rule: toolerr.RuleWrongType},
	{Text: "…Number of arguments does not match for function {word}", Rule: toolerr.RuleCountMismatch},
	{Text: "…Inserted row has wrong column count; Has {}, expected {limit} at [{line}:{column}]", Rule: toolerr.RuleCountMismatch},
	{Text: "…has type {} which cannot be inserted into column {word}, which has type {name} at [{line}:{column}]", Rule: toolerr.RuleWrongType},
	{Text: `…Could not cast literal "{value}" to type {name} at [{line}:{column}]`, Rule: toolerr.RuleBadFormat},
	{Text: "…Invalid timestamp: '{value}'", Rule: toolerr.RuleBadFormat},
	{Text: "…Bad int64 value: {value}", Rule: toolerr.RuleWrongType},
	{Text: "…division by zero: ", Rule: toolerr.RuleArithmetic},
	{Text: `…Table "{word}" must be qualified with a dataset`, Rule: toolerr.RuleBadFormat},
	{Text: "Not found: Table {}:{}.{word} was not found in location", Rule: toolerr.RuleNotFound},
	{Text: "Already Exists: Table {}:{}.{word}", Rule: toolerr.RuleExistsAlready},
	{Text: "{} at [{line}:{column}]$", Rule: toolerr.RuleBadValue},
}
