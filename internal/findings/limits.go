package findings

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/errand-go/errand/toolerr"
)

// Sentences about limits have a grammar: a modal or a verb, negations, a comparison, a number
// and a unit. A modal demands the comparison, and a verb states it of the refused value. A
// negation turns either around. A sentence that can be read in two ways gives no limit.

// A part is the use of a word in a sentence about a limit.
type part uint8

const (
	noPart    part = iota
	modal          // a demand follows
	permits        // a demand follows if there is a maximum or a minimum
	verb           // a statement about the refused value follows
	not            // a negation
	join           // "and"
	either         // "or"
	condition      // the rest of the clause has another meaning
	turn           // a new clause begins
	less
	more
	exceed
	greatest // the noun for a maximum
	least    // the noun for a minimum
	inside
	outside
	exactly
	factors
	link // may be between a comparison and its number
)

// grammarParts are the uses of words.
var grammarParts = func() map[string]part {
	m := map[string]part{}
	for p, words := range map[part]string{
		modal: "must ought ensure expected expects expect expecting xpected", permits: "may can might", verb: "is are was were has have had contains contain", not: "not no never non",
		join: "and", either: "or", turn: "but because since while so whereas", condition: "if when unless without neither nor either until whenever except otherwise only need needs nothing none",
		less: "less fewer lower smaller below under shorter lesser", more: "greater more higher larger bigger above over longer", exceed: "exceed exceeds exceeded exceeding",
		greatest: "maximum max limit", least: "minimum min", inside: "between within in into range from", outside: "outside out", exactly: "exactly", factors: "multiple multiples divisible",
		link: "the a an its of allowed allowable permitted possible value length size number count amount than to string characters items elements by equal equals",
	} {
		for word := range strings.FieldsSeq(words) {
			m[word] = p
		}
	}
	return m
}()

var (
	// measures are units without which a model must not read a number.
	measures = set("b kb mb gb tb kib mib gib kilobyte kilobytes megabyte megabytes gigabyte gigabytes k m percent px pixels cents usd eur dollars euros cm mm kg")
	// times are units in which a value is usually written.
	times = set("d h min s sec ms day days hour hours minute minutes second seconds secs millisecond milliseconds week weeks month months year years")
	// ingredients are parts that a text must contain. Their number is no limit of the text.
	ingredients = set("uppercase lowercase upper lower special numeric symbol symbols letter letters number numbers capital punctuation digit digits non-alphanumeric alphabetic")
)

// A term is a word, a number or a sign of a sentence.
type term struct {
	text string // in lower case
	part part
	kind byte // 'a' for a word, '0' for a number, or the sign; 'L' and 'G' for "<=" and ">="
}

// A grammar reads the limits of a sentence, clause by clause.
type grammar struct {
	whole     string // the sentence, without its subject
	terms     []term
	mood      part // of the clause: noPart, modal, permits, verb or condition
	negations int
	linked    part // the last "and" or "or" of the clause
	holds     bool // the verb is "contain" or "have"
	found     []toolerr.Finding
	unclear   bool
}

// limitsIn returns the limits that a sentence in the normalized spelling states: a minimum, a
// maximum, a factor. whole is the sentence without its subject. If the limits are
// alternatives, unclear is true.
func limitsIn(text, whole string) (found []toolerr.Finding, unclear bool) {
	if !strings.ContainsAny(text, "0123456789") {
		return nil, false
	}
	var buffer [64]term
	g := grammar{whole: whole, terms: termsOf(buffer[:0], strings.ToLower(text))}
	for i := 0; i < len(g.terms) && !g.unclear; {
		if next, ok := g.limit(i); ok {
			i = next
		} else {
			g.word(i)
			i++
		}
	}
	if g.unclear || len(g.found) == 2 && !ordered(g.found[0], g.found[1]) {
		return nil, true
	}
	return g.found, false
}

// ordered reports whether two limits have different sides and leave a value between them.
func ordered(a, b toolerr.Finding) bool {
	x, _ := strconv.ParseFloat(a.Limit, 64)
	y, _ := strconv.ParseFloat(b.Limit, 64)
	return a.Limit == "" || b.Limit == "" || (x <= y) == isLow(a.Rule) || x == y
}

// isLow reports whether a rule is about a minimum.
func isLow(r toolerr.Rule) bool {
	return r == toolerr.RuleTooSmall || r == toolerr.RuleTooShort || r == toolerr.RuleTooFew
}

// word changes the mood of the clause by a word.
func (g *grammar) word(i int) {
	t := g.terms[i]
	switch t.part { //nolint:exhaustive // the others do not change it
	case modal:
		if g.mood == condition || g.negations > 0 && g.mood != verb { // "does not have to be"
			g.mood = condition
			break
		}
		g.mood, g.negations, g.linked = modal, 0, 0
	case permits:
		g.mood = permits
	case verb:
		if g.linked != noPart && g.part(i-1) == g.linked { // "and is longer"
			g.begin()
		}
		if g.holds = g.holds || t.text[0] != 'i'; g.mood == noPart {
			g.mood = verb
		}
	case not:
		g.negations++
		if next := g.part(i + 1); t.text == "no" && (next != less && next != more || g.text(i+1) == "longer" && g.text(i+2) != "than") { // "no longer", "no digits"
			g.mood = condition
		}
	case join, either:
		if g.part(i+1) == not {
			g.negations = 0
		}
		g.linked = t.part
	case condition:
		g.mood = condition
	case turn:
		g.begin()
	}
	if strings.IndexByte(",;.()", t.kind) >= 0 {
		g.begin()
	}
}

// begin begins a clause.
func (g *grammar) begin() { g.mood, g.negations, g.linked, g.holds = noPart, 0, noPart, false }

// at returns a term, or the zero value.
func (g *grammar) at(i int) term {
	if i < 0 || i >= len(g.terms) {
		return term{}
	}
	return g.terms[i]
}

// part and text return those of a term, or the zero value.
func (g *grammar) part(i int) part   { return g.at(i).part }
func (g *grammar) text(i int) string { return g.at(i).text }

// limit reads the limit that begins at a term, and returns the term after it.
func (g *grammar) limit(i int) (next int, ok bool) {
	if low, high, ok := g.pair(i); ok {
		if g.tells(g.part(i) == outside || g.part(i-1) == outside) {
			beyond := strings.Contains(g.whole, "exclusive") || strings.Contains(g.whole, "strictly")
			g.add(true, beyond, low, high+1)
			g.add(false, beyond, high, high+1)
		}
		return high + 1, true
	}
	t := g.terms[i]
	switch {
	case t.part == exactly && g.at(i+1).kind == '0', t.kind == '0' && g.part(i-1) != exactly && g.mood == modal && strings.Contains(g.whole, "ength ") && (g.text(i-1) == "be" || g.text(i-1) == "length") && !g.bounded(i):
		n := i
		if t.part == exactly {
			n++
		}
		if g.tells(false) {
			g.add(true, false, n, n+1)
			g.add(false, false, n, n+1)
		}
		return n + 1, true
	case t.part == factors:
		if n, ok := g.number(i + 1); ok {
			if g.tells(false) {
				g.found = append(g.found, toolerr.Finding{Rule: toolerr.RuleBadValue, Limit: g.text(n)})
			}
			return n + 1, true
		}
	case (t.text == "at" && (g.text(i+1) == "most" || g.text(i+1) == "least") || t.text == "up" && g.text(i+1) == "to") && g.at(i+2).kind == '0':
		g.weak(g.text(i+1) == "least", false, i+2, i+3)
		return i + 3, true
	case t.kind == '0' && g.bounded(i):
		end := g.unit(i)
		if noun := g.part(end); noun == least || noun == greatest {
			g.weak(noun == least, true, i, i+1)
			return end + 1, true
		}
		g.weak(g.part(end+1) == more || g.text(end+1) == "up", false, i, i+1)
		return end + 2, true
	case t.part == greatest || t.part == least:
		n, ok := g.number(i + 1)
		end := g.unit(n)
		if ok && (n > i+1 || len(t.text) > 5 || strings.IndexByte("(,", g.at(i-1).kind) >= 0) && g.part(end) != verb && g.part(end) != modal {
			g.weak(t.part == least, true, n, n+1)
			return n + 1, true
		}
	case strings.IndexByte("<>LG", t.kind) >= 0 && g.at(i+1).kind == '0' && g.at(i-1).kind != '0':
		if g.mood == modal {
			g.compare(t.kind == '>' || t.kind == 'G', t.kind == 'L' || t.kind == 'G', noPart, i+1)
		}
		return i + 2, true
	case t.part == less || t.part == more || t.part == exceed || strings.HasPrefix(t.text, "equal"):
		return g.comparison(i)
	}
	return 0, false
}

// comparison reads "less than or equal to the maximum of 5", "exceeds 5" or "equal or less
// than 5".
func (g *grammar) comparison(i int) (next int, ok bool) {
	equal := false
	for strings.HasPrefix(g.text(i), "equal") || equal && (g.text(i) == "to" || g.part(i) == either) {
		equal = true
		i++
	}
	first, noun := g.at(i), noPart
	if first.part != less && first.part != more && first.part != exceed {
		return 0, false
	}
	for i++; i < len(g.terms); i++ {
		switch t := g.terms[i]; {
		case t.kind == '0':
			if first.part == exceed && g.mood == noPart && g.negations == 0 {
				g.mood = verb
			}
			g.compare(first.part != less, equal, noun, i)
			return i + 1, true
		case t.part == either && strings.HasPrefix(g.text(i+1), "equal"):
			equal = true
		case t.part == greatest || t.part == least:
			noun = t.part
		case t.part != link && (noun == noPart || t.kind != '(' && t.kind != ':' && t.text != "is"):
			return 0, false
		}
	}
	return 0, false
}

// pair returns the two numbers of a range that begins at a term.
func (g *grammar) pair(i int) (low, high int, ok bool) {
	bracket := false
	switch t := g.terms[i]; {
	case t.kind == '0' && g.mood == modal && (g.text(i-1) == "be" || g.text(i-1) == "have") && g.text(i+1) != "and":
		low = i
	case t.part == inside || t.part == outside:
		named := t.text == "between" || t.text == "range" || t.text == "within"
		for low = i + 1; g.part(low) == link || g.part(low) == inside || strings.IndexByte("[(:=", g.at(low).kind) >= 0 || g.text(low) == "is" || g.text(low-1) == "of" && g.part(low) == noPart && g.at(low).kind == 'a'; low++ {
			bracket = bracket || g.at(low).kind == '[' || g.at(low).kind == '('
			named = named || g.text(low) == "range" || g.text(low) == "between"
		}
		if !named && !bracket && g.mood == noPart { // "changed from 1 to 2"
			return 0, 0, false
		}
	default:
		return 0, 0, false
	}
	if g.at(low).kind != '0' {
		return 0, 0, false
	}
	high = low + 1
	if g.text(high) == "and" || g.text(high) == "to" || g.text(high) == "through" || g.at(high).kind == '-' || g.at(high).kind == ':' || g.at(high).kind == ',' && bracket {
		high++
	}
	return low, high, high > low+1 && g.at(high).kind == '0'
}

// number returns the number after words that may be before it.
func (g *grammar) number(i int) (n int, ok bool) {
	for n = i; n < i+6 && (g.part(n) == link || g.text(n) == "is" || g.at(n).kind == '(' || g.at(n).kind == ':'); n++ {
	}
	return n, g.at(n).kind == '0'
}

// unit returns the term after a number and its unit.
func (g *grammar) unit(n int) (end int) {
	for end = n + 1; end <= n+3 && g.at(end).kind == 'a' && (g.part(end) == noPart || g.part(end) == link) && g.text(end) != "be"; end++ {
	}
	return end
}

// bounded reports whether words after a number make it a limit, as in "5 items or more".
func (g *grammar) bounded(n int) bool {
	end := g.unit(n)
	if p := g.part(end); p == greatest || p == least {
		next := g.at(end + 1)
		return next.kind != 'a' && next.kind != '0' && next.kind != ':' || next.text == "allowed"
	}
	p := g.part(end + 1)
	return (g.part(end) == either || g.part(end) == join) && (p == less || p == more || g.text(end+1) == "up") && g.text(end+2) != "than" && g.text(end+2) != "to" && g.at(end+2).kind != '0'
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
	alternatives := g.linked == either && g.negations == 0 && g.mood != verb || g.linked == join && (g.negations > 0 || g.mood == verb && len(g.found) > 0)
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
	case !equal:
		return
	}
	if flip {
		more, equal = !more, !equal
	}
	g.add(more, !equal, n, n+1)
}

// weak adds a minimum or a maximum that is named as one. With noun, it is a fact.
func (g *grammar) weak(low, noun bool, n, after int) {
	odd := g.negations == 1
	switch {
	case g.mood == condition || !noun && g.ambiguous():
	case g.mood == modal && odd && !noun:
		g.add(!low, true, n, after)
	case g.mood == verb && odd == noun, g.mood != verb && odd:
	default:
		g.add(low, false, n, after)
	}
}

// goods are the beginnings of the rows that a sentence demands. The others state a problem.
var goods = [...]string{"positive", "negative", "a past", "a future", "true or false", "well-formed", "correct format", "one of the", "date ", "to match", "valid "}

// denied are the words between a negation and the problem that it denies.
var denied = set("be been a an the is are was were already any to contain contains considered marked as longer yet")

// turned reports whether the words before a row's text turn its meaning around, as in "is not
// a duplicate" and "must not be a positive number".
func turned(text string, at int, row string) bool {
	negated, demanded := false, false
	words := strings.Fields(text[:max(at, 0)])
	for i := len(words) - 1; i >= 0 && !demanded; i-- {
		switch w := words[i]; {
		case grammarParts[w] == not:
			negated = true
		case w == "must":
			demanded = true
		case !denied[w]:
			i = 0
		}
	}
	if slices.ContainsFunc(goods[:], func(good string) bool { return strings.HasPrefix(row, good) }) {
		return demanded && negated
	}
	return demanded != negated
}

// add adds a limit with the unit that follows.
func (g *grammar) add(low, beyond bool, n, after int) {
	f := toolerr.Finding{Rule: toolerr.RuleTooLarge, Limit: g.text(n), Beyond: beyond}
	if low {
		f.Rule = toolerr.RuleTooSmall
	}
	for _, other := range g.found {
		if isLow(other.Rule) == low {
			return
		}
	}
	known := false
	for i, words := after, 0; words < 3 && g.at(i).kind == 'a' && !known; i, words = i+1, words+1 {
		word := g.text(i)
		switch {
		case low && g.holds && ingredients[word]:
			g.unclear = true
			return
		case times[word]:
			known = true
		case measures[word]:
			f.Limit, known = "", true
		case g.part(i) != noPart && g.part(i) != link && g.part(i) != less && g.part(i) != more && g.part(i) != either:
			words = 3
		case hasUnit(" " + word):
			count(&f, " "+word)
			known = true
		}
	}
	if !known {
		count(&f, g.whole)
	}
	if f.Limit == "" {
		f.Beyond = false
	}
	g.found = append(g.found, f)
}

// termsOf appends the terms of a sentence in lower case, as many as the slice has room for.
func termsOf(terms []term, text string) []term {
	for i := 0; i < len(text) && len(terms) < cap(terms); {
		c := text[i]
		start := i
		switch {
		case '0' <= c && c <= '9':
			number, rest := numeral(text[i:], start > 0 && text[start-1] == '[')
			i = len(text) - len(rest)
			if start > 0 && text[start-1] == '-' && (start == 1 || text[start-2] == ' ') {
				number = "-" + number
			}
			word := 0
			for word < len(rest) && (rest[word] >= 'a' && rest[word] <= 'z' || rest[word] == '_') {
				word++
			}
			switch unit := rest[:word]; {
			case word > 0 && !measures[unit] && !hasUnit(unit) && !times[unit], strings.HasPrefix(rest, "/"), strings.HasPrefix(rest, ":") && len(rest) > 1 && rest[1] != ' ', strings.HasPrefix(rest, "-") && strings.Count(rest[:min(len(rest), 6)], "-") > 1:
				for i < len(text) && text[i] != ' ' { // a name, a date, or a time
					i++
				}
				terms = append(terms, term{text: text[start:i], kind: 'a'})
			default:
				if terms = append(terms, term{text: number, kind: '0'}); len(terms) < cap(terms) && (strings.HasPrefix(rest, "%") || start > 0 && text[start-1] == '$') {
					terms = append(terms, term{text: "percent", kind: 'a'})
				}
			}
		case c == '<' || c == '>':
			if i++; i < len(text) && text[i] == '=' {
				c = "GL"[('>'-c)/2]
				i++
			}
			terms = append(terms, term{kind: c})
		case strings.HasPrefix(text[i:], "≤") || strings.HasPrefix(text[i:], "≥"):
			kind := byte('L')
			if strings.HasPrefix(text[i:], "≥") {
				kind = 'G'
			}
			i += len("≤")
			terms = append(terms, term{kind: kind})
		case strings.HasPrefix(text[i:], "..") || strings.HasPrefix(text[i:], "–"):
			i = len(text) - len(strings.TrimLeft(text[i:], ".=–"))
			terms = append(terms, term{kind: '-'})
		case strings.IndexByte("()[:=,;-", c) >= 0 || c == '.' && (i+1 == len(text) || text[i+1] == ' '):
			if i++; c != '-' || i == len(text) || text[i] < '0' || text[i] > '9' || start > 0 && text[start-1] != ' ' {
				terms = append(terms, term{kind: c})
			}
		case c >= 0x80 || c >= 'a' && c <= 'z' || c == '_':
			end := strings.IndexFunc(text[i:], func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' && r != '-' })
			if end < 0 {
				end = len(text) - i
			}
			i += max(end, 1)
			terms = append(terms, term{text: text[start:i], part: grammarParts[text[start:i]], kind: 'a'})
		default:
			i++
		}
	}
	return terms
}

// numeral returns the number at the beginning of a text, without the commas between its
// digits, and the rest. In a list, commas are between numbers.
func numeral(text string, list bool) (number, rest string) {
	i := 0
	for i < len(text) {
		c := text[i]
		digit := func(n int) bool { return n < len(text) && '0' <= text[n] && text[n] <= '9' }
		if !digit(i) && (c != '.' || !digit(i+1) || strings.Contains(text[:i], ".")) && (c != ',' || list || !digit(i+1) || !digit(i+2) || !digit(i+3) || digit(i+4)) {
			break
		}
		i++
	}
	return strings.ReplaceAll(text[:i], ",", ""), text[i:]
}
