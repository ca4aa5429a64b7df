package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
)

// An entry is an object that may state a problem.
type entry struct{ jsontree.Node }

// role returns the role of a member by its index.
func (e *entry) role(i int) role { return roleOf(e.Kids[i].Key) }

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
	answer := e.Member("extensions").IsObject() // the path of a GraphQL error is in the answer
	for i := range e.Kids {
		k := &e.Kids[i]
		rank := e.role(i).place
		if rank == 0 || best != 0 && rank >= best || answer && k.Key == "path" {
			continue
		}
		f := place(*k)
		switch {
		case rank > strongRanks && (strings.HasSuffix(f, "Error") || strings.HasSuffix(f, "Exception")): // of a class
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

// rule returns the rule that an entry names. With sure, the type of a value may be the name
// of a rule.
func (e *entry) rule(sure bool) (c code, ok bool) {
	best := uint8(0)
	for i := range e.Kids {
		k := &e.Kids[i]
		rank := e.role(i).rule
		if text := e.role(i).text; rank == 0 && text > 0 && k.IsString() && !strings.Contains(k.Text, " ") && strings.ContainsAny(k.Text, "._-") { // the key of a sentence
			rank = strongRanks - 1
		}
		if rank == 0 || !k.IsString() || k.Key == "type" && e.Member("refinement").IsString() { // Superstruct: the type that the value has
			continue
		}
		named, known := codeOf(k.Text)
		if k.Key == "type" && !sure && !strings.ContainsAny(k.Text, "_.") && named != required { // of a value
			continue
		}
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
	for _, m := range paramMembers {
		if p := e.Member(m); p.IsObject() || p.IsArray() && m == "args" {
			all = append(all, p)
		}
	}
	return append(all, e.Node)
}

// subs returns the names of places below that of an entry. What FluentValidation fills into its
// sentences names the place again.
func (e *entry) subs(params []jsontree.Node, all bool) []string {
	for i, p := range params {
		own := i == len(params)-1
		for _, m := range subMembers {
			if strings.HasSuffix(p.Key, "PlaceholderValues") || own && !all && m != "keys" || own && (m == "propertyName" || m == "unknown") {
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

// keysOnly reports whether an object lists the keys of problems that a text states, as those of
// hapi 21 and celebrate 15 do.
func keysOnly(n jsontree.Node) bool {
	return n.Member("keys").IsArray() && n.Member("source").Str() != ""
}
