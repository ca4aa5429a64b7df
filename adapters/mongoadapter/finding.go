package mongoadapter

import (
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

var (
	fieldMessage = shape.NewGetter[string]("Message")
	fieldRaw     = shape.NewGetter[[]byte]("Raw")
	fieldDetails = shape.NewGetter[[]byte]("Details")
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
	r.Message, _ = fieldMessage.Of(e)
	raw, _ := fieldRaw.Of(e)
	details, _ := fieldDetails.Of(e)
	var f toolerr.Finding
	for _, key := range document(raw, 0).Member("keyPattern").Kids {
		f.Rule, f.Fields = toolerr.RuleExistsAlready, append(f.Fields, key.Key)
	}
	if f.Rule == "" {
		r.Findings = broken(nil, document(details, 0).At("details", "schemaRulesNotSatisfied"), "")
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
			all = broken(all, rule.Member("details"), below(path, index.Text))
		}
		is, ok := operators[operator]
		if !ok || path == "" {
			continue
		}
		f := toolerr.Finding{Rule: is, Fields: []string{path}}
		limits := rule.Member("specifiedAs")
		switch value := limits.Member(operator); value.Kind {
		case '0':
			f.Limit = value.Text
			f.Beyond = limits.Member("exclusiveMinimum").Kind == 't' || limits.Member("exclusiveMaximum").Kind == 't'
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

const (
	maxDepth = 32
	maxKids  = 64
)

// document parses a BSON document as far as possible (bsonspec.org, version 1.1). Values of
// types that are not needed are left out, and so is everything after one of an unknown
// type.
func document(raw []byte, depth int) jsontree.Node {
	n := jsontree.Node{Kind: '{'}
	if len(raw) < 5 || depth > maxDepth {
		return n
	}
	for raw = raw[4:]; len(raw) > 1 && raw[0] != 0 && len(n.Kids) < maxKids; {
		kind := raw[0]
		key, _, ok := strings.Cut(string(raw[1:min(len(raw), 258)]), "\x00")
		if !ok {
			break
		}
		raw = raw[1+len(key)+1:]
		size := sizeOf(kind, raw)
		if size < 0 || size > len(raw) {
			break
		}
		if kid := value(kind, raw[:size], depth); kid.Exists() {
			kid.Key = key
			n.Kids = append(n.Kids, kid)
		}
		raw = raw[size:]
	}
	return n
}

// sizeOf returns the number of bytes of a value, or -1 if it is not known.
func sizeOf(kind byte, raw []byte) int {
	length := -1
	if len(raw) >= 4 {
		if n := binary.LittleEndian.Uint32(raw); n < math.MaxInt32/2 {
			length = int(n)
		}
	}
	switch kind {
	case 0x06, 0x0a, 0x7f, 0xff: // undefined, null, the smallest and the largest key
		return 0
	case 0x08:
		return 1
	case 0x10:
		return 4
	case 0x01, 0x09, 0x11, 0x12:
		return 8
	case 0x07:
		return 12
	case 0x13:
		return 16
	case 0x02, 0x0d, 0x0e: // text
		if length >= 1 {
			return 4 + length
		}
	case 0x03, 0x04:
		return length
	case 0x05: // binary
		if length >= 0 {
			return 5 + length
		}
	}
	return -1
}

// value parses a value. It returns the zero Node for a type that is left out.
func value(kind byte, raw []byte, depth int) jsontree.Node {
	switch kind {
	case 0x01:
		f := math.Float64frombits(binary.LittleEndian.Uint64(raw))
		return jsontree.Node{Kind: '0', Text: strconv.FormatFloat(f, 'f', -1, 64)}
	case 0x02:
		return jsontree.Node{Kind: '"', Text: string(raw[4 : len(raw)-1])}
	case 0x03:
		return document(raw, depth+1)
	case 0x04:
		n := document(raw, depth+1)
		n.Kind = '['
		return n
	case 0x08:
		if raw[0] == 0 {
			return jsontree.Node{Kind: 'f', Text: "false"}
		}
		return jsontree.Node{Kind: 't', Text: "true"}
	case 0x10:
		return jsontree.Node{Kind: '0', Text: strconv.Itoa(int(int32(binary.LittleEndian.Uint32(raw))))}
	case 0x12:
		return jsontree.Node{Kind: '0', Text: strconv.FormatInt(int64(binary.LittleEndian.Uint64(raw)), 10)}
	}
	return jsontree.Node{}
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
