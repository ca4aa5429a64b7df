package screen

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// A Table has a heading and rows of cells; a cell is wrapped in its column.
type Table struct {
	// Heading names the columns. The last column takes the width that the
	// others leave.
	Heading []string
	// Rows have a cell for each column.
	Rows [][]string
	// Styles are those of the columns; a missing one is plain.
	Styles []Style
}

// gap separates two columns.
const gap = "  "

// Table writes a table without lines around it, which programs would have to skip. If the
// screen is too narrow for its words, it writes a list.
func (s *Screen) Table(t Table) {
	widths, fits := t.widths(s.width)
	if !fits {
		s.list(t)
		return
	}
	tw := table.NewWriter()
	tw.SetStyle(table.Style{Box: table.BoxStyle{PaddingRight: gap}})
	tw.SuppressTrailingSpaces()
	tw.AppendRow(s.row(t.Heading, widths, func(int) Style { return Strong }))
	for _, row := range t.Rows {
		tw.AppendRow(s.row(row, widths, func(column int) Style {
			if column < len(t.Styles) {
				return t.Styles[column]
			}
			return Plain
		}))
	}
	for line := range strings.SplitSeq(tw.Render(), "\n") {
		s.Line(line)
	}
}

// list writes the rows below each other: the first cell, and below it the others, with the
// names of their columns if there are several.
func (s *Screen) list(t Table) {
	style := Plain
	if len(t.Styles) > 0 {
		style = t.Styles[0]
	}
	s.Text(Strong, strings.Join(t.Heading, ", "))
	for _, row := range t.Rows {
		if row[0] != "" {
			s.Text(style, row[0])
		}
		for i, cell := range row[1:] {
			if cell == "" {
				continue
			}
			label := gap
			if len(row) > 2 {
				label += strings.ToLower(t.Heading[i+1]) + " "
			}
			s.Item(label, Faint, Plain, cell)
		}
	}
}

// widths gives every column the width of its widest cell, and the last one the rest. If
// that is less than one of its words, the widest other column shrinks. fits reports whether
// then no word is broken, and no line too long.
func (t Table) widths(total int) (widths []int, fits bool) {
	widths = make([]int, len(t.Heading))
	last := len(t.Heading) - 1
	for i, heading := range t.Heading {
		widths[i] = text.StringWidth(heading)
		for _, row := range t.Rows {
			widths[i] = max(widths[i], text.StringWidth(Visible(row[i])))
		}
		if i < last {
			total -= widths[i] + len(gap)
		}
	}
	if lack := t.longest(last) - total; lack > 0 && last > 0 {
		widest := slices.Index(widths, slices.Max(widths[:last]))
		lack = min(lack, max(widths[widest]-max(t.longest(widest), minWrap), 0))
		widths[widest], total = widths[widest]-lack, total+lack
	}
	widths[last] = total
	return widths, total >= max(t.longest(last), minWidth/2)
}

// longest returns the width of the longest word in a column.
func (t Table) longest(column int) (width int) {
	for _, row := range t.Rows {
		width = max(width, longest(row[column]))
	}
	return width
}

func (s *Screen) row(cells []string, widths []int, style func(column int) Style) table.Row {
	row := make(table.Row, len(cells))
	for i, cell := range cells {
		lines := wrap(Visible(cell), widths[i])
		for n, line := range lines {
			lines[n] = s.paint(style(i), line)
		}
		row[i] = strings.Join(lines, "\n")
	}
	return row
}
