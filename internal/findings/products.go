package findings

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// products are the shapes of services that are products of their own: payments, models,
// clouds, chats, trackers. The first that finds something counts.
var products = slices.Concat(chats, trackers, crms, payments, models, clouds, platforms)

// A Dialect is how a service says what it refused: its codes, and its sentences. The
// adapter of the service's client and the shape of its bodies share it.
type Dialect struct {
	codes []coded
	texts []phrase.Pattern
}

// A coded is what a code means. It is made of strings alone, so that the tables cost a
// program no code that fills them in.
type coded struct {
	code  string
	rule  toolerr.Rule
	at    string // the places that the code implies, with a space between them
	limit string
}

// lookup returns what a code means.
func (d *Dialect) lookup(code string) (f toolerr.Finding, ok bool) {
	if code == "" {
		return f, false
	}
	i := slices.IndexFunc(d.codes, func(c coded) bool { return c.code == code })
	if i < 0 {
		return f, false
	}
	c := d.codes[i]
	return toolerr.Finding{Rule: c.rule, Fields: strings.Fields(c.at), Limit: c.limit}, true
}

// A Said is one thing that a service said about a call that it refused.
type Said struct {
	// Fields are the places that members of their own name.
	Fields []string
	// Code is the service's word for it, Text its sentence, Value what it rejected.
	Code, Text, Value string
}

// Refusal returns what the things that a service said mean. Text is the service's
// sentence about the whole call.
func (d *Dialect) Refusal(text string, all ...Said) toolerr.Refusal {
	r := toolerr.Refusal{Message: text}
	for _, s := range all[:min(len(all), maxFindings)] {
		r.Findings = append(r.Findings, d.read(s)...)
	}
	return r
}

// read returns the findings of one thing that a service said: none if neither a place,
// nor a sentence or a code of the service is known. There are two for a range.
func (d *Dialect) read(s Said) []toolerr.Finding {
	f, said := phrase.Find(s.Text, d.texts)
	coded, listed := d.lookup(s.Code)
	s.Fields = slices.DeleteFunc(slices.Clone(s.Fields), func(field string) bool { return field == "" })
	if !said && !listed && len(s.Fields) == 0 {
		return nil
	}
	all := []toolerr.Finding{f}
	switch {
	case said && f.Rule != "":
	case listed:
		all[0] = coded
		if limits := limitsOf(s.Text); len(limits) > 0 && slices.Contains(limitRules, coded.Rule) {
			all = limits
		}
	default:
		if all = sure(s.Text); len(all) == 0 {
			all = []toolerr.Finding{{Rule: RuleOf(s.Code), Value: f.Value, Word: f.Word}}
		} else if RuleOf(s.Code) == toolerr.RuleBadValue {
			ofValue(all, s.Text)
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
		bare(g)
	}
	return all
}

// bare takes the quotation marks off what a finding has from a sentence.
func bare(f *toolerr.Finding) {
	trim := func(s string) string { return strings.Trim(s, "\"'`") }
	f.Word, f.Value = trim(f.Word), trim(f.Value)
	f.Names = slices.Clone(f.Names)
	for i, name := range f.Names {
		f.Names[i] = trim(name)
	}
	f.Fields = slices.Clone(f.Fields)
	for i, field := range f.Fields {
		f.Fields[i] = trim(field)
	}
}

// counted makes a finding about the length of a list one about items: a service that
// uses one sentence for strings and lists means a list by a name in the plural.
func counted(all []toolerr.Finding) []toolerr.Finding {
	for i := range all {
		f := &all[i]
		switch {
		case len(f.Fields) == 0, !plural(f.Fields[0]) && !strings.HasPrefix(f.Value, "["):
		case f.Rule == toolerr.RuleTooLong:
			f.Rule = toolerr.RuleTooMany
		case f.Rule == toolerr.RuleTooShort:
			f.Rule = toolerr.RuleTooFew
		}
	}
	return all
}

// plural reports whether the last name of a place is that of a list.
func plural(place string) bool {
	name := place[strings.LastIndexAny(place, "./")+1:]
	switch name {
	case "children", "rich_text", "title", "caption", "people", "multi_select", "relation", "and", "or":
		return true
	}
	return strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss")
}

// A listing is a shape of bodies that list what was refused.
type listing struct {
	dialect *Dialect
	lists   [][]string // where a list can be; {} is the root
	needs   []string   // members without which an object is not an item
	// The members of an item: the first that it has counts. A dot goes to a member of a
	// member. A place can be an array: of places, or with steps of the steps to one.
	place, code, text, value []string
	steps                    bool
}

// read returns the findings of all items.
func (l *listing) read(d doc) (all []toolerr.Finding) {
	for _, at := range l.lists {
		items := d.root.At(at...)
		if items.IsObject() {
			all = append(all, l.item(items)...)
		}
		if !items.IsArray() {
			continue
		}
		for _, item := range items.Kids[:min(len(items.Kids), maxFindings)] {
			all = append(all, l.item(item)...)
		}
	}
	return all
}

func (l *listing) item(item jsontree.Node) (all []toolerr.Finding) {
	for _, name := range l.needs {
		if !at(item, name).Exists() {
			return nil
		}
	}
	s := Said{Code: first(item, l.code).Scalar(), Text: first(item, l.text).Str(), Value: first(item, l.value).Scalar()}
	places := first(item, l.place)
	fields := places.Strings()
	switch {
	case places.IsString():
		fields = []string{places.Text}
	case l.steps && places.IsArray():
		fields = []string{joined(places)}
	}
	if len(fields) == 0 {
		return l.dialect.read(s)
	}
	for _, field := range fields {
		s.Fields = []string{field}
		all = append(all, l.dialect.read(s)...)
	}
	return all
}

// joined returns the place that an array of names and indices leads to.
func joined(steps jsontree.Node) string {
	var names []string
	for _, k := range steps.Kids {
		names = append(names, k.Scalar())
	}
	return strings.Join(names, ".")
}

// cutString returns the beginning of a string in which a body that is too long was cut
// off, so that what is behind it is lost as well.
func cutString(d doc, key string) (string, bool) {
	i := strings.LastIndex(d.text, key)
	if len(d.text) < maxBody || i < 0 {
		return "", false
	}
	text, ok := strings.CutPrefix(strings.TrimLeft(d.text[i+len(key):], " "), `"`)
	return text[:min(len(text), 1<<10)], ok
}

// at returns the member of a member that a path with dots leads to.
func at(n jsontree.Node, path string) jsontree.Node {
	for more := true; more; {
		var key string
		key, path, more = strings.Cut(path, ".")
		n = n.Member(key)
	}
	return n
}

// first returns the first of some members that has a value.
func first(n jsontree.Node, paths []string) jsontree.Node {
	for _, path := range paths {
		if m := at(n, path); m.Exists() && m.Kind != 'n' {
			return m
		}
	}
	return jsontree.Node{}
}
