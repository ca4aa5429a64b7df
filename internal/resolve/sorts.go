package resolve

import "slices"

// Sort returns what a word of a text is to the call: "<sent>" for the name of an argument, "<open>"
// for one that was not sent, "<value>" for a value, "<part>" for a word in a longer text, and ""
// for a word of English or of others.
func (c *Call) Sort(word string) string {
	plain := isPlain(word)
	if plain && (common[word] || len(word) < minMentioned) {
		return ""
	}
	switch {
	case c.some(func(p *place) bool { return !p.item && p.key == word && p.sent }):
		return "<sent>"
	case slices.ContainsFunc(c.shown.places, func(p place) bool { return p.key == word && !p.any }):
		return "<open>"
	case c.some(func(p *place) bool { return !p.secret && p.isScalar() && p.text == word }):
		return "<value>"
	}
	if _, ok := c.words()[word]; ok && !plain {
		return "<part>"
	}
	return ""
}
