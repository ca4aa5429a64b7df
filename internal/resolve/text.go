package resolve

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokens yields the tokens of a text and their offsets: maximal runs of letters, digits and
// "_.-$@".
func tokens(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		start := -1
		for i, r := range text {
			switch {
			case inToken(r):
				if start < 0 {
					start = i
				}
			case start >= 0:
				if !yield(start, text[start:i]) {
					return
				}
				start = -1
			}
		}
		if start >= 0 {
			yield(start, text[start:])
		}
	}
}

// within returns the offset of a word in a token that it is, or of which it is a part between full
// stops.
func within(token, word string) (at int, ok bool) {
	clean := strings.TrimRight(token, ".-")
	if bare(token) == word {
		return len(clean) - len(word), true
	}
	at = strings.Index("."+clean+".", "."+word+".")
	return max(at, 0), at >= 0
}

// bare returns a token without full stops and hyphens at its ends, which belong to the
// sentence.
func bare(token string) string { return strings.Trim(token, ".-") }

func inToken(r rune) bool { return inWord(r) || r == '.' || r == '-' || r == '@' }

// inWord reports whether a rune belongs to a name.
func inWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_' || r == '$'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// code yields the parts of a text that are not comments of a statement. Comments are
// between "/*" and "*/", and from "--", or "#" at the start of a line, to the line's end.
func code(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		start, lineStart, quote := 0, true, byte(0)
		for i := 0; i < len(text); i++ {
			c := text[i]
			end, newLine := -1, false
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '\'' && i > 0 && !letterBefore(text, i), c == '"':
				quote = c
			case strings.HasPrefix(text[i:], "/*"):
				if end = strings.Index(text[i+2:], "*/"); end >= 0 {
					end += i + 4
				} else {
					end = len(text)
				}
			case strings.HasPrefix(text[i:], "--") && !option(text[i+2:]), c == '#' && lineStart:
				if end = strings.IndexByte(text[i:], '\n'); end >= 0 {
					end += i
				} else {
					end = len(text)
				}
				newLine = true
			}
			if end >= 0 {
				if start < i && !yield(start, i) {
					return
				}
				start, i, lineStart = end, end-1, newLine
				continue
			}
			lineStart = c == '\n' || lineStart && (c == ' ' || c == '\t')
		}
		if start < len(text) {
			yield(start, len(text))
		}
	}
}

// option reports whether the text after "--" is the name of an option of a command, as in
// "--all", and not the text of a comment.
func option(rest string) bool { return rest != "" && unicode.IsLower(rune(rest[0])) }

// letterBefore reports whether the rune before i is a letter, as before an apostrophe.
func letterBefore(text string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(text[:i])
	return unicode.IsLetter(r)
}

// outside reports whether the byte at i is outside comments.
func outside(text string, i int) bool {
	for start, end := range code(text) {
		if start <= i && i < end {
			return true
		}
	}
	return false
}

// byteAt returns the offset of a position in a text, and false if the text does not have
// the position.
func byteAt(text string, line, column, offset int) (int, bool) {
	at := 0
	count := offset - 1
	if line > 0 {
		for ; line > 1; line-- {
			i := strings.IndexByte(text[at:], '\n')
			if i < 0 {
				return 0, false
			}
			at += i + 1
		}
		count = column - 1
	}
	if count < 0 {
		return 0, false
	}
	for ; count > 0; count-- {
		if at >= len(text) {
			return 0, false
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at, at < len(text)
}

// lineColumn returns the line and column of a byte.
func lineColumn(text string, at int) (line, column int) {
	before := text[:at]
	last := strings.LastIndexByte(before, '\n')
	return 1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(before[last+1:])
}

// isComposed reports whether a text has a syntax.
func isComposed(text string) bool { return strings.ContainsAny(text, "()[]{}<>=|*+,;\n") }

// hasParts reports whether a text has several words, or a syntax.
func hasParts(text string) bool { return isSentence(text) || isComposed(text) }
