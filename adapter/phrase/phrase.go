// Package phrase reads findings from the fixed sentences of services, such as
// `column "emial" does not exist`, by patterns with slots. A sentence in another language,
// or of another version, matches no pattern and gives no finding.
package phrase

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// A Pattern is a sentence that a service writes, with slots for the parts that differ. It
// matches a text that begins with the sentence. If the Pattern begins with "…", it matches
// anywhere in the text. If it ends with "$", the match must reach the end of the text.
//
// The slots are {field}, {word}, {value}, {name} and {names}, {limit}, {offset}, {line},
// {column}, and {} for any text. A slot takes the shortest text before the next part of the
// pattern: at most 200 bytes without a line break, or for {} 500 bytes of any text. {limit}
// takes a decimal number, and {offset}, {line} and {column} take a whole number; commas
// between digits are dropped. {names} takes a list with ",", "or" and "and" between its
// items; quotation marks around an item are dropped.
type Pattern struct {
	Text string
	Rule toolerr.Rule
	// Beyond is as in [toolerr.Finding].
	Beyond bool
	// Source is the page, or the source file and version, that contains the sentence.
	Source string
}

const (
	maxText = 1 << 10 // bytes of a text that are read
	maxSlot = 200
	maxSkip = 500
)

// Find returns the finding of the first pattern that matches a text.
func Find(text string, patterns []Pattern) (toolerr.Finding, bool) {
	if len(text) > maxText {
		text = text[:maxText] + "…" // so that no pattern takes the cut for the end of the text
	}
	for i := range patterns {
		if f, ok := patterns[i].match(text); ok {
			return f, true
		}
	}
	return toolerr.Finding{}, false
}

func (p Pattern) match(text string) (toolerr.Finding, bool) {
	pattern, anywhere := strings.CutPrefix(p.Text, "…")
	literal, _, slots := strings.Cut(pattern, "{")
	if !slots {
		literal = strings.TrimSuffix(literal, "$")
	}
	m := matching{left: maxTries}
	for {
		if anywhere {
			i := strings.Index(text, literal)
			if i < 0 {
				return toolerr.Finding{}, false
			}
			text = text[i:]
		}
		m.Finding = toolerr.Finding{Rule: p.Rule, Beyond: p.Beyond}
		if m.fill(pattern, text) {
			return m.Finding, true
		}
		if !anywhere || text == "" || m.left <= 0 {
			return toolerr.Finding{}, false
		}
		_, size := utf8.DecodeRuneInString(text)
		text = text[size:]
	}
}

// maxTries limits the ways to fill the slots of a pattern that are tried for one text.
const maxTries = 2000

// A matching is a finding and the number of tries that are left.
type matching struct {
	toolerr.Finding
	left int
}

// fill matches a pattern and stores the texts of its slots in the finding.
func (m *matching) fill(pattern, text string) bool {
	open := strings.IndexByte(pattern, '{')
	if open < 0 {
		if whole, ok := strings.CutSuffix(pattern, "$"); ok {
			return text == whole
		}
		return strings.HasPrefix(text, pattern)
	}
	if m.left--; m.left < 0 || !strings.HasPrefix(text, pattern[:open]) {
		return false
	}
	text = text[open:]
	slot, rest, _ := strings.Cut(pattern[open+1:], "}")
	next, _, more := strings.Cut(rest, "{")
	limit := maxSlot
	if slot == "" {
		limit = maxSkip
	}
	if next == "" && more { // two adjacent slots: the first takes characters of its kind
		end := run(slot, text, limit)
		return end > 0 && m.set(slot, text[:end]) && m.fill(rest, text[end:])
	}
	switch next {
	case "":
		end := run(slot, text, limit)
		return end > 0 && m.set(slot, text[:end])
	case "$":
		return len(text) <= limit && m.set(slot, text)
	}
	next = strings.TrimSuffix(next, "$")
	for end := 0; end <= len(text) && m.left > 0; end++ {
		i := strings.Index(text[end:], next)
		if i < 0 {
			return false
		}
		if end += i; end > limit {
			return false
		}
		kept := m.Finding
		if m.set(slot, text[:end]) && m.fill(rest, text[end:]) {
			return true
		}
		m.Finding = kept
		m.left--
	}
	return false
}

// run returns the length of a slot at the end of a pattern: the digits of a number, and for
// any other slot the text up to white space or a quotation mark.
func run(slot, text string, limit int) int {
	text = text[:min(len(text), limit)]
	stop := func(r rune) bool { return strings.ContainsRune(" \t\r\n\"'`,;:)]", r) }
	switch slot {
	case "limit", "offset", "line", "column":
		stop = func(r rune) bool { return (r < '0' || r > '9') && r != '.' && r != ',' && r != '-' }
	case "", "names":
		return len(text)
	}
	if i := strings.IndexFunc(text, stop); i >= 0 {
		text = text[:i]
	}
	return len(strings.TrimRight(text, ".,"))
}

// set stores the text of a slot in the finding, and reports whether the text is valid for
// the slot.
func (m *matching) set(slot, text string) bool {
	f := &m.Finding
	if slot == "" {
		return true
	}
	if text == "" || strings.ContainsAny(text, "\r\n") && slot != "names" {
		return false
	}
	switch slot {
	case "field":
		f.Fields = append(slices.Clip(f.Fields), text)
	case "word":
		f.Word = text
	case "value":
		f.Value = text
	case "name":
		f.Names = append(slices.Clip(f.Names), text)
	case "names":
		f.Names = Names(text)
	case "limit":
		n, ok := decimal(text)
		f.Limit = n
		return ok
	case "offset":
		return whole(text, &f.At.Offset)
	case "line":
		return whole(text, &f.At.Line)
	case "column":
		return whole(text, &f.At.Column)
	default:
		return false
	}
	return true
}

// decimal returns a number without the commas between its digits.
func decimal(text string) (string, bool) {
	n := strings.ReplaceAll(text, ",", "")
	digits := strings.TrimPrefix(n, "-")
	seen := false
	for _, r := range digits {
		if r != '.' && (r < '0' || r > '9') {
			return "", false
		}
		seen = seen || r != '.'
	}
	return n, seen && strings.Count(digits, ".") <= 1 && len(n) <= 20
}

func whole(text string, n *int) bool {
	text = strings.ReplaceAll(text, ",", "")
	if len(text) > 9 || text == "" {
		return false
	}
	*n = 0
	for _, r := range text {
		if r < '0' || r > '9' {
			return false
		}
		*n = *n*10 + int(r-'0')
	}
	return true
}

// maxNames is the maximum number of items that are read of a list.
const maxNames = 64

// Names returns the items of a list such as "'a', 'b' or 'c'", "[a, b]" or "a|b".
func Names(list string) []string {
	list = strings.Trim(list, " .[](){}")
	var names []string
	for len(list) > 0 && len(names) < maxNames {
		list = strings.TrimLeft(list, " ,|;\t\n")
		for _, word := range [...]string{"or ", "and "} {
			list = strings.TrimPrefix(list, word)
		}
		if list == "" {
			break
		}
		var item string
		if closing, ok := closings[firstRune(list)]; ok {
			quote := firstRune(list)
			inner := list[utf8.RuneLen(quote):]
			end := strings.IndexRune(inner, closing)
			if end < 0 {
				break
			}
			item, list = inner[:end], inner[end+utf8.RuneLen(closing):]
		} else {
			end := strings.IndexAny(list, ",|;\n")
			if end < 0 {
				end = len(list)
			}
			for _, word := range [...]string{" or ", " and "} {
				if i := strings.Index(list[:end], word); i >= 0 {
					end = i
				}
			}
			item, list = strings.TrimSpace(list[:end]), list[end:]
		}
		if item != "" {
			names = append(names, item)
		}
	}
	return names
}

// closings maps opening quotation marks to closing ones.
var closings = map[rune]rune{'"': '"', '\'': '\'', '`': '`', '“': '”', '‘': '’', '«': '»'}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
