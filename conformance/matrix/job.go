package matrix

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/errand-go/errand/conformance"
)

// A Job makes a matrix: it determines which suites run, under which faults, and how the
// results are printed.
type Job struct {
	// Title heads the page.
	Title string
	// Suites are the columns. Each needs the name of its client.
	Suites []conformance.Suite

	// Format is one of [Formats]; "" means the format of Output's extension, or text.
	Format string
	// Output is the file to write; "" and "-" mean the standard output.
	Output string

	// Client and Fault limit what is run. Each is a list of names with commas between them,
	// in which * stands for any characters. "aws" as a client means every "aws/…". "" does
	// not limit anything.
	Client, Fault string
}

// ErrUsage is wrapped by the errors of [Job.Run] that are caused by the command line: a
// format that does not exist, or a filter that leaves nothing to run.
var ErrUsage = errors.New("matrix")

// formats has the functions that write a matrix.
var formats = map[string]func(Matrix, io.Writer) error{"text": Matrix.Text, "json": Matrix.JSON, "html": Matrix.HTML}

// Formats returns the values that [Job].Format can have.
func Formats() []string { return []string{"text", "json", "html"} }

// Flags defines the flags of the job: --format, -o, --client, --fault.
func (j *Job) Flags(flags *flag.FlagSet) {
	flags.StringVar(&j.Format, "format", j.Format, "the output's `FORMAT`: "+strings.Join(Formats(), ", ")+" (default: by the file's ending, or text)")
	flags.StringVar(&j.Output, "o", j.Output, "write to `FILE` instead of the standard output")
	flags.StringVar(&j.Client, "client", j.Client, "only clients with this `NAME` or family (the part before a slash): net, net/http/bare, *http*")
	flags.StringVar(&j.Fault, "fault", j.Fault, "only faults that match this `GLOB`: 429-*, tls-*,dns-*; a single fault is shown in full, with its raw errors")
}

// Run runs the suites, one after the other, writes the matrix, and returns it. Progress
// gets a line for each client. The file of Output is not changed before the matrix is
// complete. A wrong answer is not an error of Run, see [Matrix.Failed].
func (j Job) Run(ctx context.Context, stdout, progress io.Writer) (Matrix, error) {
	format, err := j.format()
	if err != nil {
		return Matrix{}, err
	}
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
	if j.standard() {
		return m, cmp.Or(formats[format](m, stdout), said.err)
	}
	var b bytes.Buffer
	if err := formats[format](m, &b); err != nil {
		return Matrix{}, err
	}
	const mode = 0o644 // nothing in it is secret
	return m, cmp.Or(os.WriteFile(j.Output, b.Bytes(), mode), said.err)
}

// format returns the format of the output. It returns an error before any client runs if
// the file cannot be created.
func (j Job) format() (string, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(j.Output), "."))
	format := cmp.Or(j.Format, map[string]string{"": "text", "txt": "text", "htm": "html"}[ending], ending)
	if !slices.Contains(Formats(), format) {
		return "", fmt.Errorf("%w: no format is called %q; there are %s", ErrUsage, format, strings.Join(Formats(), ", "))
	}
	if j.standard() {
		return format, nil
	}
	if info, err := os.Stat(j.Output); err == nil && info.IsDir() {
		return "", fmt.Errorf("the %s cannot be written: %s is a folder", format, j.Output)
	}
	if _, err := os.Stat(filepath.Dir(j.Output)); err != nil {
		return "", fmt.Errorf("the %s cannot be written: %w", format, err)
	}
	return format, nil
}

func (j Job) standard() bool { return j.Output == "" || j.Output == "-" }

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
