package awsadapter

import (
	"strconv"
	"strings"

	"github.com/aws/smithy-go"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refused reads the refusal of a service: its code, its sentence, and the fields that the
// ValidationException of newer services lists.
type refused struct{ api smithy.APIError }

// Refusal returns the service's refusal.
func (r refused) Refusal() toolerr.Refusal {
	code, _ := shape.Call(r.api, smithy.APIError.ErrorCode)
	text, _ := shape.Call(r.api, smithy.APIError.ErrorMessage)
	var fields []refusal.Statement
	for _, list := range [...]string{"FieldList", "Fields"} {
		for item := range shape.Items(r.api, list) {
			place, ok := shape.Field[string](item, "Path")
			if !ok {
				place, _ = shape.Field[string](item, "Name")
			}
			message, _ := shape.Field[string](item, "Message")
			fields = append(fields, refusal.Statement{Fields: []string{place}, Text: message})
		}
	}
	return refusal.Refusal(text, statements(refusals, bareCode(code), text, fields))
}

// deniedAction returns the action that a sentence names as denied, or "" (AWS IAM User Guide,
// Troubleshoot access denied error messages).
func deniedAction(r toolerr.Refuser) (action string) {
	if _, rest, ok := strings.Cut(textOf(r), " is not authorized to perform: "); ok {
		action, _, _ = strings.Cut(rest, " ")
	}
	return action
}

// textOf returns a body, or the sentence that the SDK read of one.
func textOf(r toolerr.Refuser) (text string) {
	switch r := r.(type) {
	case *httpadapter.Response:
		text = string(r.Body)
	case refused:
		text, _ = shape.Call(r.api, smithy.APIError.ErrorMessage)
	}
	return text
}

// invalidInput reads the fields of a call that the SDK itself refused.
type invalidInput struct{ err error }

// A checked error is about one field: "PutItemInput.Item", where the first name is the Go
// type's (smithy-go v1.28.8, validation.go).
type checked interface {
	error
	Field() string
}

// Refusal returns the fields that the SDK refused.
func (i invalidInput) Refusal() toolerr.Refusal {
	var fields []refusal.Statement
	for e := range adapter.Tree(i.err) {
		errs, _ := shape.Call(e, func(x interface{ Errs() []error }) []error { return x.Errs() })
		for _, err := range errs {
			place, _ := shape.Call(err, checked.Field)
			text, _ := shape.Call(err, checked.Error)
			if _, field, ok := strings.Cut(place, "."); ok {
				fields = append(fields, refusal.Statement{Fields: []string{field}, Text: text + ","})
			}
		}
	}
	if len(fields) == 0 {
		return toolerr.Refusal{}
	}
	return refusal.Refusal("", statements(refusals, "", "", fields))
}

// Refusals returns the dialect of AWS, which stores with the interface of Amazon S3 share.
func Refusals() *refusal.Dialect { return refusals }

// refusals has the sentences that AWS services share, those of DynamoDB, EC2, SQS and SNS,
// CloudFormation and Athena, and those of AWS clients.
var refusals = &refusal.Dialect{
	Body: readRefusal,
	Row:  table.Finding,
	Texts: []phrase.Pattern{
		// Amazon DynamoDB API Reference, Error handling; aws-sdk and dynamodb-local issues.
		{Text: "…Type mismatch for key {word} expected: {name} actual: {}", Rule: toolerr.RuleWrongType, Source: "Amazon DynamoDB, PutItem"},
		{Text: "…Type mismatch for Index Key {word} Expected: {name} Actual: {}", Rule: toolerr.RuleWrongType, Source: "Amazon DynamoDB, PutItem"},
		{Text: "…Missing the key {word} in the item", Rule: toolerr.RuleRequired, Source: "Amazon DynamoDB, PutItem"},
		{Text: "…The provided key element does not match the schema", Rule: toolerr.RuleBadValue, Source: "Amazon DynamoDB, GetItem"},
		{Text: "…Query condition missed key schema element: {word}", Rule: toolerr.RuleRequired, Source: "Amazon DynamoDB, Query"},
		{Text: "Invalid {field}: Syntax error; token: \"{word}\"", Rule: toolerr.RuleSyntax, Source: "Amazon DynamoDB, Expressions"},
		{Text: "Invalid {field}: Attribute name is a reserved keyword; reserved keyword: {word}", Rule: toolerr.RuleSyntax, Source: "Amazon DynamoDB, Reserved words"},
		{Text: "Invalid {field}: An expression attribute name used in the document path is not defined; attribute name: {word}", Rule: toolerr.RuleUnknown, Source: "Amazon DynamoDB, Expressions"},
		{Text: "Invalid {field}: An expression attribute value used in expression is not defined; attribute value: {word}", Rule: toolerr.RuleUnknown, Source: "Amazon DynamoDB, Expressions"},
		{Text: "Invalid {field}: Invalid function name; function: {word}", Rule: toolerr.RuleUnknown, Source: "Amazon DynamoDB, Expressions"},
		{Text: "Invalid {field}: Incorrect operand type for operator or function; operator or function: {word}", Rule: toolerr.RuleWrongType, Source: "Amazon DynamoDB, Expressions"},
		{Text: "Value provided in {field} unused in expressions", Rule: toolerr.RuleUnknown, Source: "Amazon DynamoDB, Expressions"},
		{Text: "The table does not have the specified index: {value}", Rule: toolerr.RuleNotFound, Source: "Amazon DynamoDB, Query"},
		{Text: "…The parameter cannot be converted to a numeric value: {value}", Rule: toolerr.RuleWrongType, Source: "Amazon DynamoDB, PutItem"},
		// Amazon EC2 API Reference, Error codes.
		{Text: "Invalid value '{value}' for parameter {field}", Rule: toolerr.RuleNotAllowed, Source: "Amazon EC2: InvalidParameterValue"},
		{Text: "Invalid value '{value}' for {field}", Rule: toolerr.RuleNotAllowed, Source: "Amazon EC2: InvalidParameterValue"},
		{Text: "Value ({value}) for parameter {field} is invalid", Source: "Amazon EC2: InvalidParameterValue"},
		{Text: "Value {value} for parameter {field} is invalid", Source: "Amazon SQS: InvalidParameterValue"},
		{Text: "The request must contain exactly one of: {field}, {field}", Rule: toolerr.RuleConflict, Source: "Amazon EC2: MissingParameter"},
		{Text: "The parameter {field} cannot be used with the parameter {field}", Rule: toolerr.RuleConflict, Source: "Amazon EC2: InvalidParameterCombination"},
		// Amazon S3, IAM, STS, SNS, CloudFormation, Lambda, Athena.
		{Text: "Stack with id {value} does not exist", Rule: toolerr.RuleNotFound, Source: "AWS CloudFormation: ValidationError"},
		{Text: "The user with name {value} cannot be found", Rule: toolerr.RuleNotFound, Source: "AWS IAM: NoSuchEntity"},
		{Text: "The role with name {value} cannot be found", Rule: toolerr.RuleNotFound, Source: "AWS IAM: NoSuchEntity"},
		{Text: "…line {line}:{column}: Column '{word}' cannot be resolved", Rule: toolerr.RuleUnknown, Source: "Trino 479, as Amazon Athena has it: COLUMN_NOT_FOUND"},
		{Text: "…line {line}:{column}: Table '{word}' does not exist", Rule: toolerr.RuleNotFound, Source: "as above: TABLE_NOT_FOUND"},
		// Clients that validate parameters.
		{Text: "missing required field,", Rule: toolerr.RuleRequired, Source: "smithy-go 1.28, validation.go; aws-sdk-go 1.55, request/validation.go"},
		{Text: "minimum field size of {limit},", Rule: toolerr.RuleTooShort, Source: "aws-sdk-go 1.55, request/validation.go"},
		{Text: "minimum field value of {limit},", Rule: toolerr.RuleTooSmall, Source: "aws-sdk-go 1.55, request/validation.go"},
	},
}

// constraints are the sentences of Smithy's validation about one value: Coral's sentences
// of services, and those of the server framework (smithy, smithy.framework.validation;
// Smithy 1.62, Constraint traits).
var constraints = []phrase.Pattern{
	{Text: "…Member must not be null", Rule: toolerr.RuleRequired},
	{Text: "…Member must satisfy enum value set: [{names}]", Rule: toolerr.RuleNotAllowed},
	{Text: "…Member must satisfy enum value set", Rule: toolerr.RuleNotAllowed},
	{Text: "…Member must satisfy regular expression pattern", Rule: toolerr.RuleBadFormat},
	{Text: "…Member must have unique values", Rule: toolerr.RuleDuplicate},
}

// statements returns the findings of a code, a sentence, and the places that other members
// name.
func statements(v *refusal.Dialect, code, text string, listed []refusal.Statement) (found []toolerr.Finding) {
	for _, s := range listed[:min(len(listed), refusal.MaxTexts)] {
		s.Fields = []string{memberPlace(strings.Join(s.Fields, "."))}
		if f, ok := phrase.Find(s.Text, constraints); ok {
			f.Fields = s.Fields
			found = append(found, f)
			continue
		}
		found = append(found, v.Findings(s)...)
	}
	if len(found) == 0 {
		found = violations(text)
	}
	if len(found) == 0 {
		found = v.Findings(refusal.Statement{Code: code, Text: text})
	}
	return found
}

// violations parses "2 validation errors detected: Value 'x' at 'a.b' failed to satisfy
// constraint: …; Value …" (AWS API References, ValidationException and ValidationError).
func violations(text string) (all []toolerr.Finding) {
	_, list, ok := strings.Cut(text, " detected")
	if !ok || !strings.Contains(list, "failed to satisfy constraint") {
		return nil
	}
	list = strings.TrimLeft(list, ":. ")
	for list != "" && len(all) < refusal.MaxTexts {
		item, rest, _ := strings.Cut(list, "; Value ")
		if rest != "" {
			rest = "Value " + rest
		}
		list = rest
		subject, constraint, ok := strings.Cut(item, " failed to satisfy constraint: ")
		i := strings.LastIndex(subject, " at '")
		if !ok || i < 0 {
			continue
		}
		f := toolerr.Finding{Rule: toolerr.RuleBadValue}
		found := []toolerr.Finding{f}
		if f, ok := phrase.Find(constraint, constraints); ok {
			found[0] = f
		} else if limits := refusal.Limits(constraint); len(limits) > 0 {
			found = limits
		}
		place := memberPlace(strings.TrimSuffix(subject[i+len(" at '"):], "'"))
		value := strings.Trim(strings.TrimPrefix(strings.TrimPrefix(subject[:i], "Value"), " "), "'")
		for j := range found {
			found[j].Fields = []string{place}
			if value != "null" && !strings.HasPrefix(value, "with length") {
				found[j].Value = value
			}
		}
		all = append(all, found...)
	}
	return all
}

// memberPlace converts a place of Coral, which counts items from 1, as in
// tags.6.member.value, to tags.5.value.
func memberPlace(place string) string {
	if strings.HasPrefix(place, "/") {
		return place
	}
	steps := strings.Split(place, ".")
	kept := steps[:0]
	for i, s := range steps {
		if s == "member" && i > 0 {
			if n, err := strconv.Atoi(steps[i-1]); err == nil && n > 0 {
				kept[len(kept)-1] = strconv.Itoa(n - 1)
				continue
			}
		}
		kept = append(kept, s)
	}
	return strings.Join(kept, ".")
}

// readRefusal reads an error of a JSON protocol or of an XML protocol (Smithy, AWS protocols,
// operation error serialization).
func readRefusal(v *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
	if !d.Root.Exists() {
		return readXML(v, d.Text)
	}
	code := refusal.First(d.Root, "__type", "code", "Error.Code", "reason").Str()
	text := refusal.First(d.Root, "message", "Message", "Error.Message", "errorMessage").Str()
	var fields []refusal.Statement
	for _, item := range refusal.First(d.Root, "fieldList", "fields").Kids {
		s := refusal.Statement{Fields: []string{refusal.First(item, "path", "name").Str()}, Text: item.Member("message").Str()}
		if s.Fields[0] != "" && s.Text != "" {
			fields = append(fields, s)
		}
	}
	return statements(v, bareCode(code), text, fields)
}

// readXML reads an XML error, also of other stores with the interface of S3. Elements beside
// the code have the place and the value.
func readXML(v *refusal.Dialect, text string) []toolerr.Finding {
	text = text[:min(len(text), maxXML)]
	s := refusal.Statement{Code: refusal.Element(text, "Code"), Text: refusal.Element(text, "Message")}
	for _, m := range xmlMembers {
		if place := refusal.Element(text, m.place); place != "" {
			s.Fields, s.Value = []string{place}, refusal.Element(text, m.value)
			return v.Findings(s)
		}
	}
	if s.Value = refusal.Element(text, "Key"); strings.Contains(s.Code, "Bucket") {
		s.Value = refusal.Element(text, "BucketName")
	}
	if found := violations(s.Text); len(found) > 0 {
		return found
	}
	return v.Findings(s)
}

const maxXML = 16 << 10

// xmlMembers are pairs of elements with a place and the value there (Amazon S3 API Reference,
// Error responses).
var xmlMembers = []struct{ place, value string }{
	{"ArgumentName", "ArgumentValue"}, {"MissingHeaderName", "MissingHeaderNameValue"},
}
