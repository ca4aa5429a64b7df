package refusal

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/toolerr"
)

// Sentences of parsers, each with its language.
func TestSyntaxErrors(t *testing.T) {
	at := func(line, column int) toolerr.Position { return toolerr.Position{Line: line, Column: column} }
	offset := func(n int) toolerr.Position { return toolerr.Position{Offset: n} }
	for text, want := range map[string]struct {
		word string
		at   toolerr.Position
	}{
		"NRQL Syntax Error: Error at line 1 position 10, unexpected 'FORM'":                                            {"FORM", at(1, 10)}, // New Relic
		"Syntax error: Query could not be parsed at 'whre' on line [1,12]":                                             {"whre", at(1, 12)}, // Kusto
		"[PARSE_SYNTAX_ERROR] Syntax error at or near 'selct'.(line 1, pos 0)":                                         {"selct", toolerr.Position{Line: 1}},
		"Parser Error: syntax error at or near \"selct\"":                                                              {"selct", toolerr.Position{}}, // DuckDB
		"line 1:7 no viable alternative at input 'frm'":                                                                {"frm", at(1, 7)},             // CQL
		"error parsing query: found FRM, expected FROM at line 1, char 10":                                             {"FRM", at(1, 10)},            // InfluxQL
		"ERROR: <input>:1:5: Syntax error: mismatched input '&' expecting <EOF>":                                       {"&", at(1, 5)},               // CEL
		"Unexpected token } in JSON at position 14":                                                                    {"}", offset(14)},             // V8
		"Parse error: Lexical error at line 2, column 8.  Encountered: \"%\"":                                          {"%", at(2, 8)},               // Jena
		"Unable to parse the search: unbalanced parentheses at character 22":                                           {"", offset(22)},              // Splunk
		"jq: error: syntax error, unexpected INVALID_CHARACTER (Unix shell quoting issues?) at <top-level>, line 1:":   {"", toolerr.Position{Line: 1}},
		"Error parsing query: unable to parse avg:sys.cpu{*: Rule 'scope_expr' didn't match at '' (line 1, column 14)": {"", at(1, 14)}, // Datadog
		"SyntaxError: Expected \"(\" but \"[\" found at line 12345678":                                                 {"", toolerr.Position{}},
	} {
		f, ok := syntaxError(text)
		if want.word == "" && want.at == (toolerr.Position{}) {
			assert.False(t, ok, text)
			continue
		}
		assert.Equal(t, toolerr.Finding{Rule: toolerr.RuleSyntax, Word: want.word, At: want.at}, f, text)
	}
}

// Sentences with the same words that are not from a parser.
func TestNoSyntaxErrors(t *testing.T) {
	for _, text := range []string{
		"the deadline could not be parsed", "unexpected token", "An unexpected token was used at checkout", "Your position in line 4 changed", "guideline 12 says so", "",
	} {
		_, ok := syntaxError(text)
		assert.False(t, ok, text)
	}
}
