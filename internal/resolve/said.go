package resolve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/wording"
)

// A said is a word of a text, with what stands beside it.
type said struct {
	text          string
	quoted        bool
	part          bool   // of a longer word, or of a quotation
	before, after string // a sign, or the stem of a word
}

// signs are those beside a word that tell what it is.
const signs = ":=(,;.[{)"

// says returns the words of a text, and those that are parts of them.
func says(text string) (all []said) {
	text = text[:min(len(text), maxMessage)]
	before := ""
	for start := 0; start < len(text) && len(all) < maxMentions; {
		token, quoted, n := nextToken(text[start:])
		end := start + n
		if token == "" {
			if sign := strings.TrimSpace(text[start:end]); sign != "" && strings.Contains(signs, sign[:1]) {
				before = sign[:1]
			}
			start = end
			continue
		}
		w := said{text: token, quoted: quoted, before: before, after: beginning(text[end:])}
		if name, number, ok := strings.Cut(token, ":"); ok && !quoted && digits(number) { // "locations:20"
			w.text, w.after = name, ":"
		}
		all = append(all, w)
		w.part = true
		for _, part := range partsOf(token, quoted) {
			w.text = part
			all = append(all, w)
		}
		if before = wording.Stem(token); end < len(text) && strings.IndexByte(signs, text[end]) >= 0 {
			before = text[end : end+1]
		}
		start = end
	}
	return all
}

// partsOf returns the words of a short quotation, and the parts of a word between signs: first those
// that may have other signs in them.
func partsOf(token string, quoted bool) (all []string) {
	several := strings.Contains(token, " ")
	if several && (!quoted || len(token) > maxValue) {
		return nil
	}
	const spaces, signs = " \t\n\"'`()<>=,;{}|", ":/[]#"
	for i, separators := range [...]string{spaces, spaces + signs, spaces + signs + "."} {
		if i == 0 && !several || i == 2 && strings.Contains(token, "@") || !strings.ContainsAny(token, separators) { // an address is one word
			continue
		}
		for part := range strings.FieldsFuncSeq(token, func(r rune) bool { return strings.ContainsRune(separators, r) }) {
			if !digits(part) && !slices.Contains(all, part) {
				all = append(all, part)
			}
		}
	}
	return all
}

// beginning returns the sign that a text begins with, or the stem of the word.
func beginning(text string) string {
	text = strings.TrimLeft(text, " \"'`")
	if text != "" && strings.IndexByte(signs, text[0]) >= 0 {
		return text[:1]
	}
	next, _, _ := nextToken(text)
	return wording.Stem(next)
}

// form returns what a word looks like.
func (w *said) form() string {
	form := "plain"
	switch first, size := utf8.DecodeRuneInString(w.text); {
	case w.quoted:
		form = "quoted"
	case strings.ContainsFunc(w.text, func(r rune) bool { return !unicode.IsLetter(r) }):
		form = "signs"
	case strings.ContainsFunc(w.text[size:], unicode.IsUpper):
		form = "capitals"
	case unicode.IsUpper(first):
		form = "title"
	case wording.Knows(w.text):
		form = "known"
	}
	if w.part {
		form += " part"
	}
	return form
}

// spelled returns how the words of a text, from one on, spell a name whose words have the given
// stems, or "".
func spelling(words []said, i int, name string, stems []string) string {
	w := &words[i]
	stem := wording.Stem(w.text)
	switch {
	case w.text == name:
		return "name"
	case sameName(w.text, name):
		return "case" // or with other signs in it
	case len(stems) > 1 && follow(words[i:], stems):
		return "words"
	case len(w.text) < minMentioned || w.part && !w.quoted:
		return ""
	case len(name) >= minMentioned && stem == wording.Stem(name):
		return "number" // the other one
	case len(name) >= minMentioned && isPlain(stem) && len(stems) == 1 && (strings.HasPrefix(stem, stems[0]) || strings.HasPrefix(stems[0], stem)):
		return "short" // or long: "lat" and "latitude"
	}
	for n, s := range stems {
		switch {
		case len(stems) == 1 || len(s) < minMentioned || s != stem:
		case n == len(stems)-1:
			return "last"
		default:
			return "some"
		}
	}
	return ""
}

// follow reports whether words begin with those of the given stems.
func follow(words []said, stems []string) bool {
	for i, s := range stems {
		if i == len(words) || wording.Stem(words[i].text) != s {
			return false
		}
	}
	return true
}

// stemsOf returns the stems of the words of a name such as unitPrice or unit_price.
func stemsOf(name string) (all []string) {
	start, last := 0, ' '
	for i, r := range name {
		if strings.ContainsRune("_-. ", r) || unicode.IsUpper(r) && unicode.IsLower(last) {
			if start < i {
				all = append(all, wording.Stem(name[start:i]))
			}
			start = i
		}
		last = r
	}
	return append(all, wording.Stem(name[start:]))
}
