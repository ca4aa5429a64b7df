package matrix

import (
	"html/template"
	"strings"
)

// An htmlPiece is a part of a raw text.
type htmlPiece struct {
	Text template.HTML
	Leak bool
}

// pieces splits a text at the leaked words, in any letter case. It does not find encoded
// words.
func pieces(text string, leaks []string) []htmlPiece {
	lower := folded(text)
	var all []htmlPiece
	add := func(to int, leak bool) {
		if to > 0 {
			all = append(all, htmlPiece{Text: plain(text[:to]), Leak: leak})
		}
		text, lower = text[to:], lower[to:]
	}
	for text != "" {
		at, length := len(text), 0
		for _, l := range leaks {
			if i := strings.Index(lower, folded(l)); l != "" && i >= 0 && i < at {
				at, length = i, len(l)
			}
		}
		add(at, false)
		add(length, true)
	}
	return all
}

// plain returns a text for the content of an element: markup is escaped, and invalid
// characters become visible. Quotes are not escaped, which makes the page a fifth smaller
// than with html/template's escaping.
func plain(s string) template.HTML {
	return template.HTML(markup.Replace(visible(s)))
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
