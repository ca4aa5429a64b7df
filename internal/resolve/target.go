package resolve

import (
	"strings"

	"github.com/errand-go/errand/internal/wording"
	"github.com/errand-go/errand/toolerr"
)

// A text repeats names and values of the call, or writes them in its own way: "the latitude" for lat,
// "Missing service name" for Name. Which place it is about depends on how it does, on the words
// beside, on the rule and on what is at the place. What each of them is worth was learned: see
// package wording.

// A Target is a place of the call, or a word in the text there, that a text may be about.
type Target struct {
	Path, Word string
	strongest  string // the first evidence
	times      int    // that the text mentions it
	marked     bool   // in quotation marks, with signs, or in a word that is not one of errors
}

const (
	maxTargets = 256
	maxTimes   = 3 // that a text counts as mentioning a target

	probable  = 0.5  // place, from which on it is told
	shared    = 0.15 // probability of each of several missing places
	named     = 0.8  // from which on it is told without a rule
	doubtful  = 0.3  // probability of no place, up to which a text of a tool tells one
	unrelated = 0.8  // from which on it tells nothing
)

// targets collects those of a text, and what speaks for each of them and against it.
type targets struct {
	call *Call
	note wording.Note
	all  []Target
}

// Targets returns what a text that states a rule may be about, and notes what speaks for each of them,
// and at -1 what speaks for none. plain means that no service wrote the text.
func (c *Call) Targets(text string, f *toolerr.Finding, plain bool, note wording.Note) []Target {
	t := &targets{call: c, note: note}
	words := says(text)
	composed, top := 0, 0
	for n := range c.count() {
		p := c.nth(n)
		if p.secret || !p.sent && !c.isOpen(n) || !c.mayShowPath(p.path) {
			continue
		}
		if p.sent && p.depth == 1 {
			top++
		}
		if p.kind == '"' && isComposed(p.text) {
			composed++
		}
		if p.sent || p.depth == 1 {
			t.at(p.path, "")
		}
		t.mention(p, words, text)
	}
	note(-1, "none", "", "")
	note(-1, "none ", string(f.Rule), "")
	if plain {
		note(-1, "none plain", "", "")
	}
	for i := range words {
		note(-1, "none ", wording.Stem(words[i].text), "")
	}
	alike := map[string]int{}
	for i := range t.all {
		alike[t.all[i].strongest]++
	}
	for i := range t.all {
		of := &t.all[i]
		state := c.state(of, composed == 1)
		note(i, "rule ", string(f.Rule), state)
		note(i, "state ", state, of.strongest)
		note(i, "alike ", wording.Few(alike[of.strongest]), of.strongest)
		note(i, "depth ", wording.Few(strings.Count(of.Path, "/")), "")
		note(i, "top ", wording.Few(top), of.strongest)
		switch {
		case f.Limit == "" || !c.has([]byte(of.Path)):
		case c.breaks(of.Path, f):
			note(i, "broken ", state, "")
		default:
			note(i, "kept", "", "")
		}
	}
	return t.all
}

// state returns what is at the path of a target. single means that one text of the call has a syntax.
func (c *Call) state(of *Target, single bool) (state string) {
	switch p := c.valueAt(of.Path); {
	case p == nil:
		state = "open"
	case p.kind == '{':
		state = "object"
	case p.kind == '[':
		state = "list"
	case p.kind == '"' && isComposed(p.text) && single:
		state = "only"
	case p.kind == '"' && isComposed(p.text):
		state = "composed"
	case !c.answers(of.Path):
		state = "blank"
	case p.kind != '"':
		state = "number"
	default:
		state = "text"
	}
	if of.Word != "" {
		state = "word " + state
	}
	return state
}

// isOpen reports whether a place of the schema was not sent, although the object around it was.
func (c *Call) isOpen(i int) bool {
	p := c.nth(i)
	return !p.any && !c.inItem(i) && !c.has([]byte(p.path)) && (p.parent < 0 || c.has([]byte(c.nth(p.parent).path)))
}

// at returns the index of a target, which it adds, or -1 if there are too many.
func (t *targets) at(path, word string) int {
	for i := range t.all {
		if of := &t.all[i]; of.Path == path && of.Word == word {
			return i
		}
	}
	if len(t.all) == maxTargets {
		return -1
	}
	t.all = append(t.all, Target{Path: path, Word: word})
	return len(t.all) - 1
}

// mention notes how the words of a text mention a place and what is there.
func (t *targets) mention(p *place, words []said, text string) {
	stems := stemsOf(p.key)
	for i := range words {
		w := &words[i]
		if how := spelling(words, i, p.key, stems); how != "" && !p.item {
			if common[strings.ToLower(w.text)] {
				how += " common"
			}
			t.add(p.path, "", "name ", how, w)
		}
		switch {
		case !p.sent || !p.isScalar():
		case p.text == w.text && len(p.text) < minMentioned && digits(p.text):
			t.add(p.path, "", "value", " digits", w)
		case p.text == w.text && len(p.text) < minMentioned:
			t.add(p.path, "", "value", " short", w)
		case p.text == w.text:
			t.add(p.path, "", "value", "", w)
		case p.kind == '"' && strings.EqualFold(p.text, w.text):
			t.add(p.path, "", "value", " case", w)
		case p.kind == '"' && len(p.text) > len(w.text):
			if word, how, n := t.call.inText(p, w.text); n > 0 {
				t.add(p.path, word, "word "+wording.Few(n), how, w)
				t.add(p.path, "", "has word", how, w)
			}
		}
	}
	if p.sent && p.kind == '"' && isSentence(p.text) && mentionable(p.text) && strings.Contains(text, p.text) {
		t.add(p.path, "", "value", " sentence", &said{text: p.text, quoted: true})
	}
}

// inText returns how often a text of the call has a word that may be shown, up to two, and the word as
// the text has it, if only in another case.
func (c *Call) inText(p *place, word string) (as, how string, times int) {
	if !c.mayShow(word) && !c.hasIn(word, spelled) && !c.hasIn(word, literals) {
		if len(word) < minMentioned {
			return "", "", 0
		}
		as, how = "", " case"
		for _, token := range tokens(p.text) {
			if strings.EqualFold(bare(token), word) {
				as = bare(token)
				break
			}
		}
		if word = as; !c.mayShow(word) {
			return "", "", 0
		}
	}
	return word, how, len(occurrences(p, word))
}

// add notes a mention.
func (t *targets) add(path, word, evidence, how string, w *said) {
	i := t.at(path, word)
	if i < 0 || t.all[i].times == maxTimes {
		return
	}
	of := &t.all[i]
	if of.times++; of.times == 1 {
		of.strongest = evidence
	}
	form := w.form()
	of.marked = of.marked || !w.part && w.form() != "known"
	t.note(i, evidence, how, form)
	t.note(i, evidence[:4], " after ", w.before)
	t.note(i, evidence[:4], " before ", w.after)
}

// A verdict is what a text is most probably about.
type verdict struct {
	path, word string  // word is "" if the text is about the whole place
	marked     bool    // see [Target]
	beside     string  // another word there, which is marked
	sure       float64 // the probability of the path
	none       float64 // the probability of no place
	said       bool    // the text mentions the place, or no other one is possible
}

// tells reports whether the place of a verdict is probable, and in a text that no service wrote, also
// that the text is about the call.
func (v *verdict) tells(plain bool) bool {
	return v.sure >= probable && v.said && (!plain || v.none <= doubtful)
}

// about returns what a text that states a rule is most probably about: the innermost place that is
// probable with all below it.
func (c *Call) about(text string, f *toolerr.Finding, plain bool) (best verdict) {
	var s wording.Scores
	all := c.Targets(text, f, plain, s.Note)
	depth := 0
	for i := range all {
		of := &all[i]
		if of.Word != "" || of.times == 0 && !c.has([]byte(of.Path)) { // a place that is neither there nor named
			continue
		}
		v := verdict{path: of.Path, said: c.alone(of.Path) || c.breaksAlone(of.Path, f)}
		own, most, next := 0.0, 0.0, 0.0
		for n := range all {
			switch other, p := &all[n], s.Probability(n); {
			case other.Path == of.Path:
				v.sure += p
				v.said = v.said || other.times > 0
				own += p
				switch {
				case other.Word == "" || p <= next:
				case p > most:
					if v.beside, next = "", 0; v.marked {
						v.beside, next = v.word, most
					}
					v.word, v.marked, most = other.Word, other.marked, p
				case other.marked:
					v.beside, next = other.Word, p
				}
			case strings.HasPrefix(other.Path, of.Path+"/"):
				v.sure += p
				v.said = v.said || other.times > 0
			}
		}
		if most+next < own/2 {
			v.word = ""
		}
		if next < own/10 || strings.Contains(v.word, v.beside) {
			v.beside = ""
		}
		if d := strings.Count(of.Path, "/"); d > depth && (v.sure >= probable || v.sure > best.sure) || d <= depth && best.sure < probable && v.sure > best.sure {
			best, depth = v, d
		}
	}
	best.none = s.Probability(-1)
	return best
}

// denies reports whether a verdict is about another place than a mention, and not about one around
// it, or about another word there.
func (v *verdict) denies(m mention) bool {
	if v.path == m.path {
		return v.word != "" && m.word != "" && v.word != m.word
	}
	return !strings.HasPrefix(m.path, v.path+"/")
}

// alone reports whether a place is the only argument, or the only text with a syntax.
func (c *Call) alone(path string) bool {
	argument, _ := c.only(func(p *place) bool { return p.depth == 1 })
	text, _ := c.only(func(p *place) bool { return p.kind == '"' && isComposed(p.text) })
	return path == argument || path == text
}

// breaksAlone reports whether only the value at a path breaks a limit.
func (c *Call) breaksAlone(path string, f *toolerr.Finding) bool {
	if f.Limit == "" {
		return false
	}
	only, _ := c.only(func(p *place) bool { return p.depth == 1 && c.breaks(p.path, f) })
	return only == path
}

// missing returns the places that were not sent and that a text names as missing, in the order of the
// schema.
func (c *Call) missing(text string, plain bool) (found []toolerr.Finding) {
	var s wording.Scores
	for i, of := range c.Targets(text, &toolerr.Finding{Rule: toolerr.RuleRequired}, plain, s.Note) {
		if of.times > 0 && !c.answers(of.Path) && s.Probability(i) >= shared {
			found = append(found, toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{of.Path}})
		}
	}
	return found
}
