package resolve

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/internal/wording"
	"github.com/errand-go/errand/toolerr"
)

// From which probability on learned words count as what a text states, and from which on they know
// the rule better than its phrases.
const likely, certain = 0.4, 0.7

// Read is [Call.Resolve] for an answer to the call: if that shows no place and no word, the whole
// answer states the rule, and the call shows the place. With names, the findings may show
// identifiers of the service, but not the whole answer, which has no slots for them. With listed, a
// vendor's adapter read the findings: only if they have no rule, the answer states it.
func (c *Call) Read(r toolerr.Refusal, names, listed bool) []toolerr.Problem {
	r.Findings = c.withoutProgram(r.Message, r.Findings)
	problems := c.resolve(r, names, listed)
	exact := func(p toolerr.Problem) bool { return !strings.Contains(p.Problem.String(), invalid) }
	done := decided(problems)
	if listed && slices.ContainsFunc(problems, exact) || done && (len(problems) > 1 || !c.holds(problems[0].Path)) {
		return problems
	}
	gist, loose := c.Gist(r.Message, r.Rest, false)
	inside := len(gist) > 0 && len(gist[0].Fields) > 0
	if done && (!inside || strings.Contains(problems[0].Problem.String(), `"`) || !strings.HasPrefix(gist[0].Fields[0], problems[0].Path+"/")) {
		return problems
	}
	with := r
	with.Findings = gist
	if better := c.Resolve(with, false); len(gist) > 0 && placed(better) >= placed(problems) && (decided(better) || placed(better) > placed(problems) || len(problems) == 0) {
		return better
	}
	if stated := append(gist, loose...); !done && !r.Indirect && len(stated) > 0 && isPlainRule(&stated[0]) && !some(r.Findings, hasRule) {
		with.Findings = slices.Clone(r.Findings) // whose places are known
		if len(problems) == 0 {
			with.Findings, names = []toolerr.Finding{{Limit: stated[0].Limit}}, false
		}
		for i := range with.Findings {
			with.Findings[i].Rule = stated[0].Rule
		}
		if better := c.resolve(with, names, listed); len(better) > 0 {
			return better
		}
	}
	return problems
}

// placed returns the number of problems with a path.
func placed(problems []toolerr.Problem) (n int) {
	for _, p := range problems {
		if p.Path != "" {
			n++
		}
	}
	return n
}

// isPlainRule reports whether a finding has a rule without a maximum or a minimum, which the call
// would have to break.
func isPlainRule(f *toolerr.Finding) bool {
	return f.Limit == "" || f.Rule == toolerr.RuleCountMismatch
}

func hasRule(f *toolerr.Finding) bool { return f.Rule != "" && f.Rule != toolerr.RuleBadValue }

// decided reports whether problems show a place and more than that its value is invalid, or a
// word.
func decided(problems []toolerr.Problem) bool {
	return slices.ContainsFunc(problems, func(p toolerr.Problem) bool {
		text := p.Problem.String()
		return p.Path != "" && !strings.HasPrefix(text, invalid) || p.Path == "" && strings.Contains(text, `"`) && !strings.HasPrefix(text, naming) && !strings.HasSuffix(text, invalid)
	})
}

const naming = "The error's text names the value of "

var invalid = toolerr.RuleBadValue.Message(toolerr.Detail{}).String()

// Gist returns what a text, and the rest of an answer, state of the call by the reading with the
// most evidence. If the call has nothing that they name, best is empty, and loose is what they
// state. plain means that no service wrote them.
func (c *Call) Gist(text, rest string, plain bool) (best, loose []toolerr.Finding) {
	readings := refusal.Readings(text)
	if rest != "" {
		readings = append(readings, refusal.Readings(rest)...)
		text += "\n" + rest
	}
	most := -1
	rule, sure := wording.Rule(text, c)
	for _, r := range c.learned(text, readings, rule, sure) {
		if r.Text = c.withoutEcho(r.Text); r.Text == "" {
			continue
		}
		foreign := mentionsAny(c, r.Text, foreignWords)
		r.Findings = c.withoutProgram(text, r.Findings)
		if len(r.Findings) == 0 {
			continue
		}
		if found, how := c.reading(r, plain); len(found) > 0 && how > most && (!foreign || some(found, func(f *toolerr.Finding) bool { return c.names(f) || len(f.Fields) == 1 && c.quotes(text, f.Fields[0]) })) {
			best, most = found, how
		} else if len(found) == 0 && !foreign {
			loose = r.Findings
		}
	}
	if len(best)+len(loose) == 0 {
		best = c.unexplained(text, rule, plain)
	}
	return best, loose
}

// withoutProgram returns findings that are not about the program that the model ran, with whose name
// its messages begin.
func (c *Call) withoutProgram(text string, found []toolerr.Finding) []toolerr.Finding {
	name, _, ok := strings.Cut(text, ": ")
	if !ok || name == "" || strings.Contains(name, " ") || !c.some(func(p *place) bool { return strings.HasPrefix(p.text, name+" ") }) {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(f toolerr.Finding) bool {
		return f.Word == name || f.Value == name || len(f.Fields) == 1 && f.Fields[0] == name
	})
}

// unexplained returns the finding of a value that a text surely refuses, without its rule.
func (c *Call) unexplained(text string, rule toolerr.Rule, plain bool) []toolerr.Finding {
	if rule == "" || refusal.IsSilent(text) {
		return nil
	}
	f := toolerr.Finding{Rule: toolerr.RuleBadValue}
	about := c.about(text, &f, plain)
	if about.sure < named || about.none > 1-named || !about.said || c.valueAt(about.path) == nil {
		return nil
	}
	if f.Word = about.word; f.Word == "" {
		f.Fields = []string{about.path}
	}
	return []toolerr.Finding{f}
}

// learned returns the readings of a text with what its learned words state: instead of another
// rule if they are certain, and besides. A limit, and a phrase of the lexicon that states nothing,
// know better.
func (c *Call) learned(text string, readings []refusal.Reading, rule toolerr.Rule, sure float64) []refusal.Reading {
	if rule == "" || sure < likely || strings.Count(text, " ") < 2 && sure < certain || refusal.IsSilent(text) { // "it broke"
		return readings
	}
	limited := false
	for i := range readings {
		f := readings[i].Findings
		limited = limited || f[0].Limit != ""
		if sure >= certain && len(f) == 1 && f[0].Limit == "" && (f[0].Rule != toolerr.RuleNotFound || rule != toolerr.RuleUnknown) { // which what does not exist is too
			f[0].Rule = rule
		}
	}
	if limited {
		return readings
	}
	return append(readings, refusal.Reading{Text: text, Findings: []toolerr.Finding{{Rule: rule, At: refusal.PositionIn(text)}}})
}

// withoutEcho returns a text without the lines that the call has, which parsers repeat.
func (c *Call) withoutEcho(text string) string {
	lines := strings.Split(text, "\n")
	for i := len(lines) - 1; i > 0; i-- { // the line above a caret
		if strings.Contains(lines[i], "^") && strings.Trim(lines[i], "^-~ .|\t") == "" && !c.mayShow(strings.TrimSpace(lines[i-1])) {
			lines = slices.Delete(lines, i-1, i+1)
			i--
		}
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool {
		at := strings.LastIndexAny(line, ":|") + 1
		part := strings.TrimSpace(line[at:])
		numbered := strings.HasSuffix(line[:at], "|") && strings.Trim(line[:at], " >|0123456789") == ""
		echoed := strings.Count(line[:at], " ") < 2 && strings.Contains(part, " ") && c.some(func(p *place) bool { return p.text != part && strings.Contains(p.text, part) })
		return part != "" && (numbered || echoed)
	}), "\n")
}
