package wording

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxText   = 1 << 10 // bytes that are read
	maxQuoted = 80      // bytes of a text in quotation marks
)

// A Call tells what a word is to a call: a sort that stands for it among the features, or "" if
// it is a word of English or of others.
type Call interface{ Sort(word string) string }

// features returns each word, and each two and three words that follow each other, with spaces
// between them. The bytes are valid until the next ones.
func features(words []string) iter.Seq[[]byte] {
	return func(use func([]byte) bool) {
		var memory [64]byte
		for i := range words {
			feature := memory[:0]
			for n := range min(3, len(words)-i) {
				if n > 0 {
					feature = append(feature, ' ')
				}
				if feature = append(feature, words[i+n]...); !use(feature) {
					return
				}
			}
		}
	}
}

var quotes = map[rune]rune{'"': '"', '\'': '\'', '`': '`', '“': '”', '‘': '’', '«': '»'}

// appendWords appends the words of a text by their stems, "<q>" for a text in quotation marks and for a
// name with signs in it, "#" for a number, and the punctuation marks.
func appendWords(words []string, text string, call Call) []string {
	text = text[:min(len(text), maxText)]
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if closing, ok := quotes[r]; ok && (i == 0 || !inWord(rune(text[i-1]))) {
			if end := strings.IndexRune(text[i+size:], closing); end >= 0 && end <= maxQuoted {
				sort := call.Sort(text[i+size : i+size+end])
				if sort == "" {
					sort = "<q>"
				}
				words = append(words, sort)
				i += size + end + utf8.RuneLen(closing)
				continue
			}
		}
		if !inWord(r) {
			if strings.ContainsRune(":=<>[]{}(),;.!?", r) {
				words = append(words, string(r))
			}
			i += size
			continue
		}
		end := i
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !inWord(r) && (r != '\'' || end+1 >= len(text) || !isLetter(text[end+1])) {
				break
			}
			end += size
		}
		word := strings.TrimRight(text[i:end], ".-/")
		if word == "" {
			i = end
			continue
		}
		i += len(word)
		if sort := call.Sort(word); sort != "" {
			words = append(words, sort)
			continue
		}
		words = appendWord(words, word)
	}
	return words
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func inWord(r rune) bool {
	return r == '_' || r == '.' || r == '/' || r == '@' || r == '$' || r == '#' || r == '\\' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r)
}

// appendWord appends the words of a code such as INVALID_VALUE and InvalidValueError, those that
// hyphens join, or what stands for a name with signs and for a number.
func appendWord(words []string, word string) []string {
	var lower, upper, inner, digit, sign bool
	for i, r := range word {
		switch {
		case r == '-' || r == '\'' || r == '_' && !lower:
		case unicode.IsUpper(r):
			upper, inner = true, inner || i > 0
		case unicode.IsLetter(r):
			lower = true
		case unicode.IsDigit(r):
			digit = true
		default:
			sign = true
		}
	}
	first, _ := utf8.DecodeRuneInString(word)
	switch {
	case !lower && !upper && digit:
		return append(words, "#")
	case !lower && !upper:
		return words
	case sign, digit && lower, lower && inner && !unicode.IsUpper(first):
		return append(words, "<q>")
	}
	from, last := 0, ' '
	for i, r := range word {
		if r == '_' || r == '-' || lower && unicode.IsUpper(r) && !unicode.IsUpper(last) {
			words = appendStem(words, word[from:i])
			from = i
		}
		last = r
	}
	return appendStem(words, word[from:])
}

// appendStem appends a word in lower case, without the ending of its form.
func appendStem(words []string, word string) []string {
	word = strings.ToLower(strings.Trim(word, "_-'"))
	for _, ending := range [...]string{"ing", "ed", "es", "s"} {
		if len(word) > len(ending)+3 && strings.HasSuffix(word, ending) {
			word = strings.TrimSuffix(word, ending)
			break
		}
	}
	if word == "" {
		return words
	}
	return append(words, word)
}

// Stem returns the stem of a word, in lower case.
func Stem(word string) string {
	var memory [1]string
	if all := appendStem(memory[:0], word); len(all) > 0 {
		return all[0]
	}
	return ""
}

// Knows reports whether the table has a word.
func Knows(word string) bool {
	_, ok := table().features[Stem(word)]
	return ok
}
