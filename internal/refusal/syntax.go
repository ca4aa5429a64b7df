package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Parsers of query languages write similar messages: a syntax error, the word where the
// parser stopped, and its position. The functions below read them for languages without a
// table.

// syntaxCues are texts, in lower case, that mark a parser's message.
var syntaxCues = [...]string{
	"syntax error", "syntaxerror", "parse error", "parsing error", "error parsing", "lexical error", "could not be parsed", "unable to parse", "unexpected token", "unexpected character", "unexpected symbol",
	"unexpected end of", "unexpected eof", "unterminated ", "unclosed ", "unbalanced ", "mismatched input", "extraneous input", "no viable alternative", "token recognition error",
	// yaml.v3, yamlh.go and scannerc.go; goccy/go-yaml 1.19; BurntSushi/toml 1.6; hcl/v2; encoding/json, csv, xml; libxml2.
	"did not find expected", "mapping values are not allowed", "found character that cannot start", "found unexpected", "found a tab", "could not find expected", "block sequence entries", "invalid character ", "looking for beginning of",
	"but found ", "missing newline", "invalid expression", "missing separator", "never closed", "tag mismatch", "bare \" in", "extraneous or missing", "invalid numeric literal", "invalid escape", "unmatched ",
	"yaml: line ", "toml: line ", "template: ", "parse error on line", "expected property name", "expecting ", "missing } ", ", want ", "indentation", "expected '", "expected `", "expected value", "missing )", "' expected",
}

// syntaxWords are words before the one where a parser stopped.
var syntaxWords = set("unexpected near at token character symbol input found got encountered identifier keyword string error: unmatched unterminated missing closing")

// syntaxError returns the finding of a parser's message, and false for any other text.
func syntaxError(text string) (toolerr.Finding, bool) {
	text = text[:min(len(text), 1<<10)]
	lower := strings.ToLower(text)
	if len(lower) != len(text) { // some letters change their length with the case
		return toolerr.Finding{}, false
	}
	from := -1
	for _, cue := range syntaxCues {
		if i := strings.Index(lower, cue); i >= 0 && (from < 0 || i < from) {
			from = i
		}
	}
	if from < 0 {
		return toolerr.Finding{}, false
	}
	f := toolerr.Finding{Rule: parserOr(text)}
	if said(plain(text)) == toolerr.RuleWrongType { // "expected a number, but found a string"
		return f, false
	}
	f.At, _ = positionIn(lower)
	if word := stoppedAt(text[from:]); word != "" {
		f.Word = word
	}
	return f, f.Word != "" || f.At != toolerr.Position{}
}

// stoppedAt returns the word where a parser stopped, or "".
func stoppedAt(text string) string {
	words := wordsOf(text)
	for i := 1; i < len(words); i++ {
		w, before := words[i], words[i-1]
		if w.quoted && !before.quoted && syntaxWords[strings.ToLower(before.text)] {
			return w.text
		}
	}
	for i := 1; i < len(words); i++ { // an unquoted word only counts after a noun such as "token"
		w, before := words[i], strings.ToLower(words[i-1].text)
		if !w.quoted && w.name && (before == "token" || before == "keyword" || before == "identifier" || before == "found") && !syntaxWords[strings.ToLower(w.text)] && !notNames[strings.ToLower(w.text)] {
			return w.text
		}
	}
	if quoted := slices.DeleteFunc(slices.Clone(words), func(w word) bool { return !w.quoted }); len(quoted) == 1 && quoted[0].end == len(strings.TrimRight(text, ". \n")) {
		return quoted[0].text
	}
	for _, w := range words { // "Unmatched ( or \\("
		if sign := strings.TrimLeft(text[w.end:], " "); !w.quoted && syntaxWords[strings.ToLower(w.text)] && sign != "" {
			end := strings.IndexAny(sign+" ", " ,")
			if sign = sign[:end]; end <= 3 && strings.IndexFunc(sign, func(r rune) bool {
				return r < ' ' || r > '~' || strings.ContainsRune(`"':;.`, r) || nameByte(byte(r)) && r != ']' && r != '['
			}) < 0 {
				return sign
			}
		}
	}
	return ""
}

// parserOr returns the rule of a parser's message: what it states more exactly than that its
// syntax is wrong.
func parserOr(text string) toolerr.Rule {
	if rule := said(plain(text)); isExact(rule, text) {
		return rule
	}
	return toolerr.RuleSyntax
}

// exactRules are the rules that a parser may state of a word.
var exactRules = []toolerr.Rule{
	toolerr.RuleUnknown, toolerr.RuleDuplicate, toolerr.RuleExistsAlready, toolerr.RuleCountMismatch, toolerr.RuleUnsupported, toolerr.RuleImmutable, toolerr.RuleTooLarge, toolerr.RuleOutOfRange, toolerr.RuleTooMany, toolerr.RuleAmbiguous, toolerr.RuleWrongType,
}

// isExact reports whether a rule says more of a parser's message than that the syntax is wrong.
func isExact(rule toolerr.Rule, text string) bool {
	return slices.Contains(exactRules, rule) || rule == toolerr.RuleRequired && MissesMember(text)
}

// MissesMember reports whether a text states that something with a name is missing, and not a sign.
func MissesMember(text string) bool {
	return slices.ContainsFunc(members[:], func(m string) bool { return strings.Contains(text, m) })
}

var members = [...]string{"issing field", "issing property", "issing required", "issing key", "issing attribute", "issing argument", "issing value"}
