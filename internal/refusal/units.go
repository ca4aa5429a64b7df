package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// A unit is a unit of limits.
type unit struct {
	words     []string
	low, high toolerr.Rule
	told      bool // the limit is a number of characters or items, and is kept
}

// units are the units, in order of precedence.
var units = [...]unit{
	{[]string{"digit", "decimal place", "byte", " word"}, toolerr.RuleTooShort, toolerr.RuleTooLong, false},
	{[]string{"strings", "item", "element", "entries", "propert", " keys", "choice", "array"}, toolerr.RuleTooFew, toolerr.RuleTooMany, true},
	{[]string{"char", "length", "size must be between", "longer", "shorter", "too short", "too long", "string"}, toolerr.RuleTooShort, toolerr.RuleTooLong, true},
	{[]string{"list"}, toolerr.RuleTooFew, toolerr.RuleTooMany, true},
}

// count changes a rule about an amount to one about characters or items if the text beside
// the limit has such a unit.
func count(f *toolerr.Finding, text string) {
	if !isAmount(f.Rule) {
		return
	}
	i := unitIn(text)
	if i < 0 {
		return
	}
	switch u := units[i]; f.Rule { //nolint:exhaustive // the lower ends
	case toolerr.RuleTooSmall, toolerr.RuleTooShort, toolerr.RuleTooFew:
		f.Rule = u.low
	default:
		f.Rule = u.high
	}
	if !units[i].told {
		f.Limit = ""
	}
}

// unitIn returns the index of the unit that a text has, or -1.
func unitIn(text string) int {
	return slices.IndexFunc(units[:], func(u unit) bool {
		return slices.ContainsFunc(u.words, func(w string) bool { return strings.Contains(text, w) })
	})
}

// isAmount reports whether a rule is about an amount.
//
//go:noinline
func isAmount(r toolerr.Rule) bool {
	switch r { //nolint:exhaustive // the others are not
	case toolerr.RuleTooSmall, toolerr.RuleTooShort, toolerr.RuleTooFew, toolerr.RuleTooLarge, toolerr.RuleTooLong, toolerr.RuleTooMany:
		return true
	}
	return false
}
