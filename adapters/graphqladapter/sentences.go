package graphqladapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// parserTexts are the sentences of gqlgen beside a path in the variables (gqlparser v2.5.64,
// validator/vars.go).
var parserTexts = []phrase.Pattern{
	{Text: "cannot use {} as {name}", Rule: toolerr.RuleWrongType},
	{Text: "must be a {name}, not a ", Rule: toolerr.RuleWrongType},
	{Text: "{value} is not a valid {}", Rule: toolerr.RuleNotAllowed},
}

// values are the sentences about a value (graphql-js 16.15.0, type/scalars.js,
// type/definition.js and validation/rules).
var values = []phrase.Pattern{
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
}

// sentences are the sentences about a document, of the servers in wide use.
var sentences = []phrase.Pattern{
	// graphql-js 16.15.0, validation/rules and execution/values.js; gqlparser v2.5.64, validator/rules; graphql-core 3.2.
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
	// graphql-ruby 2.6.9, static_validation/rules and language/parser.rb.
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
	// graphql-java 25.0, src/main/resources/i18n; 20.0 writes "Validation error of type …:".
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
	// Hasura GraphQL Engine 2.48, server/src-lib/Hasura/GraphQL; v3-engine 2025.03.
	{Text: `field '{word}' not found in type`, Rule: toolerr.RuleUnknown},
	{Text: `'{}' has no argument named '{word}'`, Rule: toolerr.RuleUnknown},
	{Text: `expecting a value for non-nullable variable: "{field}"`, Rule: toolerr.RuleRequired},
	{Text: `missing required field '{name}'`, Rule: toolerr.RuleRequired},
	{Text: `unexpected variables in variableValues: {field}`, Rule: toolerr.RuleUnknown},
	{Text: `variable '{word}' is declared as '{}', but used where '{name}' is expected`, Rule: toolerr.RuleWrongType},
	{Text: `expected one of the values {names} for type '{}', but found '{word}'`, Rule: toolerr.RuleNotAllowed},
	{Text: `not a valid graphql query`, Rule: toolerr.RuleSyntax},
	// Hot Chocolate 15.1, Validation/Properties/Resources.resx.
	{Text: "The field `{word}` does not exist on the type", Rule: toolerr.RuleUnknown},
	{Text: "The argument `{word}` does not exist", Rule: toolerr.RuleUnknown},
	{Text: "The argument `{name}` is required", Rule: toolerr.RuleRequired},
	{Text: "The specified input object field `{word}` does not exist", Rule: toolerr.RuleUnknown},
	{Text: "`{name}` is a required field and cannot be null", Rule: toolerr.RuleRequired},
	{Text: "The following variables were not declared: {word}.", Rule: toolerr.RuleUnknown},
	{Text: "The specified argument value does not match the argument type", Rule: toolerr.RuleWrongType},
	{Text: "Expected a `{}`-token, but found a `", Rule: toolerr.RuleSyntax},
}
