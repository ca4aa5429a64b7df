package refusal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
)

// An entry is an object that may state a problem.
type entry struct {
	jsontree.Node
	roles [12]role // of the first members
	also  uses     // of all members
}

func entryOf(n jsontree.Node) (e entry) {
	e.Node = n
	for i := range n.Kids {
		r := roleOf(n.Kids[i].Key)
		if e.also |= r.also; i < len(e.roles) {
			e.roles[i] = r
		}
	}
	return e
}

// role returns the role of a member by its index.
func (e *entry) role(i int) role {
	if i < len(e.roles) {
		return e.roles[i]
	}
	return roleOf(e.Kids[i].Key)
}

// special returns a member that is one of the uses, or the zero Node.
func (e *entry) special(use uses, name string) jsontree.Node {
	if e.also&use == 0 {
		return jsontree.Node{}
	}
	return e.Member(name)
}

// single reports whether an object outside a list is an entry.
func (e *entry) single() bool {
	f, weak, _ := e.place()
	return f != "" && !weak && e.known()
}

// known reports whether the rule of an entry is known.
func (e *entry) known() bool {
	if _, ok := e.rule(false); ok {
		return true
	}
	return slices.ContainsFunc(e.texts(nil), func(text string) bool { return len(predicate(text)) > 0 })
}

// place returns the place of an entry, and whether its member is a weak one. It returns ok
// false if the entry has no member for a place.
func (e *entry) place() (field string, weak, ok bool) {
	best := uint8(0)
	answer := e.special(asExtensions, "extensions").IsObject() // the path of a GraphQL error is in the answer
	for i := range e.Kids {
		k := &e.Kids[i]
		rank := e.role(i).place
		if rank == 0 || best != 0 && rank >= best || answer && k.Key == "path" {
			continue
		}
		f := place(*k)
		switch {
		case isAside(f):
			if ok = true; best == 0 {
				weak = true
			}
		default:
			field, best, ok = f, rank, true
			weak = rank > strongRanks && !k.IsObject() && (k.Key != "path" || !k.IsArray()) // except for Zod's issues
		}
	}
	if best != 0 {
		return field, weak, true
	}
	return "", weak, ok
}

// place returns the text of a place: a string, the steps of a path, or an object with one
// of them.
func place(n jsontree.Node) string {
	switch n.Kind {
	case '"':
		return trimPlace(n.Text)
	case '[':
		var buffer [64]byte
		path := buffer[:0]
		for i := range n.Kids[:min(len(n.Kids), 16)] {
			k := &n.Kids[i]
			step := k.Scalar()
			if k.IsObject() { // valibot; protovalidate
				if step = k.Member("key").Scalar(); step == "" {
					step = k.Member("fieldName").Scalar()
				}
			}
			if step == "" {
				return ""
			}
			if len(path) == 0 && isAside(step) && len(n.Kids) > 1 {
				continue
			}
			path = append(append(path, '/'), escaped(step)...)
		}
		if len(n.Kids) == 1 && isAside(strings.TrimPrefix(string(path), "/")) {
			return ""
		}
		return string(path)
	case '{':
		for _, name := range [...]string{"pointer", "parameter", "header", "elements"} {
			if p := place(n.Member(name)); p != "" {
				return p
			}
		}
	}
	return ""
}

// trimPlace removes the name of the part of the request from a place.
func trimPlace(s string) string {
	if len(s) > 256 {
		return ""
	}
	for _, part := range [...]string{"$input.", "querystring.", "requestBody."} {
		s = strings.TrimPrefix(s, part)
	}
	if first, rest, ok := strings.Cut(strings.TrimPrefix(s, "/"), "/"); ok && aside[first] {
		return "/" + rest // "body/items/0"
	}
	return strings.ReplaceAll(s, "[]", "")
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// escaped returns a step of a JSON pointer.
func escaped(step string) string {
	if strings.ContainsAny(step, "~/") {
		return pointerEscapes.Replace(step)
	}
	return step
}

// below returns the place of a member of a place.
func below(base, name string) string {
	if base == "" || strings.HasPrefix(base, "/") || strings.HasPrefix(base, "#/") {
		return base + "/" + escaped(name)
	}
	return base + "." + name
}

// rule returns the rule that an entry names. With sure, the type of a value may be the name
// of a rule.
func (e *entry) rule(sure bool) (c code, ok bool) {
	best := uint8(0)
	for i := range e.Kids {
		k := &e.Kids[i]
		rank := e.role(i).rule
		if rank == 0 || !k.IsString() || k.Key == "type" && (!sure && !strings.ContainsAny(k.Text, "_.") || e.Member("refinement").IsString()) { // Superstruct: the type that the value has
			continue
		}
		named, known := codeOf(k.Text)
		if named == badValue { // other members are more specific
			rank += strongRanks
		}
		if known && (best == 0 || rank < best) {
			c, ok, best = named, true, rank
		}
	}
	return c, ok
}

// texts appends the sentences of an entry to a slice without elements, at most three.
func (e *entry) texts(texts []string) []string {
	var ranks [3]uint8
	for i := range e.Kids {
		k := &e.Kids[i]
		rank := e.role(i).text
		if rank == 0 || !k.IsArray() && k.Str() == "" || k.Key == "code" && !strings.Contains(k.Text, " ") {
			continue
		}
		if k.IsArray() {
			if list := k.Strings(); len(list) > 0 && len(texts) == 0 {
				return list[:min(len(list), len(ranks))]
			}
			continue
		}
		at := len(texts)
		for at > 0 && ranks[at-1] > rank {
			at--
		}
		if at == len(ranks) {
			continue
		}
		texts = slices.Insert(texts, at, k.Text)
		texts = texts[:min(len(texts), len(ranks))]
		copy(ranks[at+1:], ranks[at:])
		ranks[at] = rank
	}
	return texts
}

// entry reads one entry of a list, and reports whether the object is an entry.
func (r *reader) entry(e *entry) bool {
	if e.special(asOther, "locations").IsArray() { // the path of a GraphQL error is in the answer
		return false
	}
	field, weak, ok := e.place()
	if !ok {
		return false
	}
	var paramBuffer [3]jsontree.Node
	params := e.params(paramBuffer[:0])
	subs := e.subs(params, isAside(field))
	if field == "" && len(subs) == 0 || weak && field != "" && !e.known() {
		for _, t := range e.texts(nil) {
			if f, ok := readClause(t, false); ok && field == "" {
				r.found = append(r.found, f...)
				return true
			}
		}
		return false
	}
	if rules := e.special(asOther, "constraints"); rules.IsObject() { // class-validator
		for _, k := range rules.Kids {
			c, named := codeOf(k.Key)
			r.add(field, e.value(), c, named, []string{k.Str()}, nil, "")
		}
		return true
	}
	c, named := e.rule(true)
	if c == syntax { // the place is a position in the body
		return false
	}
	var textBuffer [4]string
	texts := e.texts(textBuffer[:0])
	if len(texts) == 0 && !named {
		return false
	}
	origin := cmp.Or(e.Member("origin").Str(), e.Member("type").Str())
	for i := range e.Kids {
		if e.Kids[i].IsArray() && e.role(i).value != 0 {
			origin = "array"
		}
	}
	if r.method {
		field = withoutMethod(field)
	}
	if len(subs) == 0 {
		r.add(field, e.value(), c, named, texts, params, origin)
	}
	for _, s := range subs {
		r.add(below(field, s), "", c, named, texts, params, origin)
	}
	return true
}

// withoutMethod removes the first two steps of a place, or the first if there are only two.
func withoutMethod(field string) string {
	for range min(2, strings.Count(field, ".")) {
		_, field, _ = strings.Cut(field, ".")
	}
	return field
}

// within returns a place below another.
func within(base, field string) string {
	if strings.HasPrefix(base, "/") {
		return base + "/" + strings.TrimPrefix(field, "/")
	}
	return base + "." + strings.ReplaceAll(strings.TrimPrefix(field, "/"), "/", ".")
}

// value returns the refused value in an entry, at most 256 bytes of it.
func (e *entry) value() (text string) {
	best := uint8(0)
	for i := range e.Kids {
		k := &e.Kids[i]
		if rank := e.role(i).value; rank != 0 && (best == 0 || rank < best) && (k.IsString() || k.IsNumber()) {
			text, best = k.Text[:min(len(k.Text), 256)], rank
		}
	}
	return text
}

// params appends the objects that may have the limit of an entry to a slice.
func (e *entry) params(all []jsontree.Node) []jsontree.Node {
	if e.also&asParams != 0 {
		for _, m := range paramMembers {
			if p := e.Member(m); p.IsObject() || p.IsArray() && m == "args" {
				all = append(all, p)
			}
		}
	}
	return append(all, e.Node)
}

// subs returns the names of places below that of an entry.
func (e *entry) subs(params []jsontree.Node, all bool) []string {
	for i, p := range params {
		own := i == len(params)-1
		if own && e.also&asSub == 0 {
			break
		}
		for _, m := range subMembers {
			if own && !all && m != "keys" || own && (m == "propertyName" || m == "unknown") {
				continue
			}
			switch n := p.Member(m); {
			case n.IsArray():
				return n.Strings()
			case n.Str() != "" && m == "unknown":
				return phrase.Names(n.Text)
			case n.Str() != "":
				return []string{n.Text}
			}
		}
	}
	return nil
}
