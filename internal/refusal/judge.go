package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// A collector collects findings.
type collector struct {
	found []toolerr.Finding
	// method is true if a place begins with the server's method and its parameter, as that of
	// a ConstraintViolation does (RESTEasy 6, ViolationReport; Quarkus 3).
	method bool
	texts  int      // number of sentences that may still be read
	others []string // sentences beside entries
}

const maxSentences = 64

// add adds the findings of an entry about a field.
func (r *collector) add(field, value string, c code, named bool, texts []string, params []jsontree.Node, origin string) {
	if len(r.found) >= maxFindings || field == "" || len(field) > 512 {
		return
	}
	var buffer [2]toolerr.Finding
	found := r.judge(buffer[:0], c, named, texts, params, origin)
	for i := range found {
		f := &found[i]
		f.Fields = append([]string{field}, f.Fields...)
		if f.Value == "" || value != "" {
			f.Value = value
		}
		if r.found == nil {
			r.found = make([]toolerr.Finding, 0, 4)
		}
		r.found = append(r.found, *f)
	}
}

// judge returns the problem by the name of the rule if it is known, and otherwise by a
// sentence. It appends to a slice without elements.
func (r *collector) judge(found []toolerr.Finding, c code, named bool, texts []string, params []jsontree.Node, origin string) []toolerr.Finding {
	f := toolerr.Finding{Rule: c.rule, Beyond: c.beyond}
	if named {
		fill(&f, params)
		measure(&f, texts, origin)
		if f.Limit != "" || len(f.Names) > 0 {
			return append(found, f)
		}
	}
	switch f.Rule { //nolint:exhaustive // those that a sentence has no more about
	case toolerr.RuleRequired, toolerr.RuleUnknown, toolerr.RuleBadFormat, toolerr.RuleDuplicate, toolerr.RuleExistsAlready:
		return append(found, f)
	}
	if i := slices.IndexFunc(texts, func(text string) bool { return len(texts) > 1 && len(sure(text)) > 0 }); i > 0 { // the first only states that something is wrong
		texts = texts[i:]
	}
	for _, text := range texts {
		if r.texts--; r.texts < 0 {
			break
		}
		stated := predicate(text)
		for i := range stated {
			if origin == "array" {
				count(&stated[i], origin)
			}
		}
		switch {
		case len(stated) == 0:
			continue
		case !named || c == badValue || c.rule == toolerr.RuleOutOfRange && isAmount(stated[0].Rule):
			for i := range stated {
				if stated[i].Limit == "" && len(stated) == 1 {
					fill(&stated[i], params)
				}
			}
			return stated
		case stated[0].Rule == f.Rule || c == notAllowed && stated[0].Rule == toolerr.RuleBadValue || c == wrongType && (stated[0].Rule == toolerr.RuleRequired || isAmount(stated[0].Rule)):
			return stated
		}
	}
	if f.Rule == "" {
		f.Rule = toolerr.RuleBadValue
	}
	return append(found, f)
}

// measure changes a rule about an amount by the unit: that of the kind of value in a member
// of the entry, or the one in its sentence.
func measure(f *toolerr.Finding, texts []string, origin string) {
	switch {
	case origin == "array" || origin == "set" || origin == "map":
		count(f, "item")
	case origin == "string":
		count(f, "char")
	case origin == "date" || origin == "file":
		f.Limit = "" // the unit is milliseconds or bytes
	case origin != "number" && len(texts) > 0 && isAmount(f.Rule):
		if text := texts[0][:min(len(texts[0]), 1<<10)]; unitIn(strings.ToLower(text)) >= 0 {
			count(f, strings.ToLower(withoutSubject(text)))
		}
	}
}

// fill sets the limit or the allowed names of a finding.
func fill(f *toolerr.Finding, params []jsontree.Node) {
	keys := highest
	switch f.Rule { //nolint:exhaustive // the rules with parameters
	case toolerr.RuleTooSmall, toolerr.RuleTooShort, toolerr.RuleTooFew:
		keys = lowest
	case toolerr.RuleTooLarge, toolerr.RuleTooLong, toolerr.RuleTooMany:
	case toolerr.RuleBadValue:
		keys = factor
	case toolerr.RuleNotAllowed:
		keys = allowed
	default:
		return
	}
	for _, p := range params {
		for i, k := range p.Kids {
			name := fold(k.Key)
			if p.IsArray() {
				name = "limit"
			}
			if !slices.Contains(keys, name) && (f.Rule == toolerr.RuleNotAllowed || !strings.HasPrefix(name, keys[0])) {
				continue
			}
			if f.Rule == toolerr.RuleNotAllowed {
				f.Names = namesOf(k)
			} else if number(k) && (!p.IsArray() || i == 0) && p.Member("exact").Kind != 't' {
				f.Limit = k.Text
				f.Beyond = f.Beyond || name == "gt" || name == "lt" || name == "more" || name == "less" || strings.HasPrefix(name, "exclusive") || p.Member("inclusive").Kind == 'f'
			}
			if f.Limit != "" || len(f.Names) > 0 {
				return
			}
		}
	}
}

// namesOf returns the items of a list, or of a text that lists them.
func namesOf(n jsontree.Node) []string {
	if n.IsString() {
		return phrase.Names(n.Text[:min(len(n.Text), 1<<10)])
	}
	var names []string
	if n.IsArray() {
		for _, k := range n.Kids[:min(len(n.Kids), 64)] {
			if s := k.Scalar(); s != "" {
				names = append(names, s)
			}
		}
	}
	return names
}

// number reports whether a value is a decimal number or a string with one.
func number(n jsontree.Node) bool {
	s := n.Scalar()
	return (n.IsNumber() || n.IsString()) && s != "" && len(s) <= 20 && strings.Trim(s, "0123456789.-") == ""
}

// missing drops other findings on a required field that is missing: some validators also
// report that its type is wrong.
func missing(found []toolerr.Finding) []toolerr.Finding {
	absent := func(field string) bool {
		for i := range found {
			if f := &found[i]; f.Rule == toolerr.RuleRequired && len(f.Fields) == 1 && f.Fields[0] == field {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(found, func(f toolerr.Finding) bool { // which keeps those that absent looks for
		return f.Rule != toolerr.RuleRequired && len(f.Fields) > 0 && absent(f.Fields[0])
	})
}
