package matrix

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/htmlpage"
)

// Text writes the matrix for a terminal: a line for each fault, a column for each client,
// then the failures, then the totals. Faults through which no client was driven are
// counted, not listed. Of each failed check, the first findings are shown.
func (m Matrix) Text(w io.Writer) error {
	const shown = 3
	var b bytes.Buffer
	if m.Title != "" {
		b.WriteString(htmlpage.Visible(m.Title) + "\n\n")
	}
	m.table(&b, m.Rows())
	b.WriteString("\n" + legend + "\n")
	for _, f := range m.Failed() {
		for _, finding := range f.Findings[:min(len(f.Findings), shown)] {
			b.WriteString("\n" + htmlpage.Visible(f.Client+": "+finding.String()) + "\n")
		}
	}
	b.WriteString("\n" + m.Total().lines() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// table writes a line per fault.
func (m Matrix) table(b *bytes.Buffer, rows []Row) {
	width := 0
	for _, r := range rows {
		if r.Driven() {
			width = max(width, utf8.RuneCountInString(htmlpage.Visible(r.Fault.Name)), utf8.RuneCountInString(htmlpage.Visible(string(r.Fault.Group))))
		}
	}
	var heads strings.Builder
	for i, r := range m.Reports {
		fmt.Fprintf(b, "%*s  %s\n", len(column(len(m.Reports)-1)), column(i), htmlpage.Visible(name(r)))
		heads.WriteString(" " + column(i))
	}
	group := faults.Group("")
	for _, r := range rows {
		if !r.Driven() {
			continue
		}
		if r.Fault.Group != group {
			group = r.Fault.Group
			fmt.Fprintf(b, "\n%-*s %s\n", width, htmlpage.Visible(string(group)), heads.String())
		}
		var line strings.Builder
		fmt.Fprintf(&line, "%-*s ", width, htmlpage.Visible(r.Fault.Name))
		for i, c := range r.Cells {
			fmt.Fprintf(&line, " %*s", len(column(i)), marks[c.Outcome])
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if _, idle := m.driven(); idle > 0 {
		fmt.Fprintf(b, "\nNot listed: faults that need other clients (%d).\n", idle)
	}
}

// column returns the short name of a column: its number, from 1.
func column(i int) string { return strconv.Itoa(i + 1) }
