package matrix

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/errand-go/errand/conformance"
)

// A Job makes a matrix: it determines which suites run, under which faults, and the form
// of the output.
type Job struct {
	// Title is the first line of the output.
	Title string
	// Suites are the columns. Each needs the name of its client.
	Suites []conformance.Suite

	// AsJSON writes the matrix as JSON instead of text.
	AsJSON bool

	// Fault limits what is run: a list of names with commas between them, in which * stands
	// for any characters. "" does not limit anything.
	Fault string
}

// ErrUsage is wrapped by the errors of [Job.Run] that are caused by the command line: a
// filter that leaves nothing to run.
var ErrUsage = errors.New("matrix")

// Flags defines the flags of the job: --json and --fault.
func (j *Job) Flags(flags *flag.FlagSet) {
	flags.BoolVar(&j.AsJSON, "json", j.AsJSON, "write JSON, for programs")
	flags.StringVar(&j.Fault, "fault", j.Fault, "only faults that match this `GLOB`: 429-*, tls-*,dns-*")
}

// Run runs the suites, one after the other, writes the complete matrix, and returns it.
// Progress gets a line for each client. A wrong answer is not an error of Run, see
// [Matrix.Failed].
func (j Job) Run(ctx context.Context, stdout, progress io.Writer) (Matrix, error) {
	suites, err := j.selected()
	if err != nil {
		return Matrix{}, err
	}
	m := Matrix{Title: j.Title}
	started := time.Now()
	said := &printer{w: progress}
	digits := len(strconv.Itoa(len(suites)))
	for n, s := range suites {
		start := time.Now()
		said.printf("%*d/%d %-26s ", digits, n+1, len(suites), s.Client)
		report, err := s.Report(ctx)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return Matrix{}, fmt.Errorf("%s: %w", s.Client, err)
		}
		m.Reports = append(m.Reports, report)
		said.printf("%s  %.1f s\n", (Matrix{Reports: []conformance.SuiteReport{report}}).Total().short(), time.Since(start).Seconds())
	}
	said.printf("%*s%-26s %s  %.1f s\n", 2*digits+2, "", "all", m.Total().short(), time.Since(started).Seconds())
	if j.AsJSON {
		return m, cmp.Or(m.JSON(stdout), said.err)
	}
	return m, cmp.Or(m.Text(stdout), said.err)
}

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
