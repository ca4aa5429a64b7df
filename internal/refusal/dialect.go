package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// A Dialect has the codes and sentences with which a vendor refuses the values of a call.
// The errors of the vendor's client and plain responses are read by it.
type Dialect struct {
	// Row returns what the row of a code states: it is the method Finding of the vendor's table.
	Row func(code string) (toolerr.Finding, bool)
	// Codes are words for what is wrong that are no codes of the table: those of single fields,
	// sentences, and numbers that share a row and not a place.
	Codes []Coded
	// Texts are the vendor's sentences; the first match is used. A row without a rule has a
	// place, and the rest of the sentence states the rule in the words of any service.
	Texts []phrase.Pattern
	// Body returns the findings of a body, or nil if the body does not have the vendor's form.
	// It is called with the dialect; see [List.Read].
	Body func(*Dialect, Doc) []toolerr.Finding
}

// A Coded is the meaning of some codes. It has only strings, so that the tables need no
// initialization code.
type Coded struct {
	Codes string // separated by a comma and a space
	Rule  toolerr.Rule
	At    string // the places that the code implies, separated by spaces
	Limit string
}

// A Statement is what a vendor states about a call that it refused.
type Statement struct {
	// Fields are the places in members of the body.
	Fields []string
	// Code is the vendor's code, Text its sentence, Value the rejected value.
	Code, Text, Value string
}

// Read is the [Reader] of the dialect's bodies. The nil Dialect reads nothing.
func (v *Dialect) Read(d Doc) []toolerr.Finding {
	if v == nil || v.Body == nil {
		return nil
	}
	return v.Body(v, d)
}

// Refusal returns the refusal for statements of the vendor. Text is the vendor's sentence
// about the whole call.
func (v *Dialect) Refusal(text string, all ...Statement) toolerr.Refusal {
	return Refusal(text, v.Findings(all...))
}

// Lookup returns the meaning of a code.
func (v *Dialect) Lookup(code string) (f toolerr.Finding, ok bool) {
	if code == "" {
		return f, false
	}
	for _, c := range v.Codes {
		if slices.Contains(strings.Split(c.Codes, ", "), code) {
			return toolerr.Finding{Rule: c.Rule, Fields: strings.Fields(c.At), Limit: c.Limit}, true
		}
	}
	if v.Row != nil {
		return v.Row(code)
	}
	return f, false
}

// Findings returns the findings of statements. A statement has none if no place, sentence or
// code is known, and two for a range.
func (v *Dialect) Findings(statements ...Statement) (found []toolerr.Finding) {
	for _, s := range statements[:min(len(statements), maxFindings)] {
		found = append(found, v.findings(s)...)
	}
	return found
}

func (v *Dialect) findings(s Statement) []toolerr.Finding {
	f, worded := phrase.Find(s.Text, v.Texts)
	coded, listed := v.Lookup(s.Code)
	s.Fields = slices.DeleteFunc(slices.Clone(s.Fields), func(field string) bool { return field == "" })
	if !worded && !listed && len(s.Fields) == 0 {
		return nil
	}
	all := []toolerr.Finding{f}
	switch {
	case worded && f.Rule != "":
	case listed:
		all[0] = coded
		if limits := Limits(s.Text); len(limits) > 0 && slices.Contains(limitRules, coded.Rule) {
			all = limits
		}
	default:
		if all = sure(s.Text); len(all) == 0 {
			all = []toolerr.Finding{{Rule: RuleOf(s.Code), Value: f.Value, Word: f.Word}}
		} else if RuleOf(s.Code) == toolerr.RuleBadValue && all[0].Rule == toolerr.RuleUnknown && strings.Contains(s.Text, "is not allowed") {
			all[0].Rule = toolerr.RuleBadValue // the code is about a value, not about a name
		}
	}
	for i := range all {
		g := &all[i]
		switch {
		case len(s.Fields) > 0:
			g.Fields = s.Fields
		case len(g.Fields) == 0 && len(f.Fields) > 0:
			g.Fields = f.Fields
		case len(g.Fields) == 0:
			g.Fields = coded.Fields
		}
		if g.Value == "" {
			g.Value = s.Value
		}
		g.Names = slices.Clone(g.Names)
		for j, name := range g.Names {
			g.Names[j] = strings.Trim(name, "\"'`")
		}
	}
	return all
}

// Limits returns the limits in a sentence about a place.
func Limits(text string) []toolerr.Finding {
	if found := sure(text); len(found) > 0 && found[0].Limit != "" && found[0].Rule != toolerr.RuleBadValue {
		return found
	}
	return nil
}

// limitRules are the rules of codes that a sentence with a limit makes more precise.
var limitRules = []toolerr.Rule{
	"", toolerr.RuleBadValue, toolerr.RuleTooSmall, toolerr.RuleTooLarge, toolerr.RuleTooShort, toolerr.RuleTooLong, toolerr.RuleTooMany, toolerr.RuleTooFew,
}
