package audit

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
	"github.com/errand-go/errand/cmd/errand/internal/audit/server"
)

// A Report is the result of an audit.
type Report struct {
	// Version is the version of the report's format.
	Version int `json:"version"`
	// Server is the name and version that the server reports.
	Server string `json:"server"`
	// Command is the audited command.
	Command []string `json:"command,omitempty"`
	// Seconds is the duration of the audit.
	Seconds float64       `json:"seconds"`
	Columns []Column      `json:"columns"`
	Rows    []fault.Fault `json:"rows"`
	Tools   []Tool        `json:"tools"`
	Cells   []Cell        `json:"cells"`
	// Hosts are the hosts whose requests were answered by the fault.
	Hosts []string `json:"hosts,omitempty"`
	// Notes are remarks about the audit itself.
	Notes []string `json:"notes,omitempty"`
}

// A Tool is a tool of the server.
type Tool struct {
	Name string `json:"name"`
	// Reached is true if a call of the tool reached an upstream.
	Reached bool `json:"reached"`
	// Request is the request that fails, after Before others, which succeed.
	Request string `json:"request,omitempty"`
	Before  int    `json:"before,omitempty"`
	// Why is the tool's answer if it did not.
	Why       string         `json:"why,omitempty"`
	Arguments map[string]any `json:"arguments,omitempty"`
}

// A Cell is a call of a tool with a fault.
type Cell struct {
	Tool  string `json:"tool"`
	Fault string `json:"fault"`
	server.Outcome
	// Verdicts are the verdicts by column. A column that does not apply has none.
	Verdicts map[string]string `json:"verdicts"`
	// Unasked is true if the server answered without a request to its upstream.
	Unasked bool `json:"unasked,omitempty"`
	// Found are the planted words in the result.
	Found []string `json:"found,omitempty"`
	// Requests are the requests that reached the proxy.
	Requests []proxy.Exchange `json:"requests,omitempty"`
}

// Flaws returns the columns with a flaw in a cell, in order.
func (c Cell) Flaws() []string {
	var flaws []string
	for _, column := range Columns() {
		if c.Verdicts[column.ID] == Flaw {
			flaws = append(flaws, column.ID)
		}
	}
	return flaws
}

// A Total has the counts of a column.
type Total struct{ Flaws, Judged int }

// Totals returns the total of each column.
func (r Report) Totals() map[string]Total {
	totals := map[string]Total{}
	for _, c := range r.Cells {
		for column, v := range c.Verdicts {
			t := totals[column]
			t.Judged++
			if v == Flaw {
				t.Flaws++
			}
			totals[column] = t
		}
	}
	return totals
}

// Unreached returns the tools that reached no upstream.
func (r Report) Unreached() []Tool {
	return slices.DeleteFunc(slices.Clone(r.Tools), func(t Tool) bool { return t.Reached })
}

// A Change is a verdict that differs from an older report.
type Change struct{ Tool, Fault, Column string }

// Compare returns the flaws of old that are gone, and the new ones. Cells that are in only
// one of the reports are ignored.
func Compare(old, now Report) (better, worse []Change) {
	type key struct{ tool, fault string }
	before := map[key]Cell{}
	for _, c := range old.Cells {
		before[key{c.Tool, c.Fault}] = c
	}
	for _, c := range now.Cells {
		was, ok := before[key{c.Tool, c.Fault}]
		if !ok {
			continue
		}
		for _, column := range Columns() {
			flawed, flaws := was.Verdicts[column.ID] == Flaw, c.Verdicts[column.ID] == Flaw
			change := Change{c.Tool, c.Fault, column.ID}
			switch {
			case flawed && !flaws:
				better = append(better, change)
			case flaws && !flawed:
				worse = append(worse, change)
			}
		}
	}
	return better, worse
}

// Write writes the report as JSON.
func (r Report) Write(name string) error {
	text, err := json.MarshalIndent(r, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o600)
}

// Read reads a report that [Report.Write] wrote.
func Read(name string) (Report, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return Report{}, err
	}
	return Parse(text)
}

// Parse reads the text of a report.
func Parse(text []byte) (Report, error) {
	var r Report
	if err := json.Unmarshal(text, &r); err != nil {
		return Report{}, fmt.Errorf("not a report: %w", err)
	}
	if r.Version != version {
		return Report{}, fmt.Errorf("a report of version %d; this program reads version %d", r.Version, version)
	}
	return r, nil
}

const version = 2

// sort sorts cells in the order of the tools and the rows.
func (r *Report) sort() {
	slices.SortFunc(r.Tools, func(a, b Tool) int { return cmp.Compare(a.Name, b.Name) })
	at := map[string]int{}
	for i, row := range r.Rows {
		at[row.Name] = i
	}
	slices.SortFunc(r.Cells, func(a, b Cell) int {
		return cmp.Or(cmp.Compare(at[a.Fault], at[b.Fault]), cmp.Compare(a.Tool, b.Tool))
	})
}
