package matrix

import (
	"bytes"
	"io"
	"slices"
	"strings"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/toolerr"
)

// withheld stands where a credential stood, as in a developer message.
const withheld = "(redacted)"

// credentials are words that no output shows, whatever text they stand in.
var credentials = faults.Planted().Credentials

// shown is the raw text of a result as whoever reads a matrix may see it:
// content as it was, since that is what would have leaked; credentials not, as
// nowhere. What a suite plants of its own is taken for a credential. It is cut
// where a developer message is.
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
	// Whatever else has the shape of a credential, or stands where one does.
	text = toolerr.New(toolerr.KindUnknown, toolerr.Message{}, toolerr.WithDeveloperMessage(text)).DeveloperMessage()
	if (faults.Canary{Credentials: words}).FindCredentials(text) != nil {
		return withheld // it shows one in base64 or hexadecimal
	}
	return text
}

// named is a canary by its name: of a credential, how it begins.
func named(canary string) string {
	const known = 4
	if slices.Contains(faults.Planted().Content, canary) || len(canary) <= known {
		return canary
	}
	return canary[:known] + "…"
}

// without is a text without the words, in whatever letter case it shows them.
func without(text string, words []string) string {
	for _, w := range words {
		if w == "" {
			continue
		}
		low, word := folded(text), folded(w)
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

// folded is a text in lower case, byte for byte as long as it was.
func folded(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

// write writes what render makes, without credentials: an adapter that is wrong
// can have put one into any text.
func write(w io.Writer, render func(*bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := render(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, without(b.String(), credentials))
	return err
}
