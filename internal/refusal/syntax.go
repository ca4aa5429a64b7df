package refusal

import (
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
}

// syntaxWords are words before the one where a parser stopped.
var syntaxWords = set("unexpected near at token character symbol input found got encountered identifier keyword string error:")

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
	f := toolerr.Finding{Rule: toolerr.RuleSyntax, At: positionIn(lower)}
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
	return ""
}

// positionIn returns the position in a text in lower case: "line 1:8", "line 1 column 8",
// "(1:8)", "position 8", "[1,5]".
func positionIn(text string) (at toolerr.Position) {
	for _, unit := range [...]struct {
		name string
		to   *int
	}{
		{"line", &at.Line}, {"row", &at.Line}, {"column", &at.Column}, {"col", &at.Column}, {"pos", &at.Column}, {"position", &at.Column}, {"char", &at.Column}, {"character", &at.Column}, {"offset", &at.Offset},
	} {
		if *unit.to != 0 {
			continue
		}
		for i := 0; ; {
			n := strings.Index(text[i:], unit.name)
			if n < 0 {
				break
			}
			i += n + len(unit.name)
			if i > len(unit.name) && isLetter(text[i-len(unit.name)-1]) {
				continue
			}
			rest := strings.TrimLeft(text[i:], " :=#[(")
			if v, tail := digits(rest); v > 0 && len(rest) < len(text[i:]) {
				*unit.to = v
				if unit.to == &at.Line && at.Column == 0 && len(tail) > 1 && (tail[0] == ':' || tail[0] == ',') {
					at.Column, _ = digits(tail[1:])
				}
				break
			}
		}
	}
	if at.Line == 0 && at.Column > 0 {
		at.Offset, at.Column = max(at.Offset, at.Column), 0
	}
	if at.Column > 0 {
		at.Offset = 0
	}
	return at
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// digits returns the decimal number at the beginning of a text, and the rest. It returns 0
// if there is none or it has more than six digits.
func digits(text string) (n int, rest string) {
	i := 0
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		if i == 6 {
			return 0, text
		}
		n = n*10 + int(text[i]-'0')
	}
	return n, text[i:]
}
