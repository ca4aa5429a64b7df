package resolve

import (
	"encoding/json"
	"iter"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/redact"
)

const (
	maxVisits  = 4096 // schemas that are visited for their places, because a schema can refer to itself
	maxApplied = 64   // schemas that apply to one value
	maxSchemas = 12   // depth of the places of a schema
)

// A schema is the schema of a tool, which all its calls share. It is not changed
// after it was read.
type schema struct {
	root     jsontree.Node
	complete bool
	places   []place
	known    map[string]int            // property names and enum values, and their rank
	enums    map[int][][]jsontree.Node // of a place: the values that are allowed there
	anchors  map[string]*jsontree.Node // schemas by the names of their anchors
}

// schemas caches parsed schemas, because a tool has one for all its calls.
var schemas memo

// A memo caches the last few schemas.
type memo struct {
	mu   sync.Mutex
	read map[string]*schema
}

const (
	maxKept     = 256      // schemas
	maxKeptText = 32 << 10 // bytes of a cached schema
)

// read returns the parsed form of a JSON schema, from the cache if possible.
func read(text json.RawMessage) *schema {
	schemas.mu.Lock()
	s := schemas.read[string(text)]
	schemas.mu.Unlock()
	if s != nil {
		return s
	}
	s = readSchema(text)
	if len(text) > maxKeptText {
		return s
	}
	schemas.mu.Lock()
	defer schemas.mu.Unlock()
	if schemas.read == nil || len(schemas.read) >= maxKept {
		schemas.read = map[string]*schema{}
	}
	schemas.read[string(text)] = s
	return s
}

func readSchema(text json.RawMessage) *schema {
	s := &schema{known: map[string]int{}, enums: map[int][][]jsontree.Node{}, anchors: map[string]*jsontree.Node{}}
	s.root, s.complete = jsontree.Parse(string(text[:min(len(text), maxText)]), limits)
	s.complete = s.complete && len(text) <= maxText
	if s.root.Exists() {
		s.anchor(&s.root)
		w := walk{places: &s.places, of: s, left: maxVisits, shown: map[*jsontree.Node]bool{}}
		w.stack = append(w.stack, &s.root)
		s.describe(&w, 0, -1, false)
	}
	return s
}

// know adds a word of the schema to those that may be shown.
func (s *schema) know(word string) {
	if word == "" || len(s.known) >= maxKnown || !fits(word) {
		return
	}
	if _, ok := s.known[word]; !ok {
		s.known[word] = len(s.known)
	}
}

// anchor collects the schemas with names (JSON Schema 2020-12, section 8.2.2). The first one
// with a name counts.
func (s *schema) anchor(n *jsontree.Node) {
	for i := range n.Kids {
		k := &n.Kids[i]
		if name := k.Str(); name != "" && (k.Key == "$anchor" || k.Key == "$dynamicAnchor") && s.anchors[name] == nil {
			s.anchors[name] = n
		}
		s.anchor(k)
	}
}

// A walk visits the schemas that apply to places.
type walk struct {
	places *[]place
	first  int // the index of the first of them among all places of a call
	of     *schema
	left   int // visits
	stack  []*jsontree.Node
	paths  strings.Builder         // memory of the paths
	shown  map[*jsontree.Node]bool // lists of values that are known
}

// add adds a place below another, and reports whether there was room for it.
func (w *walk) add(p place) (int, bool) {
	all := *w.places
	parent := ""
	if p.parent >= 0 {
		parent, p.depth = all[p.parent-w.first].path, all[p.parent-w.first].depth
	}
	key := jsontree.Step(p.key)
	if len(parent)+1+len(key) > maxPath || w.first+len(all) >= 2*maxValues {
		return 0, false
	}
	p.path = w.path(parent, key)
	p.depth++
	*w.places = append(all, p)
	return w.first + len(all), true
}

// path returns the JSON pointer of a place from that of its parent and its own step. It
// takes memory for many paths at once.
func (w *walk) path(parent, key string) string {
	if size := len(parent) + 1 + len(key); w.paths.Cap()-w.paths.Len() < size {
		w.paths = strings.Builder{}
		w.paths.Grow(max(size, 256))
	}
	start := w.paths.Len()
	w.paths.WriteString(parent)
	w.paths.WriteByte('/')
	w.paths.WriteString(key)
	return w.paths.String()[start:]
}

// applied appends to the schemas on the stack, from start on, those that they refer to or
// combine, and returns them all. They are valid until the stack is cut.
func (w *walk) applied(start int) []*jsontree.Node {
	for i := start; i < len(w.stack) && len(w.stack)-start < maxApplied; i++ {
		if w.left--; w.left < 0 {
			break
		}
		of := w.stack[i]
		for i := range of.Kids {
			switch member := &of.Kids[i]; member.Key {
			case "$ref", "$dynamicRef":
				if target := w.lookUp(member.Str()); target != nil && target.IsObject() {
					w.stack = append(w.stack, target)
				}
			case "allOf", "anyOf", "oneOf":
				if member.IsArray() {
					w.push(member.Kids)
				}
			case "dependentSchemas":
				if member.IsObject() {
					w.push(member.Kids)
				}
			case "if", "then", "else":
				w.stack = append(w.stack, member)
			}
		}
	}
	w.left -= max(0, len(w.stack)-start-maxApplied) // callers look at those, too
	return w.stack[start:]
}

func (w *walk) push(schemas []jsontree.Node) {
	for i := range schemas {
		w.stack = append(w.stack, &schemas[i])
	}
}

// lookUp returns the target of a reference inside the schema, a JSON pointer (RFC 6901
// section 6) or the name of an anchor. Without a target it returns nil.
func (w *walk) lookUp(ref string) *jsontree.Node {
	base, fragment, _ := strings.Cut(ref, "#")
	fragment, err := url.PathUnescape(fragment)
	if err != nil || base != "" && base != strings.TrimSuffix(w.of.root.Member("$id").Str(), "#") {
		return nil
	}
	if fragment != "" && fragment[0] != '/' {
		return w.of.anchors[fragment]
	}
	n := &w.of.root
	for _, part := range strings.Split(strings.TrimPrefix(fragment, "/"), "/") {
		if part == "" {
			continue
		}
		if n = n.Child(name(part)); n == nil {
			return nil
		}
	}
	return n
}

// describe collects the places and the words of the schemas on the stack, from start on,
// for the value at a place.
func (s *schema) describe(w *walk, start, at int, secret bool) {
	all := w.applied(start)
	secret = secret || w.hide(all)
	for _, one := range all {
		for i := range one.Kids {
			switch member := &one.Kids[i]; member.Key {
			case "enum", "const":
				if !secret {
					s.show(w, *member, at)
				}
			case "properties":
				if !member.IsObject() {
					continue
				}
				for i := range member.Kids {
					p := &member.Kids[i]
					s.know(p.Key)
					s.below(w, place{key: p.Key, parent: at}, p, secret)
				}
			case "items", "additionalItems", "unevaluatedItems", "additionalProperties", "unevaluatedProperties", "prefixItems", "patternProperties":
				for item := range below(member) {
					s.below(w, place{key: "*", any: true, parent: at}, item, secret)
				}
			}
		}
	}
}

// below describes a place below another.
func (s *schema) below(w *walk, p place, of *jsontree.Node, secret bool) {
	at, ok := w.add(p)
	if ok && w.left > 0 && s.places[at].depth < maxSchemas {
		start := len(w.stack)
		w.stack = append(w.stack, of)
		s.describe(w, start, at, secret)
		w.stack = w.stack[:start]
	}
}

// below returns the schemas for items, or for members of any name.
func below(member *jsontree.Node) iter.Seq[*jsontree.Node] {
	return func(yield func(*jsontree.Node) bool) {
		switch {
		case member == nil:
		case member.IsArray() || member.Key == "patternProperties":
			for i := range member.Kids {
				if !yield(&member.Kids[i]) {
					return
				}
			}
		case member.IsObject():
			yield(member)
		}
	}
}

// show adds the values of an enum to the words that may be shown, as allowed at a place.
func (s *schema) show(w *walk, v jsontree.Node, at int) {
	values := v.Kids
	if !v.IsArray() {
		values = []jsontree.Node{v}
	}
	if len(values) == 0 {
		return
	}
	if !w.shown[&values[0]] { // references to one enum show it once
		w.shown[&values[0]] = true
		for _, k := range values {
			s.know(k.Text)
		}
	}
	s.enums[at] = append(s.enums[at], values)
}

// allows reports whether an enum has a word among the values that are allowed at a place.
func (s *schema) allows(at int, word string) bool {
	return slices.ContainsFunc(s.enums[at], func(values []jsontree.Node) bool {
		return slices.ContainsFunc(values, func(v jsontree.Node) bool { return v.Text == word })
	})
}

// hide reports whether schemas mark a value as secret, or refer to an unknown schema
// that may do so.
func (w *walk) hide(schemas []*jsontree.Node) bool {
	for _, s := range schemas {
		for i := range s.Kids {
			switch m := &s.Kids[i]; m.Key {
			case "writeOnly":
				if m.Kind == 't' {
					return true
				}
			case "format":
				if strings.EqualFold(m.Str(), "password") {
					return true
				}
			case "$ref", "$dynamicRef":
				if m.IsString() && w.lookUp(m.Text) == nil {
					return true
				}
			}
		}
	}
	return false
}

// sent collects the places of a sent value, below the place at. The schemas are all that
// apply to it.
func (c *Call) sent(w *walk, n jsontree.Node, at int, schemas []*jsontree.Node, secret bool) {
	named, holder := namesSecret(n), slices.ContainsFunc(n.Kids, func(k jsontree.Node) bool {
		return strings.EqualFold(k.Key, "kind") && strings.EqualFold(k.Str(), "Secret")
	})
	for i := range n.Kids {
		k, start := &n.Kids[i], len(w.stack)
		w.forMember(schemas, n, k.Key)
		inside := w.applied(start)
		p := place{key: k.Key, parent: at, sent: true, item: n.IsArray(), kind: k.Kind, text: k.Text}
		p.secret = secret || w.left < 0 || w.hide(inside) || !p.item && secretKey(*k) || named && redact.HoldsValue(k.Key) || holder && redact.HoldsData(k.Key) || behindFlag(n, i) ||
			i == 1 && len(n.Kids) == 2 && at >= 0 && c.nth(at).item && secretName(n.Kids[0].Str()) // [["X-Api-Key", …]]
		if p.secret && (k.IsString() || k.IsNumber()) {
			c.denied.add(k.Text)
		}
		if secret && !p.item {
			c.denyName(k.Key)
		}
		at, ok := w.add(p)
		if ok && len(k.Kids) > 0 {
			c.sent(w, *k, at, inside, p.secret)
		}
		w.stack = w.stack[:start]
	}
}

// forMember pushes the schemas for a member or an item of a value onto the stack.
func (w *walk) forMember(schemas []*jsontree.Node, n jsontree.Node, key string) {
	for _, s := range schemas {
		if n.IsArray() {
			w.below(s, "items", "prefixItems", "additionalItems", "unevaluatedItems")
			continue
		}
		if all := s.Child("properties"); all != nil {
			if p := all.Child(key); p != nil && p.IsObject() {
				w.stack = append(w.stack, p)
			}
		}
		w.below(s, "additionalProperties", "patternProperties", "unevaluatedProperties")
	}
}

// below pushes the schemas in members of a schema onto the stack.
func (w *walk) below(s *jsontree.Node, names ...string) {
	for _, name := range names {
		for one := range below(s.Child(name)) {
			w.stack = append(w.stack, one)
		}
	}
}
