package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

var kubernetes = []shape{{
	name: "Kubernetes", members: []string{"kind"}, source: "Kubernetes API conventions, response status kind",
	read: func(d doc) []toolerr.Finding {
		if d.root.Member("kind").Str() != "Status" || d.root.Member("status").Str() != "Failure" {
			return nil
		}
		var causes []Cause
		for _, c := range d.root.At("details", "causes").Kids {
			causes = append(causes, Cause{c.Member("reason").Str(), c.Member("field").Str(), c.Member("message").Str()})
		}
		return Kubernetes(d.root.Member("reason").Str(), d.root.Member("message").Str(), causes)
	},
}}

// A Cause is a cause in a Status of the Kubernetes API, about one field.
type Cause struct{ Reason, Field, Message string }

// Kubernetes returns the findings of a Status of the Kubernetes API: those of its causes,
// or otherwise those of its message.
func Kubernetes(reason, message string, causes []Cause) []toolerr.Finding {
	var found []toolerr.Finding
	for _, c := range causes[:min(len(causes), maxTexts)] {
		rule, ok := causeRules[c.Reason]
		if !ok {
			continue
		}
		one := matched(c.Message, kubernetesTexts)
		if one == nil {
			one = sure(c.Message)
		}
		if one == nil {
			one = []toolerr.Finding{{Rule: rule}}
		}
		value, _ := phrase.Find(c.Message, kubernetesValues)
		for i := range one {
			one[i].Fields, one[i].Value = nil, value.Value
			if field := strings.TrimPrefix(c.Field, "."); field != "" && field != "<nil>" {
				one[i].Fields = []string{field}
			}
		}
		found = append(found, one...)
	}
	if len(found) > 0 {
		return found
	}
	if _, strict, ok := strings.Cut(message, "strict decoding error: "); ok {
		for part := range strings.SplitSeq(strict, ", ") {
			found = append(found, readText(part, false)...)
		}
	}
	if len(found) > 0 {
		return found
	}
	if reason == "Conflict" && strings.Contains(message, "the object has been modified") {
		// k8s.io/apiserver v0.37.2, registry/generic/registry/store.go: OptimisticLockErrorMsg.
		return []toolerr.Finding{{Rule: toolerr.RuleStale}}
	}
	if table, ok := messageTexts[reason]; ok {
		return matched(message, table)
	}
	return nil
}

// causeRules are the reasons of causes (k8s.io/apimachinery v0.37.2,
// pkg/util/validation/field/errors.go and pkg/apis/meta/v1/types.go).
var causeRules = map[string]toolerr.Rule{
	"FieldValueNotFound": toolerr.RuleNotFound, "FieldValueRequired": toolerr.RuleRequired, "FieldValueDuplicate": toolerr.RuleDuplicate,
	"FieldValueInvalid": toolerr.RuleBadValue, "FieldValueTypeInvalid": toolerr.RuleWrongType, "FieldValueNotSupported": toolerr.RuleNotAllowed,
	"FieldValueForbidden": toolerr.RuleNotPermitted, "FieldValueTooLong": toolerr.RuleTooLong, "FieldValueTooShort": toolerr.RuleTooShort,
	"FieldValueTooMany": toolerr.RuleTooMany, "FieldValueTooFew": toolerr.RuleTooFew, "FieldManagerConflict": toolerr.RuleConflict,
}

// kubernetesTexts are the messages of causes.
var kubernetesTexts = besides("k8s.io/apimachinery v0.37.2, pkg/util/validation; k8s.io/kube-openapi v0.0.0-20260721132016, pkg/validation/errors", []phrase.Pattern{
	{Text: `…supported values: {names}`, Rule: toolerr.RuleNotAllowed},
	{Text: `…should be one of {names}`, Rule: toolerr.RuleNotAllowed},
	{Text: `Forbidden: updates to `, Rule: toolerr.RuleImmutable},
	{Text: `Forbidden: {} updates may not change fields`, Rule: toolerr.RuleImmutable},
	{Text: `Too long: {} at most {limit} `, Rule: toolerr.RuleTooLong},
	{Text: `Too long: {} more than {limit} `, Rule: toolerr.RuleTooLong},
	{Text: `Too short: {}at least {limit} `, Rule: toolerr.RuleTooShort},
	{Text: `…must be of type {name}: `, Rule: toolerr.RuleWrongType},
	{Text: `…RFC 1123`, Rule: toolerr.RuleBadFormat},
	{Text: `…RFC 1035`, Rule: toolerr.RuleBadFormat},
	{Text: `…must consist of `, Rule: toolerr.RuleBadFormat},
	{Text: `…should match '`, Rule: toolerr.RuleBadFormat},
	{Text: `…must be a valid `, Rule: toolerr.RuleBadFormat},
	{Text: `…must not contain`, Rule: toolerr.RuleBadFormat},
	{Text: "…selector` does not match template `labels`", Rule: toolerr.RuleConflict},
})

var kubernetesValues = besides("k8s.io/apimachinery v0.37.2, pkg/util/validation/field/errors.go, ErrorBody", []phrase.Pattern{
	{Text: `Invalid value: "{value}"`},
	{Text: `Unsupported value: "{value}"`},
	{Text: `Duplicate value: "{value}"`},
	{Text: `Not found: "{value}"`},
	{Text: `Invalid value: {value}:`},
	{Text: `Unsupported value: {value}:`},
})

// messageTexts are messages of a Status, by its reason.
var messageTexts = map[string][]phrase.Pattern{
	"NotFound":      besides("k8s.io/apimachinery v0.37.2, pkg/api/errors", []phrase.Pattern{{Text: `{} "{value}" not found`, Rule: toolerr.RuleNotFound}}),
	"AlreadyExists": besides("k8s.io/apimachinery v0.37.2, pkg/api/errors", []phrase.Pattern{{Text: `{} "{value}" already exists`, Rule: toolerr.RuleExistsAlready}}),
	"BadRequest": append(besides("k8s.io/apiserver v0.37.2, pkg/endpoints/handlers; k8s.io/apimachinery v0.37.2", []phrase.Pattern{
		{Text: `…no kind "{word}" is registered for version`, Rule: toolerr.RuleUnknown},
		{Text: `…no matches for kind "{word}" in version`, Rule: toolerr.RuleUnknown},
		{Text: `the name of the object ({value}) does not match the name on the URL`, Rule: toolerr.RuleConflict},
		{Text: `the namespace of the provided object does not match the namespace sent on the request`, Rule: toolerr.RuleConflict},
		{Text: `…unable to parse requirement: `, Rule: toolerr.RuleSyntax},
		{Text: `…field label not supported: {word}`, Rule: toolerr.RuleUnsupported},
		{Text: `…quantities must match the regular expression`, Rule: toolerr.RuleBadFormat},
	}), goJSON...),
}

// goJSON are the errors of Go's decoder, which services written in Go pass on.
var goJSON = besides("Go 1.26, encoding/json/decode.go", []phrase.Pattern{
	{Text: `…json: cannot unmarshal {} into Go struct field {}.{field} of type `, Rule: toolerr.RuleWrongType},
	{Text: `…json: unknown field "{field}"`, Rule: toolerr.RuleUnknown},
	{Text: `…unexpected end of JSON input`, Rule: toolerr.RuleSyntax},
	{Text: `…invalid character {} looking for beginning of`, Rule: toolerr.RuleSyntax},
})
