// Package cli is the errand command: a file for each of its commands.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/internal/choice" //nolint:depguard // nobody imports the command, and misspelt names are handled as in the library
)

// The exit codes of every command; `errand help` documents them.
const (
	// ExitOK: success. `errand classify` succeeds when it has classified a response, even
	// as a failure.
	ExitOK = 0
	// ExitFailed: the checks of demo or matrix or a column of audit --fail-on found
	// something, or the output cannot be written.
	ExitFailed = 1
	// ExitUsage: the command line is wrong.
	ExitUsage = 2
	// ExitInput: the input cannot be read or parsed, or the server cannot be audited.
	ExitInput = 3
)

// An app is one run of the command.
type app struct {
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	env    []string

	now func() time.Time
	// adapters returns the adapters that demo, explain and classify use.
	adapters func() []adapter.Adapter
	// self is the command by which the user runs this program.
	self string
}

// Run runs the command that args name and returns the exit code. It writes the output to
// stdout, and everything else to stderr.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer, env []string) int {
	return newApp(stdin, stdout, stderr, env).run(args)
}

func newApp(stdin io.Reader, stdout, stderr io.Writer, env []string) *app {
	return &app{
		stdin: stdin, stdout: stdout, stderr: stderr, env: env,
		now: time.Now, adapters: adapters.All, self: self(),
	}
}

// self returns the command by which the user runs this program: `go run` builds it in a
// folder that is deleted afterwards.
func self() string {
	path, err := os.Executable()
	if err == nil && strings.Contains(filepath.ToSlash(path), "/go-build") {
		return "go run ./cmd/errand"
	}
	return "errand"
}

// A command is a row of the table of commands.
type command struct {
	name string
	// usage is the text after the name: "[FILE|-]".
	usage string
	// does is its line in the overview.
	does string
	// more is the rest of its help.
	more string
	// setup defines the flags and returns the function that runs the command after they
	// were parsed.
	setup func(a *app, fs *flag.FlagSet) func(args []string) int
}

// commands returns the table, in the order of the overview.
func commands() []command {
	return []command{
		demoCommand(), matrixCommand(), classifyCommand(), explainCommand(), auditCommand(), mcpCommand(), benchCommand(), versionCommand(), helpCommand(),
	}
}

func (a *app) run(args []string) int {
	if len(args) == 0 {
		return a.runHelp(nil)
	}
	name, args := args[0], args[1:]
	switch name {
	case "-h", "--help", "-help":
		name = helpCommand().name
	case "-v", "--version", "-version":
		name = versionCommand().name
	}
	for _, c := range commands() {
		if c.name == name {
			return a.runCommand(c, args)
		}
	}
	return a.unknownCommand(name)
}

// unknownCommand refuses a command that does not exist.
func (a *app) unknownCommand(name string) int {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return a.refuse("no command is called %q; %s", name, offer(name, names, "there are "+strings.Join(names, ", ")))
}

func (a *app) runCommand(c command, args []string) int {
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	run := c.setup(a, fs)
	positional, err := parse(fs, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return a.help(c)
	case err != nil:
		return a.refuse("%s: %v; see %s help %s", c.name, err, a.self, c.name)
	case len(positional) > 0 && strings.TrimPrefix(c.usage, "[FLAGS]") == "":
		return a.refuse("%s takes no arguments", c.name)
	}
	return run(positional)
}

// parse parses flags before and after arguments. Everything behind -- is an argument.
func parse(fs *flag.FlagSet, args []string) (positional []string, err error) {
	var rest []string
	if at := slices.Index(args, "--"); at >= 0 {
		args, rest = args[:at], args[at+1:]
	}
	for {
		if err := fs.Parse(args); err != nil {
			return nil, err
		}
		if fs.NArg() == 0 {
			return append(positional, rest...), nil
		}
		positional, args = append(positional, fs.Arg(0)), fs.Args()[1:]
	}
}

// refuse prints an error in the command line.
func (a *app) refuse(format string, args ...any) int {
	return a.complain(ExitUsage, format, args...)
}

// offer returns the words that a misspelt one may stand for, or otherwise.
func offer(word string, words []string, otherwise string) string {
	return choice.Offer(word, words, otherwise)
}

// complain prints an error, and returns the exit code.
func (a *app) complain(code int, format string, args ...any) int {
	screen.New(a.stderr, a.env).Item("errand: ", fmt.Sprintf(format, args...))
	return code
}

// written returns the exit code of a command after its output. err is the writer's error.
func (a *app) written(err error) int {
	if err != nil {
		return a.complain(ExitFailed, "the output cannot be written: %v", err)
	}
	return ExitOK
}
