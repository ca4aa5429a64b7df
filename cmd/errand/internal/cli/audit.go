package cli

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/errand-go/errand/cmd/errand/internal/audit"
	"github.com/errand-go/errand/cmd/errand/internal/audit/call"
	"github.com/errand-go/errand/cmd/errand/internal/audit/fault"
	"github.com/errand-go/errand/cmd/errand/internal/audit/page"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/internal/choice" //nolint:depguard // nobody imports the command, and its lists are the matrix's
)

// An auditJob is the command line of an audit.
type auditJob struct {
	audit.Config
	faults, failOn, calls            string
	jsonFile, htmlFile, baselineFile string
	failing                          []string // the columns of failOn
}

func auditCommand() command {
	return command{
		name: "audit", usage: "[FLAGS] -- COMMAND ARGS…",
		does: "makes the upstream of an MCP server fail, and shows what a model reads",
		more: "Starts the server behind a local proxy, and calls every tool under every fault. docs/audit.md explains the columns. " +
			"The exit code is 0 if the audit ran and --fail-on found nothing, 1 if a column of --fail-on has a flaw, 2 for a wrong command line, " +
			"and 3 if the server could not be audited, or a file not read or written.",
		setup: func(a *app, fs *flag.FlagSet) func([]string) int {
			j := &auditJob{Config: audit.Config{Upstreams: map[string]string{}}}
			j.flags(fs)
			return func(args []string) int { return a.runAudit(args, j) }
		},
	}
}

func (j *auditJob) flags(fs *flag.FlagSet) {
	fs.StringVar(&j.URL, "url", "", "`URL` of a server that speaks HTTP, which the command starts")
	fs.Func("upstream", "`NAME=path`: set the variable NAME to the proxy's address and path; {upstream} in the command is the address alone", func(value string) error {
		name, path, ok := strings.Cut(value, "=")
		if !ok || name == "" {
			return fmt.Errorf("%q is not NAME=path", value)
		}
		j.Upstreams[name] = path
		return nil
	})
	fs.StringVar(&j.calls, "calls", "", "`file` with the arguments of the calls, in place of those made from the schemas")
	fs.StringVar(&j.Tools, "tools", "", "`patterns` of the tools to call, separated by commas (default: all)")
	fs.StringVar(&j.faults, "faults", "", "`patterns` of the faults to play, separated by commas (default: all)")
	fs.DurationVar(&j.Timeout, "timeout", 5*time.Second, "how long a call may take")
	fs.DurationVar(&j.StartTimeout, "start-timeout", 30*time.Second, "how long the server may take to start")
	fs.IntVar(&j.Workers, "workers", 12, "how many copies of the server run at once")
	fs.StringVar(&j.jsonFile, "json", "", "`file` to write the report to, as JSON")
	fs.StringVar(&j.htmlFile, "html", "", "`file` to write the report to, as a page")
	fs.StringVar(&j.baselineFile, "baseline", "", "`file` of an older report to compare with")
	fs.StringVar(&j.failOn, "fail-on", "", "`columns`, separated by commas, whose flaws make the exit code 1; with --baseline, only new ones")
}

// check completes the configuration, and returns an error if the command line is wrong.
func (j *auditJob) check(args []string) error {
	j.Command = args
	switch {
	case len(args) == 0:
		return errors.New("what is to be audited? Name a command behind --")
	case j.Timeout <= 0 || j.StartTimeout <= 0 || j.Workers < 1:
		return errors.New("--timeout, --start-timeout and --workers must be positive")
	}
	var err error
	if j.failOn != "" {
		for _, c := range audit.Columns() {
			j.failing = append(j.failing, c.ID)
		}
		if j.failing, err = choice.Of("column", j.failOn, j.failing); err != nil {
			return fmt.Errorf("--fail-on: %w", err)
		}
	}
	for _, file := range []string{j.jsonFile, j.htmlFile} {
		if info, err := os.Stat(filepath.Dir(file)); file != "" && (err != nil || !info.IsDir()) {
			return fmt.Errorf("%s cannot be written: there is no folder %s", file, filepath.Dir(file))
		}
	}
	if j.Faults, err = fault.Select(j.faults); err != nil {
		return fmt.Errorf("--faults: %w", err)
	}
	return nil
}

// runAudit audits a server. Ctrl-C ends the audit and all processes that it started.
func (a *app) runAudit(args []string, j *auditJob) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := j.check(args); err != nil {
		return a.refuse("audit: %v", err)
	}
	var old audit.Report
	var err error
	if j.calls != "" {
		j.Calls, err = call.Read(j.calls)
	}
	if err == nil && j.baselineFile != "" {
		old, err = audit.Read(j.baselineFile)
	}
	if err != nil {
		return a.complain(ExitInput, "audit: %v", err)
	}
	j.Progress = progress(a.stderr)
	report, err := audit.Run(ctx, j.Config)
	if err == nil {
		err = j.write(report)
	}
	if err != nil {
		return a.complain(ExitInput, "audit: %v", err)
	}
	s := screen.New(a.stdout, a.env)
	printAudit(s, report)
	var worse []audit.Change
	if j.baselineFile != "" {
		var better []audit.Change
		better, worse = audit.Compare(old, report)
		printChanges(s, old, report, better, worse)
	}
	return max(a.written(s.Err()), a.failed(j, report, worse))
}

// write writes the requested files.
func (j *auditJob) write(r audit.Report) error {
	if j.jsonFile != "" {
		if err := r.Write(j.jsonFile); err != nil {
			return err
		}
	}
	if j.htmlFile == "" {
		return nil
	}
	file, err := os.Create(j.htmlFile)
	if err != nil {
		return err
	}
	return errors.Join(page.Write(file, r), file.Close())
}

// failed returns the exit code for --fail-on.
func (a *app) failed(j *auditJob, r audit.Report, worse []audit.Change) int {
	totals := r.Totals()
	code := ExitOK
	for _, column := range j.failing {
		flaws := totals[column].Flaws
		if j.baselineFile != "" {
			flaws, _ = changesOf(worse, column)
		}
		if flaws > 0 {
			code = a.complain(ExitFailed, "audit: --fail-on %s: %d", column, flaws)
		}
	}
	return code
}
