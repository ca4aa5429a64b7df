package clickhouseadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		text := d.Text
		if d.Root.Exists() {
			text = d.Root.Member("exception").Str() // beside the rows of a format with JSON
		}
		return refusal.Match(text, sentences)
	},
}

// sentences are messages of ClickHouse's exceptions. Their endings differ (ClickHouse
// 24.8, src/Analyzer, src/Interpreters, src/Parsers, src/Functions).
var sentences = []phrase.Pattern{
	{Text: "…Exception: Syntax error: failed at position {} ('{word}') (line {line}, col {column})", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error: failed at position {offset} ('{word}')", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error{}: failed at position {} ('{word}') (line {line}, col {column})", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error: failed at position {} (line {line}, col {column})", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Syntax error", Rule: toolerr.RuleSyntax},
	{Text: "…Exception: Missing columns: '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Unknown expression identifier `{word}`", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Identifier '{word}' cannot be resolved", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Unknown table expression identifier '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Table {word} doesn't exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Table {word} does not exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Table {word} already exists", Rule: toolerr.RuleExistsAlready},
	{Text: "…Exception: Database {word} doesn't exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Database {word} does not exist", Rule: toolerr.RuleNotFound},
	{Text: "…Exception: Function with name `{word}` does not exist", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Function with name '{word}' does not exist", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Unknown setting '{word}'", Rule: toolerr.RuleUnknown},
	{Text: "…Exception: Number of arguments for function {word} doesn't match: passed {}, should be {limit}", Rule: toolerr.RuleCountMismatch},
	{Text: "…Exception: Illegal type {} of {}argument {}of function {word}", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Cannot parse string '{value}' as", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Cannot parse ", Rule: toolerr.RuleBadFormat},
	{Text: "…Exception: Cannot convert string '{value}' to type", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Type mismatch", Rule: toolerr.RuleWrongType},
	{Text: "…Exception: Column '{word}' is not under aggregate function and not in GROUP BY", Rule: toolerr.RuleBadValue},
	{Text: "…Exception: Ambiguous identifier '{word}'", Rule: toolerr.RuleAmbiguous},
	{Text: "…Exception: Division by zero", Rule: toolerr.RuleArithmetic},
}
