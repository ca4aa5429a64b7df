package kubernetesadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		return statements(d.Root.Member("reason").Str(), d.Root.Member("message").Str(), d.Root.At("details", "causes").Kids)
	},
}

// refused returns the refusal in the causes or the message of a StatusError.
func refused(node any) toolerr.Refusal {
	status, _ := shape.Field[any](node, "ErrStatus")
	return refusal.OfValue(status, refusals.Read)
}

// statements returns the findings of a Status of the Kubernetes API: those of its causes,
// or otherwise those of its message.
func statements(reason, message string, causes []jsontree.Node) []toolerr.Finding {
	var found []toolerr.Finding
	for _, c := range causes[:min(len(causes), refusal.MaxTexts)] {
		rule, ok := causeRules[c.Member("reason").Str()]
		if !ok {
			continue
		}
		text := c.Member("message").Str()
		one := refusal.Match(text, texts)
		if one == nil {
			one = refusal.Stated(text)
		}
		if one == nil {
			one = []toolerr.Finding{{Rule: rule}}
		}
		value, _ := phrase.Find(text, values)
		for i := range one {
			one[i].Fields, one[i].Value = nil, value.Value
			if field := strings.TrimPrefix(c.Member("field").Str(), "."); field != "" && field != "<nil>" {
				one[i].Fields = []string{field}
			}
		}
		found = append(found, one...)
	}
	if len(found) > 0 {
		return found
	}
	if reason == "Conflict" && strings.Contains(message, "the object has been modified") {
		// k8s.io/apiserver v0.37.2, registry/generic/registry/store.go: OptimisticLockErrorMsg.
		return []toolerr.Finding{{Rule: toolerr.RuleStale}}
	}
	if table, ok := messageTexts[reason]; ok {
		return refusal.Match(message, table)
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

// texts are the messages of causes (k8s.io/apimachinery v0.37.2,
// pkg/util/validation; k8s.io/kube-openapi v0.0.0-20260721132016, pkg/validation/errors).
var texts = []phrase.Pattern{
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
}

// values are the values in the messages of causes (k8s.io/apimachinery v0.37.2,
// pkg/util/validation/field/errors.go, ErrorBody).
var values = []phrase.Pattern{
	{Text: `Invalid value: "{value}"`},
	{Text: `Unsupported value: "{value}"`},
	{Text: `Duplicate value: "{value}"`},
	{Text: `Not found: "{value}"`},
	{Text: `Invalid value: {value}:`},
	{Text: `Unsupported value: {value}:`},
}

// messageTexts are messages of a Status, by its reason (k8s.io/apimachinery v0.37.2,
// pkg/api/errors; k8s.io/apiserver v0.37.2, pkg/endpoints/handlers).
var messageTexts = map[string][]phrase.Pattern{
	"NotFound":      {{Text: `{} "{value}" not found`, Rule: toolerr.RuleNotFound}},
	"AlreadyExists": {{Text: `{} "{value}" already exists`, Rule: toolerr.RuleExistsAlready}},
	"BadRequest": {
		{Text: `…no kind "{word}" is registered for version`, Rule: toolerr.RuleUnknown},
		{Text: `…no matches for kind "{word}" in version`, Rule: toolerr.RuleUnknown},
		{Text: `the name of the object ({value}) does not match the name on the URL`, Rule: toolerr.RuleConflict},
		{Text: `the namespace of the provided object does not match the namespace sent on the request`, Rule: toolerr.RuleConflict},
		{Text: `…unable to parse requirement: `, Rule: toolerr.RuleSyntax},
		{Text: `…field label not supported: {word}`, Rule: toolerr.RuleUnsupported},
		{Text: `…quantities must match the regular expression`, Rule: toolerr.RuleBadFormat},
	},
}
