package screen

import (
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Join joins two words: a line is not broken there, and a space is printed.
const Join = "\u00A0"

// minWrap is the minimum width of a wrapped line.
const minWrap = 10

// wrap breaks a line at spaces. It breaks a word that is longer than a line where a URL may
// be broken, or else at the end of the line.
func wrap(line string, width int) []string {
	width = max(width, minWrap)
	if text.StringWidth(line) <= width {
		return []string{line}
	}
	var lines []string
	current := ""
	flush := func() {
		lines = append(lines, strings.TrimRight(current, " "+Join))
		current = ""
	}
	for i, word := range strings.Split(line, " ") {
		if i > 0 && current != "" {
			word = " " + word
		}
		left := width - text.StringWidth(current)
		switch long := text.StringWidth(word) > width; {
		case text.StringWidth(word) <= left:
		case !long, left < width/3:
			flush()
			word = strings.TrimPrefix(word, " ")
		}
		for text.StringWidth(current)+text.StringWidth(word) > width {
			cut := breakAt(word, width-text.StringWidth(current))
			current += word[:cut]
			word = word[cut:]
			flush()
		}
		current += word
	}
	if current != "" || len(lines) == 0 {
		flush()
	}
	return lines
}

// breakAt returns where to break a word so that its head fits the width: after the last
// [Join], or else after a punctuation mark in the second half of it.
func breakAt(word string, width int) int {
	used, cut := 0, 0
	for i, r := range word {
		if used += text.RuneWidth(r); used > width && i > 0 {
			break
		}
		cut = i + utf8.RuneLen(r)
	}
	if join := strings.LastIndex(word[:cut], Join); join > 0 {
		return join + len(Join)
	}
	for _, marks := range []string{"/?&=,;", "_.:-"} {
		if mark := strings.LastIndexAny(word[:cut], marks); mark > cut/2 {
			return mark + 1
		}
	}
	return cut
}

// longest returns the width of the longest word in a text. [Join] separates words.
func longest(texts ...string) (width int) {
	for _, t := range texts {
		for word := range strings.FieldsSeq(Visible(t)) {
			width = max(width, text.StringWidth(word))
		}
	}
	return width
}
