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

var entities = strings.NewReplacer("&lt;", "<", "&gt;", ">", "&quot;", `"`, "&apos;", "'", "&#39;", "'", "&amp;", "&")
