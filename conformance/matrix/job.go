package matrix

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
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
	// HTML, Markdown and JSON are files to write in these formats; "-" means the standard
	// output. If one of them is set, and neither Format nor Output, nothing else is
	// written.
	HTML, Markdown, JSON string

	// Adapter, Client and Fault limit what is run. Each is a list of names with commas
	// between them, in which * stands for any characters. "aws" as a client means every
	// "aws/…", and a slug may be written without its underscore. "" does not limit
	// anything.
	Adapter, Client, Fault string

	// Paint colours a mark of the text by its outcome, if the standard output supports
	// colours; nil does not.
	Paint func(o conformance.Verdict, mark string) string
	// Wrap returns a paragraph beside its label, in lines as wide as the standard
	// output; nil leaves its lines as long as they are.
	Wrap func(label, paragraph string) string
}

// Formats returns the values that [Job].Format can have.
func Formats() []string { return []string{"text", "markdown", "json", "html"} }

// Flags defines the flags of the job: --format, -o, --html, --markdown, --json,
// --adapter, --client, --fault.
func (j *Job) Flags(flags *flag.FlagSet) {
	for _, f := range [...]struct {
		value       *string
		name, usage string
	}{
		{&j.Format, "format", "the output's `FORMAT`: " + strings.Join(Formats(), ", ") + " (default: by the file's ending, or text)"},
		{&j.Output, "o", "write to `FILE` instead of the standard output"},
		{&j.HTML, "html", "write the HTML page to `FILE`; - is the standard output"},
		{&j.Markdown, "markdown", "write Markdown to `FILE`"},
		{&j.JSON, "json", "write JSON to `FILE`"},
		{&j.Adapter, "adapter", "only adapters with this `SLUG`, with or without its underscore"},
		{&j.Client, "client", "only clients with this `NAME` or family (the part before a slash): net, net/http/bare, *http*"},
		{&j.Fault, "fault", "only faults that match this `GLOB`: 429-*, tls-*,dns-*; a single fault is shown in full, with its raw errors"},
	} {
		flags.StringVar(f.value, f.name, *f.value, f.usage)
	}
}

// Run runs the suites, one after the other, writes the matrix, and returns it. Progress
// gets a line for each client and for each file. A wrong answer is not an error of Run, see
// [Matrix.Failed]. If ctx ends, Run writes the results of the finished clients to the
// standard output, does not change files, and returns [ErrInterrupted] beside the results.
func (j Job) Run(ctx context.Context, stdout, progress io.Writer) (Matrix, error) {
	outputs, err := j.outputs()
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
	var interrupted error
	digits := len(strconv.Itoa(len(suites)))
	for n, s := range suites {
		start := time.Now()
		said.printf("%*d/%d %-26s ", digits, n+1, len(suites), s.Client)
		report, err := s.Report(ctx)
		if err != nil || ctx.Err() != nil {
			said.printf("\n")
		}
		if ctx.Err() != nil {
			interrupted = fmt.Errorf("%w: %d of %d clients are done: %w", ErrInterrupted, n, len(suites), context.Cause(ctx))
			outputs = partial(outputs)
			break
		}
		if err != nil {
			return Matrix{}, fmt.Errorf("%s: %w", s.Client, err)
		}
		m.Reports = append(m.Reports, report)
		said.printf("%s  %.1f s\n", (Matrix{Reports: []conformance.SuiteReport{report}}).Total().short(), time.Since(start).Seconds())
	}
	said.printf("%*s%-26s %s  %.1f s\n", 2*digits+2, "", "all", m.Total().short(), time.Since(started).Seconds())
	if len(m.Reports) == 0 {
		outputs = nil
	}
	for _, o := range outputs {
		size, err := o.put(m, stdout)
		if err != nil {
			return Matrix{}, fmt.Errorf("the %s could not be written: %w", o.format, err)
		}
		if !o.standard() {
			said.printf("%s: %s, %s\n", o.file, o.format, kilobytes(size))
		}
	}
	return m, cmp.Or(interrupted, said.err)
}

// partial returns the destination of results before an interruption: the standard output. A
// file may have a complete matrix of an earlier run.
func partial(outputs []output) []output {
	outputs = slices.DeleteFunc(outputs, func(o output) bool { return !o.standard() })
	if len(outputs) == 0 {
		outputs = []output{{format: "text", write: Matrix.Text}}
	}
	return outputs
}

// ErrInterrupted is wrapped by the error of [Job.Run] if its context ended before every
// client was driven.
var ErrInterrupted = errors.New("interrupted")
