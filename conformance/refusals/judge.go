package refusals

import (
	"encoding/json"
	"slices"
	"strings"
)

// A Verdict is what the judge found in a view.
type Verdict struct {
	Met, Missed []Fact
	Leaked      []Leak
	Blamed      []string // arguments that the view names and no fact is about
	Misstated   []string // rules that the view tells and no fact is about
}

// A Leak is a forbidden string that a view contains.
type Leak struct{ Class, Text string }

// Fixable reports whether the view tells everything that the model needs. A case without facts
// is not fixable.
func (v Verdict) Fixable() bool { return len(v.Missed) == 0 && len(v.Met) > 0 }

// Clean reports whether the view contains nothing forbidden and sends the model nowhere else.
func (v Verdict) Clean() bool { return len(v.Leaked)+len(v.Blamed)+len(v.Misstated) == 0 }

// WithNames returns the case for a tool whose author allows names: facts that need them count,
// and names are not forbidden.
func (c Case) WithNames() Case {
	c.Facts = slices.Clone(c.Facts)
	for i := range c.Facts {
		c.Facts[i].NeedsNames = false
	}
	forbidden := map[string][]string{}
	for class, texts := range c.Forbidden {
		if class != "name" && class != "order_ident" {
			forbidden[class] = texts
		}
	}
	c.Forbidden = forbidden
	return c
}

// Judge compares a view with the facts of a case and the strings that it forbids. Facts that
// need names do not count.
func Judge(c Case, v View) Verdict {
	out := Verdict{Blamed: c.blamed(v.Text), Misstated: c.misstated(v.Text)}
	for _, f := range c.Facts {
		switch {
		case f.NeedsNames:
		case f.met(v.Text):
			out.Met = append(out.Met, f)
		default:
			out.Missed = append(out.Missed, f)
		}
	}
	for class, texts := range c.Forbidden {
		for _, text := range texts {
			if leaks(v.Text, text) || leaks(v.Raw, text) {
				out.Leaked = append(out.Leaked, Leak{class, text})
			}
		}
	}
	return out
}

// leaks reports whether a view contains a forbidden text: a single word as a whole word.
func leaks(view, text string) bool {
	if strings.ContainsFunc(text, func(r rune) bool { return !inWord(r) }) {
		return strings.Contains(view, text)
	}
	return contains(view, text)
}

// plain are phrases that name a rule. A view with one that no fact has misleads the model.
var plain = []string{
	"missing", "unknown", "wrong type", "too long", "too short", "out of range", "not one of", "already exists",
	"duplicate", "read only", "immutable", "ambiguous", "too many", "syntax", "format",
}

// misstated returns the rules of the text that no fact of the case is about. A report is about
// no argument, and its service may have any reason.
func (c Case) misstated(text string) []string {
	var right []string
	rules := false
	for _, f := range c.Facts {
		rules = rules || len(f.Rules) > 0
		right = append(right, f.wordings()...)
	}
	if !rules || c.Next != "" {
		return nil
	}
	var out []string
	for _, p := range plain {
		taken := slices.ContainsFunc(right, func(w string) bool { return contains(folded(w), p) })
		if !taken && contains(folded(text), p) {
			out = append(out, p)
		}
	}
	return out
}

// blamed returns the properties of the tool that the text names and that no fact is about. A
// driver's refusal is not judged so: its words are also those of the statement.
func (c Case) blamed(text string) []string {
	var schema struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(c.Schema, &schema) != nil || c.Upstream.Driver != "" {
		return nil
	}
	var out []string
	for name := range schema.Properties {
		if c.concerns(name) || slices.Contains(c.Also, name) || c.holds(name) {
			continue
		}
		forms := append(within(decorations[:4], name), "/"+name)
		if strings.ContainsAny(name, "_-") || strings.ToLower(name) != name {
			forms = append(forms, name)
		}
		if slices.ContainsFunc(forms, func(f string) bool { return contains(text, f) }) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// concerns reports whether a fact is about the property, or about a value with its spelling.
func (c Case) concerns(name string) bool {
	return slices.ContainsFunc(c.Facts, func(f Fact) bool {
		if len(f.Rules) > 0 {
			return false
		}
		return contains(strings.ReplaceAll(f.Path, "/", " "), name) ||
			slices.ContainsFunc(f.wordings(), func(w string) bool { return contains(w, name) })
	})
}

// holds reports whether the argument contains a word of a fact, or is a text in which a
// position counts: a view may name it.
func (c Case) holds(name string) bool {
	value, ok := c.Args[name]
	if !ok {
		return false
	}
	written, err := json.Marshal(value)
	if err != nil {
		return false
	}
	placed := false
	for _, f := range c.Facts {
		placed = placed || f.Number != "" || len(f.Rules) > 0
		for _, word := range append([]string{f.Word}, f.AnyOf...) {
			if f.Word != "" && contains(string(written), strings.Trim(word, "\"'`")) {
				return true
			}
		}
	}
	text, ok := value.(string)
	return ok && placed && strings.ContainsAny(text, " {(")
}
