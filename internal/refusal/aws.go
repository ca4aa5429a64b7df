package refusal

import (
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// clouds are infrastructure services with their own error formats.
var clouds = []shape{
	{name: "AWS JSON", members: []string{"__type", "code", "Error", "reason", "message", "Message", "errorMessage", "fieldList", "fields"}, source: "Smithy, AWS protocols, operation error serialization", read: readAWSJSON},
	{name: "AWS XML", source: "Amazon S3 API Reference and Amazon EC2 API Reference, Error responses; Azure Storage, Status and error codes", read: readXML},
	{name: "Microsoft", source: "OData JSON Format v4.01, section 21; Microsoft REST API Guidelines", read: readMicrosoft},
}

// aws has the sentences that AWS services share, those of DynamoDB, EC2, SQS and SNS,
// CloudFormation and Athena, and those of AWS clients.
var aws = &Dialect{
	codes: []coded{
		{codes: "MissingParameter", rule: toolerr.RuleRequired},
		{codes: "UnknownParameter", rule: toolerr.RuleUnknown},
		{codes: "InvalidParameterCombination", rule: toolerr.RuleConflict},
		{codes: "InvalidArgument, InvalidRange", rule: toolerr.RuleBadValue},
		{codes: "InvalidBucketName, InvalidTag, MalformedXML", rule: toolerr.RuleBadFormat},
		{codes: "NoSuchBucket, NoSuchKey, NoSuchUpload, NoSuchVersion", rule: toolerr.RuleNotFound},
		{codes: "BucketAlreadyExists, BucketAlreadyOwnedByYou", rule: toolerr.RuleExistsAlready},
		{codes: "KeyTooLongError, MetadataTooLarge", rule: toolerr.RuleTooLong},
		{codes: "InvalidStorageClass", rule: toolerr.RuleNotAllowed},
		{codes: "BucketNotEmpty, InvalidObjectState", rule: toolerr.RuleWrongState},
	},
	texts: []phrase.Pattern{
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

// AWS returns the refusal in an AWS error with a code, a sentence, and the places that its
// other members name.
func AWS(code, text string, listed ...Statement) toolerr.Refusal {
	return Refusal(text, awsFindings(code, text, listed))
}

func awsFindings(code, text string, listed []Statement) (found []toolerr.Finding) {
	for _, s := range listed[:min(len(listed), maxFindings)] {
		s.Fields = []string{memberPlace(strings.Join(s.Fields, "."))}
		if f, ok := phrase.Find(s.Text, constraints); ok {
			f.Fields = s.Fields
			found = append(found, counted([]toolerr.Finding{f})...)
			continue
		}
		found = append(found, aws.read(s)...)
	}
	if len(found) == 0 {
		found = violations(text)
	}
	if len(found) == 0 {
		found = aws.read(Statement{Code: code, Text: text})
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
	for list != "" && len(all) < maxFindings {
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
		} else if limits := limitsOf(constraint); len(limits) > 0 {
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
		all = append(all, counted(found)...)
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

// readAWSJSON reads an error of a JSON protocol: its type has a namespace, or it has the
// list of fields of newer services.
func readAWSJSON(d doc) []toolerr.Finding {
	code := first(d.root, []string{"__type", "code", "Error.Code", "reason"}).Str()
	text := first(d.root, []string{"message", "Message", "Error.Message", "errorMessage"}).Str()
	var fields []Statement
	for _, item := range first(d.root, []string{"fieldList", "fields"}).Kids {
		s := Statement{Fields: []string{first(item, []string{"path", "name"}).Str()}, Text: item.Member("message").Str()}
		if s.Fields[0] != "" && s.Text != "" {
			fields = append(fields, s)
		}
	}
	if code == "" && len(fields) == 0 && len(violations(text)) == 0 || d.root.Member("error").Exists() || d.root.Member("errors").Exists() {
		return nil
	}
	if !d.root.Member("__type").Exists() && d.root.Member("code").Exists() && len(fields) == 0 {
		return violations(text) // many bodies have a message and a code
	}
	return awsFindings(code[strings.LastIndexByte(code, '#')+1:], text, fields)
}

// readXML reads an XML error of AWS, of stores with the interface of S3, and of Azure
// Storage. Members beside the code have the place and the value.
func readXML(d doc) []toolerr.Finding {
	if !strings.HasPrefix(strings.TrimLeft(d.text, " \t\r\n"), "<") || !strings.Contains(d.text, "<Error>") {
		return nil
	}
	text := d.text[:min(len(d.text), maxXML)]
	code, message := element(text, "Code"), element(text, "Message")
	s := Statement{Code: code, Text: message}
	dialect := aws
	for _, m := range xmlMembers {
		if place := element(text, m.place); place != "" {
			s.Fields, s.Value = []string{place}, element(text, m.value)
			if strings.HasPrefix(m.place, "Query") || strings.HasPrefix(m.place, "Header") || strings.HasPrefix(m.place, "Xml") {
				dialect = Microsoft
			}
			if low, high := element(text, "MinimumAllowed"), element(text, "MaximumAllowed"); low != "" && high != "" {
				return []toolerr.Finding{
					{Rule: toolerr.RuleTooSmall, Fields: s.Fields, Value: s.Value, Limit: low}, {Rule: toolerr.RuleTooLarge, Fields: s.Fields, Value: s.Value, Limit: high},
				}
			}
			return dialect.read(s)
		}
	}
	return S3(code, message, element(text, "BucketName"), element(text, "Key")).Findings
}

// S3 returns the refusal in an error of a store with the interface of Amazon S3. The value
// is the bucket or the object that the code is about.
func S3(code, text, bucket, key string) toolerr.Refusal {
	r := AWS(code, text)
	value := key
	if strings.Contains(code, "Bucket") {
		value = bucket
	}
	for i := range r.Findings {
		if f := &r.Findings[i]; f.Value == "" && len(f.Fields) == 0 {
			f.Value = value
		}
	}
	return r
}

const maxXML = 16 << 10

// xmlMembers are pairs of elements with a place and the value there.
var xmlMembers = []struct{ place, value string }{
	{"ArgumentName", "ArgumentValue"},               // Amazon S3 API Reference, Error responses
	{"QueryParameterName", "QueryParameterValue"},   // Azure Storage, Status and error codes
	{"HeaderName", "HeaderValue"},                   // as above
	{"XmlNodeName", "XmlNodeValue"},                 // as above
	{"MissingHeaderName", "MissingHeaderNameValue"}, // Amazon S3 API Reference, Error responses
}

// element returns the text of the first element with a name. It returns "" if there is none
// or if it has child elements.
func element(text, name string) string {
	_, rest, ok := strings.Cut(text, "<"+name+">")
	if !ok {
		return ""
	}
	inner, _, ok := strings.Cut(rest, "<")
	if !ok {
		return ""
	}
	return strings.TrimSpace(entities.Replace(inner))
}

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&")
