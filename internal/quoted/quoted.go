// Package quoted reads the texts in quotation marks in messages. It has no tables, so that a
// program without databases does not link those of SQL.
package quoted

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxText is the number of bytes that are read of a message.
const MaxText = 1 << 10

const maxItems = 8

// closings maps opening quotation marks to closing ones, for the languages of PostgreSQL's
// and MySQL's messages.
var closings = map[rune]rune{
	'"': '"', '\'': '\'', '`': '`', '«': '»', '»': '«', '“': '”', '”': '”', '„': '“', '「': '」', '‘': '’',
}

// Texts returns the texts in quotation marks in a message, in order. Those with a full
// stop between them, such as `shop`.`orders`, are one. ordered reports whether the order is
// that of the English message: PostgreSQL's catalogues for German, Spanish, French,
// Italian, Russian, Swedish and Ukrainian keep it, those for Chinese, Georgian and Japanese
// do not (15.18).
func Texts(message string) (items []string, ordered bool) {
	ordered = true
	message = message[:min(len(message), MaxText)]
	before, joined := ' ', false
	for len(message) > 0 && len(items) < maxItems {
		r, size := utf8.DecodeRuneInString(message)
		end := -1
		if closing, ok := closings[r]; ok && (r != '\'' || !InWord(before)) {
			end = closed(message[size:], closing)
		}
		if end < 0 {
			ordered = ordered && (!unicode.IsLetter(r) || unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek))
			joined = r == '.' && before == 0
			before, message = r, message[size:]
			continue
		}
		item := strings.TrimFunc(message[size:size+end], unicode.IsSpace)
		if joined {
			items[len(items)-1] += "." + item
		} else {
			items = append(items, item)
		}
		_, last := utf8.DecodeRuneInString(message[size+end:])
		before, joined, message = 0, false, message[size+end+last:]
	}
	return items, ordered
}

// closed returns the index of the mark that closes a text, or -1. An apostrophe inside a
// word does not close it.
func closed(text string, mark rune) int {
	for from := 0; ; {
		i := strings.IndexRune(text[from:], mark)
		if i < 0 {
			return -1
		}
		i += from
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(mark):])
		if mark != '\'' || !InWord(next) {
			return i
		}
		from = i + 1
	}
}

// InWord reports whether an apostrophe beside r can be part of a word. It cannot in a
// script without spaces.
func InWord(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana)
}
