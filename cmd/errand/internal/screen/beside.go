package screen

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// A Block is a label and a paragraph beside it, in the form of [Screen.Marked].
type Block struct {
	Label      string
	LabelStyle Style
	Style      Style
	Text       string
	// Words are the words of the text to mark.
	Words []string
}

// between separates two columns.
const between = " │ "

// Beside writes blocks in two columns. width is that of the left one.
func (s *Screen) Beside(width int, left, right []Block) {
	lay := func(blocks []Block, width int) (lines []string) {
		for _, b := range blocks {
			lines = append(lines, s.block(b, width)...)
		}
		return lines
	}
	lefts, rights := lay(left, width), lay(right, s.width-width-text.StringWidth(between))
	for i := range max(len(lefts), len(rights)) {
		l, r := "", ""
		if i < len(lefts) {
			l = lefts[i]
		}
		if i < len(rights) {
			r = rights[i]
		}
		fill := strings.Repeat(" ", max(width-text.StringWidthWithoutEscSequences(l), 0))
		line := between
		if r == "" {
			line = strings.TrimRight(between, " ")
		}
		s.Line(l, fill, s.Paint(Faint, line), r)
	}
}

// Blocks writes blocks below each other.
func (s *Screen) Blocks(blocks ...Block) {
	for _, b := range blocks {
		s.Marked(b.Label, b.LabelStyle, b.Style, b.Text, b.Words)
	}
}
