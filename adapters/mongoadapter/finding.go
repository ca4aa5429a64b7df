package mongoadapter

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// refuse returns the refusal in a server's answer: the key of a duplicate, the rules of a
// collection's schema, or otherwise the findings of its message. Of several writes, the
// first failed one is used.
func refuse(node any) toolerr.Refusal {
	r, ok := refuseOne(node)
	for item := range shape.Items(node, "WriteErrors") {
		if ok {
			break
		}
		r, ok = refuseOne(item)
	}
	return r
}

// refuseOne reads a command's error, or that of one write.
func refuseOne(e any) (r toolerr.Refusal, ok bool) {
	r.Message, _ = shape.Field[string](e, "Message")
	var f toolerr.Finding
	for _, key := range documentIn(e, "Raw").Member("keyPattern").Kids {
		f.Rule, f.Fields = toolerr.RuleExistsAlready, append(f.Fields, key.Key)
	}
	if f.Rule == "" {
		r.Findings = broken(nil, documentIn(e, "Details").At("details", "schemaRulesNotSatisfied"), "")
		f, ok = phrase.Find(r.Message, messages)
		if len(r.Findings) > 0 || !ok {
			return r, r.Message != ""
		}
		for i, field := range f.Fields { // the first part is the command
			if _, option, qualified := strings.Cut(field, "."); qualified && strings.HasPrefix(r.Message, "BSON field") {
				f.Fields[i] = option
			}
		}
	}
	r.Findings = []toolerr.Finding{f}
	return r, true
}

// broken returns the rules of a schema that a document violated, below a path.
func broken(all []toolerr.Finding, list jsontree.Node, path string) []toolerr.Finding {
	for _, rule := range list.Kids {
		for _, property := range rule.Member("propertiesNotSatisfied").Kids {
			all = broken(all, property.Member("details"), below(path, property.Member("propertyName").Str()))
		}
		for _, name := range rule.Member("missingProperties").Strings() {
			all = append(all, toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{below(path, name)}})
		}
		for _, name := range rule.Member("additionalProperties").Strings() {
			all = append(all, toolerr.Finding{Rule: toolerr.RuleUnknown, Fields: []string{below(path, name)}})
		}
		operator := rule.Member("operatorName").Str()
		if index := rule.Member("itemIndex"); operator == "items" && index.Exists() {
			all = broken(all, rule.Member("details"), below(path, numberIn(index)))
		}
		is, ok := operators[operator]
		if !ok || path == "" {
			continue
		}
		f := toolerr.Finding{Rule: is, Fields: []string{path}}
		demanded := rule.Member("specifiedAs")
		switch value := demanded.Member(operator); value.Kind {
		case '{':
			f.Limit = numberIn(value)
			f.Beyond = demanded.Member("exclusiveMinimum").Kind == 't' || demanded.Member("exclusiveMaximum").Kind == 't'
		case '[':
			f.Names = value.Strings()
		case '"':
			if is == toolerr.RuleWrongType {
				f.Names = []string{value.Text}
			}
		}
		all = append(all, f)
	}
	return all
}

func below(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// limits bound the part of a document that is read.
var limits = jsontree.Limits{Depth: 32, Values: 1024}

// documentIn returns the BSON document in a field. The driver's String is canonical Extended
// JSON, in which a number is an object with its type.
func documentIn(e any, field string) jsontree.Node {
	document, _ := shape.Field[fmt.Stringer](e, field)
	text, _ := shape.Call(document, fmt.Stringer.String)
	n, _ := jsontree.Parse(text, limits)
	return n
}

// numberIn returns the decimal form of a number, or "".
func numberIn(n jsontree.Node) string {
	if f, err := strconv.ParseFloat(n.Member("$numberDouble").Str(), 64); err == nil {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return cmp.Or(n.Member("$numberInt").Str(), n.Member("$numberLong").Str())
}

// operators are the operators of a collection's $jsonSchema (MongoDB 8.0, $jsonSchema).
var operators = map[string]toolerr.Rule{
	"bsonType":      toolerr.RuleWrongType,
	"type":          toolerr.RuleWrongType,
	"enum":          toolerr.RuleNotAllowed,
	"minimum":       toolerr.RuleTooSmall,
	"maximum":       toolerr.RuleTooLarge,
	"minLength":     toolerr.RuleTooShort,
	"maxLength":     toolerr.RuleTooLong,
	"minItems":      toolerr.RuleTooFew,
	"maxItems":      toolerr.RuleTooMany,
	"minProperties": toolerr.RuleTooFew,
	"maxProperties": toolerr.RuleTooMany,
	"uniqueItems":   toolerr.RuleDuplicate,
	"pattern":       toolerr.RuleBadFormat,
	"multipleOf":    toolerr.RuleBadValue,
	"dependencies":  toolerr.RuleDepends,
}

const (
	sourceServer = "MongoDB 8.0, src/mongo/db"
	sourceParser = "MongoDB 8.0, src/mongo/idl/idl_parser.cpp"
)

// messages are texts of the server's about a query, an update or a pipeline.
var messages = []phrase.Pattern{
	{Text: "unknown operator: {word}", Rule: toolerr.RuleUnknown, Source: sourceServer + "/matcher/expression_parser.cpp"},
	{Text: "unknown top level operator: {word}", Rule: toolerr.RuleUnknown, Source: sourceServer + "/matcher/expression_parser.cpp"},
	{Text: "Unrecognized pipeline stage name: '{word}'", Rule: toolerr.RuleUnknown, Source: sourceServer + "/pipeline/document_source.cpp"},
	{Text: "…Unrecognized expression '{word}'", Rule: toolerr.RuleUnknown, Source: sourceServer + "/pipeline/expression.cpp"},
	{Text: "unknown group operator '{word}'", Rule: toolerr.RuleUnknown, Source: sourceServer + "/pipeline/accumulation_statement.cpp"},
	{Text: "Unknown modifier: {word}", Rule: toolerr.RuleUnknown, Source: sourceServer + "/update/update_object_node.cpp"},
	{Text: "no such command: '{word}'", Rule: toolerr.RuleUnknown, Source: sourceServer + "/commands"},
	{Text: "The field '{word}' must be an accumulator object", Rule: toolerr.RuleWrongType, Source: sourceServer + "/pipeline/accumulation_statement.cpp"},
	{Text: "BSON field '{field}' is missing but a required field", Rule: toolerr.RuleRequired, Source: sourceParser},
	{Text: "BSON field '{field}' is an unknown field", Rule: toolerr.RuleUnknown, Source: sourceParser},
	{Text: "BSON field '{field}' is a duplicate field", Rule: toolerr.RuleDuplicate, Source: sourceParser},
	{Text: "BSON field '{field}' is the wrong type '{}', expected type", Rule: toolerr.RuleWrongType, Source: sourceParser},
	{Text: "…has the field '{field}' of non-numeric type", Rule: toolerr.RuleWrongType, Source: sourceServer + "/update/arithmetic_node.cpp"},
	{Text: "Updating the path '{field}' would create a conflict", Rule: toolerr.RuleConflict, Source: sourceServer + "/update/update_object_node.cpp"},
	{Text: "Performing an update on the path '{field}' would modify the immutable field", Rule: toolerr.RuleImmutable, Source: sourceServer + "/update"},
	{Text: "Cannot create field '{field}' in element", Rule: toolerr.RuleWrongState, Source: sourceServer + "/update/path_support.cpp"},
	{Text: "Regular expression is invalid", Rule: toolerr.RuleSyntax, Source: sourceServer + "/matcher/expression_leaf.cpp"},
}
