package refusal

import (
	"strings"
	"unicode/utf8"
)

// A term is a word, a number or a sign of a sentence.
type term struct {
	text string // in lower case
	part part
	kind byte // 'a' for a word, '0' for a number, or the sign
}

// termsOf appends the terms of a sentence in lower case, as many as the slice has room for.
func termsOf(terms []term, text string) []term {
	for i := 0; i < len(text) && len(terms)+1 < cap(terms); {
		c, start := text[i], i
		switch {
		case isDigit(c):
			i += numeral(text[i:], start > 0 && text[start-1] == '[')
			number, suffix := text[start:i], i
			for i < len(text) && inWord(text[i]) && text[i] < utf8.RuneSelf {
				i++
			}
			rest := text[i:]
			if i > suffix && grammarParts[text[suffix:i]] != scale || rest != "" && (rest[0] == '/' || rest[0] == '^' || len(rest) > 1 && isDigit(rest[1]) && (rest[0] == ':' || rest[0] == '.' || rest[0] == '-' && strings.Count(rest[:min(len(rest), 6)], "-") > 1)) {
				for i < len(text) && text[i] != ' ' { // a name, a date, or a time
					i++
				}
				terms = append(terms, term{text: text[start:i], kind: 'a'})
				continue
			}
			if start > 0 && text[start-1] == '-' && (start == 1 || text[start-2] == ' ') {
				number = text[start-1 : suffix]
			}
			terms = append(terms, term{text: strings.ReplaceAll(number, ",", ""), kind: '0'})
			if i > suffix || strings.HasPrefix(rest, "%") || start > 0 && text[start-1] == '$' {
				terms = append(terms, term{text: "percent", part: scale, kind: 'a'})
			}
		case strings.HasPrefix(text[i:], ".."):
			for i < len(text) && (text[i] == '.' || text[i] == '=') {
				i++
			}
			terms = append(terms, term{kind: '-'})
		case inWord(c):
			for i < len(text) && (inWord(text[i]) || (isDigit(text[i]) && text[i-1] < utf8.RuneSelf || text[i] == '-') && i > start) {
				i++
			}
			terms = append(terms, term{text: text[start:i], part: grammarParts[text[start:i]], kind: 'a'})
		default:
			i++
			if last := i == len(text); strings.IndexByte("()[]{:=,;<>|", c) >= 0 || c == '.' && (last || text[i] == ' ') ||
				c == '-' && (last || !isDigit(text[i]) || start > 0 && text[start-1] != ' ') {
				terms = append(terms, term{kind: c})
			}
		}
	}
	return terms
}

// numeral returns the length of the number at the beginning of a text. In a list, commas are
// between numbers.
func numeral(text string, list bool) (i int) {
	digit := func(n int) bool { return n < len(text) && isDigit(text[n]) }
	for point := false; i < len(text); i++ {
		c := text[i]
		if !isDigit(c) && (c != '.' || point || !digit(i+1)) && (c != ',' || list || !digit(i+1) || !digit(i+2) || !digit(i+3) || digit(i+4)) {
			break
		}
		point = point || c == '.'
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func inWord(c byte) bool  { return 'a' <= c && c <= 'z' || c == '_' || c >= 0x80 }
