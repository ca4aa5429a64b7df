// Package matrix shows the results of conformance suites side by side. Rows are faults,
// columns are clients, and a cell shows whether the adapter's answer is right, with the
// developer's view, the agent's view, and the raw text that a model would have read without
// an adapter.
//
// A [Matrix] writes plain text for a terminal, and JSON. Neither contains a credential,
// planted or not: it is replaced by (redacted), as in a developer message. So a matrix can
// be published. [Run] makes one from suites, and [Main] is a program:
//
//	func main() {
//		os.Exit(matrix.Main(context.Background(), "Acme", suites, os.Args[1:], os.Stdout, os.Stderr))
//	}
package matrix

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/faults"
)

// A Matrix is a set of reports about the same faults.
type Matrix struct {
	// Title is the first line.
	Title string
	// Reports are the columns, one per client. The names of the clients must differ.
	Reports []conformance.SuiteReport
}

// A Row is one fault, with the results of the clients.
type Row struct {
	Fault faults.Fault
	Cells []Cell // in the order of the reports
}

// A Cell is the result of one client under one fault.
type Cell struct {
	conformance.Result
	// Ran reports whether the client was run under the fault: a suite may have only some.
	Ran bool
}

// Rows returns the faults of all reports: first those of faults.All in its order, then all
// others in the order of the reports.
func (m Matrix) Rows() []Row {
	cells := map[string][]Cell{}
	order := faults.All()
	ours := len(order)
	for i, report := range m.Reports {
		for n, r := range report.Faults {
			f := report.Rows[n]
			if cells[f.Name] == nil {
				cells[f.Name] = make([]Cell, len(m.Reports))
				if _, ok := faults.Lookup(f.Name); !ok {
					order = append(order, f)
				}
			}
			cells[f.Name][i] = Cell{Result: r, Ran: true}
		}
	}
	slices.SortStableFunc(order[ours:], func(a, b faults.Fault) int { return cmp.Compare(a.Group, b.Group) })
	var rows []Row
	for _, f := range order {
		if of := cells[f.Name]; of != nil {
			rows = append(rows, Row{Fault: f, Cells: of})
		}
	}
	return rows
}

// Driven reports whether any client was driven through the fault. For the others, the
// missing need is the reason.
func (r Row) Driven() bool {
	return slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Ran && c.Outcome != conformance.Skipped })
}

// driven returns how many faults at least one client ran, and the number of the others.
func (m Matrix) driven() (driven, idle int) {
	rows := m.Rows()
	for _, r := range rows {
		if r.Driven() {
			driven++
		}
	}
	return driven, len(rows) - driven
}

// Failed returns the results that failed, with the client of each.
func (m Matrix) Failed() []Failure {
	var all []Failure
	for _, r := range m.Reports {
		for _, res := range results(r) {
			if res.Outcome == conformance.Failed {
				all = append(all, Failure{Client: name(r), Result: res})
			}
		}
	}
	return all
}

// A Failure is a result that failed.
type Failure struct {
	Client string
	conformance.Result
}

// few returns the first findings, shortened if long, and the number of the others, because
// one mistake of an adapter can occur in every result. JSON has all findings.
func few(all []conformance.Finding) (first []conformance.Finding, more int) {
	const most, longest = 3, 600
	n := min(most, len(all))
	first = slices.Clone(all[:n])
	for i := range first {
		first[i].Came = cut(first[i].Came, longest)
	}
	return first, len(all) - n
}

// cut returns at most limit bytes of a text, with a mark if it was longer.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit] + "…"
}

// name returns the name of a column.
func name(r conformance.SuiteReport) string {
	if r.Client == "" {
		return r.Adapter
	}
	return r.Client
}

// JSON writes the reports and their totals. As in every format, the raw texts have no
// credentials.
func (m Matrix) JSON(w io.Writer) error {
	reports := make([]conformance.SuiteReport, len(m.Reports))
	for i, r := range m.Reports {
		r.Faults, r.Cases, r.Laws = publishable(r.Faults), publishable(r.Cases), publishable(r.Laws)
		reports[i] = r
	}
	return write(w, func(b *bytes.Buffer) error {
		enc := json.NewEncoder(b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			Title   string                    `json:"title"`
			Total   Total                     `json:"total"`
			Reports []conformance.SuiteReport `json:"reports"`
		}{m.Title, m.Total(), reports})
	})
}

// publishable returns copies of the results with raw texts that may be displayed.
func publishable(results []conformance.Result) []conformance.Result {
	results = slices.Clone(results)
	for i := range results {
		r := &results[i]
		r.Raw = shown(*r)
		r.RawLeaks = slices.Clone(r.RawLeaks)
		for n, leak := range r.RawLeaks {
			r.RawLeaks[n] = named(leak)
		}
	}
	return results
}

// outcomes are the marks of the outcomes, for output without colour, and their meanings.
var outcomes = map[conformance.Verdict]struct{ mark, words string }{
	conformance.Passed:   {"✓", "right"},
	conformance.Accepted: {"≈", "accepted, with a reason"},
	conformance.Silent:   {"○", "client returned no error"},
	conformance.Skipped:  {"·", "not applicable"},
	conformance.Failed:   {"✗", "wrong"},
}

func mark(c Cell) string {
	if !c.Ran {
		return " "
	}
	return outcomes[c.Outcome].mark
}

// legend explains the marks of the cells.
const legend = "✓ right   ≈ accepted, with a reason   ✗ wrong\n○ client returned no error   · not applicable"
