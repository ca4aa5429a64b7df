// Package screen writes text for people, wrapped to the width of the terminal. Control
// characters of the text never reach the terminal.
package screen

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"github.com/errand-go/errand/internal/htmlpage" //nolint:depguard // nobody imports the command, and hidden characters are shown as in the matrix
)

const (
	// minWidth is the width of the output: a narrower terminal wraps the lines itself.
	minWidth = 80
	// maxWidth keeps lines readable on a very wide terminal.
	maxWidth = 120
	// minColumn is the minimum width of a wrapped paragraph.
	minColumn = 20
)

// A Screen writes text for people. After the first error of the writer, which [Screen.Err]
// returns, it writes nothing.
type Screen struct {
	w     io.Writer
	width int
	err   error
}

// New returns the screen of w, with the width of w if that is a terminal. COLUMNS in the
// environment sets another one. The width is 80 to 120 columns.
func New(w io.Writer, env []string) *Screen {
	s := &Screen{w: w, width: minWidth}
	if f, ok := w.(interface{ Fd() uintptr }); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			s.width = width
		}
	}
	for _, kv := range env { // the last one counts, like in os/exec
		value, ok := strings.CutPrefix(kv, "COLUMNS=")
		if n, err := strconv.Atoi(value); ok && err == nil && n > 0 {
			s.width = n
		}
	}
	s.width = min(max(s.width, minWidth), maxWidth)
	return s
}

// Err returns the first error of writing.
func (s *Screen) Err() error { return s.err }

// Line writes one line without wrapping.
func (s *Screen) Line(pieces ...string) { s.line(htmlpage.Visible(strings.Join(pieces, ""))) }

func (s *Screen) line(line string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, strings.TrimRight(line, " ")+"\n")
	}
}

// Blank writes an empty line.
func (s *Screen) Blank() { s.Line() }

// Text writes a paragraph, wrapped.
func (s *Screen) Text(paragraph string) { s.Item("", paragraph) }

// Item writes a label and, beside it, a paragraph whose lines begin in the same column. It
// keeps newlines of the paragraph.
func (s *Screen) Item(label, paragraph string) {
	for _, line := range block(label, paragraph, s.width) {
		s.line(line)
	}
}

// Columns writes two paragraphs beside each other. The left one has two fifths of the screen.
func (s *Screen) Columns(left, right string) {
	const between = " │ "
	width := s.width * 2 / 5
	lefts, rights := block("", left, width), block("", right, s.width-width-text.StringWidth(between))
	for i := range max(len(lefts), len(rights)) {
		l, r := "", ""
		if i < len(lefts) {
			l = lefts[i]
		}
		if i < len(rights) {
			r = rights[i]
		}
		s.line(text.Pad(l, width, ' ') + between + r)
	}
}

// block lays out a label and a paragraph in width columns.
func block(label, paragraph string, width int) (all []string) {
	label = htmlpage.Visible(label)
	indent := text.StringWidth(label)
	for part := range strings.SplitSeq(paragraph, "\n") {
		for line := range strings.SplitSeq(text.WrapSoft(htmlpage.Visible(part), max(width-indent, minColumn)), "\n") {
			all = append(all, label+padding.ReplaceAllString(line, ""))
			label = strings.Repeat(" ", indent)
		}
	}
	return all
}

// padding is the end of a line that text.WrapSoft fills.
var padding = regexp.MustCompile(` +$`)
