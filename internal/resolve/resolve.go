package resolve

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// Limits of a resolution.
const (
	maxProblems = 8
	maxWords    = 8  // words of the call besides paths
	maxNames    = 16 // names that are shown only with the author's permission
	maxName     = 40
	maxBytes    = 2 << 10
	maxFindings = 64 // findings that are read, and fewer for arguments of more bytes than smallText
	smallText   = 16 << 10
	maxUpstream = 500 // bytes of the service's message
	maxRaw      = 8 << 10
	overlap     = 256     // bytes before a cut that may belong to a credential of several words
	maxMessage  = 1 << 10 // bytes of a message that is searched for a value
)

// The length in characters of a value that can show its place without a finding.
const minMentioned, maxMentioned = 3, 64

// Resolve returns the part of a refusal of the call that a model may read. With names, this
// includes identifiers that the service put into members for them.
func (c *Call) Resolve(r toolerr.Refusal, names bool) []toolerr.Problem {
	return c.resolve(r, names, false)
}

// Listed is [Call.Resolve] for findings that a vendor's adapter read: words of the message show
// no place.
func (c *Call) Listed(r toolerr.Refusal, names bool) []toolerr.Problem {
	return c.resolve(r, names, true)
}

func (c *Call) resolve(r toolerr.Refusal, names, listed bool) []toolerr.Problem {
	v := &view{call: c, names: names, listed: listed, message: r.Message, indirect: r.Indirect, single: len(r.Findings) == 1, found: make([]candidate, 0, min(len(r.Findings), maxProblems))}
	most := min(len(r.Findings), maxFindings*smallText/max(c.size, smallText)) // each is looked for in the whole call
	for _, f := range r.Findings[:most] {
		v.add(&f)
	}
	if path := v.mentioned(nil); len(v.found) == 0 && !r.Indirect && path != "" {
		return []toolerr.Problem{toolerr.NamesValue(path)}
	}
	return v.problems()
}

// Readable returns a function that reports whether the model may read a word of the tool.
// The function allows words of the call and, with names, at most 16 identifiers.
func (c *Call) Readable(names bool) func(word string) bool {
	shown := 0
	return func(word string) bool {
		switch {
		case c.mayShow(word):
			return true
		case names && shown < maxNames && isName(word) && !c.denies(word):
			shown++
			return true
		}
		return false
	}
}

// Allows reports whether a word is not a secret, by the schema or the name of its argument.
func (c *Call) Allows(word string) bool { return !c.denies(word) }

// A view collects the problems that a model reads.
type view struct {
	call     *Call
	names    bool
	listed   bool // see [Call.Listed]
	indirect bool // as in toolerr.Refusal
	single   bool // there is one finding
	plain    bool // no service wrote the message
	found    []candidate
	shown    int // number of names shown

	message string // the service's message
	literal string // a refused value that a statement of the call contains
}

// A candidate is a problem with its position in the order of the schema, then of the
// arguments.
type candidate struct {
	path  string
	order [4]int // of the place in the schema, of its name among the arguments, of its words, of the item
	form
	less  [2]form // alternatives, if not all of its words may be shown; without a text there is none
	items int     // the number of other items of a list with the same problem
}

// before reports whether a candidate comes before another one.
func (c *candidate) before(o *candidate) bool {
	return cmp.Or(slices.Compare(c.order[:], o.order[:]), cmp.Compare(c.path, o.path), cmp.Compare(c.text(), o.text())) < 0
}

// A form is a problem without its path, and the words of the call in its sentence.
type form struct {
	toolerr.Problem
	words []string
}

// text returns the sentence of the problem.
func (f *form) text() string { return f.Problem.Problem.String() }

// add adds the problem of a finding, which it changes.
func (v *view) add(f *toolerr.Finding) {
	if !v.listed && (f.At == (toolerr.Position{}) || v.call.tokenAt(f.At) == "") {
		v.place(f)
	}
	if v.indirect && !v.call.concerns(f) {
		return
	}
	if f.At == (toolerr.Position{}) && v.single && !v.listed && slices.Contains(positioned, f.Rule) {
		at := refusal.PositionIn(v.message)
		if _, ok := v.call.only(func(p *place) bool { return p.has(at) && isComposed(p.text) }); ok {
			f.At = at
		}
	}
	path, beside := v.paths(f)
	lacks := false
	if f.Rule == toolerr.RuleRequired && path != "" && f.Word == "" && v.call.answers(path) {
		if lacks = f.Fields[0] == path && isComposed(v.call.textAt(path)); !lacks {
			return // the place is another one: of the service's answer, or of its configuration
		}
	}
	placed := path != "" && f.Word == "" && f.At == (toolerr.Position{}) && !v.call.holds(path) // the value is not shown
	if !placed && !v.call.mayShow(f.Word) && !v.call.mayShow(f.Value) {
		value := f.Value
		if v.point(f); f.Value != value {
			path, beside = v.paths(f)
		}
	}
	if len(f.Fields) == 1 && (f.Fields[0] == f.Word || f.Fields[0] == f.Value || isOption(f.Fields[0])) {
		if path != "" && f.Fields[0] == f.Word {
			f.Word = ""
		} else if path == "" && (f.Word != "" || f.Value != "") {
			f.Fields = nil
		}
	}
	if path == "" && (len(f.Fields) == 0 || v.indirect || f.Fields[0] == f.Value) {
		path = v.valued(f.Value)
	}
	if path == "" && len(f.Fields) == 1 && (f.Rule == toolerr.RuleBadValue || slices.Contains(valueRules, f.Rule)) { // "x is not a valid model"
		path = v.valued(f.Fields[0])
	}
	if path == "" && v.single && len(f.Fields) == 0 && f.Word == "" && f.Value == "" && slices.Contains(valueRules, f.Rule) {
		path = v.mentioned(f.Names)
	}
	if path != "" && (v.call.readAsAnother(path, f.Rule) || f.Rule == toolerr.RuleBadValue && v.call.lacks(path) && strings.Contains(v.message, "issing ")) {
		f.Rule, f.Names = toolerr.RuleRequired, nil
	}
	if last := path[strings.LastIndexByte(path, '/')+1:]; f.Rule == toolerr.RuleWrongType && len(f.Names) == 0 && isCalled("type", strings.ToLower(last)) { // "invalid type x"
		f.Rule = toolerr.RuleBadValue
	}
	if text := v.call.textAt(path); f.Rule == toolerr.RuleSyntax && text != "" && text == cmp.Or(f.Word, f.Value) {
		if f.Word = ""; isComposed(text) || f.At.Offset > 0 {
			f.Value, placed = "", true
		} else {
			f.Rule = toolerr.RuleBadFormat // one word has no syntax
		}
	}
	// A value shows the place if the service names none, or one of several values there.
	show := !placed && (path == "" || len(f.Fields) == 0 || v.call.holds(path))
	if path == "" && f.Rule == toolerr.RuleRequired && len(f.Fields) > 0 {
		if at, name, ok := v.call.around(f.Fields[0]); ok && v.call.mayShowPath(at) {
			path, lacks, f.Names = at, true, []string{name}
		}
	}
	if path == "" && v.single && len(f.Fields) == 0 && f.Word == "" && f.Value == "" && v.guess(f) > 0 {
		path, beside = v.paths(f)
	}
	if text := v.call.textAt(path); v.single && !v.listed && !v.mayShow(f.Word) && (!v.mayShow(f.Value) || !show) && isSentence(text) {
		if about := v.call.about(v.message, f, v.plain); about.path == path {
			f.Word = cmp.Or(about.word, f.Word)
		}
	}
	if f.Limit == "" && v.single && !v.listed {
		v.limitOf(f, path)
	}
	if sent := v.call.textAt(path); sent != "" && sent == f.Limit && !f.Beyond && (f.Rule == toolerr.RuleTooLarge || f.Rule == toolerr.RuleTooSmall) {
		f.Limit = "" // it is the refused value
	}
	f.Rule = v.call.measured(path, f.Rule)
	if names := v.call.excluded(path, f); names != nil {
		f.Rule, f.Names = toolerr.RuleNotAllowed, names
	}
	c := candidate{}
	d, some := v.detail(f, path == "", show, &c)
	d.Inside = lacks
	if word := cmp.Or(f.Word, f.Value); beside == "" && word != "" && v.single && strings.Contains(v.message, "-") {
		beside = v.option(word)
	}
	if path == "" && !some && (f.Rule == toolerr.RuleBadValue || !f.Rule.Known()) {
		return
	}
	at := v.position(f, path == "")
	if path == "" && v.call.mayShowPath(at.path) {
		path = at.path
	}
	if word := cmp.Or(f.Word, f.Value); beside == "" && word != "" && v.single && !v.listed && f.Rule != toolerr.RuleConflict && f.Rule != toolerr.RuleDepends && isSentence(v.call.textAt(path)) {
		switch about := v.call.about(v.message, f, v.plain); {
		case about.path != path:
		case about.word != word && about.marked:
			beside = about.word
		case about.word != word:
		default:
			beside = about.beside
		}
		if strings.Contains(word, beside) || strings.HasPrefix(v.message, beside+":") {
			beside = ""
		}
	}
	if beside != "" {
		d.Beside = toolerr.Quote(beside)
	}
	d.Unplaced = path == "" || len(f.Fields) == 2 && f.Fields[1] == inside
	c.path, d.At, d.Stated, d.Received = path, at.at, at.stated, at.received
	c.write(f.Rule, d)
	if slices.ContainsFunc(v.found, func(o candidate) bool { return o.path == path && o.text() == c.text() }) {
		return
	}
	schema, name, sent := v.call.order(path)
	c.order = [4]int{schema, name, maxKnown, sent}
	if len(c.words) > 0 {
		c.order[2] = v.call.rank(c.words[0])
	}
	v.found = append(v.found, c)
}

// vagueRules are those that a text may state of a value that the schema's list does not have.
var vagueRules = []toolerr.Rule{
	"", toolerr.RuleBadValue, toolerr.RuleBadFormat, toolerr.RuleWrongType, toolerr.RuleNotAllowed, toolerr.RuleUnsupported, toolerr.RuleNotFound, toolerr.RuleUnknown, toolerr.RuleSyntax,
}

// positioned are the rules that a part of a text can break.
var positioned = []toolerr.Rule{toolerr.RuleUnknown, toolerr.RuleSyntax, toolerr.RuleBadFormat, toolerr.RuleUnsupported, toolerr.RuleDuplicate}

// write sets the texts of a candidate: one with all details and, if it has words of the
// call, one without the valid names and one without any of the words.
func (c *candidate) write(rule toolerr.Rule, d toolerr.Detail) {
	c.Problem = rule.Problem("", d)
	if c.words = in(c.text(), c.words); len(c.words) == 0 {
		return
	}
	if len(d.Names) > 0 {
		d.Names = nil
		fewer := form{Problem: rule.Problem("", d)}
		if fewer.words = in(fewer.text(), c.words); len(fewer.words) > 0 && len(fewer.words) < len(c.words) {
			c.less[0] = fewer
		}
	}
	if d.Word, d.Field = (toolerr.Arg{}), (toolerr.Arg{}); d.Unplaced {
		d.Beside = toolerr.Arg{}
	}
	if !d.Unplaced || rule.Known() && rule != toolerr.RuleBadValue {
		c.less[1] = form{rule.Problem("", d), nil}
	}
}

// in returns the words that a text contains, each as often as the text has it.
func in(text string, words []string) (found []string) {
	for i, w := range words {
		if slices.Contains(words[:i], w) {
			continue
		}
		for range timesQuoted(text, w) {
			if found == nil {
				found = make([]string, 0, len(words))
			}
			found = append(found, w)
		}
	}
	return found
}

// timesQuoted returns how often a text has a word as [toolerr.Quote] writes it.
func timesQuoted(text, word string) (n int) {
	if strings.ContainsFunc(word, func(r rune) bool { return r == '"' || r == '\\' || !strconv.IsPrint(r) }) {
		return strings.Count(text, toolerr.Quote(word).String())
	}
	for before, after, ok := strings.Cut(text, word); ok; before, after, ok = strings.Cut(after, word) {
		if strings.HasSuffix(before, `"`) && strings.HasPrefix(after, `"`) {
			n++
		}
	}
	return n
}

// paths returns the places of a finding, with "" for one that is not shown. The order of
// two that exclude each other is that of the call, not of the service.
func (v *view) paths(f *toolerr.Finding) (path, beside string) {
	for i, field := range f.Fields[:min(len(f.Fields), 2)] {
		p, ok := v.call.path(field, f.Value)
		if _, rest, below := strings.Cut(field, "."); below && !ok && v.call.proves(f, rest) { // the name of a type is before it
			p, ok = v.call.path(rest, "")
			ok = ok && strings.Count(p, "/") <= 1+strings.Count(rest, ".")+strings.Count(rest, "[")
		}
		switch {
		case i == 0 && !ok && !mutual(f.Rule):
			return "", ""
		case !ok || !v.call.mayShowPath(p) || p == path:
		case path == "":
			path = p
		default:
			beside = p
		}
	}
	if beside != "" && f.Rule == toolerr.RuleConflict {
		a, _, _ := v.call.order(path)
		b, _, _ := v.call.order(beside)
		if cmp.Or(cmp.Compare(a, b), cmp.Compare(path, beside)) > 0 {
			path, beside = beside, path
		}
	}
	return path, beside
}

// mutual reports whether a rule between two places is about either of them. For other
// rules, the second place must not be shown alone, because the first one broke the rule.
func mutual(rule toolerr.Rule) bool {
	switch rule { //nolint:exhaustive // the others are about the first place
	case toolerr.RuleConflict, toolerr.RuleRequired, toolerr.RuleDuplicate, toolerr.RuleExistsAlready, toolerr.RuleCountMismatch:
		return true
	}
	return false
}

// isOption reports whether a place is an option of a command line.
func isOption(field string) bool {
	return strings.HasPrefix(field, "-") && strings.ContainsFunc(field, unicode.IsLetter)
}

// merge keeps the first of equal problems in several items of a list, and one with a place of those
// with the same sentence.
func (v *view) merge() {
	kept := v.found[:0] // those without a place are last
	for _, c := range v.found {
		if c.path == "" && slices.ContainsFunc(v.found, func(o candidate) bool { return o.path != "" && c.text() == "A value "+o.text() }) {
			continue
		}
		i := slices.IndexFunc(kept, func(k candidate) bool { return k.text() == c.text() && inItems(k.path, c.path) })
		if i < 0 {
			kept = append(kept, c)
		} else {
			kept[i].items++
		}
	}
	v.found = kept
}

// problems returns as many candidates as fit, in the order of the schema, then of the
// arguments.
func (v *view) problems() []toolerr.Problem {
	for i := range v.found { // they are few
		for ; i > 0 && v.found[i].before(&v.found[i-1]); i-- {
			v.found[i], v.found[i-1] = v.found[i-1], v.found[i]
		}
	}
	v.merge()
	out := make([]toolerr.Problem, 0, min(len(v.found), maxProblems))
	s := sequence{call: v.call}
	bytes := 0
	show := func(path string, f form, items int) bool {
		p := f.Problem
		p.Path = path
		switch {
		case items == 1:
			p.Problem = toolerr.Msgf("%s (also in another item)", p.Problem.Arg())
		case items > 1:
			p.Problem = toolerr.Msgf("%s (also in %s other items)", p.Problem.Arg(), toolerr.Int(items))
		}
		same := func(o toolerr.Problem) bool { return o.Path == path && o.Problem == p.Problem }
		size := len(path) + len(p.Problem.String())
		if bytes+size > maxBytes || !s.fits(path, f.words) || slices.ContainsFunc(out, same) {
			return false
		}
		s.add(path, f.words)
		bytes += size
		out = append(out, p)
		return true
	}
	for _, c := range v.found {
		if len(out) == maxProblems {
			break
		}
		done := show(c.path, c.form, c.items)
		for _, f := range c.less {
			done = done || f.text() != "" && show(c.path, f, c.items)
		}
	}
	return out
}
