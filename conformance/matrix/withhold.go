package matrix

import (
	"strings"

	"github.com/errand-go/errand/internal/htmlpage"
)

// withheld replaces a credential, as in a developer message.
const withheld = "(redacted)"

// without returns a text without the words, in any letter case.
func without(text string, words []string) string {
	for _, w := range words {
		if w == "" {
			continue
		}
		low, word := htmlpage.Folded(text), htmlpage.Folded(w)
		if !strings.Contains(low, word) {
			continue
		}
		var b strings.Builder
		done := 0
		for {
			i := strings.Index(low[done:], word)
			if i < 0 {
				break
			}
			b.WriteString(text[done:done+i] + withheld)
			done += i + len(word)
		}
		text = b.String() + text[done:]
	}
	return text
}
