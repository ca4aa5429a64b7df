package refusal

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// Validators of nested values put the problem of a member behind that of the value around it:
// "items (invalid: [1] (invalid: qty (must be at least 1)))", "b[0]: missing field `y`".

// chained returns the findings of a sentence behind the names of the places around it.
func chained(text string) []toolerr.Finding {
	whole := strings.HasSuffix(text, ")") && text[0] != '"'
	if whole {
		text = strings.ReplaceAll(strings.TrimRight(text, ")"), " (", ": ")
	}
	base, links := "", 0
	for {
		head, rest, ok := strings.Cut(text, ": ")
		name, link := linkOf(head, whole)
		if !ok || !link && (links > 0 || strings.ContainsAny(head, "\"'`") || len(head) > 100) {
			break
		}
		if text = rest; name == "" || !link { // a preamble
			continue
		}
		if links++; links == 1 {
			base = name
			continue
		}
		if _, member, typed := strings.Cut(name, "."); typed && 'A' <= name[0] && name[0] <= 'Z' {
			name = member
		}
		base = below(base, name)
	}
	if links == 0 {
		return nil
	}
	if f, ok := phrase.Find(text, wholes); ok {
		if finish(&f, text); len(f.Fields) == 1 && !strings.HasSuffix(base, f.Fields[0]) {
			f.Fields[0] = below(base, f.Fields[0])
			return []toolerr.Finding{f}
		}
	}
	if links == 1 && !whole {
		return nil
	}
	found, _ := clause(base, text)
	return found
}

// linkWords are the words around the name of a place in a link of such a chain.
var linkWords = set("problem with property field item element key member message embedded validation failed invalid error at in for of array index parameter argument attribute value the is validate decode request to")

const maxLinkWords = 12

// linkOf returns the place that the text before a colon names, and whether the text is a link of
// a chain: it has nothing but the place, or words for links. Only with bare, a place needs neither
// quotation marks nor signs.
func linkOf(head string, bare bool) (name string, ok bool) {
	if len(head) > 100 {
		return "", false
	}
	var buffer [maxLinkWords]word
	before := ""
	for _, w := range appendWords(buffer[:0], head) {
		lower := strings.ToLower(w.text)
		indexed := before == "index" && strings.Trim(lower, "0123456789") == ""
		before = lower
		switch {
		case !w.quoted && (linkWords[lower] || preambles[fold(w.text)] || bare && kinds[lower] == toolerr.RuleWrongType):
		case name == "" && (w.name && (w.quoted || (bare || strings.ContainsAny(w.text, ".[")) && !strings.Contains(w.text, "/")) || strings.HasPrefix(w.text, "[") || indexed):
			name = w.text
		default:
			return "", false
		}
	}
	return name, true
}
