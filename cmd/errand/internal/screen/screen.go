// Package screen writes text for people: wrapped to the width of the terminal,
// coloured where a terminal shows colours, plain everywhere else. Control
// characters of the text never reach the terminal.
package screen

import (
	"io"
	"regexp"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"

	"github.com/errand-go/errand/internal/htmlpage" //nolint:depguard // nobody imports the command, and hidden characters are shown as on the pages
)

const (
	// minWidth is the width of the output: a narrower terminal wraps the lines itself.
	minWidth = 80
	// maxWidth keeps lines readable on a very wide terminal.
	maxWidth = 120
	// minColumn is the minimum width of a wrapped paragraph.
	minColumn = 20
)

// A Style is the appearance of a text. Without colours all styles look the same, so a style
// must not be the only sign of a fact.
type Style int

// The styles.
const (
	Plain Style = iota
	Strong
	Faint
	Good
	Bad
	Warn
	Accent
	// Alarm marks words that must not be there.
	Alarm
)

// colors are the colours of the styles; they are among the sixteen that terminal themes
// adapt.
var colors = map[Style]text.Colors{
	Plain:  {},
	Strong: {text.Bold},
	Faint:  {text.Faint},
	Good:   {text.FgGreen},
	Bad:    {text.FgRed},
	Warn:   {text.FgYellow},
	Accent: {text.Bold, text.FgCyan},
	Alarm:  {text.Bold, text.FgRed, text.ReverseVideo},
}

// A Screen writes text for people. After the first error of the writer, which [Screen.Err]
// returns, it writes nothing.
type Screen struct {
	w     io.Writer
	width int
	color bool
	err   error
}

// A Block is a label and a paragraph beside it.
type Block struct {
	Label      string
	LabelStyle Style
	Style      Style
	Text       string
	// Words are the words of the text in [Alarm].
	Words []string
}

// New returns the screen of w. On a terminal it has the terminal's width, and
// colours unless the environment has NO_COLOR (https://no-color.org) or a dumb
// TERM. Elsewhere it is 80 columns wide and plain. COLUMNS sets the width of
// either, CLICOLOR_FORCE asks for colours on both. The width is 80 to 120 columns.
func New(w io.Writer, env []string) *Screen {
	s := &Screen{w: w, width: minWidth}
	if f, ok := w.(interface{ Fd() uintptr }); ok && term.IsTerminal(int(f.Fd())) {
		s.color = true
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			s.width = width
		}
	}
	if n, err := strconv.Atoi(lookup(env, "COLUMNS")); err == nil && n > 0 {
		s.width = n
	}
	s.width = min(max(s.width, minWidth), maxWidth)
	if v := lookup(env, "CLICOLOR_FORCE"); v != "" && v != "0" {
		s.color = true
	} else if lookup(env, "TERM") == "dumb" {
		s.color = false
	}
	if lookup(env, "NO_COLOR") != "" {
		s.color = false
	}
	return s
}

// lookup returns the value of a variable; the last one counts, like in os/exec.
func lookup(env []string, name string) (value string) {
	for _, kv := range env {
		if v, ok := strings.CutPrefix(kv, name+"="); ok {
			value = v
		}
	}
	return value
}

// Err returns the first error of writing.
func (s *Screen) Err() error { return s.err }

// Line writes one line without wrapping, from pieces of [Screen.Paint].
func (s *Screen) Line(pieces ...string) {
	if s.err == nil {
		_, s.err = io.WriteString(s.w, strings.TrimRight(strings.Join(pieces, ""), " ")+"\n")
	}
}

// Blank writes an empty line.
func (s *Screen) Blank() { s.Line() }

// Paint makes text safe to print and gives it a style.
func (s *Screen) Paint(style Style, text string) string {
	return s.paint(style, htmlpage.Visible(text), nil)
}

// paint gives a text its style, and [Alarm] to some of its words.
func (s *Screen) paint(style Style, t string, words []string) string {
	if !s.color || t == "" {
		return t
	}
	// Colors.Sprint would depend on a global switch.
	begin, end := "", ""
	if style != Plain {
		begin, end = colors[style].EscapeSeq(), text.EscapeReset
	}
	for _, w := range words {
		t = strings.ReplaceAll(t, w, end+colors[Alarm].EscapeSeq()+w+text.EscapeReset+begin)
	}
	return begin + t + end
}

// Text writes a paragraph, wrapped.
func (s *Screen) Text(style Style, paragraph string) { s.Item("", Plain, style, paragraph) }

// Item writes a label and, beside it, a paragraph whose lines begin in the same column. It
// keeps newlines of the paragraph.
func (s *Screen) Item(label string, labelStyle, style Style, paragraph string) {
	for _, line := range s.block(Block{label, labelStyle, style, paragraph, nil}, s.width) {
		s.Line(line)
	}
}

// Columns writes two blocks beside each other. The left one has two fifths of the screen.
func (s *Screen) Columns(left, right Block) {
	const between = " │ "
	width := s.width * 2 / 5
	lefts, rights := s.block(left, width), s.block(right, s.width-width-text.StringWidth(between))
	for i := range max(len(lefts), len(rights)) {
		l, r := "", ""
		if i < len(lefts) {
			l = lefts[i]
		}
		if i < len(rights) {
			r = rights[i]
		}
		s.Line(text.Pad(l, width, ' '), s.Paint(Faint, between), r)
	}
}

// block lays out a block in width columns.
func (s *Screen) block(b Block, width int) []string {
	label := s.Paint(b.LabelStyle, b.Label)
	indent := text.StringWidthWithoutEscSequences(label)
	var all []string
	for part := range strings.SplitSeq(b.Text, "\n") {
		part = s.paint(b.Style, htmlpage.Visible(part), b.Words)
		for line := range strings.SplitSeq(text.WrapSoft(part, max(width-indent, minColumn)), "\n") {
			all = append(all, label+padding.ReplaceAllString(line, "$1"))
			label = strings.Repeat(" ", indent)
		}
	}
	return all
}

// padding is the end of a line that text.WrapSoft fills.
var padding = regexp.MustCompile(` +(\x1b\[0m)?$`)
