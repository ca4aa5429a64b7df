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
func (m Matrix) Text(w io.Writer) error {
	return write(w, func(b *bytes.Buffer) error {
		if m.Title != "" {
			b.WriteString(item("", m.Title) + "\n")
		}
		if rows := m.Rows(); len(rows) == 1 {
			m.single(b, rows[0])
		} else {
			m.table(b, rows)
			b.WriteString("\n" + legend + "\n")
		}
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
		fmt.Fprintf(b, "\nNot listed: faults that need other clients (%d). --fault NAME shows what one of them needs.\n", idle)
	}
}

// single writes about one fault: the right answer, and the result of each client. Clients
// to which it does not apply come last, by reason.
func (m Matrix) single(b *bytes.Buffer, row Row) {
	write := func(label, text string) {
		if text != "" {
			b.WriteString(item(label, text))
		}
	}
	write("", row.Fault.Name+": "+row.Fault.Does)
	write("", "right answer: "+want(row.Fault)+" ("+row.Fault.Source+")")
	if row.Fault.Arguments != nil {
		write("", "the model sent: "+string(row.Fault.Arguments))
	}
	write("why: ", row.Fault.Why)
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
		fmt.Fprintf(b, "\n%s %s: %s\n", mark(c), htmlpage.Visible(client), outcomes[c.Outcome].words)
		raw := shown(c.Result)
		write("  reason     ", c.Reason)
		write("  raw error  ", raw)
		write("  leaks      ", leaks(c.Result))
		if c.Payload != nil {
			payload := c.Payload.String()
			if first, ok := read[payload]; ok {
				payload = "the same as for " + first
			} else {
				read[payload] = client
			}
			write("  agent      ", payload)
		}
		if c.Disclosed != nil {
			write("  to fix     ", fix(c.Disclosed))
			write("  withheld   ", withheldOf(c.Disclosed))
		}
		if c.Answer != nil {
			write("  program    ", Program(*c.Answer))
			write("  developer  ", Developer(*c.Answer, raw))
		}
	}
	for _, reason := range slices.Sorted(maps.Keys(skipped)) {
		s := outcomes[conformance.Skipped]
		fmt.Fprintf(b, "\n%s %s: %s\n", s.mark, s.words, htmlpage.Visible(reason))
		write("  clients    ", strings.Join(skipped[reason], ", "))
	}
}

// fix returns the problems that the model reads.
func fix(d *conformance.Disclosed) string {
	lines := make([]string, len(d.Problems))
	for i, p := range d.Problems {
		lines[i] = p.Path + " " + p.Problem
	}
	return strings.Join(lines, "\n")
}

// withheldOf returns the service's words that the model does not read.
func withheldOf(d *conformance.Disclosed) string {
	lines := make([]string, len(d.Withheld))
	for i, w := range d.Withheld {
		lines[i] = cut(w.Text, 200) + ": " + w.Because
	}
	return strings.Join(lines, "\n")
}

// leaks lists the canaries in a raw error.
func leaks(r conformance.Result) string {
	var names []string
	for _, l := range r.RawLeaks {
		names = append(names, named(l))
	}
	return strings.Join(names, ", ")
}

// Program describes what a program does after an error.
func Program(r toolerr.Report) string {
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

// column returns the short name of a column: its number, from 1.
func column(i int) string { return strconv.Itoa(i + 1) }

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

// Developer returns the developer's view without the agent's, a line for each value. raw is
// the raw text as displayed.
func Developer(r toolerr.Report, raw string) string {
	message := strings.TrimRight(r.DeveloperMessage, "\n")
	if message == raw {
		message = "the same as the raw error"
	}
	var b strings.Builder
	for _, line := range [...]struct{ key, value string }{
		{"developer_message", message},
		{"guidance", string(r.Guidance)},
		{"effect", string(r.Effect)},
		{"go_type", r.Extra.GoType},
		{"vendor_code", r.Extra.VendorCode},
		{"endpoint", strings.TrimSpace(r.Extra.HTTPMethod + " " + r.Extra.Endpoint)},
		{"request_id", r.Extra.RequestID},
	} {
		if line.value != "" {
			fmt.Fprintf(&b, "%s: %s\n", line.key, line.value)
		}
	}
	return strings.TrimRight(b.String(), "\n")
}
