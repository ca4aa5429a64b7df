package refusal

import (
	"strings"
	"unicode/utf8"
)

// A word is a word of a sentence. A text in quotation marks is one word.
type word struct {
	text       string
	start, end int // offsets in the sentence, with the quotation marks
	quoted     bool
	name       bool // it can be the name of a place
}

const maxMarkedWords = 64

// wordsOf returns the words of a sentence: runs of bytes that names consist of.
func wordsOf(text string) []word { return appendWords(make([]word, 0, 24), text) }

// appendWords appends the words of a sentence to a slice without elements.
func appendWords(all []word, text string) []word {
	for i := 0; i < len(text) && len(all) < maxMarkedWords; {
		r, size := utf8.DecodeRuneInString(text[i:])
		if closing, ok := quotes[r]; ok && (i == 0 || !nameByte(text[i-1]) || text[i-1] == '[') {
			inner := text[i+size:]
			end := strings.IndexRune(inner, closing)
			if end == 0 {
				i += size + utf8.RuneLen(closing)
				continue
			}
			if end > 0 && end <= 200 {
				stop := i + size + end + utf8.RuneLen(closing)
				inner = strings.Trim(inner[:end], " ")
				all = append(all, word{inner, i, stop, true, isPlaceName(inner)})
				i = stop
				continue
			}
		}
		if end := strings.IndexByte(text[i:], ']'); r == '[' && end > 1 && (i == 0 || text[i-1] == ' ') && isPlaceName(text[i+1:i+end]) {
			all = append(all, word{text[i+1 : i+end], i, i + end + 1, true, true})
			i += end + 1
			continue
		}
		start := i
		switch {
		case nameByte(text[i]):
			for i < len(text) && nameByte(text[i]) {
				i++
			}
			one := strings.TrimRight(text[start:i], ".-/")
			all = append(all, word{one, start, start + len(one), false, isPlaceName(one)})
		default:
			i += size
		}
	}
	return all
}

var quotes = map[rune]rune{'"': '"', '\'': '\'', '`': '`', '“': '”', '‘': '’', '«': '»', '»': '«', '„': '“', '「': '」'}

func nameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("_$@.[]/-", c) >= 0
}

// isPlaceName reports whether a word can be the name of a place.
func isPlaceName(s string) bool {
	letter := false
	for i := range len(s) {
		if !nameByte(s[i]) {
			return false
		}
		letter = letter || s[i] >= 'A' && s[i] != '[' && s[i] != ']' && s[i] != '_'
	}
	return letter && len(s) <= 100
}

// set returns the words of a list, with spaces between them.
//
//go:noinline
func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(list) {
		m[w] = true
	}
	return m
}
