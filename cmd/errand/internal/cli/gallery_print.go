package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/errand-go/errand/cmd/errand/internal/scene"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/snippet"
)

// cardLabel is how wide the labels of a card are.
const cardLabel = 13

// summaryLabel is how wide the labels of the summary are.
const summaryLabel = 14

// rule writes a line across the screen, or a heading that does not fit in one.
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

// card prints everything about one call.
func (p *player) card(n int, o scene.Outcome) {
	title, happens := o.Title, o.Happens
	if p.total > 1 {
		title = fmt.Sprintf("%d/%d %s", n, p.total, o.Title)
		happens += " [" + o.Name + "]"
	}
	s := p.screen
	rule(s, title, strings.TrimSpace(o.Tool+" "+o.Method))
	label := func(text string) string { return pad("  "+text, cardLabel) }
	s.Item(label("happens"), screen.Strong, screen.Plain, happens)
	s.Marked(label("raw error"), screen.Strong, screen.Plain, o.RawError, o.RawShows.Words())
	if !o.RawShows.None() {
		s.Item(label(""), screen.Plain, screen.Bad, "✗ leaks "+o.RawShows.String())
	}
	s.Marked(label("payload"), screen.Strong, screen.Plain, spaced(o.Payload), o.PayloadShows.Words())
	s.Item(label("decision"), screen.Strong, decisionStyle(o.Decision), o.Decision.Text)
	if p.options.fault != "" {
		p.details(o)
	}
	p.complaints(o)
}

// and is "a, b and c".
func and(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

// details prints what only somebody who asked for one fault wants to know.
func (p *player) details(o scene.Outcome) {
	s := p.screen
	s.Blank()
	s.Line(s.Paint(screen.Accent, "  in the log, for the developer (credentials are redacted)"))
	for _, row := range append(developerRows(o.Report), [][2]string{
		{"guidance", string(o.Report.Guidance)},
		{"effect", string(o.Report.Effect)},
	}...) {
		if row[1] != "" {
			s.Item(pad("  "+row[0], reportLabel), screen.Strong, screen.Plain, row[1])
		}
	}
	s.Item(pad("  took", reportLabel), screen.Strong, screen.Plain, fmt.Sprintf("%d ms", o.TookMS))
}

// complaints prints what the check found.
func (p *player) complaints(o scene.Outcome) {
	complain := func(text string) {
		p.screen.Item(pad("  CHECK FAILED", cardLabel), screen.Alarm, screen.Bad, text)
	}
	if !o.PayloadShows.None() {
		complain("an agent's view of the error shows " + and(o.PayloadShows.Words()))
	}
	if len(o.ReportShows) > 0 {
		complain("the report shows " + and(o.ReportShows))
	}
	for _, d := range o.Differs {
		complain(d)
	}
}

// line prints a call in a line.
func (p *player) line(o scene.Outcome) {
	s := p.screen
	mark, style := "✓", screen.Good
	if !o.OK() {
		mark, style = "✗", screen.Bad
	}
	kind := string(o.Report.Kind)
	action := strings.ReplaceAll(string(o.Decision.Action), "_", " ")
	if w := o.Decision.WaitMS; w != nil {
		action += " in " + (time.Duration(*w) * time.Millisecond).String()
	}
	s.Line(s.Paint(style, mark), " ", s.Paint(screen.Strong, pad(o.Name, 32)), pad(kind, 39), s.Paint(screen.Faint, action))
	p.complaints(o)
}

func (p *player) summary(outcomes []scene.Outcome, sum scene.Summary) {
	s := p.screen
	item := func(label string, style screen.Style, text string) {
		s.Item(pad("  "+label, summaryLabel), screen.Strong, style, text)
	}
	if p.total == 1 {
		s.Blank()
		item("check", checkStyle(sum), check(outcomes, sum))
		return
	}
	rule(s, "What errand made of it", "")
	item("raw errors", screen.Plain, fmt.Sprintf("%d of %d would have shown the model something planted: %d credentials and %d words of URLs and answers",
		sum.RawLeaks, sum.Calls, sum.RawCredentials, sum.RawTexts))
	item("payloads", screen.Plain, fmt.Sprintf("%d credentials, %d words", sum.LeakedCredentials, sum.Leaks-sum.LeakedCredentials))
	item("repeats", screen.Plain, repeats(outcomes, sum))
	if sum.Panics > 0 {
		item("panics", screen.Plain, fmt.Sprintf("%d contained: the process lives, and the stack is in the log", sum.Panics))
	}
	item("check", checkStyle(sum), check(outcomes, sum))
}

// repeats says what a loop that repeats every failure would do, and what errand
// does.
func repeats(outcomes []scene.Outcome, sum scene.Summary) string {
	var twice []string
	for _, o := range outcomes {
		if o.Decision.CanRetry && !o.Decision.SafeToRepeat && !slices.Contains(twice, o.Tool) {
			twice = append(twice, o.Tool)
		}
	}
	text := fmt.Sprintf("a loop that repeats every failure would waste %d %s", sum.Pointless, plural(sum.Pointless, "call"))
	if sum.Dangerous > 0 {
		text += fmt.Sprintf(", and %d more could act twice (%s)", sum.Dangerous, strings.Join(twice, ", "))
	}
	return text + fmt.Sprintf("; errand repeats %d, %d of them after the wait that the service named", sum.Safe, sum.Waits)
}

// check says how the demo's check ended.
func check(outcomes []scene.Outcome, sum scene.Summary) string {
	right := sum.Calls
	for _, o := range outcomes {
		if len(o.Differs) > 0 {
			right--
		}
	}
	verdict := "passed"
	if sum.Failed > 0 {
		verdict = "FAILED"
	}
	took := (time.Duration(sum.TookMS) * time.Millisecond).Round(10 * time.Millisecond)
	return fmt.Sprintf("%s in %s: %d of %d %s right for %s, and %d planted %s got through",
		verdict, max(took, 10*time.Millisecond), right, sum.Calls, oneOrMore(sum.Calls, "answer is", "answers are"),
		oneOrMore(sum.Calls, "its fault", "their faults"), sum.Leaks, plural(sum.Leaks, "word"))
}

// oneOrMore chooses between a singular and a plural.
func oneOrMore(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

func checkStyle(sum scene.Summary) screen.Style {
	if sum.Failed > 0 {
		return screen.Bad
	}
	return screen.Good
}

// next says what to do now.
func (p *player) next() {
	s := p.screen
	rule(s, "Now a tool of yours", "")
	s.Blank()
	for _, line := range snippet.Lines() {
		s.Line("    ", s.Paint(screen.Accent, line))
	}
	s.Blank()
	s.Item("  net/http  ", screen.Strong, screen.Plain, "client.Transport = httpadapter.Transport{}, and httpadapter.CheckResponse(resp) for statuses")
	s.Item("  an SDK    ", screen.Strong, screen.Plain, `adapters.Default().With("search_docs", itsadapter.Adapter{}): a table and a walk, as in demo --fault own-adapter`)
	s.Blank()
	p.app.commands(s, [][2]string{
		{"demo --fault 429-delta", "one fault, with what the developer sees"},
		{"demo --list", "the names of all faults"},
		{"explain 429", "what a status, a kind or a code means"},
		{"classify --help", "what an agent is told of a response of yours"},
	})
}

// commands lists commands to run next.
func (a *app) commands(s *screen.Screen, rows [][2]string) {
	width := 0
	for _, row := range rows {
		width = max(width, len("    "+a.self+" "+row[0]+"  "))
	}
	for _, row := range rows {
		s.Item(pad("    "+a.self+" "+row[0], width), screen.Accent, screen.Faint, row[1])
	}
}
