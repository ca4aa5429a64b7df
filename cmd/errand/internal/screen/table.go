package screen

import (
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/errand-go/errand/internal/htmlpage" //nolint:depguard // nobody imports the command, and hidden characters are shown as in the matrix
)

// A Table has a heading and rows of cells.
type Table struct {
	// Heading names the columns. The last column is wrapped in the width that the others
	// leave.
	Heading []string
	// Rows have a cell for each column.
	Rows [][]string
}

// gap separates two columns.
const gap = "  "

// Table writes a table without lines around it, which programs would have to skip.
func (s *Screen) Table(t Table) {
	tw := table.NewWriter()
	tw.SetStyle(table.Style{Box: table.BoxStyle{PaddingRight: gap}})
	tw.SuppressTrailingSpaces()
	last := len(t.Heading) - 1
	left := s.width
	for column := range last {
		width := text.StringWidth(t.Heading[column])
		for _, row := range t.Rows {
			width = max(width, text.StringWidth(row[column]))
		}
		left -= width + len(gap)
	}
	for _, row := range append([][]string{t.Heading}, t.Rows...) {
		cells := make(table.Row, len(row))
		for column, cell := range row {
			cell = htmlpage.Visible(cell)
			if column == last {
				cell = text.WrapSoft(cell, max(left, minColumn))
			}
			cells[column] = cell
		}
		tw.AppendRow(cells)
	}
	for line := range strings.SplitSeq(tw.Render(), "\n") {
		s.Line(line)
	}
}
