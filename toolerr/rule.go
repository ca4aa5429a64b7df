package toolerr

import (
	"maps"
	"slices"
	"strings"
)

// A Rule is what a call broke, as a word for programs. Word and sentence are the same if a
// schema refused the call before it was made and if the service refused it. A word that is
// not one of the constants counts as [RuleBadValue].
type Rule string

// The rules.
const (
	RuleRequired      Rule = "required"       // a value is missing
	RuleUnknown       Rule = "unknown"        // the name of a field, column, function or option is not known
	RuleWrongType     Rule = "wrong_type"     // a value has another type than it must have
	RuleBadFormat     Rule = "bad_format"     // a string does not have the format it must have
	RuleBadValue      Rule = "bad_value"      // a value is invalid, and nothing more is known
	RuleNotAllowed    Rule = "not_allowed"    // a value is not one of the values that are allowed
	RuleNotPermitted  Rule = "not_permitted"  // the caller may not do this
	RuleTooSmall      Rule = "too_small"      // a number is below the minimum
	RuleTooLarge      Rule = "too_large"      // a number is above the maximum
	RuleOutOfRange    Rule = "out_of_range"   // a number is below the minimum or above the maximum
	RuleTooShort      Rule = "too_short"      // a string is shorter than it must be
	RuleTooLong       Rule = "too_long"       // a string is longer than it may be
	RuleTooMany       Rule = "too_many"       // a list or an object has more items than it may have
	RuleTooFew        Rule = "too_few"        // a list or an object has fewer items than it must have
	RuleCountMismatch Rule = "count_mismatch" // two lists that belong together have different lengths
	RuleDuplicate     Rule = "duplicate"      // a list contains the same value twice
	RuleExistsAlready Rule = "exists_already" // something with this value exists, and the value must be unique
	RuleNotFound      Rule = "not_found"      // a value refers to something that does not exist
	RuleConflict      Rule = "conflict"       // two values exclude each other
	RuleStale         Rule = "stale"          // a version is not the current one
	RuleReadOnly      Rule = "read_only"      // a field is set by the service alone
	RuleImmutable     Rule = "immutable"      // a field cannot be changed after creation
	RuleWrongState    Rule = "wrong_state"    // the object's state does not allow the call
	RuleAmbiguous     Rule = "ambiguous"      // a name has more than one meaning
	RuleSyntax        Rule = "syntax"         // a text in a language, such as SQL, does not parse
	RuleArithmetic    Rule = "arithmetic"     // a division by zero, or an overflow
	RuleUnsupported   Rule = "unsupported"    // the service does not support this
	RuleDepends       Rule = "depends"        // a value requires another one beside it
)

// sentences are the texts of a rule for a model. Each is about a value: its subject is the
// value at the path of a [Problem], or "A value" if the path is not known.
type sentences struct {
	plain  literal // without details
	word   literal // with Detail.Word; "" means plain, a colon and the word
	limit  literal // with Detail.Limit
	bound  literal // with Detail.Limit, if the value must be below or above it
	names  literal // with Detail.Names, the valid values or types; "" means a suggestion
	name   literal // with one name if there may be other valid ones; "" means names
	beside literal // with Detail.Beside; "" means plain, and the place in brackets
	of     literal // the unit of the limit, in the plural with "s"
	both   literal // with Detail.Word and Detail.Names, where the word is needed; names then applies to all of Names
	inner  literal // with Detail.Inside
}

var rules = map[Rule]sentences{
	RuleRequired:      {plain: "is required", names: "lacks the required %s", both: "contains %s, for which %s is required", inner: "lacks a required part"},
	RuleUnknown:       {plain: "is not known", word: "contains the name %s, which is not known"},
	RuleWrongType:     {plain: "has the wrong type", names: "has the wrong type; it must be %s"},
	RuleBadFormat:     {plain: "does not have the required format", names: "must be in the format %s"},
	RuleBadValue:      {plain: "has an invalid value", limit: "must be a multiple of %s"},
	RuleNotAllowed:    {plain: "is not one of the allowed values", word: "contains %s, which is not one of the allowed values", names: "must be one of %s", name: "is not one of the allowed values, such as %s"},
	RuleNotPermitted:  {plain: "is not permitted"},
	RuleTooSmall:      {plain: "is too small", limit: "must be at least %s", bound: "must be greater than %s"},
	RuleTooLarge:      {plain: "is too large", limit: "must be at most %s", bound: "must be less than %s"},
	RuleOutOfRange:    {plain: "is out of range"},
	RuleTooShort:      {plain: "is too short", limit: "must have at least %s %s", of: "characters"},
	RuleTooLong:       {plain: "is too long", limit: "must have at most %s %s", of: "characters"},
	RuleTooMany:       {plain: "has too many items", limit: "must have at most %s %s", of: "items"},
	RuleTooFew:        {plain: "has too few items", limit: "must have at least %s %s", of: "items"},
	RuleCountMismatch: {plain: "has the wrong number of values", limit: "has the wrong number of values; the right number is %s"},
	RuleDuplicate:     {plain: "contains a duplicate"},
	RuleExistsAlready: {plain: "already exists, and must be unique", word: "contains %s, which already exists and must be unique"},
	RuleNotFound:      {plain: "refers to something that does not exist", word: "names %s, which does not exist"},
	RuleConflict:      {plain: "is in conflict with another value", beside: "is in conflict with %s"},
	RuleStale:         {plain: "is out of date; read the current version first", limit: "is out of date; the current version is %s"},
	RuleReadOnly:      {plain: "is read only and cannot be set"},
	RuleImmutable:     {plain: "cannot be changed"},
	RuleWrongState:    {plain: "does not fit the current state of the object"},
	RuleAmbiguous:     {plain: "is ambiguous", word: "contains the name %s, which is ambiguous; qualify it"},
	RuleSyntax:        {plain: "has a syntax error", word: "has a syntax error at %s"},
	RuleArithmetic:    {plain: "has an arithmetic error, such as a division by zero or an overflow"},
	RuleUnsupported:   {plain: "is not supported", word: "contains %s, which is not supported"},
	RuleDepends:       {plain: "requires another value beside it", beside: "requires %s beside it"},
}

// Rules returns the rules in alphabetical order.
func Rules() []Rule { return slices.Sorted(maps.Keys(rules)) }

// Known reports whether r is one of the constants.
func (r Rule) Known() bool { _, ok := rules[r]; return ok }

// A Detail is the further information about a broken rule. The zero value of each field
// means that the information is missing.
type Detail struct {
	Word  Arg   // the word that broke the rule
	Got   Arg   // the type that the value has, beside Names
	Names []Arg // what would be right: allowed values, a type, a format, a suggestion
	// Limit is the maximum or the minimum. Beyond means that the limit itself is not
	// allowed either. Of is the plural noun of what is counted, if it is not the usual noun
	// of the rule.
	Limit  Arg
	Beyond bool
	Of     Arg
	// Beside names the other place of a rule between two.
	Beside Arg
	// Inside means that the path is that of the object around the place.
	Inside bool
	// At is a position in a text of the call, or with Received in the text that the service
	// received.
	At       Position
	Received bool
	// Stated is the position by the service's own count, if the text of the call has the word
	// elsewhere than at At.
	Stated Position
	// Field is the service's name of the place, if the place is not the one at the path; it
	// becomes the subject of the sentence. Unplaced means that the path is not known
	// either, so that the subject is "A value".
	Field    Arg
	Unplaced bool
}

// Message returns the sentence that a model reads about a value that breaks r.
func (r Rule) Message(d Detail) Message { return r.Problem("", d).Problem }

// Problem returns the problem of the value at a path that breaks r, with the sentence that a
// model reads.
func (r Rule) Problem(path string, d Detail) Problem {
	s, ok := rules[r]
	if !ok {
		r, d.Limit = RuleBadValue, Arg{} // the unit of the limit is not known
		s = rules[r]
	}
	text := s.message(d)
	if d.Beside != (Arg{}) && s.beside == "" {
		text = Msgf("%s (see also %s)", text.Arg(), d.Beside)
	}
	switch {
	case d.Field != (Arg{}):
		text = Msgf("%s %s", d.Field, text.Arg())
	case d.Unplaced:
		text = Msgf("A value %s", text.Arg())
	}
	switch at, stated := d.At.message(d.Received), d.Stated.message(true); {
	case at.IsZero():
	case stated.IsZero():
		text = Msgf("%s (%s)", text.Arg(), at.Arg())
	default:
		text = Msgf("%s (%s; %s)", text.Arg(), at.Arg(), stated.Arg())
	}
	return Problem{Path: path, Problem: text, rule: r, detail: d}
}

// used returns the details that are in the sentence.
func (s sentences) used(d Detail) Detail {
	switch {
	case d.Limit != (Arg{}) && s.limit != "":
		d.Names = nil
		d.Beyond = d.Beyond && s.bound != ""
		return d
	case d.Inside && s.inner != "" && len(d.Names) == 0:
		d.Word = Arg{}
	}
	d.Limit, d.Beyond = Arg{}, false
	return d
}

func (s sentences) message(d Detail) Message {
	known := d.Word != (Arg{})
	switch {
	case d.Limit != (Arg{}) && s.limit != "" && known:
		return Msgf("%s: %s", s.limited(d).Arg(), d.Word)
	case d.Limit != (Arg{}) && s.limit != "":
		return s.limited(d)
	case len(d.Names) > 0 && s.both != "":
		if known {
			return Msgf(s.both, d.Word, List(d.Names...))
		}
		return Msgf(s.names, List(d.Names...))
	case d.Inside && s.inner != "":
		return Msg(s.inner)
	case len(d.Names) > 0 && s.names != "":
		format := s.names
		if len(d.Names) == 1 && s.name != "" {
			format = s.name
		}
		text := Msgf(format, OneOf(d.Names...))
		if d.Got != (Arg{}) {
			text = Msgf("%s, not %s", text.Arg(), d.Got)
		}
		if known {
			text = Msgf("%s; %s is not", text.Arg(), d.Word)
		}
		return text
	}
	text := Msg(s.plain)
	if d.Beside != (Arg{}) && s.beside != "" {
		text = Msgf(s.beside, d.Beside)
	}
	switch {
	case known && s.word != "":
		text = Msgf(s.word, d.Word)
	case known:
		text = Msgf("%s: %s", text.Arg(), d.Word)
	}
	if len(d.Names) > 0 {
		text = Msgf("%s; did you mean %s?", text.Arg(), OneOf(d.Names...))
	}
	return text
}

func (s sentences) limited(d Detail) Message {
	switch {
	case d.Beyond && s.bound != "":
		return Msgf(s.bound, d.Limit)
	case s.of == "":
		return Msgf(s.limit, d.Limit)
	}
	of := d.Of
	if of == (Arg{}) {
		of = Name(s.of)
	}
	if d.Limit.String() == "1" {
		of = Arg{form: argText, text: strings.TrimSuffix(of.String(), "s")}
	}
	return Msgf(s.limit, d.Limit, of)
}
