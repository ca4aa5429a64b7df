// Package htmlpage has the parts of the audit's page: the style, the addresses of elements,
// texts with marked words, and the visible form of any text.
package htmlpage

import (
	_ "embed" // for the style
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed style.css
var style string

// Style returns the colours, the panels and the other rules of every page.
func Style() template.CSS { return template.CSS(style) }

// Address returns a name as the ID of an element, for a link to it.
func Address(name string) template.URL {
	return template.URL(notInAddress.ReplaceAllString(name, "-"))
}

var notInAddress = regexp.MustCompile(`[^A-Za-z0-9/_.-]+`)

// A Piece is a part of a text.
type Piece struct {
	Text   template.HTML
	Marked bool
}

// Pieces splits a text at the words, in any letter case. It does not find encoded words.
func Pieces(text string, words []string) []Piece {
	lower := folded(text)
	var all []Piece
	add := func(to int, marked bool) {
		if to > 0 {
			all = append(all, Piece{Text: Plain(text[:to]), Marked: marked})
		}
		text, lower = text[to:], lower[to:]
	}
	for text != "" {
		at, length := len(text), 0
		for _, w := range words {
			if i := strings.Index(lower, folded(w)); w != "" && i >= 0 && i < at {
				at, length = i, len(w)
			}
		}
		add(at, false)
		add(length, true)
	}
	return all
}

// folded returns a text in lower case with the same length in bytes.
func folded(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// Plain returns a text for the content of an element: markup is escaped, and invalid
// characters become visible. Quotes are not escaped, which makes a page a fifth smaller
// than with html/template's escaping.
func Plain(s string) template.HTML { return template.HTML(markup.Replace(Visible(s))) }

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Visible returns a text in which characters that would reorder, hide or steer it are
// written as numbers.
func Visible(s string) string {
	var b strings.Builder
	for s != "" {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case r == '\n' || r == '\t' || unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, `\x%02x`, r)
		}
		s = s[size:]
	}
	return b.String()
}
