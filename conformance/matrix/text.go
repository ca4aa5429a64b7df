package matrix

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
	"github.com/errand-go/errand/internal/htmlpage"
	"github.com/errand-go/errand/toolerr"
)

// Text writes the matrix for a terminal: a line for each fault, a column for each client,
// then the failures, then the totals. Faults through which no client was driven are
// counted, not listed. For a single fault, Text writes for each client the raw error, the
// payload, the next step of a program, and the developer's view. It is plain text.
func (m Matrix) Text(w io.Writer) error { return m.text(w, look{}) }

// A look is the style of a text; see [Job].
type look struct {
	paint func(o conformance.Verdict, mark string) string
	wrap  func(label, paragraph string) string
}

// mark returns the mark of an outcome in its colour.
func (l look) mark(o conformance.Verdict, mark string) string {
	if l.paint == nil {
		return mark
	}
	return l.paint(o, mark)
}

// item returns a paragraph beside its label, wrapped to the available width.
func (l look) item(label, paragraph string) string {
	if l.wrap == nil {
		return label + strings.ReplaceAll(htmlpage.Visible(paragraph), "\n", "\n"+strings.Repeat(" ", len(label))) + "\n"
	}
	return l.wrap(label, htmlpage.Visible(paragraph)) + "\n"
}

func (m Matrix) text(w io.Writer, l look) error {
	return write(w, func(b *bytes.Buffer) error {
		if m.Title != "" {
			b.WriteString(l.item("", m.Title) + "\n")
		}
		if rows := m.Rows(); len(rows) == 1 {
			m.single(b, rows[0], l)
		} else {
			m.table(b, rows, l)
			b.WriteString("\n" + l.item("", Legend))
		}
		for _, f := range m.Failed() {
			first, more := few(f.Findings)
			for _, finding := range first {
				b.WriteString("\n" + l.item("", f.Client+": "+finding.String()))
			}
			if more > 0 {
				b.WriteString("\n" + l.item("", fmt.Sprintf("%s: %s: %d more", f.Client, f.Name, more)))
			}
		}
		b.WriteString("\n" + l.item("", m.Total().lines()))
		return nil
	})
}

// maxTitle is the maximum length of a group's title before its columns: that of the longest
// fault name, which leaves room for five columns of forty.
const maxTitle = 29

// table writes a line per fault.
func (m Matrix) table(b *bytes.Buffer, rows []Row, l look) {
	width := 0
	for _, r := range rows {
		if !r.Driven() {
			continue
		}
		width = max(width, utf8.RuneCountInString(htmlpage.Visible(r.Fault.Name)))
		if title := utf8.RuneCountInString(htmlpage.Visible(string(r.Fault.Group))); title <= maxTitle {
			width = max(width, title)
		}
	}
	for i, r := range m.Reports {
		fmt.Fprintf(b, "%*s  %s\n", len(column(len(m.Reports)-1)), column(i), htmlpage.Visible(name(r)))
	}
	group := faults.Group("")
	for _, r := range rows {
		if !r.Driven() {
			continue
		}
		if r.Fault.Group != group {
			group = r.Fault.Group
			title := htmlpage.Visible(string(group))
			if utf8.RuneCountInString(title) > width {
				b.WriteString("\n" + strings.TrimSuffix(l.item("", title), "\n"))
				title = ""
			}
			fmt.Fprintf(b, "\n%-*s %s\n", width, title, m.heads())
		}
		last := len(r.Cells) - 1
		for last > 0 && !r.Cells[last].Ran {
			last--
		}
		fmt.Fprintf(b, "%-*s ", width, htmlpage.Visible(r.Fault.Name))
		for i, c := range r.Cells[:last+1] {
			fmt.Fprintf(b, " %*s%s", len(column(i))-1, "", l.mark(c.Outcome, mark(c)))
		}
		b.WriteByte('\n')
	}
	if _, idle := m.driven(); idle > 0 {
		b.WriteString("\n" + l.item("", fmt.Sprintf("Not listed: faults that need other clients (%d). --fault NAME shows what one of them needs.", idle)))
	}
}

// single writes about one fault: the right answer, and the result of each client. Clients
// to which it does not apply come last, by reason.
func (m Matrix) single(b *bytes.Buffer, row Row, l look) {
	b.WriteString(l.item("", row.Fault.Name+": "+row.Fault.Does))
	b.WriteString(l.item("", "right answer: "+want(row.Fault)+" ("+row.Fault.Source+")"))
	if row.Fault.Arguments != nil {
		b.WriteString(l.item("", "the model sent: "+string(row.Fault.Arguments)))
	}
	if row.Fault.Why != "" {
		b.WriteString(l.item("", sentence(row.Fault.Why)))
	}
	item := func(label, text string) {
		if text != "" {
			b.WriteString(l.item(fmt.Sprintf("  %-10s ", label), text))
		}
	}
	read := map[string]string{}      // the first client, by the agent's view
	skipped := map[string][]string{} // clients, by reason
	for i, c := range row.Cells {
		client := name(m.Reports[i])
		if c.Outcome == conformance.Skipped {
			skipped[c.Reason] = append(skipped[c.Reason], client)
		}
		if !c.Ran || c.Outcome == conformance.Skipped {
			continue
		}
		fmt.Fprintf(b, "\n%s %s: %s\n", l.mark(c.Outcome, mark(c)), htmlpage.Visible(client), outcomes[c.Outcome].words)
		raw := shown(c.Result)
		item("reason", c.Reason)
		item("raw error", raw)
		item("leaks", leaks(c.Result))
		if c.Payload != nil {
			payload := c.Payload.String()
			if first, ok := read[payload]; ok {
				payload = "the same as for " + first
			} else {
				read[payload] = client
			}
			item("agent", payload)
		}
		item("to fix", joined(fix(c.Result), " "))
		item("withheld", joined(withheldOf(c.Result), ": "))
		if c.Answer != nil {
			item("program", program(*c.Answer))
			item("developer", developer(*c.Answer, raw))
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(skipped)) {
		s := outcomes[conformance.Skipped]
		fmt.Fprintf(b, "\n%s %s: %s\n", l.mark(conformance.Skipped, s.mark), s.words, htmlpage.Visible(reason))
		item("clients", strings.Join(skipped[reason], ", "))
	}
}

// joined returns a list with one line for each item.
func joined(lines []htmlLine, between string) string {
	texts := make([]string, len(lines))
	for i, l := range lines {
		texts[i] = l.Term + between + l.Text
	}
	return strings.Join(texts, "\n")
}

// leaks lists the canaries in a raw error.
func leaks(r conformance.Result) string {
	var names []string
	for _, l := range r.RawLeaks {
		names = append(names, named(l))
	}
	return strings.Join(names, ", ")
}

// program describes what a program does after an error.
func program(r toolerr.Report) string {
	switch {
	case r.RequiresUserAction:
		return "do not retry until a person has acted"
	case r.Guidance == toolerr.GuidanceRefreshAuthThenRetry:
		return "renew the credential, then retry once"
	case !r.CanRetry:
		return "do not retry"
	}
	text := "retry later"
	if r.RetryAfterMS != nil {
		text = fmt.Sprintf("retry after %s", time.Duration(*r.RetryAfterMS)*time.Millisecond)
	}
	if r.Effect != toolerr.EffectNone {
		return text + ", but only a call that may be carried out twice"
	}
	return text + ": nothing was done"
}

// heads returns the line of column numbers.
func (m Matrix) heads() string {
	var b strings.Builder
	for i := range m.Reports {
		b.WriteString(" " + column(i))
	}
	return b.String()
}

// column returns the short name of a column: its number, from 1.
func column(i int) string { return strconv.Itoa(i + 1) }

// Markdown writes the matrix as a table for each group of faults, with the right answer of
// each row.
func (m Matrix) Markdown(w io.Writer) error {
	return write(w, func(b *bytes.Buffer) error {
		driven, idle := m.driven()
		fmt.Fprintf(b, "# %s\n\n- faults: %d driven, %d more need other clients\n- %s\n\n%s\n",
			escape(m.Title), driven, idle, strings.ReplaceAll(m.Total().lines(), "\n", "\n- "), Legend)
		group := ""
		for _, r := range m.Rows() {
			if g := string(r.Fault.Group); g != group {
				group = g
				fmt.Fprintf(b, "\n## %s\n\n| fault | what happens | right answer |", escape(group))
				for _, report := range m.Reports {
					fmt.Fprintf(b, " %s |", escape(name(report)))
				}
				fmt.Fprintf(b, "\n|---|---|---|%s\n", strings.Repeat("---|", len(m.Reports)))
			}
			fmt.Fprintf(b, "| `%s` | %s | %s |", escape(r.Fault.Name), escape(r.Fault.Does), escape(want(r.Fault)))
			for _, c := range r.Cells {
				fmt.Fprintf(b, " %s |", strings.TrimSpace(mark(c)))
			}
			b.WriteByte('\n')
		}
		m.failures(b)
		return nil
	})
}

// failures writes the failures in code blocks, because the text of an adapter is not
// Markdown.
func (m Matrix) failures(b *bytes.Buffer) {
	failed := m.Failed()
	if len(failed) > 0 {
		b.WriteString("\n## What is wrong\n")
	}
	for _, f := range failed {
		fmt.Fprintf(b, "\n**%s**\n", escape(f.Client))
		first, more := few(f.Findings)
		for _, finding := range first {
			fmt.Fprintf(b, "\n    %s\n", strings.ReplaceAll(htmlpage.Visible(finding.String()), "\n", "\n    "))
		}
		if more > 0 {
			fmt.Fprintf(b, "\n%d more.\n", more)
		}
	}
}

// want is the right answer to a fault in a few words, with what is to be fixed.
func want(f faults.Fault) string {
	w := f.Want
	parts := []string{string(w.Kind)}
	if w.Status != 0 {
		parts = append(parts, strconv.Itoa(w.Status))
	}
	if w.CanRetry {
		parts = append(parts, "can retry")
	}
	if w.HasRetryAfter {
		parts = append(parts, "after "+w.RetryAfter.String())
	}
	switch w.Effect {
	case toolerr.EffectUnknown: // see faults.Want
		parts = append(parts, "effect unknown (or none for a GET)")
	case toolerr.EffectNone:
		parts = append(parts, "effect none")
	case toolerr.EffectUnset:
	}
	for _, p := range f.Problems {
		parts = append(parts, p.Path+" "+p.Problem)
	}
	return strings.Join(parts, ", ")
}

// escape returns a text for a table cell, with its Markdown escaped.
func escape(s string) string { return unmarked.Replace(htmlpage.Visible(s)) }

var unmarked = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "&", "&amp;", "[", `\[`, "`", "'")

// printer keeps the first error of many writes.
type printer struct {
	w   io.Writer
	err error
}

func (p *printer) printf(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format, args...)
	}
}
