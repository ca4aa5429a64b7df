package cli

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/story"
)

const (
	// turnLabel is the width of the labels below a call.
	turnLabel = 14
	// summaryLabel is the width of the labels of the summary.
	summaryLabel = 14
	// besideWidth is the minimum width of a screen with two columns.
	besideWidth = 120
	// leftWidth is the width of the left column.
	leftWidth = 68
)

// agentCode is the code at the end of the demo. A test compiles it.
const agentCode = `search := agent.NewTool("search_docs", "Searches.", searchDocs)
helper, err := agent.New(agent.Config{
	Name: "helper", Model: model, Tools: []agent.Tool{search},
	// HTTP, files, programs and the vendors of docs/vendors.md.
	Adapters: adapters.Default(),
})`

// A transcript prints a run of the agent while it is running.
type transcript struct {
	app           *app
	compare, json bool // the flags
	screen        *screen.Screen
}

func (t *transcript) opening() {
	s := t.screen
	s.Item("errand demo: ", screen.Strong, screen.Plain, fmt.Sprintf("an agent makes %d tool calls, most of which fail; it takes seconds", story.Calls()))
	if t.json {
		return
	}
	s.Blank()
	s.Text(screen.Faint, "What the model says is a script. Everything else is real and measured: a server on this machine misbehaves; the clients are net/http "+
		"and go-retryablehttp; the errors of AWS and Google come from their own packages; errand's agent loop runs the calls. "+
		"Made-up secrets (qv7x…, quorvex…) are planted in URLs and answers, so that leaks can be counted.")
	s.Blank()
	item := func(label, text string) { s.Item(pad("    "+label, turnLabel), screen.Strong, screen.Faint, text) }
	s.Item(pad("  1/"+fmt.Sprint(story.Turns())+" “…”", turnLabel), screen.Accent, screen.Faint, "what the model says before its calls")
	item("happened", "what happened in the call")
	item("loop", "what the loop decided")
	item("told", "what the model was told")
	switch {
	case t.beside():
		item("  │", "on the right: what "+plainLoop+" tells it, given the same calls")
	case t.compare:
		item("instead", "what "+plainLoop+" tells it, given the same calls")
	}
	rule(s, "The user asks", "")
	s.Text(screen.Plain, story.Question)
}

// beside reports whether there are two columns.
func (t *transcript) beside() bool { return t.compare && t.screen.Width() >= besideWidth }

// moment prints a moment of the run.
func (t *transcript) moment(m story.Moment) {
	switch {
	case t.json:
	case m.Answer != "":
		rule(t.screen, "The model answers", "")
		t.screen.Text(screen.Plain, m.Answer)
	case m.Calls == nil:
		asks := ""
		if m.Asks > 1 {
			asks = fmt.Sprintf("%d calls", m.Asks)
		}
		rule(t.screen, fmt.Sprintf("%d/%d “%s”", m.Turn, story.Turns(), m.Says), asks)
	}
	for i, c := range m.Calls {
		if t.json {
			return
		}
		if i > 0 {
			t.screen.Blank()
		}
		t.call(c)
	}
}

// call prints everything about one call.
func (t *transcript) call(c *story.Call) {
	s := t.screen
	s.Item("  "+c.Tool+" ", screen.Strong, screen.Faint, spaced(c.Args))
	block := func(label string, style screen.Style, text string, words []string) screen.Block {
		return screen.Block{Label: pad("    "+label, turnLabel), LabelStyle: screen.Strong, Style: style, Text: text, Words: words}
	}
	s.Blocks(
		block("happened", screen.Plain, strings.Join(c.Happened, "; then "), nil),
		block("loop", actionStyle(c.Decision.Action), c.Decision.Text, nil),
	)
	told := block("told", screen.Plain, spaced(c.Payload), c.PayloadShows.Words())
	if t.beside() {
		s.Beside(leftWidth, []screen.Block{told}, instead(c, ""))
	} else {
		s.Blocks(told)
	}
	if t.compare && !t.beside() {
		s.Blocks(instead(c, pad("    instead", turnLabel))...)
	}
	for _, text := range c.Differs {
		t.complain(text)
	}
	if !c.PayloadShows.None() {
		t.complain("the model was told " + c.PayloadShows.String())
	}
}

func (t *transcript) complain(text string) {
	t.screen.Item("    CHECK FAILED  ", screen.Alarm, screen.Bad, text)
}

// instead returns the blocks of the call in the other loop.
func instead(c *story.Call, label string) []screen.Block {
	w := c.Without
	below := strings.Repeat(" ", len(label))
	told := screen.Block{Label: label, LabelStyle: screen.Strong, Text: strings.Join(strings.Fields(w.Text), " "), Words: w.Shows.Words()}
	note := screen.Block{Label: below, Style: screen.Bad}
	switch {
	case w.Fate == story.Died:
		told.Style, note.Text = screen.Bad, "✗ the program ends here"
	case w.Fate == story.Hung:
		return []screen.Block{{Label: label, LabelStyle: screen.Strong, Style: screen.Bad, Text: "✗ nothing: the loop never returns (the demo gave up waiting)"}}
	case !w.Shows.None():
		note.Text = "✗ leaks " + w.Shows.String()
	case w.Runs > 0 && c.Runs == 0:
		note.Text = "✗ the tool ran without an approval"
	case !w.Failed:
		told.Style = screen.Faint
		return []screen.Block{told}
	case c.Decision.Action == story.Retried:
		note.Text = "✗ a failure, although a retry after a wait succeeds"
	default:
		return []screen.Block{told}
	}
	return []screen.Block{told, note}
}

// actionStyle returns the colour of a decision: green if the call succeeded, yellow if it
// did not.
func actionStyle(a story.Action) screen.Style {
	if slices.Contains([]story.Action{story.PassedOn, story.Retried}, a) {
		return screen.Good
	}
	return screen.Warn
}

func (t *transcript) closing(p *story.Performance) int {
	if t.json {
		return t.app.writeJSON(p)
	}
	s := t.screen
	rule(s, "What the demo checked", "")
	for _, c := range p.Summary.Checks {
		mark, style := "✓ ", screen.Good
		if !c.OK {
			mark, style = "✗ ", screen.Bad
		}
		s.Item(pad("  "+mark+c.Name, summaryLabel), style, screen.Plain, c.Text)
	}
	t.without(p.Summary.Without)
	if p.Summary.Failed == 0 {
		t.next()
	}
	return t.app.written(s.Err())
}

// plainLoop names the loop that errand is compared with.
const plainLoop = "a loop that passes err.Error() on"

// without prints the figures of the other loop.
func (t *transcript) without(w story.WithoutSummary) {
	s := t.screen
	rule(s, "The same calls without errand", "")
	s.Text(screen.Faint, "Also measured: "+plainLoop+" got the same calls and")
	item := func(there bool, format string, args ...any) {
		if there {
			s.Item("  ✗ ", screen.Bad, screen.Plain, fmt.Sprintf(format, args...))
		}
	}
	item(w.Leaks > 0, "told the model %d credentials and %d more planted %s, in %d results",
		len(w.Shows.Credentials), len(w.Shows.Texts), plural(len(w.Shows.Texts), "word"), w.Leaks)
	item(w.Unretried > 0, "gave up on %d %s although a retry after a wait succeeds", w.Unretried, plural(w.Unretried, "read"))
	item(w.Unasked > 0, "closed the account without asking anybody")
	item(w.Died+w.Hung > 0, "would have crashed on the panic, and waited for ever for the tool that does not return; the demo stepped in")
}

// next prints suggestions for the next commands.
func (t *transcript) next() {
	s := t.screen
	rule(s, "Build your own agent", "")
	s.Blank()
	for line := range strings.SplitSeq(agentCode, "\n") {
		s.Line("    ", s.Paint(screen.Accent, strings.ReplaceAll(line, "\t", "    ")))
	}
	s.Blank()
	s.Text(screen.Faint, "docs/agent.md continues from here: a model, a session, approval, limits, stores.")
	s.Blank()
	commandList(s, [][2]string{
		{t.app.self + " demo --compare", "the same run, beside " + plainLoop},
		{t.app.self + " matrix --fault 429-delta", "a single fault: its raw errors, and the errors that the model reads"},
		{t.app.self + " explain 429", "the meaning of a status, a kind or a code"},
		{t.app.self + " classify --help", "the error that a model would read for a response you have saved"},
	})
}

// rule writes a line across the screen, or a heading if it does not fit in one.
func rule(s *screen.Screen, left, right string) {
	if right != "" {
		right = " " + right
	}
	used := len("-- ") + utf8.RuneCountInString(left+right) + len(" ")
	s.Blank()
	if used+len("--") > s.Width() {
		s.Item("── ", screen.Faint, screen.Accent, left)
		return
	}
	fill := strings.Repeat("─", s.Width()-used)
	s.Line(s.Paint(screen.Faint, "── "), s.Paint(screen.Accent, left), s.Paint(screen.Faint, " "+fill), right)
}
