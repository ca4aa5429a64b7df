package lexicon

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// RulePrefix is the prefix of a rule whose name is also another word: rule:not_found.
const RulePrefix = "rule:"

// The advice to a model for most rules.
const (
	correct  = "Correct the value at path, and call again."
	leaveOut = "Leave the value out, and call again."
)

// ruleAdvice has the advice to a model for every rule.
var ruleAdvice = map[toolerr.Rule]string{
	toolerr.RuleRequired:      "Add the value, and call again.",
	toolerr.RuleUnknown:       "Correct the name or leave it out, and call again.",
	toolerr.RuleWrongType:     correct,
	toolerr.RuleBadFormat:     correct,
	toolerr.RuleBadValue:      correct,
	toolerr.RuleNotAllowed:    correct,
	toolerr.RuleNotPermitted:  "Do not call again. Ask the person, or do what is permitted.",
	toolerr.RuleTooSmall:      correct,
	toolerr.RuleTooLarge:      correct,
	toolerr.RuleTooShort:      correct,
	toolerr.RuleTooLong:       correct,
	toolerr.RuleTooMany:       correct,
	toolerr.RuleTooFew:        correct,
	toolerr.RuleCountMismatch: correct,
	toolerr.RuleDuplicate:     correct,
	toolerr.RuleExistsAlready: "Use what exists, or choose another value.",
	toolerr.RuleNotFound:      "Look up what exists, and call again with that.",
	toolerr.RuleConflict:      "Leave out one of the two values, and call again.",
	toolerr.RuleStale:         "Read the current version, and call again with it.",
	toolerr.RuleReadOnly:      leaveOut,
	toolerr.RuleImmutable:     leaveOut,
	toolerr.RuleWrongState:    "Read the object's state: it has to change before the call can succeed.",
	toolerr.RuleAmbiguous:     correct,
	toolerr.RuleSyntax:        correct,
	toolerr.RuleArithmetic:    correct,
	toolerr.RuleUnsupported:   leaveOut,
	toolerr.RuleDepends:       "Add the other value or leave this one out, and call again.",
}

// ruleDetails are the details that a sentence of a rule may contain.
var ruleDetails = []toolerr.Detail{
	{}, {Limit: toolerr.Int(100)}, {Limit: toolerr.Int(100), Beyond: true}, {Word: toolerr.Name(`"abc"`)}, {Names: []toolerr.Arg{toolerr.Name(`"x"`), toolerr.Name(`"y"`)}},
}

// ruleEntry returns the entry of a rule, with only its own sentences: others can have a
// word or a suggestion added.
func ruleEntry(r toolerr.Rule) Entry {
	e := words{
		means:   r.Message(toolerr.Detail{Unplaced: true}).String() + ".",
		agent:   ruleAdvice[r],
		program: "Hand the payload to the model. The report's refusal has the rule, and the service's own words.",
	}.entry(SortRule, string(r), nil)
	plain := r.Message(toolerr.Detail{}).String()
	for _, d := range ruleDetails {
		text := r.Message(d).String()
		every := strings.HasPrefix(text, plain+": ") || strings.HasPrefix(text, plain+"; did you mean ")
		if !every && !slices.Contains(e.Sentences, text) {
			e.Sentences = append(e.Sentences, text)
		}
	}
	return e
}

// Rules returns the entries of the rules.
func Rules() []Entry {
	var all []Entry
	for _, r := range toolerr.Rules() {
		all = append(all, ruleEntry(r))
	}
	return all
}

// isRule reports whether e is the rule that a word with [RulePrefix] names.
func (e Entry) isRule(word string) bool {
	name, ok := strings.CutPrefix(word, RulePrefix)
	return ok && e.Sort == SortRule && e.Word == name
}
