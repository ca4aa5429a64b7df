// Package cli is the errandaudit command.
package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/errand-go/errand/cmd/errandaudit/internal/audit"
	"github.com/errand-go/errand/cmd/errandaudit/internal/call"
	"github.com/errand-go/errand/cmd/errandaudit/internal/fault"
	"github.com/errand-go/errand/cmd/errandaudit/internal/page"
	"github.com/errand-go/errand/internal/flagnames" //nolint:depguard // nobody imports the command, and flags are named as in the other commands
	"github.com/errand-go/errand/internal/nearest"   //nolint:depguard // nobody imports the command, and misspelt names are handled as in the library
)

// The exit codes.
const (
	// ExitOK means that the audit ran, and --fail-on found nothing.
	ExitOK = 0
	// ExitFlawed means that a column of --fail-on has a flaw, or with --baseline a new one.
	ExitFlawed = 1
	// ExitUsage means that the command line is wrong.
	ExitUsage = 2
	// ExitBroken means that the server could not be audited, or a file not read or written.
	ExitBroken = 3
)

// flags are the parsed command line.
type flags struct {
	audit.Config
	allow, faults, failOn            string
	upstreams                        upstreams
	calls, record                    string
	jsonFile, htmlFile, baselineFile string
	quiet                            bool
}

// upstreams are the values of --upstream.
type upstreams map[string]string

// String returns "", because there is no default.
func (upstreams) String() string { return "" }

// Set adds NAME=path.
func (u upstreams) Set(value string) error {
	name, path, ok := strings.Cut(value, "=")
	if !ok || name == "" {
		return fmt.Errorf("%q is not NAME=path", value)
	}
	u[name] = path
	return nil
}

const usage = `usage: errandaudit [flags] -- command args…

Makes the upstream of an MCP server fail, and shows what a model reads of it.
docs/audit.md explains the columns.

exit codes
  0  the audit ran, and --fail-on found nothing
  1  a column of --fail-on has a flaw
  2  the command line is wrong
  3  the server could not be audited, or a file not read or written

flags
`

func parse(args []string, stderr io.Writer) (flags, error) {
	f := flags{upstreams: upstreams{}}
	fs := flag.NewFlagSet("errandaudit", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&f.URL, "url", "", "`URL` of a server that speaks HTTP; with a command, the command starts it")
	fs.StringVar(&f.ProxyAddress, "proxy", "", "`address` for the proxy, for a server that something else starts (default: a free port)")
	fs.StringVar(&f.CAFile, "ca", "", "`file` for the certificate of the run's authority, for a server that something else starts")
	fs.Var(f.upstreams, "upstream", "`NAME=path`: set the variable NAME to the proxy's address and path; {upstream} in the command is the address alone")
	fs.StringVar(&f.allow, "allow", "", "`hosts`, separated by commas, that are really asked; all others are answered by the fault")
	fs.StringVar(&f.calls, "calls", "", "`file` with the arguments of the calls, in place of those made from the schemas")
	fs.StringVar(&f.record, "record", "", "`file` to write the calls to that succeed while nothing fails; nothing is audited")
	fs.StringVar(&f.Tools, "tools", "", "`patterns` of the tools to call, separated by commas (default: all)")
	fs.StringVar(&f.faults, "faults", "", "`patterns` of the faults to play, separated by commas (default: all)")
	fs.DurationVar(&f.Timeout, "timeout", 5*time.Second, "how long a call may take")
	fs.DurationVar(&f.StartTimeout, "start-timeout", 30*time.Second, "how long the server may take to start")
	fs.IntVar(&f.Workers, "workers", 12, "how many copies of the server run at once")
	fs.StringVar(&f.jsonFile, "json", "", "`file` to write the report to, as JSON")
	fs.StringVar(&f.htmlFile, "html", "", "`file` to write the report to, as a page")
	fs.StringVar(&f.baselineFile, "baseline", "", "`file` of an older report to compare with")
	fs.StringVar(&f.failOn, "fail-on", "", "`columns`, separated by commas, whose flaws make the exit code 1; with --baseline, only new ones")
	fs.BoolVar(&f.quiet, "quiet", false, "no progress")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		_, _ = io.WriteString(stderr, usage)
		flagnames.Describe(stderr, fs)
		return f, err
	} else if err != nil {
		return f, fmt.Errorf("%w; see errandaudit --help", flagnames.Error(fs, err))
	}
	f.Command = fs.Args()
	f.Upstreams = f.upstreams
	return f, f.check()
}

// check completes the configuration, and returns an error if it is wrong.
func (f *flags) check() error {
	if len(f.Command) == 0 && f.URL == "" {
		return errors.New("what is to be audited? Name a command behind --, or a --url")
	}
	if len(f.Command) == 0 && (f.ProxyAddress == "" || f.CAFile == "") {
		return errors.New("a server that something else starts needs --proxy and --ca: start it after this command, with HTTPS_PROXY and SSL_CERT_FILE set to them")
	}
	if len(f.Command) > 0 && f.ProxyAddress != "" && f.URL == "" {
		return errors.New("--proxy and --ca are for --url: a server that is started here is told a free port")
	}
	if f.Timeout <= 0 || f.StartTimeout <= 0 || f.Workers < 1 {
		return errors.New("--timeout, --start-timeout and --workers must be positive")
	}
	for _, column := range split(f.failOn) {
		if !slices.ContainsFunc(audit.Columns(), func(c audit.Column) bool { return c.ID == column }) {
			return fmt.Errorf("--fail-on: no column is called %q; %s", column, offer(column, columnIDs()))
		}
	}
	for _, file := range []string{f.jsonFile, f.htmlFile, f.record} {
		if info, err := os.Stat(filepath.Dir(file)); file != "" && (err != nil || !info.IsDir()) {
			return fmt.Errorf("%s cannot be written: there is no folder %s", file, filepath.Dir(file))
		}
	}
	f.Allow = split(f.allow)
	var err error
	if f.Faults, err = fault.Select(fault.All(), f.faults); err != nil {
		var names []string
		for _, row := range fault.All() {
			names = append(names, row.Name)
		}
		if none, ok := errors.AsType[fault.NoneError](err); ok {
			return fmt.Errorf("--faults: %w; %s", err, offer(string(none), names))
		}
	}
	return err
}

// offer returns names that are similar to one that does not exist, or all existing names.
func offer(name string, names []string) string {
	if near := nearest.Names(name, names, 3); len(near) > 0 {
		return "did you mean " + strings.Join(near, ", ") + "?"
	}
	return "there are " + strings.Join(names, ", ")
}

func columnIDs() []string {
	var ids []string
	for _, c := range audit.Columns() {
		ids = append(ids, c.ID)
	}
	return ids
}

// split returns the parts of a list, separated by commas.
func split(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
}

// Run runs the command and returns its exit code. Ctrl-C ends the audit and all processes
// that it started.
func Run(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	f, err := parse(args, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return ExitOK
	case err != nil:
		return complain(stderr, ExitUsage, err)
	}
	if f.calls != "" {
		if f.Calls, err = call.Read(f.calls); err != nil {
			return complain(stderr, ExitBroken, err)
		}
	}
	var old audit.Report
	if f.baselineFile != "" {
		if old, err = audit.Read(f.baselineFile); err != nil {
			return complain(stderr, ExitBroken, err)
		}
	}
	s := newScreen(stdout, stderr)
	if !f.quiet {
		f.Progress = s.progress
	}
	if f.record != "" {
		return record(ctx, f, s)
	}
	report, err := audit.Run(ctx, f.Config)
	s.endProgress()
	if err != nil {
		return complain(stderr, ExitBroken, err)
	}
	if err := f.write(report); err != nil {
		return complain(stderr, ExitBroken, err)
	}
	s.report(report)
	var worse []audit.Change
	if f.baselineFile != "" {
		var better []audit.Change
		better, worse = audit.Compare(old, report)
		s.changes(better, worse)
	}
	return f.verdict(report, worse, s)
}

// write writes the requested files.
func (f flags) write(r audit.Report) error {
	if f.jsonFile != "" {
		if err := r.Write(f.jsonFile); err != nil {
			return err
		}
	}
	if f.htmlFile == "" {
		return nil
	}
	file, err := os.Create(f.htmlFile)
	if err != nil {
		return err
	}
	return errors.Join(page.Write(file, r), file.Close())
}

// verdict returns the exit code for --fail-on.
func (f flags) verdict(r audit.Report, worse []audit.Change, s *screen) int {
	totals := r.Totals(nil)
	code := ExitOK
	for _, column := range split(f.failOn) {
		flaws := totals[column].Flaws
		if f.baselineFile != "" {
			flaws = 0
			for _, c := range worse {
				if c.Column == column {
					flaws++
				}
			}
		}
		if flaws > 0 {
			s.failed(column, flaws)
			code = ExitFlawed
		}
	}
	return code
}

// record writes the calls that succeed without a fault.
func record(ctx context.Context, f flags, s *screen) int {
	file, failed, err := audit.Record(ctx, f.Config)
	s.endProgress()
	if err == nil {
		err = file.Write(f.record)
	}
	if err != nil {
		return complain(s.stderr, ExitBroken, err)
	}
	s.recorded(f.record, len(file.Tools), failed)
	return ExitOK
}

func complain(w io.Writer, code int, err error) int {
	_, _ = fmt.Fprintf(w, "errandaudit: %v\n", err)
	return code
}
