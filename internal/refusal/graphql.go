package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

var graphQL = []shape{{
	name: "GraphQL", members: []string{"errors"}, source: "GraphQL specification, October 2021, section 7.1.2",
	read: func(d doc) []toolerr.Finding {
		errors := d.root.Member("errors").Kids
		if len(errors) == 0 || !d.root.Member("errors").IsArray() {
			return nil
		}
		var all []GraphQLError
		for _, e := range errors {
			if !e.Member("message").IsString() || !e.Member("locations").IsArray() && !e.Member("path").IsArray() && !e.Member("extensions").IsObject() {
				return nil
			}
			one := GraphQLError{Message: e.Member("message").Text, Path: parts(e.Member("path")), Extensions: e.Member("extensions")}
			if at := e.Member("locations"); at.IsArray() && len(at.Kids) > 0 {
				one.Line, one.Column = at.Kids[0].Member("line").Int(), at.Kids[0].Member("column").Int()
			}
			all = append(all, one)
		}
		return GraphQL(all)
	},
}}

// A GraphQLError is one error of a GraphQL response.
type GraphQLError struct {
	Message      string
	Line, Column int // of the first location
	Path         []string
	Extensions   jsontree.Node
}

// GraphQL returns the findings of the errors of a GraphQL response.
func GraphQL(all []GraphQLError) []toolerr.Finding {
	var found []toolerr.Finding
	for _, e := range all[:min(len(all), maxTexts)] {
		one := e.places()
		if len(one) == 0 {
			one = e.text()
		}
		for i := range one {
			if one[i].At == (toolerr.Position{}) && len(e.Path) == 0 && (len(one[i].Fields) == 0 || one[i].Word != "" && one[i].Word[0] == '$') {
				one[i].At.Line, one[i].At.Column = max(e.Line, 0), max(e.Column, 0)
			}
		}
		found = append(found, one...)
	}
	return found
}

// places returns the findings of an error that names places in the variables.
func (e GraphQLError) places() (found []toolerr.Finding) {
	if len(e.Path) > 1 && e.Path[0] == "variable" { // gqlparser v2.5.64, validator/vars.go
		return about(variables(e.Path[1:]...), e.Message, gqlparser)
	}
	// SmallRye GraphQL 2.13, server/implementation-bean-validation.
	if path := parts(e.Extensions.Member("violation.propertyPath")); len(path) > 0 {
		for len(e.Path) > 0 && len(path) > 1 && path[0] == e.Path[0] {
			path, e.Path = path[1:], e.Path[1:]
		}
		return about(strings.Join(path, "."), e.Extensions.Member("violation.message").Str())
	}
	for _, p := range e.Extensions.Member("problems").Kids { // graphql-ruby 2.6.9, query/variable_validation_error.rb
		name, _ := phrase.Find(e.Message, rubyVariable)
		if path := parts(p.Member("path")); name.Word != "" {
			found = append(found, about(variables(append([]string{name.Word[1:]}, path...)...), p.Member("explanation").Str(), graphQLValues)...)
		}
	}
	return found
}

func variables(path ...string) string { return "variables." + strings.Join(path, ".") }

// text returns the findings of an error by its message.
func (e GraphQLError) text() []toolerr.Finding {
	rest, coerced := strings.CutPrefix(e.Message, `Variable "$`)
	name, rest, invalid := strings.Cut(rest, `" got invalid value `)
	if coerced && invalid && !isProse(name) {
		value, why, _ := strings.Cut(rest, "; ") // graphql-js 16.15.0, execution/values.js
		path := name
		if i := strings.LastIndex(value, ` at "`); i >= 0 && strings.HasSuffix(value, `"`) {
			value, path = value[:i], value[i+len(` at "`):len(value)-1]
		}
		found := matched(why, graphQLValues, graphQLTexts)
		if found == nil {
			found = []toolerr.Finding{{}}
		}
		for i := range found {
			at := path
			if found[i].Rule == toolerr.RuleRequired && len(found[i].Names) > 0 {
				at, found[i].Names = at+"."+found[i].Names[0], nil
			}
			found[i].Fields = []string{variables(at)}
			if found[i].Rule == toolerr.RuleUnknown && found[i].Word == "" || found[i].Value == "" {
				found[i].Value = strings.Trim(value, `"`)
			}
		}
		return found
	}
	found := matched(e.Message, graphQLTexts, graphQLValues)
	for i, f := range found {
		if strings.HasPrefix(f.Word, "$") && f.Rule == toolerr.RuleRequired {
			found[i].Fields = []string{variables(f.Word[1:])}
		}
	}
	if found == nil && e.syntax() {
		found = []toolerr.Finding{{Rule: toolerr.RuleSyntax}}
	}
	return found
}

// syntaxCodes are codes of errors whose only information is that a document does not parse
// (Apollo Server 5.1, errors/index.ts; gqlgen v0.17.81, graphql/errcode; Hot Chocolate 15).
var syntaxCodes = []string{"GRAPHQL_PARSE_FAILED", "HC0014", "InvalidSyntax"}

// syntax reports whether the code or the classification of an error is that of a document
// that does not parse.
func (e GraphQLError) syntax() bool {
	return slices.Contains(syntaxCodes, e.Extensions.Member("code").Str()) || e.Extensions.Member("classification").Str() == "InvalidSyntax"
}

var rubyVariable = []phrase.Pattern{{Text: "Variable {word} of type {} was provided invalid value", Source: "graphql-ruby 2.6.9, query/variable_validation_error.rb"}}

// gqlparser are the sentences of gqlgen beside a path in the variables.
var gqlparser = besides("gqlparser v2.5.64, validator/vars.go", []phrase.Pattern{
	{Text: "cannot use {} as {name}", Rule: toolerr.RuleWrongType},
	{Text: "must be a {name}, not a ", Rule: toolerr.RuleWrongType},
	{Text: "{value} is not a valid {}", Rule: toolerr.RuleNotAllowed},
})

// graphQLValues are the sentences about a value.
var graphQLValues = besides("graphql-js 16.15.0, type/scalars.js, type/definition.js and validation/rules", []phrase.Pattern{
	{Text: `Value "{word}" does not exist in "{}" enum`, Rule: toolerr.RuleUnknown},
	{Text: `Enum "{}" cannot represent non-enum value: {word}.`, Rule: toolerr.RuleNotAllowed},
	{Text: `Enum "{}" cannot represent non-string value: {value}.`, Rule: toolerr.RuleWrongType},
	{Text: `{name} cannot represent {}: "{value}"`, Rule: toolerr.RuleWrongType},
	{Text: `{name} cannot represent {}: {value}`, Rule: toolerr.RuleWrongType},
	{Text: `Expected value of type "{name}", found "{value}"`, Rule: toolerr.RuleWrongType},
	{Text: `Expected value of type "{name}", found {word}`, Rule: toolerr.RuleWrongType},
	{Text: `Expected non-nullable type "{}" not to be null`, Rule: toolerr.RuleRequired},
	{Text: `Expected type "{name}" to be an object`, Rule: toolerr.RuleWrongType},
	{Text: `Expected type {name}, found "{value}"`, Rule: toolerr.RuleWrongType},
	{Text: `Expected type {name}, found {word}`, Rule: toolerr.RuleWrongType},
	{Text: `Expected type "{name}"`, Rule: toolerr.RuleWrongType},
	{Text: `Exactly one key must be specified for OneOf type`, Rule: toolerr.RuleConflict},
	{Text: `Expected value to not be null`, Rule: toolerr.RuleRequired, Source: "graphql-ruby 2.6.9, schema/member/validates_input.rb"},
	{Text: `Field is not defined on `, Rule: toolerr.RuleUnknown, Source: "graphql-ruby 2.6.9, schema/input_object.rb"},
	{Text: `Expected "{value}" to be one of: {names}`, Rule: toolerr.RuleNotAllowed, Source: "graphql-ruby 2.6.9, schema/enum.rb"},
	{Text: `Could not coerce value {} to {name}`, Rule: toolerr.RuleWrongType, Source: "graphql-ruby 2.6.9, schema/scalar.rb"},
})

// graphQLTexts are the sentences about a document, of the servers in wide use.
var graphQLTexts = slices.Concat(
	besides("graphql-js 16.15.0, validation/rules and execution/values.js; gqlparser v2.5.64, validator/rules; graphql-core 3.2", []phrase.Pattern{
		{Text: `Cannot query field "{word}" on type`, Rule: toolerr.RuleUnknown},
		{Text: `Unknown argument "{word}" on`, Rule: toolerr.RuleUnknown},
		{Text: `Unknown type "{word}"`, Rule: toolerr.RuleUnknown},
		{Text: `Unknown fragment "{word}"`, Rule: toolerr.RuleUnknown},
		{Text: `Unknown directive "{word}"`, Rule: toolerr.RuleUnknown},
		{Text: `Unknown operation named "{word}"`, Rule: toolerr.RuleUnknown},
		{Text: `Field "{word}" is not defined by type`, Rule: toolerr.RuleUnknown},
		{Text: `Variable "{word}" is not defined`, Rule: toolerr.RuleUnknown},
		{Text: `Field "{word}" argument "{name}" of type "{}" is required`, Rule: toolerr.RuleRequired},
		{Text: `Field "{}.{name}" of required type`, Rule: toolerr.RuleRequired},
		{Text: `Field "{name}" of required type`, Rule: toolerr.RuleRequired},
		{Text: `Variable "{word}" of required type "{}" was not provided`, Rule: toolerr.RuleRequired},
		{Text: `Variable "{word}" of non-null type "{}" must not be null`, Rule: toolerr.RuleRequired},
		{Text: `Argument "{word}" has invalid value`, Rule: toolerr.RuleBadValue},
		{Text: `Variable "{word}" of type "{}" used in position expecting type "{name}"`, Rule: toolerr.RuleWrongType},
		{Text: `Field "{word}" of type "{}" must have a selection of subfields`, Rule: toolerr.RuleBadValue},
		{Text: `Field "{word}" must not have a selection since type`, Rule: toolerr.RuleBadValue},
		{Text: `Fields "{word}" conflict because`, Rule: toolerr.RuleConflict},
		{Text: `Variable "{word}" is never used`, Rule: toolerr.RuleBadValue},
		{Text: `Must provide query string`, Rule: toolerr.RuleRequired},
		{Text: `Syntax Error: {}found Name "{word}"`, Rule: toolerr.RuleSyntax},
		{Text: `Syntax Error: Unexpected Name "{word}"`, Rule: toolerr.RuleSyntax},
		{Text: `Syntax Error: {}found "{word}"`, Rule: toolerr.RuleSyntax},
		{Text: `Syntax Error`, Rule: toolerr.RuleSyntax},
		{Text: `Unexpected Name "{word}"`, Rule: toolerr.RuleSyntax, Source: "gqlparser v2.5.64, parser/parser.go"},
		{Text: `Expected {}, found Name "{word}"`, Rule: toolerr.RuleSyntax, Source: "gqlparser v2.5.64, parser/parser.go"},
		{Text: `Expected {}, found {}`, Rule: toolerr.RuleSyntax, Source: "gqlparser v2.5.64, parser/parser.go"},
	}),
	besides("graphql-ruby 2.6.9, static_validation/rules and language/parser.rb", []phrase.Pattern{
		{Text: `Field '{word}' doesn't exist on type`, Rule: toolerr.RuleUnknown},
		{Text: `{}'{}' doesn't accept argument '{word}'`, Rule: toolerr.RuleUnknown},
		{Text: `Field '{word}' is missing required arguments: {names}`, Rule: toolerr.RuleRequired},
		{Text: `Argument '{name}' on InputObject '{}' is required`, Rule: toolerr.RuleRequired},
		{Text: `Argument '{word}' on {} has an invalid value {}. Expected type '{name}'`, Rule: toolerr.RuleWrongType},
		{Text: `Variable {word} is used by {} but not declared`, Rule: toolerr.RuleUnknown},
		{Text: `Variable {word} is declared by {} but not used`, Rule: toolerr.RuleBadValue},
		{Text: `Field must have selections (field '{word}'`, Rule: toolerr.RuleWrongType},
		{Text: `Fragment {word} was used, but not defined`, Rule: toolerr.RuleUnknown},
		{Text: `Parse error on "{word}" ({}) at [{line}, {column}]`, Rule: toolerr.RuleSyntax},
		{Text: `Parse error on {} at [{line}, {column}]`, Rule: toolerr.RuleSyntax},
		{Text: `Expected {}actual: {} ("{word}") at [{line}, {column}]`, Rule: toolerr.RuleSyntax},
		{Text: `Expected {} at [{line}, {column}]`, Rule: toolerr.RuleSyntax},
		{Text: `Could not resolve to {} with the {} of '{value}'`, Rule: toolerr.RuleNotFound, Source: "GitHub GraphQL API, errors of type NOT_FOUND"},
	}),
	besides("graphql-java 25.0, src/main/resources/i18n; 20.0 writes \"Validation error of type …:\"", []phrase.Pattern{
		{Text: `Validation error {}: Field '{word}' in type '{}' is undefined`, Rule: toolerr.RuleUnknown},
		{Text: `Validation error {}: Unknown {} argument '{word}'`, Rule: toolerr.RuleUnknown},
		{Text: `Validation error {}: Unknown type '{word}'`, Rule: toolerr.RuleUnknown},
		{Text: `Validation error {}: Undefined {} '{word}'`, Rule: toolerr.RuleUnknown},
		{Text: `Validation error {}: Missing {} argument '{name}'`, Rule: toolerr.RuleRequired},
		{Text: `Validation error {}: Sub{}selection {} of field '{word}'`, Rule: toolerr.RuleWrongType},
		{Text: `Validation error {}: argument '{}' with value {} is missing required fields '{names}'`, Rule: toolerr.RuleRequired},
		{Text: `Validation error {}: argument '{word}' with value {} is not a valid '{name}'`, Rule: toolerr.RuleWrongType},
		{Text: `Validation error {}: Variable '{word}' of type '{}' used in position expecting type '{name}'`, Rule: toolerr.RuleWrongType},
		{Text: `Invalid syntax {}oken '{word}' at line {line} column {column}`, Rule: toolerr.RuleSyntax},
		{Text: `Invalid syntax {} at line {line} column {column}`, Rule: toolerr.RuleSyntax},
		{Text: `Variable '{}' has an invalid value: Variable '{field}' has coerced Null value`, Rule: toolerr.RuleRequired},
		{Text: `Variable '{}' has an invalid value: Field '{name}' has coerced Null value`, Rule: toolerr.RuleRequired},
	}),
	besides("Hasura GraphQL Engine 2.48, server/src-lib/Hasura/GraphQL; v3-engine 2025.03", []phrase.Pattern{
		{Text: `field '{word}' not found in type`, Rule: toolerr.RuleUnknown},
		{Text: `'{}' has no argument named '{word}'`, Rule: toolerr.RuleUnknown},
		{Text: `expecting a value for non-nullable variable: "{field}"`, Rule: toolerr.RuleRequired},
		{Text: `missing required field '{name}'`, Rule: toolerr.RuleRequired},
		{Text: `unexpected variables in variableValues: {field}`, Rule: toolerr.RuleUnknown},
		{Text: `variable '{word}' is declared as '{}', but used where '{name}' is expected`, Rule: toolerr.RuleWrongType},
		{Text: `expected one of the values {names} for type '{}', but found '{word}'`, Rule: toolerr.RuleNotAllowed},
		{Text: `not a valid graphql query`, Rule: toolerr.RuleSyntax},
	}),
	besides("Hot Chocolate 15.1, Validation/Properties/Resources.resx", []phrase.Pattern{
		{Text: "The field `{word}` does not exist on the type", Rule: toolerr.RuleUnknown},
		{Text: "The argument `{word}` does not exist", Rule: toolerr.RuleUnknown},
		{Text: "The argument `{name}` is required", Rule: toolerr.RuleRequired},
		{Text: "The specified input object field `{word}` does not exist", Rule: toolerr.RuleUnknown},
		{Text: "`{name}` is a required field and cannot be null", Rule: toolerr.RuleRequired},
		{Text: "The following variables were not declared: {word}.", Rule: toolerr.RuleUnknown},
		{Text: "The specified argument value does not match the argument type", Rule: toolerr.RuleWrongType},
		{Text: "Expected a `{}`-token, but found a `", Rule: toolerr.RuleSyntax},
	}),
)
