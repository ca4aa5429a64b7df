package screen

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible returns text with control characters replaced by visible ones: a text from a
// server must not move the cursor, and a direction mark must not reorder text. A tab
// becomes one space.
func Visible(t string) string {
	clean := true
	for _, r := range t {
		if steers(r) {
			clean = false
			break
		}
	}
	if clean && utf8.ValidString(t) {
		return t
	}
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(t, "\uFFFD") {
		switch {
		case r == '\t':
			b.WriteByte(' ')
		case steers(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

func steers(r rune) bool { return unicode.Is(unicode.C, r) || r == '\u2028' || r == '\u2029' }
