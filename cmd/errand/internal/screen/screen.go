// Package screen writes text for people: wrapped to the width of the terminal,
// coloured where a terminal shows colours, plain everywhere else. Control
// characters of the text never reach the terminal.
package screen

import (
	"io"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

const (
	defaultWidth = 80
	minWidth     = 40
	// maxWidth keeps lines readable on a very wide terminal.
	maxWidth = 120
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
	Plain:  nil,
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

// A Block is a label and a paragraph beside it, in the form of [Screen.Marked].
type Block struct {
	Label      string
	LabelStyle Style
	Style      Style
	Text       string
	// Words are the words of the text to mark.
	Words []string
}

// New returns the screen of w. On a terminal it has the terminal's width, and
// colours unless the environment has NO_COLOR (https://no-color.org) or a dumb
// TERM. Elsewhere it is 80 columns wide and plain. COLUMNS sets the width of
// either, CLICOLOR_FORCE asks for colours on both.
func New(w io.Writer, env []string) *Screen {
	s := &Screen{w: w, width: defaultWidth}
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

// Width returns the number of columns.
func (s *Screen) Width() int { return s.width }

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
func (s *Screen) Paint(style Style, text string) string { return s.paint(style, Visible(text)) }

func (s *Screen) paint(style Style, t string) string {
	t = strings.ReplaceAll(t, Join, " ")
	if !s.color || colors[style] == nil || t == "" {
		return t
	}
	// Colors.Sprint would depend on a global switch.
	return colors[style].EscapeSeq() + t + text.Reset.EscapeSeq()
}

// Text writes a paragraph, wrapped.
func (s *Screen) Text(style Style, paragraph string) { s.Item("", Plain, style, paragraph) }

// Item writes a label and, beside it, a paragraph whose lines begin in the same column. It
// keeps newlines of the paragraph.
func (s *Screen) Item(label string, labelStyle, style Style, paragraph string) {
	s.Marked(label, labelStyle, style, paragraph, nil)
}

// Marked is [Screen.Item] with some words of the paragraph in [Alarm].
func (s *Screen) Marked(label string, labelStyle, style Style, paragraph string, words []string) {
	for _, line := range s.block(Block{label, labelStyle, style, paragraph, words}, s.width) {
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
		fill := strings.Repeat(" ", max(width-text.StringWidthWithoutEscSequences(l), 0))
		s.Line(l, fill, s.Paint(Faint, between), r)
	}
}

// block lays out a block in width columns: the paragraph beside its label or, if that would
// break a word that fits below the label, below.
func (s *Screen) block(b Block, width int) []string {
	indent := text.StringWidthWithoutEscSequences(b.Label)
	label := strings.TrimSpace(b.Label)
	begins := strings.Repeat(" ", strings.Index(b.Label, label)+1)
	below := label != "" && width-indent < minWidth && longest(b.Text) > width-indent && longest(b.Text) <= width-len(begins)
	if below {
		indent = len(begins)
	}
	lines := s.lines(b.Style, b.Text, b.Words, width-indent)
	for i, line := range lines {
		lines[i] = strings.Repeat(" ", indent) + line
		if i == 0 && !below {
			lines[i] = s.Paint(b.LabelStyle, b.Label) + line
		}
	}
	if below {
		lines = append([]string{s.Paint(b.LabelStyle, strings.TrimRight(b.Label, " "))}, lines...)
	}
	return lines
}

// Heading writes a title and a note about it, beside it if there is room.
func (s *Screen) Heading(indent string, style Style, title, note string) {
	if text.StringWidth(indent+title+gap+note) <= s.width {
		s.Line(indent, s.Paint(style, title), gap, s.Paint(Faint, note))
		return
	}
	s.Item(indent, Plain, style, title)
	s.Item(indent+gap, Plain, Faint, note)
}

// lines wraps a paragraph and paints its lines and the marked words.
func (s *Screen) lines(style Style, paragraph string, words []string, width int) []string {
	var all []string
	for part := range strings.SplitSeq(paragraph, "\n") {
		part = Visible(part)
		marks := find(part, words)
		at := 0
		for _, line := range wrap(part, width) {
			// Wrapping drops only the space at which it breaks.
			for at < len(part) && !strings.HasPrefix(part[at:], line) {
				at++
			}
			all = append(all, s.paintMarked(style, line, at, marks))
			at += len(line)
		}
	}
	return all
}
