package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/snippet"
	"github.com/errand-go/errand/cmd/errand/internal/story"
)

const (
	// turnLabel is how wide the labels below a call are.
	turnLabel = 14
	// besideWidth is from which width on there are two columns.
	besideWidth = 120
	// leftWidth is that of the left column.
	leftWidth = 68
)

// A transcript prints a run of the agent as it goes on.
type transcript struct {
	app     *app
	options demoOptions
	screen  *screen.Screen
}

func (t *transcript) opening() {
	s := t.screen
	s.Item("errand demo: ", screen.Strong, screen.Plain, fmt.Sprintf("an agent makes %d tool calls, most of which fail; it takes seconds", story.Calls()))
	if t.options.json {
		return
	}
	s.Blank()
	s.Text(screen.Faint, "What the model says is a script. All else is real and measured: a server on this machine misbehaves; the clients are net/http "+
		"and go-retryablehttp; AWS's and Google's errors are made by their own packages; errand's agent loop runs the calls. "+
		"Made-up secrets (qv7x…, quorvex…) are planted in URLs and answers, to count the leaks.")
	s.Blank()
	item := func(label, text string) { s.Item(pad("    "+label, turnLabel), screen.Strong, screen.Faint, text) }
	s.Item(pad("  1/"+fmt.Sprint(story.Turns())+" “…”", turnLabel), screen.Accent, screen.Faint, "what the model says before it calls")
	item("happened", "what happened in the call")
	item("loop", "what the loop decided")
	item("told", "what the model was told")
	switch {
	case t.beside():
		item("  │", "beside it, what "+plainLoop+" tells it, given the same calls")
	case t.options.compare:
		item("instead", "what "+plainLoop+" tells it, given the same calls")
	}
	rule(s, "The user asks", "")
	s.Text(screen.Plain, story.Question)
}

// beside reports whether there are two columns.
func (t *transcript) beside() bool { return t.options.compare && t.screen.Width() >= besideWidth }

// moment prints what the run has come to.
func (t *transcript) moment(m story.Moment) {
	switch {
	case t.options.json:
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
		if t.options.json {
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
	if t.options.compare && !t.beside() {
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

// instead is what becomes of a call in the other loop.
func instead(c *story.Call, label string) []screen.Block {
	w := c.Without
	below := strings.Repeat(" ", len(label))
	told := screen.Block{Label: label, LabelStyle: screen.Strong, Text: strings.Join(strings.Fields(w.Text), " "), Words: w.Shows.Words()}
	note := screen.Block{Label: below, Style: screen.Bad}
	switch {
	case w.Fate == story.Died:
		told.Style, note.Text = screen.Bad, "✗ the program ends here"
	case w.Fate == story.Hung:
		return []screen.Block{{Label: label, LabelStyle: screen.Strong, Style: screen.Bad, Text: "✗ nothing: it waits for ever (the demo gave up)"}}
	case !w.Shows.None():
		note.Text = "✗ leaks " + w.Shows.String()
	case w.Runs > 0 && c.Runs == 0:
		note.Text = "✗ it ran, and nobody was asked"
	case !w.Failed:
		told.Style = screen.Faint
		return []screen.Block{told}
	case c.Decision.Action == story.Repeated:
		note.Text = "✗ a failure, where a wait and a repeat mend it"
	default:
		return []screen.Block{told}
	}
	return []screen.Block{told, note}
}

// actionStyle colours a decision: green for what helped, yellow for what the
// loop did not do.
func actionStyle(a story.Action) screen.Style {
	if slices.Contains([]story.Action{story.PassedOn, story.Repeated}, a) {
		return screen.Good
	}
	return screen.Warn
}

func (t *transcript) closing(p *story.Performance) int {
	if t.options.json {
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

// plainLoop is what errand is compared with.
const plainLoop = "a loop that passes err.Error() on"

// without says what the other loop came to.
func (t *transcript) without(w story.WithoutSummary) {
	s := t.screen
	rule(s, "The same calls without errand", "")
	s.Text(screen.Faint, "Measured too: "+plainLoop+" was given the same calls, and")
	item := func(there bool, format string, args ...any) {
		if there {
			s.Item("  ✗ ", screen.Bad, screen.Plain, fmt.Sprintf(format, args...))
		}
	}
	item(w.Leaks > 0, "told the model %d credentials and %d more planted %s, in %d results",
		len(w.Shows.Credentials), len(w.Shows.Texts), plural(len(w.Shows.Texts), "word"), w.Leaks)
	item(w.Unmended > 0, "gave up on %d %s that a wait and a repeat mend", w.Unmended, plural(w.Unmended, "read"))
	item(w.Unasked > 0, "closed the account, and asked nobody")
	item(w.Died+w.Hung > 0, "would have died of the panic and hung on the tool that does not return; the demo went on for it")
}

// next says what to do now.
func (t *transcript) next() {
	s := t.screen
	rule(s, "Now an agent of yours", "")
	s.Blank()
	for _, line := range snippet.Agent() {
		s.Line("    ", s.Paint(screen.Accent, line))
	}
	s.Blank()
	s.Text(screen.Faint, "docs/agent.md goes on from here: a model, a session, approval, limits, stores.")
	s.Blank()
	t.app.commands(s, [][2]string{
		{"demo --compare", "the same, beside " + plainLoop},
		{"demo --faults", "faults one by one, with the raw error of each"},
		{"explain 429", "what a status, a kind or a code means"},
		{"classify --help", "what an agent is told of a response of yours"},
	})
}
