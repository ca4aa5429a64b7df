package cli

import (
	"flag"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

func helpCommand() command {
	return command{
		name: "help", usage: "[COMMAND]", does: "how to use a command",
		setup: func(a *app, _ *flag.FlagSet) func([]string) int { return a.runHelp },
	}
}

// welcome is what a newcomer sees.
func (a *app) welcome() int {
	s := screen.New(a.stdout, a.env)
	s.Text(screen.Plain, "errand turns the errors of vendor SDKs inside an LLM agent's tools into answers the agent can act on: what failed, whether and when to repeat it, and no secret in the text.")
	s.Blank()
	s.Line("Try first:")
	a.tries(s)
	return a.written(s.Err())
}

// tries lists what to run.
func (a *app) tries(s *screen.Screen) {
	for _, row := range [][2]string{
		{a.self + " demo", "an agent whose tools fail for real, and what it is told"},
		{"curl -i URL | " + a.self + " classify", "the same for a response of yours"},
		{a.self + " explain 429", "what a status, a kind or a code means, slack:missing_scope too"},
		{a.self + " help", "everything else"},
	} {
		s.Line("  ", s.Paint(screen.Accent, row[0]))
		s.Line("      ", s.Paint(screen.Faint, row[1]))
	}
}

func (a *app) runHelp(args []string) int {
	if len(args) > 1 {
		return a.refuse("help takes one command")
	}
	for _, c := range commands() {
		if len(args) == 1 && c.name == args[0] {
			return a.help(c)
		}
	}
	if len(args) == 1 {
		return a.unknownCommand(args[0])
	}
	s := screen.New(a.stdout, a.env)
	s.Line("usage: ", s.Paint(screen.Strong, "errand COMMAND [FLAGS] [ARGUMENTS]"))
	s.Blank()
	for _, c := range commands() {
		s.Item(pad("  "+c.name, 12), screen.Strong, screen.Plain, c.does)
	}
	s.Blank()
	s.Line(s.Paint(screen.Strong, "exit codes"))
	s.Item("  0  ", screen.Strong, screen.Plain, "the command did what it is for; a response that is classified as a failure is a success of classify")
	s.Item("  1  ", screen.Strong, screen.Plain, "the demo's check or the matrix found a leak or a wrong answer, or the output could not be written")
	s.Item("  2  ", screen.Strong, screen.Plain, "the command line cannot be understood")
	s.Item("  3  ", screen.Strong, screen.Plain, "the input cannot be read or understood")
	s.Blank()
	s.Line(s.Paint(screen.Strong, "environment"))
	s.Item("  NO_COLOR        ", screen.Strong, screen.Plain, "no colours, whatever the terminal (https://no-color.org)")
	s.Item("  CLICOLOR_FORCE  ", screen.Strong, screen.Plain, "colours even where the output is no terminal")
	s.Item("  COLUMNS         ", screen.Strong, screen.Plain, "the width to write in; otherwise that of the terminal, or 80")
	return a.written(s.Err())
}

// help prints the help of a command.
func (a *app) help(c command) int {
	s := screen.New(a.stdout, a.env)
	s.Item("usage: ", screen.Plain, screen.Strong, strings.TrimSpace("errand "+c.name+" "+c.usage))
	s.Blank()
	s.Text(screen.Plain, strings.ToUpper(c.does[:1])+c.does[1:]+".")
	if c.more != "" {
		s.Blank()
		s.Text(screen.Plain, c.more)
	}
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.setup(a, fs)
	var rows [][2]string
	width := 0
	fs.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		label := strings.TrimRight("  "+dashes(f.Name)+f.Name+" "+value, " ")
		rows = append(rows, [2]string{label, usage})
		width = max(width, len(label)+2)
	})
	if len(rows) > 0 {
		s.Blank()
		s.Line(s.Paint(screen.Strong, "flags"))
	}
	for _, row := range rows {
		s.Item(pad(row[0], width), screen.Strong, screen.Plain, row[1])
	}
	return a.written(s.Err())
}

// dashes are those before a flag.
func dashes(name string) string {
	if len(name) == 1 {
		return "-"
	}
	return "--"
}

// pad makes a label at least so wide, and always ends it with two spaces.
func pad(label string, width int) string {
	return label + strings.Repeat(" ", max(width-utf8.RuneCountInString(label), 2))
}
