package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/errand-go/errand/cmd/errandaudit/internal/audit"
)

// A screen is the command's output: the report on stdout, progress and errors on stderr.
type screen struct {
	stdout, stderr  io.Writer
	color, terminal bool
	percent         int
}

func newScreen(stdout, stderr io.Writer) *screen {
	return &screen{
		stdout: stdout, stderr: stderr, percent: -1,
		color:    isTerminal(stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb",
		terminal: isTerminal(stderr) && os.Getenv("TERM") != "dumb",
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// progress shows the progress of the audit: in one line of a terminal, and otherwise a line
// for each tenth.
func (s *screen) progress(done, all int, tool, fault string) {
	percent := done * 100 / max(all, 1)
	if s.terminal {
		line := fmt.Sprintf("%3d %%  %s  %s", percent, tool, fault)
		_, _ = fmt.Fprintf(s.stderr, "\r\x1b[K%s", visible(line[:min(len(line), 78)]))
	} else if percent/10 > s.percent/10 || s.percent < 0 {
		_, _ = fmt.Fprintf(s.stderr, "%3d %% of %d calls\n", percent, all)
	}
	s.percent = percent
}

func (s *screen) endProgress() {
	if s.terminal && s.percent >= 0 {
		_, _ = io.WriteString(s.stderr, "\r\x1b[K")
	}
}

func (s *screen) line(format string, args ...any) {
	_, _ = fmt.Fprintln(s.stdout, visible(fmt.Sprintf(format, args...)))
}

func (s *screen) paint(c text.Color, t string) string {
	if !s.color {
		return t
	}
	return text.Colors{c}.EscapeSeq() + t + text.Reset.EscapeSeq()
}

// examples is the number of flaws that are named for a column; a line has no room for more.
const examples = 1

// report writes the table of the columns, and a note about data that it does not show.
func (s *screen) report(r audit.Report) {
	reached := len(r.Tools) - len(r.Unreached())
	s.line("%s: %d calls of %d tools, %d of which reached an upstream, in %.0f s", r.Server, len(r.Cells), len(r.Tools), reached, r.Seconds)
	s.line("")
	tw := table.NewWriter()
	tw.SetStyle(table.Style{Box: table.BoxStyle{PaddingRight: "  "}})
	tw.SuppressTrailingSpaces()
	tw.AppendRow(table.Row{"COLUMN", "FLAWS", "OF", "FAULTS", "WHAT", "FOR INSTANCE"})
	totals := r.Totals(nil)
	for _, column := range r.Columns {
		total := totals[column.ID]
		flaws := strconv.Itoa(total.Flaws)
		if total.Flaws > 0 {
			flaws = s.paint(text.FgRed, flaws)
		}
		if total.Judged == 0 {
			flaws = "-"
		}
		tw.AppendRow(table.Row{column.ID, flaws, total.Judged, faultsOf(r, column.ID), column.Flaw, visible(instances(r, column.ID))})
	}
	_, _ = fmt.Fprintln(s.stdout, tw.Render())
	s.line("")
	if none := r.Unreached(); len(none) > 0 {
		var names []string
		for _, t := range none {
			names = append(names, t.Name)
		}
		s.line("Not judged, because no call reached an upstream (--html has their answers; --calls gives them arguments): %s", strings.Join(names, ", "))
	}
	if len(r.Hosts) > 0 {
		s.line("Asked for, and answered by the fault: %s", strings.Join(r.Hosts, ", "))
	}
	for _, note := range r.Notes {
		s.line("%s", note)
	}
}

// faultsOf returns the number of faults with a flaw in a column.
func faultsOf(r audit.Report, column string) string {
	flawed, judged := map[string]bool{}, map[string]bool{}
	for _, c := range r.Cells {
		if v := c.Verdicts[column]; v != "" {
			judged[c.Fault] = true
			if v == audit.Flaw {
				flawed[c.Fault] = true
			}
		}
	}
	return fmt.Sprintf("%d of %d", len(flawed), len(judged))
}

// instances returns the first flaws of a column, of different faults.
func instances(r audit.Report, column string) string {
	var named, seen []string
	for _, c := range r.Cells {
		if c.Verdicts[column] != audit.Flaw || slices.Contains(seen, c.Fault) {
			continue
		}
		if seen = append(seen, c.Fault); len(named) < examples {
			named = append(named, c.Tool+" under "+c.Fault)
		}
	}
	return strings.Join(named, ", ")
}

// changes writes the differences from the baseline.
func (s *screen) changes(better, worse []audit.Change) {
	s.line("Since the baseline: %d flaws gone, %d new", len(better), len(worse))
	for _, c := range worse {
		s.line("  worse: %s of %s under %s", c.Column, c.Tool, c.Fault)
	}
	for _, c := range better {
		s.line("  better: %s of %s under %s", c.Column, c.Tool, c.Fault)
	}
}

func (s *screen) failed(column string, flaws int) {
	_, _ = fmt.Fprintf(s.stderr, "errandaudit: --fail-on %s: %d\n", column, flaws)
}

func (s *screen) recorded(name string, tools int, failed []string) {
	s.line("%s: %d calls", name, tools)
	if len(failed) > 0 {
		s.line("No call succeeded of %s", strings.Join(failed, ", "))
	}
}

// visible replaces control characters for a terminal, because names come from the server.
func visible(t string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			return '\uFFFD'
		}
		return r
	}, t)
}
