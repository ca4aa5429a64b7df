package cli

import (
	"flag"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

func helpCommand() command {
	return command{
		name: "help", usage: "[COMMAND]", does: "prints how to use a command",
		setup: func(a *app, _ *flag.FlagSet) func([]string) int { return a.runHelp },
	}
}

func (a *app) runHelp(args []string) int {
	if len(args) > 1 {
		return a.refuse("help takes at most one command")
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
	s.Text("errand turns the errors of vendor SDKs inside an LLM agent's tools into answers the agent can act on: what failed, whether and when to retry it, and no secret in the text.")
	s.Blank()
	s.Item("usage: ", a.self+" COMMAND [FLAGS] [ARGUMENTS]   (try demo first)")
	s.Blank()
	for _, c := range commands() {
		s.Item(pad("  "+c.name, 12), c.does)
	}
	s.Blank()
	s.Line("exit codes")
	s.Item("  0    ", "success; classify also exits with 0 when the response it classified is a failure")
	s.Item("  1    ", "the checks of demo or matrix found a leak or a wrong answer, a column of audit --fail-on has a flaw, or the output cannot be written")
	s.Item("  2    ", "the command line is wrong")
	s.Item("  3    ", "the input cannot be read or parsed, or the server cannot be audited")
	s.Blank()
	s.Line("environment")
	s.Item("  COLUMNS         ", "the width of the output; by default that of the terminal, or 80")
	return a.written(s.Err())
}

// help prints the help page of a command.
func (a *app) help(c command) int {
	s := screen.New(a.stdout, a.env)
	s.Item("usage: ", strings.TrimSpace("errand "+c.name+" "+c.usage))
	s.Blank()
	s.Text(strings.ToUpper(c.does[:1]) + c.does[1:] + ".")
	if c.more != "" {
		s.Blank()
		s.Text(c.more)
	}
	fs := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.setup(a, fs)
	var rows [][2]string
	width := 0
	fs.VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		dashes := "  --"[:min(len(f.Name), 2)+2]
		label := strings.TrimRight(dashes+f.Name+" "+value, " ")
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			usage += " (default: " + f.DefValue + ")"
		}
		rows = append(rows, [2]string{label, usage})
		width = max(width, len(label)+2)
	})
	if len(rows) > 0 {
		s.Blank()
		s.Line("flags")
	}
	for _, row := range rows {
		s.Item(pad(row[0], width), row[1])
	}
	return a.written(s.Err())
}

// pad returns the label, padded with at least two spaces to the width.
func pad(label string, width int) string {
	return label + strings.Repeat(" ", max(width-utf8.RuneCountInString(label), 2))
}
