// Package matrix shows the results of conformance suites side by side. Rows are faults,
// columns are clients, and a cell shows whether the adapter's answer is right.
//
// [Run] makes a matrix from suites, and [Matrix.Text] writes it for a terminal. The output can
// have the credentials that package faults plants, which are made up.
package matrix

import (
	"cmp"
	"slices"

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

// name returns the name of a column.
func name(r conformance.SuiteReport) string {
	if r.Client == "" {
		return r.Adapter
	}
	return r.Client
}

// marks are the marks of the outcomes, for output without colour.
var marks = map[conformance.Verdict]string{
	conformance.Passed: "✓", conformance.Accepted: "≈", conformance.Silent: "○", conformance.Skipped: "·", conformance.Failed: "✗",
}

// legend explains the marks of the cells.
const legend = "✓ right   ≈ accepted, with a reason   ✗ wrong\n○ client returned no error   · not applicable"
