package refusal

import (
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// A part is the use of a word in a sentence about a limit.
type part uint8

const (
	noPart     part = iota
	link            // may be between a comparison and its number
	scale           // a unit without which a model must not read a number
	period          // a unit of time
	ingredient      // a part that a text must contain; its number does not limit the whole text
	modal           // a demand follows
	permits         // a demand follows if there is a maximum or a minimum
	verb            // a statement about the refused value follows
	not             // a negation
	join            // "and"
	either          // "or"
	condition       // the rest of the clause has another meaning
	turn            // a new clause begins
	less
	more
	exceed
	equal
	atMost
	greatest // the noun for a maximum
	least    // the noun for a minimum
	inside
	outside
	exactly
	factors
)

// grammarParts are the uses of words.
var grammarParts = func() map[string]part {
	m := map[string]part{}
	for p, words := range [...]string{ // in this order, in every process
		link:   "the a an its of allowed allowable permitted possible value length size number count amount valid acceptable than to string characters items elements by",
		scale:  "b kb mb gb tb kib mib gib kilobyte kilobytes megabyte megabytes gigabyte gigabytes k m percent px pixels cents usd eur dollars euros cm mm kg d h min s sec ms times",
		period: "day days hour hours minute minutes second seconds secs millisecond milliseconds week weeks month months year years",
		ingredient: "uppercase lowercase upper lower special numeric symbol symbols letter letters numbers capital punctuation digit digits non-alphanumeric alphabetic " +
			"different unique distinct consecutive identical repeated repeating same",
		modal: "must ought ensure expected expects expect expecting xpected", permits: "may can might", verb: "is are was were has have had contains contain does do did", not: "not no never non",
		join: "and", either: "or", turn: "but because since while so whereas", condition: "if when without neither nor either until whenever otherwise only need needs nothing none unless except fails",
		less: "less fewer smaller below under shorter lesser", more: "greater more higher larger bigger above over longer up", exceed: "exceed exceeds exceeded exceeding", equal: "equal equals",
		greatest: "maximum max limit highest largest", least: "minimum min least lowest smallest", atMost: "most", inside: "between within in into range from", outside: "outside out", exactly: "exactly", factors: "multiple multiples divisible",
	} {
		for _, word := range strings.Fields(words) {
			m[word] = part(p)
		}
	}
	m["lower"], m["min"] = less, least // not in their other sense
	m["upper"] = link
	return m
}()

// demands are words directly before a comparison that a value must meet.
var demands = set("bound bounds satisfy satisfies constraint condition")

// The limits that a sentence can state, and the rules that they make.
const (
	minimum = iota
	maximum
	multiple
)

var ruleOfEnds = [...]toolerr.Rule{toolerr.RuleTooSmall, toolerr.RuleTooLarge, toolerr.RuleBadValue}

func sideOf(low bool) int {
	if low {
		return minimum
	}
	return maximum
}

// A pending comparison is one before its number.
type pending struct {
	op, noun       part
	noted          int // the term of the noun
	equal, bracket bool
	named          bool // a range is called one
}

// An end is a limit: the term of its number plus 1, and that of its unit.
type end struct {
	at, unit       int
	beyond, silent bool // without the number
}

// countedNouns are the nouns of what a function or a program takes.
var countedNouns = set("argument arguments arg args operand operands parameter parameters")
