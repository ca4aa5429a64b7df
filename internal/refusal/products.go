package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// products are the shapes of commercial services: models, clouds, chats, trackers. The first with a finding is used.
var products = slices.Concat(chats, trackers, crms, models, clouds, platforms)

// A Dialect is the codes and sentences of a service's refusals. The adapter of the
// service's client and the shape of its bodies share it.
type Dialect struct {
	codes []coded
	texts []phrase.Pattern
}

// A coded is the meaning of some codes. It has only strings, so that the tables need no
// initialization code.
type coded struct {
	codes string // separated by a comma and a space
	rule  toolerr.Rule
	at    string // the places that the code implies, separated by spaces
	limit string
}

// lookup returns the meaning of a code.
func (d *Dialect) lookup(code string) (f toolerr.Finding, ok bool) {
	if code == "" {
		return f, false
	}
	for _, c := range d.codes {
		for listed := range strings.SplitSeq(c.codes, ", ") {
			if listed == code {
				return toolerr.Finding{Rule: c.rule, Fields: strings.Fields(c.at), Limit: c.limit}, true
			}
		}
	}
	return f, false
}

// A Statement is what a service states about a call that it refused.
type Statement struct {
	// Fields are the places in members of the body.
	Fields []string
	// Code is the service's code, Text its sentence, Value the rejected value.
	Code, Text, Value string
}

// Refusal returns the refusal for the statements of a service. Text is the service's
// sentence about the whole call.
func (d *Dialect) Refusal(text string, all ...Statement) toolerr.Refusal {
	return Refusal(text, d.all(all))
}

func (d *Dialect) all(statements []Statement) (found []toolerr.Finding) {
	for _, s := range statements[:min(len(statements), maxFindings)] {
		found = append(found, d.read(s)...)
	}
	return found
}

// read returns the findings of one statement. There are none if no place, sentence or code
// is known, and two for a range.
func (d *Dialect) read(s Statement) []toolerr.Finding {
	f, worded := phrase.Find(s.Text, d.texts)
	coded, listed := d.lookup(s.Code)
	s.Fields = slices.DeleteFunc(slices.Clone(s.Fields), func(field string) bool { return field == "" })
	if !worded && !listed && len(s.Fields) == 0 {
		return nil
	}
	all := []toolerr.Finding{f}
	switch {
	case worded && f.Rule != "":
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

// bare removes quotation marks from the parts of a finding.
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

// counted changes a finding about the length of a list to one about items: if a service has
// one sentence for strings and lists, a plural name is that of a list.
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

// plural reports whether the last name of a place is the name of a list.
func plural(place string) bool {
	name := place[strings.LastIndexAny(place, "./")+1:]
	switch name {
	case "children", "rich_text", "title", "caption", "people", "multi_select", "relation", "and", "or":
		return true
	}
	return strings.HasSuffix(name, "s") && !strings.HasSuffix(name, "ss")
}

// A listing is a shape of bodies with a list of refusals.
type listing struct {
	dialect *Dialect
	lists   [][]string // paths of the list; {} is the root
	needs   []string   // an item has all of these members
	// The members of an item: the first that it has is used. A dot separates a member from its
	// member. A place can be an array: of places, or, with steps, of the steps of one place.
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
	s := Statement{Code: first(item, l.code).Scalar(), Text: first(item, l.text).Str(), Value: first(item, l.value).Scalar()}
	places := first(item, l.place)
	fields := places.Strings()
	switch {
	case places.IsString():
		fields = []string{places.Text}
	case l.steps && places.IsArray():
		fields = []string{strings.Join(parts(places), ".")}
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

// cutString returns the beginning of a string in which a body was cut because it is too
// long.
func cutString(d doc, key string) (string, bool) {
	i := strings.LastIndex(d.text, key)
	if len(d.text) < maxBody || i < 0 {
		return "", false
	}
	text, ok := strings.CutPrefix(strings.TrimLeft(d.text[i+len(key):], " "), `"`)
	return text[:min(len(text), 1<<10)], ok
}

// at returns the node at a path with dots.
func at(n jsontree.Node, path string) jsontree.Node {
	for more := true; more; {
		var key string
		key, path, more = strings.Cut(path, ".")
		n = n.Member(key)
	}
	return n
}

// first returns the first of some members that has a value other than null.
func first(n jsontree.Node, paths []string) jsontree.Node {
	for _, path := range paths {
		if m := at(n, path); m.Exists() && m.Kind != 'n' {
			return m
		}
	}
	return jsontree.Node{}
}
