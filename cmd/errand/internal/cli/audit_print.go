package cli

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/audit"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

// printAudit writes the table of the columns, and notes about data that it does not show.
func printAudit(s *screen.Screen, r audit.Report) {
	none := r.Unreached()
	s.Text(fmt.Sprintf("%s: %d calls of %d tools, %d of which reached an upstream, in %.0f s",
		r.Server, len(r.Cells), len(r.Tools), len(r.Tools)-len(none), r.Seconds))
	s.Blank()
	t := screen.Table{Heading: []string{"COLUMN", "FLAWS", "OF", "FAULTS", "WHAT, AND FOR INSTANCE"}}
	totals := r.Totals()
	for _, column := range r.Columns {
		total := totals[column.ID]
		flaws := strconv.Itoa(total.Flaws)
		if total.Judged == 0 {
			flaws = "-"
		}
		flawed, judged, first := flawsOf(r, column.ID)
		what := column.Flaw
		if first != "" {
			what += ": " + first
		}
		t.Rows = append(t.Rows, []string{column.ID, flaws, strconv.Itoa(total.Judged), fmt.Sprintf("%d of %d", flawed, judged), what})
	}
	s.Table(t)
	s.Blank()
	if len(none) > 0 {
		names := make([]string, len(none))
		for i, tool := range none {
			names[i] = tool.Name
		}
		s.Text("Not judged, because no call reached an upstream (--html has their answers; --calls gives them arguments): " + strings.Join(names, ", "))
	}
	unasked := 0
	for _, c := range r.Cells {
		if c.Unasked {
			unasked++
		}
	}
	if unasked > 0 {
		s.Text(fmt.Sprintf("%d calls got an answer of the server's own, without a request to the upstream, and are judged only by hang and death", unasked))
	}
	var later []string
	for _, tool := range r.Tools {
		if tool.Before > 0 {
			later = append(later, fmt.Sprintf("%s %d", tool.Name, tool.Before+1))
		}
	}
	if len(later) > 0 {
		s.Text("The request that failed, if it was not the tool's first (--html has all): " + strings.Join(later, ", "))
	}
	if len(r.Hosts) > 0 {
		s.Text("Asked for, and answered by the fault: " + strings.Join(r.Hosts, ", "))
	}
	for _, note := range r.Notes {
		s.Text(note)
	}
}

// flawsOf returns how many faults have a flaw in a column, how many were judged, and the
// first flaw.
func flawsOf(r audit.Report, column string) (flawed, judged int, first string) {
	seen := map[string]string{}
	for _, c := range r.Cells {
		v := c.Verdicts[column]
		if v == audit.Flaw && first == "" {
			first = c.Tool + " under " + c.Fault
		}
		if v != "" && seen[c.Fault] != audit.Flaw {
			seen[c.Fault] = v
		}
	}
	for _, v := range seen {
		if v == audit.Flaw {
			flawed++
		}
	}
	return flawed, len(seen), first
}

// printChanges writes the differences from the baseline: a row for each column.
func printChanges(s *screen.Screen, old, now audit.Report, better, worse []audit.Change) {
	s.Text(fmt.Sprintf("Since the baseline: %d flaws gone, %d new", len(better), len(worse)))
	t := screen.Table{Heading: []string{"COLUMN", "BEFORE", "NOW", "GONE", "NEW", "NEW FOR INSTANCE"}}
	before, after := old.Totals(), now.Totals()
	of := func(t audit.Total) string { return fmt.Sprintf("%d of %d", t.Flaws, t.Judged) }
	for _, column := range now.Columns {
		gone, _ := changesOf(better, column.ID)
		added, first := changesOf(worse, column.ID)
		t.Rows = append(t.Rows, []string{
			column.ID, of(before[column.ID]), of(after[column.ID]), strconv.Itoa(gone), strconv.Itoa(added), first,
		})
	}
	s.Table(t)
}

// changesOf returns how many changes are in a column, and the first one.
func changesOf(changes []audit.Change, column string) (n int, first string) {
	for _, c := range changes {
		if c.Column == column {
			first = cmp.Or(first, c.Tool+" under "+c.Fault)
			n++
		}
	}
	return n, first
}

// progress returns a function that writes a line for each tenth of an audit.
func progress(w io.Writer) func(done, all int) {
	last := -1
	return func(done, all int) {
		if tenth := done * 10 / max(all, 1); tenth > last {
			last = tenth
			_, _ = fmt.Fprintf(w, "%3d %% of %d calls\n", tenth*10, all)
		}
	}
}
