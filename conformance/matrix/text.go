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
// counted, not listed. It is plain text. JSON has the rest.
func (m Matrix) Text(w io.Writer) error {
	return write(w, func(b *bytes.Buffer) error {
		if m.Title != "" {
			b.WriteString(item("", m.Title) + "\n")
		}
		m.table(b, m.Rows())
		b.WriteString("\n" + legend + "\n")
		for _, f := range m.Failed() {
			first, more := few(f.Findings)
			for _, finding := range first {
				b.WriteString("\n" + item("", f.Client+": "+finding.String()))
			}
			if more > 0 {
				b.WriteString("\n" + item("", fmt.Sprintf("%s: %s: %d more", f.Client, f.Name, more)))
			}
		}
		b.WriteString("\n" + m.Total().lines() + "\n")
		return nil
	})
}

// item returns a text beside its label.
func item(label, text string) string {
	return label + strings.ReplaceAll(htmlpage.Visible(text), "\n", "\n"+strings.Repeat(" ", len(label))) + "\n"
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
			fmt.Fprintf(&line, " %*s", len(column(i)), mark(c))
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	if _, idle := m.driven(); idle > 0 {
		fmt.Fprintf(b, "\nNot listed: faults that need other clients (%d). --json tells what they need.\n", idle)
	}
}

// column returns the short name of a column: its number, from 1.
func column(i int) string { return strconv.Itoa(i + 1) }
