package refusal

import (
	"strings"
)

// Element returns the text of the first element with a name. It returns "" if there is none
// or if it has child elements.
func Element(text, name string) string {
	_, rest, ok := strings.Cut(text, "<"+name+">")
	if !ok {
		return ""
	}
	inner, _, ok := strings.Cut(rest, "<")
	if !ok {
		return ""
	}
	return strings.TrimSpace(entities.Replace(inner))
}

// isPage reports whether a text is a page of HTML.
func isPage(text string) bool {
	if !strings.HasPrefix(text, "<") {
		return false
	}
	head := strings.ToLower(text[:min(len(text), 64)])
	return strings.HasPrefix(head, "<!doctype html") || strings.HasPrefix(head, "<html")
}

// visible returns the lines of a page that a browser shows, without those of a stack.
func visible(page string) string {
	var b strings.Builder
	for i, hidden := 0, ""; i < len(page) && b.Len() < 1<<10; {
		tag, rest, _ := strings.Cut(page[i:], ">")
		text, tag, ok := strings.Cut(tag, "<")
		if !ok {
			break
		}
		if text = strings.TrimSpace(replaced(entities, text)); hidden == "" && text != "" && !strings.HasPrefix(text, "at ") {
			b.WriteString(text + "\n")
		}
		name := strings.ToLower(strings.TrimRight(tag[:strings.IndexAny(tag+" ", " \n")], "/"))
		switch {
		case hidden == "" && (name == "head" || name == "style" || name == "script"):
			hidden = "/" + name
		case name == hidden:
			hidden = ""
		}
		i = len(page) - len(rest)
	}
	return strings.TrimSpace(b.String())
}

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&", "&nbsp;", " ")
