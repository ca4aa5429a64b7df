package matrix

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/htmlpage"
	"github.com/errand-go/errand/toolerr"
)

// withheld replaces a credential, as in a developer message.
const withheld = "(redacted)"

// credentials are words that no output contains, in any text.
var credentials = faults.Planted().Credentials

// shown returns the raw text of a result as it may be displayed: with its content, which
// would have leaked, but without credentials. Canaries of the suite count as credentials.
// The text is cut to the length of a developer message.
func shown(r conformance.Result) string {
	text := r.Raw
	if text == "" {
		return ""
	}
	words := credentials
	for _, l := range r.RawLeaks {
		if !slices.Contains(faults.Planted().Content, l) && !slices.Contains(words, l) {
			words = append(slices.Clone(words), l)
		}
	}
	text = without(text, words)
	// Other texts with the shape of a credential, or in the place of one.
	text = toolerr.New(toolerr.KindUnknown, toolerr.Message{}, toolerr.WithDeveloperMessage(text)).DeveloperMessage()
	if (faults.Canary{Credentials: words}).FindCredentials(text) != nil {
		return withheld // it has one in base64 or hexadecimal
	}
	return text
}

// named returns the name of a canary: for a credential, its beginning.
func named(canary string) string {
	const known = 4
	if slices.Contains(faults.Planted().Content, canary) || len(canary) <= known {
		return canary
	}
	return canary[:known] + "…"
}

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

// write writes the result of render, without credentials, because a wrong adapter can have
// put one into any text.
func write(w io.Writer, render func(*bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := render(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, without(b.String(), credentials))
	return err
}
