package resolve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// valueRules are the rules that only a value can break.
var valueRules = []toolerr.Rule{
	toolerr.RuleBadFormat, toolerr.RuleNotAllowed, toolerr.RuleUnsupported, toolerr.RuleWrongType,
	toolerr.RuleTooLarge, toolerr.RuleTooSmall, toolerr.RuleOutOfRange, toolerr.RuleTooLong, toolerr.RuleTooShort, toolerr.RuleTooMany, toolerr.RuleTooFew,
}

// mentioned returns the place whose value the message quotes, if it is the only one, or "". The
// valid values that a message lists are not refused ones.
func (v *view) mentioned(valid []string) string {
	message := v.message[:min(len(v.message), maxMessage)]
	return v.placeOf(func(text string) bool { return !slices.Contains(valid, text) && quoted(message, text) })
}

// valued returns the place of a refused value, if exactly one value of the call equals it,
// or "".
func (v *view) valued(value string) string {
	return v.placeOf(func(text string) bool { return text == value })
}

// placeOf returns the place of the only text that meets a condition and may show it, or "".
func (v *view) placeOf(is func(text string) bool) string {
	path, ok := v.call.only(func(p *place) bool { return p.kind == '"' && !p.secret && mentionable(p.text) && is(p.text) })
	if !ok || !v.call.mayShowPath(path) {
		return ""
	}
	return path
}

// mentionable reports whether a value is long enough to show its place, and not too long.
func mentionable(value string) bool {
	n := utf8.RuneCountInString(value)
	return n >= minMentioned && n <= maxMentioned
}

// opening and closing are the quotation marks and brackets around a value in a message, edges what
// is around one without them: space, punctuation, or nothing.
const opening, closing, edges = "\"'`[(“‘«", "\"'`])”’»", " \t\r\n:;,.!?\uFFFD"

// Quotes reports whether a message may quote a value, so that [Call.Resolve] can search it
// without a finding.
func Quotes(message string) bool {
	return strings.ContainsAny(message[:min(len(message), maxMessage)], opening)
}

// quoted reports whether a text contains a word in quotation marks or brackets, or alone if it has signs.
func quoted(text, word string) bool {
	telling := strings.Count(word, " ") < 2 && strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '_' }) // more than a word of English
	for rest := text; ; {
		i := strings.Index(rest, word)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(rest[:i])
		after, _ := utf8.DecodeRuneInString(rest[i+len(word):])
		if strings.ContainsRune(opening, before) && strings.ContainsRune(closing, after) || telling && strings.ContainsRune(edges, before) && strings.ContainsRune(edges, after) && !beforePosition(rest[i+len(word):]) || strings.HasSuffix(text[:len(text)-len(rest)+i], ": ") && rest[i:] == word {
			return true
		}
		rest = rest[i+len(word):]
	}
}

// option returns the only option of a command that the message names beside a word.
func (v *view) option(word string) (option string) {
	for _, m := range v.call.mentions(v.message[:min(len(v.message), maxMessage)]) {
		switch {
		case !isOption(m.word) || m.word == option || !v.call.mayShow(m.word):
		case option != "" || m.word == word:
			return ""
		default:
			option = m.word
		}
	}
	return option
}

// beforePosition reports whether a text begins with a position, as after the name of a file.
func beforePosition(text string) bool {
	return len(text) > 1 && text[0] == ':' && digits(text[1:2])
}

// pair returns the two arguments, or the two options of a command, that a message names, and nil if
// it names one or more than two.
func (c *Call) pair(message string) []string {
	var fields, options []string
	for _, m := range c.mentions(message) {
		switch {
		case m.named && c.has([]byte(m.path)) && !slices.Contains(fields, m.path):
			fields = append(fields, m.path)
		case isOption(m.word) && !slices.Contains(options, m.word):
			options = append(options, m.word)
		}
	}
	switch {
	case len(fields) == 2:
		return fields
	case len(options) == 2:
		return options
	}
	return nil
}
