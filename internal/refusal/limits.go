package refusal

import (
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// Sentences about limits have a grammar: a modal or a verb, negations, a comparison, a number
// and a unit. A modal demands the comparison, and a verb states it of the refused value. A
// negation turns either around. A sentence that can be read in two ways gives no limit.

// A grammar reads the limits of a sentence, clause by clause.
type grammar struct {
	pending
	terms     []term
	mood      part // of the clause: noPart, modal, permits, verb or condition
	negations int
	linked    part // the last "and" or "or" of the clause
	holds     bool // the verb is "contain" or "have"
	aside     bool // in parentheses after the verb: "is too long (not more than 5)"
	sized     bool // the sentence is about a length
	strict    bool // its limits are not allowed themselves
	unclear   bool
	echoed    bool // the number before is the refused value: "value 500 greater than 50"
	ends      [3]end
}

// limitsIn returns the limits that a sentence in the normalized spelling states: a minimum, a
// maximum, a factor. whole is the sentence as it was. If the limits are alternatives, unclear
// is true.
func limitsIn(text, whole string) (found []toolerr.Finding, unclear bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return nil, false
	}
	var buffer [64]term
	g := grammar{terms: termsOf(buffer[:0], strings.ToLower(text))}
	for i := len(g.terms) - 2; i > 0; i-- { // "got 500, want 50"
		if gotWords[g.text(i-1)] && g.terms[i].kind == '0' && g.text(i+1) == "" && g.at(i+2).kind == 'a' {
			g.terms = slices.Delete(g.terms, i-1, i+2)
		}
	}
	for i := range g.terms {
		g.strict = g.strict || g.text(i) == "strictly" || strings.HasPrefix(g.text(i), "exclusive")
	}
	for i := 0; i < len(g.terms) && !g.unclear; {
		if g.terms[i].kind == '0' {
			i = g.number(i)
		} else {
			g.word(i)
			i++
		}
	}
	for i, e := range g.ends {
		if e.at > 0 {
			found = append(found, g.limit(ruleOfEnds[i], e, whole))
		}
	}
	if g.ends[minimum].at > 0 && g.ends[maximum].at > 0 {
		x, _ := strconv.ParseFloat(found[0].Limit, 64)
		y, err := strconv.ParseFloat(found[1].Limit, 64)
		g.unclear = g.unclear || x > y || err != nil
	}
	if g.unclear {
		return nil, true
	}
	return found, false
}

// limit returns the finding of an end.
func (g *grammar) limit(rule toolerr.Rule, e end, whole string) toolerr.Finding {
	f := toolerr.Finding{Rule: rule}
	if !e.silent {
		f.Limit, f.Beyond = g.text(e.at-1), e.beyond
	}
	if p := g.part(e.unit); e.unit == 0 {
		whole, _, _ = strings.Cut(withoutSubject(whole), " of type ")
		count(&f, strings.ToLower(whole))
	} else if p != scale && p != period {
		count(&f, " "+g.text(e.unit))
	}
	f.Beyond = f.Beyond && f.Limit != ""
	return f
}

// begin begins a clause.
func (g *grammar) begin() {
	g.mood, g.negations, g.linked, g.holds, g.aside = noPart, 0, noPart, false, false
}

// at returns a term, or the zero value.
//
//go:noinline
func (g *grammar) at(i int) term {
	if i < 0 || i >= len(g.terms) {
		return term{}
	}
	return g.terms[i]
}

// part and text return those of a term, or the zero value.
func (g *grammar) part(i int) part   { return g.at(i).part }
func (g *grammar) text(i int) string { return g.at(i).text }

// word changes the mood of the clause, or the pending comparison, by a term.
func (g *grammar) word(i int) {
	t := g.terms[i]
	before := g.pending
	ranged := before.op == inside || before.op == outside
	g.pending = pending{}
	switch t.part {
	case link:
		g.sized = g.sized || t.text == "length"
		g.pending = before
	case less, more, exceed:
		if g.op = t.part; t.text == "up" && g.text(i+1) == "to" {
			g.op = atMost
		}
		g.equal = before.equal && before.op == noPart
	case equal:
		g.pending = before
		g.equal = true
	case atMost:
		g.op = atMost
	case greatest, least:
		if g.pending = before; t.text == "least" {
			g.op = least
		} else {
			g.noun, g.noted = t.part, i
		}
	case inside, outside:
		g.pending = pending{op: before.op, named: before.named || t.text == "between" || t.text == "range" || t.text == "within"}
		if !ranged {
			g.op = t.part
		}
	case exactly, factors:
		g.op = t.part
	case modal:
		if g.mood == condition || g.negations > 0 && (g.mood != verb || g.part(i-1) == not) { // "does not have to be"
			g.mood = condition
			break
		}
		g.mood, g.negations, g.linked = modal, 0, 0
	case permits:
		g.mood = permits
	case verb:
		if t.text == "is" && (ranged || before.noun != noPart) { // "the maximum is 5"
			g.pending = before
			break
		}
		if g.linked != noPart && g.part(i-1) == g.linked { // "and is longer"
			g.begin()
		}
		if g.holds = g.holds || t.text[0] == 'h' || t.text[0] == 'c'; g.mood == noPart {
			g.mood = verb
		}
	case not:
		g.negations++
		if next := g.part(i + 1); t.text == "no" && (next != less && next != more || g.text(i+1) == "longer" && g.text(i+2) != "than") { // "no longer", "no digits"
			g.mood = condition
		}
	case join, either:
		if before.equal && before.op == noPart || g.part(i+1) == equal { // "equal or less than"
			g.pending = before
			break
		}
		if g.part(i+1) == not {
			g.negations = 0
		}
		g.linked = t.part
	case condition:
		g.unclear = (t.text == "unless" || t.text == "except") && g.ends[minimum].at+g.ends[maximum].at > 0
		if t.text != "only" || g.mood == noPart {
			g.mood = condition
		}
	case turn:
		g.begin()
	case period:
		if next := g.text(i + 1); next == "value" || next == "fraction" { // of a part of a date
			g.mood = condition
		}
	case noPart:
		g.sign(t, before, i)
	case scale, ingredient:
	}
}

// sign is word for signs and for words of no use.
func (g *grammar) sign(t term, before pending, i int) {
	ranged := before.op == inside || before.op == outside
	switch t.kind {
	case '<', '>':
		compared := g.mood != modal && g.at(i-2).kind == '(' && g.at(i-1).kind == '0' && g.at(i+1).kind == '0' // "too short (4 < 5)"
		if g.echoed = g.echoed || compared; compared || (g.mood == modal || demands[g.text(i-1)]) && g.at(i-1).kind != '0' {
			g.op = less
			if t.kind == '>' {
				g.op = more
			}
		}
	case '=':
		g.pending = before
		g.equal = before.op == less || before.op == more // or "max=50"
	case '[', '(', ':':
		if g.pending = before; ranged && t.kind != ':' {
			g.bracket = true
		} else if t.kind == '(' && before.noun == noPart {
			aside := g.mood == verb && g.negations == 0
			g.pending = pending{}
			g.begin()
			g.aside = aside
		}
	case ',', ';', '.', ')':
		g.begin()
	case '{':
		g.mood = condition
	case 'a':
		if before.noun != noPart && before.noted >= i-2 && !gotWords[t.text] && t.text != "you" { // "the maximum quantity is 5"
			g.pending = before
		}
		if g.negations > 0 && (t.text == "meet" || t.text == "satisfy" || t.text == "respect") { // a demand that the value does not meet
			g.begin()
		}
		if ranged && g.text(i-1) == "of" { // "the range of values from"
			g.pending = before
		}
	}
}

// number reads a number by the comparison before it and the words after it, and returns the
// term after those.
func (g *grammar) number(i int) (next int) {
	p := g.pending
	g.pending = pending{}
	after := g.unit(i)
	high, isRange := g.second(i, p)
	noun := g.part(after)
	closing := g.at(after + 1)
	bounded := (noun == greatest || noun == least) && (closing.kind != 'a' && closing.kind != '0' && closing.kind != ':' || closing.text == "allowed")
	beyond := g.at(after + 2)
	isOr := (noun == either || noun == join) && (closing.part == less || closing.part == more) && beyond.text != "than" && beyond.text != "to" && beyond.kind != '0'
	switch {
	case isRange:
		switch opening, closing := g.at(i-1).kind, g.at(high+1).kind; {
		case opening == '[' && closing == ')', opening == '(' && closing == ']':
			g.unclear = true
		case g.tells(p.op == outside):
			g.add(minimum, g.strict, i, high+1)
			g.add(maximum, g.strict, high, high+1)
		}
		return high + 1
	case g.at(i+1).kind == '0' || g.part(i+1) == less || g.part(i+1) == more || g.part(i+1) == exceed || strings.IndexByte("<>", g.at(i+1).kind) >= 0 && g.at(i+2).kind == '0': // "10 000", "5 more than"
		g.unclear = p.op != noPart || p.noun != noPart && g.text(i-1) != "limit"
		g.echoed = p == (pending{}) && g.mood == noPart && g.at(i+1).kind == 'a'
	case p.op == exactly && countedNouns[g.text(i+1)]:
	case p.op == exactly, p == (pending{}) && !isOr && !bounded && g.mood == modal && (g.sized || strings.HasPrefix(g.text(i+1), "char")) && (g.text(i-1) == "be" || g.text(i-1) == "length"):
		if g.tells(false) {
			g.add(minimum, false, i, i+1)
			g.add(maximum, false, i, i+1)
		}
	case p.op == factors:
		if g.tells(false) {
			g.add(multiple, false, i, i+1)
		}
	case p.op == atMost || p.op == least:
		g.weak(p.op == least, false, i)
	case p.op == less || p.op == more || p.op == exceed:
		if p.op == exceed && g.mood == noPart && g.negations == 0 {
			g.mood = verb
		}
		g.compare(p.op != less, p.equal, p.noun, i)
	case bounded:
		g.weak(noun == least, true, i)
		return after + 1
	case isOr:
		g.weak(closing.part == more, false, i)
		return after + 2
	case p.noun != noPart:
		if name := g.terms[p.noted]; (i > p.noted+1 || len(name.text) > 5 || p.noted == 0 || strings.IndexByte("(,", g.at(p.noted-1).kind) >= 0) && noun != verb && noun != modal {
			g.weak(p.noun == least, true, i)
		}
	}
	return i + 1
}

// second returns the second number of a range that begins at a number.
func (g *grammar) second(i int, p pending) (high int, ok bool) {
	sep := g.at(i + 1)
	switch ranged := (p.op == inside || p.op == outside) && (p.named || p.bracket || g.mood != noPart); { // not "changed from 1 to 2"
	case ranged && sep.kind == '<' && g.at(i+2).kind == '=' && g.at(i+4).kind == '<' && g.at(i+5).kind == '=': // "1<=x<=50"
		return i + 6, g.at(i+6).kind == '0'
	case !ranged && (p.op != noPart || g.mood != modal || g.text(i-1) != "be" && g.text(i-1) != "have"):
		return 0, false
	case sep.text == "to", sep.text == "through", sep.kind == '-', ranged && (sep.text == "and" || (sep.kind == ',' || sep.kind == '|') && p.bracket):
		return i + 2, g.at(i+2).kind == '0'
	}
	return 0, false
}

// unit returns the term after a number and its unit.
func (g *grammar) unit(n int) (after int) {
	after = n + 1
	for after <= n+3 && g.at(after).kind == 'a' && g.part(after) <= ingredient && g.text(after) != "be" {
		after++
	}
	return after
}

// tells reports whether a clause demands what follows, such as a range.
func (g *grammar) tells(outside bool) bool {
	switch odd := g.negations == 1; {
	case g.negations > 1 || g.mood == condition || g.linked == either && g.mood != verb:
		return false
	case g.mood == noPart:
		return !outside || !odd
	case g.mood == verb:
		return odd != outside
	default:
		return odd == outside
	}
}

// ambiguous reports whether "and" or "or" joins the limits of a clause so that they are
// alternatives.
func (g *grammar) ambiguous() bool {
	alternatives := g.linked == either && g.negations == 0 && g.mood != verb ||
		g.linked == join && (g.negations > 0 || g.mood == verb && g.ends[minimum].at+g.ends[maximum].at > 0)
	g.unclear = g.unclear || alternatives || g.negations > 1
	return g.unclear
}

// compare adds the limit of a comparison with a number.
func (g *grammar) compare(more, equal bool, noun part, n int) {
	odd, flip := g.negations == 1, false
	opposite := noun == least && more || noun == greatest && !more
	switch {
	case g.mood == condition || g.ambiguous():
		return
	case g.aside && g.mood != modal:
		flip = true
	case g.mood == modal:
		flip = odd
	case g.mood == permits || g.mood == noPart && odd:
		if flip = true; !odd || equal {
			return
		}
	case g.mood == verb && odd:
		if !equal { // "is not less than 5" demands 5 or more in some texts
			return
		}
	case g.mood == verb || noun != noPart:
		if flip = true; opposite {
			return
		}
	case g.echoed:
		flip = true
	case !equal:
		return
	}
	g.add(sideOf(more != flip), equal == flip, n, n+1)
}

// weak adds a minimum or a maximum that is named as one. With noun, it is a fact.
func (g *grammar) weak(low, noun bool, n int) {
	odd := g.negations == 1
	switch {
	case g.mood == condition || !noun && g.ambiguous():
	case g.mood == modal && odd && !noun:
		g.add(sideOf(!low), true, n, n+1)
	case g.mood == verb && odd == noun && !g.holds, g.mood != verb && odd:
	default:
		g.add(sideOf(low), g.strict, n, n+1)
	}
}

// add adds a limit with the unit that follows.
func (g *grammar) add(side int, beyond bool, n, after int) {
	e := &g.ends[side]
	if e.at > 0 {
		return
	}
	*e = end{at: n + 1, beyond: beyond}
	for i := after; i < after+3 && g.at(i).kind == 'a'; i++ {
		switch p := g.part(i); {
		case g.holds && (p == ingredient || g.text(i) == "number") && (side == minimum || !strings.HasPrefix(g.text(i), "digit")):
			g.unclear = true
			return
		case p == scale || p == period && g.at(i+1).kind == 'a': // "5 days before"
			e.silent, e.unit = true, i
			return
		case p == period || unitIn(" "+g.text(i)) >= 0:
			e.unit = i
			return
		case p > ingredient && p != less && p != more && p != either:
			return
		}
	}
}
