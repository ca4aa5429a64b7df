package resolve

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/errand-go/errand/internal/jsontree"
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
	anchors  map[string]jsontree.Node  // schemas by the names of their anchors
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
	s := &schema{known: map[string]int{}, enums: map[int][][]jsontree.Node{}, anchors: map[string]jsontree.Node{}}
	s.root, s.complete = parse(text)
	if s.root.Exists() {
		s.anchor(s.root)
		w := walk{places: &s.places, of: s, left: maxVisits, shown: map[*jsontree.Node]bool{}}
		w.stack = append(w.stack, s.root)
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
func (s *schema) anchor(n jsontree.Node) {
	for _, k := range n.Kids {
		if name := k.Str(); name != "" && (k.Key == "$anchor" || k.Key == "$dynamicAnchor") && !s.anchors[name].Exists() {
			s.anchors[name] = n
		}
		s.anchor(k)
	}
}

// A walk visits the schemas that apply to places.
type walk struct {
	places *[]place
	of     *schema
	left   int // visits
	stack  []jsontree.Node
	shown  map[*jsontree.Node]bool // lists of values that are known
}

// add adds a place below another, and reports whether there was room for it.
func (w *walk) add(p place) (int, bool) {
	all := *w.places
	if p.parent >= 0 {
		p.path, p.depth = all[p.parent].path, all[p.parent].depth
	}
	if p.path = pointer(p.path, p.key); len(p.path) > maxPath || len(all) >= 2*maxValues {
		return 0, false
	}
	p.depth++
	*w.places = append(all, p)
	return len(all), true
}

// applied appends to the schemas on the stack, from start on, those that they refer to or
// combine, and returns them all. They are valid until the stack is cut.
func (w *walk) applied(start int) []jsontree.Node {
	for i := start; i < len(w.stack) && len(w.stack)-start < maxApplied; i++ {
		if w.left--; w.left < 0 {
			break
		}
		for _, member := range w.stack[i].Kids {
			switch member.Key {
			case "$ref", "$dynamicRef":
				if target := w.lookUp(member.Str()); target.IsObject() {
					w.stack = append(w.stack, target)
				}
			case "allOf", "anyOf", "oneOf":
				if member.IsArray() {
					w.stack = append(w.stack, member.Kids...)
				}
			case "dependentSchemas":
				if member.IsObject() {
					w.stack = append(w.stack, member.Kids...)
				}
			case "if", "then", "else":
				w.stack = append(w.stack, member)
			}
		}
	}
	w.left -= max(0, len(w.stack)-start-maxApplied) // callers look at those, too
	return w.stack[start:]
}

// lookUp returns the target of a reference inside the schema, a JSON pointer (RFC 6901
// section 6) or the name of an anchor. Without a target it returns the zero Node.
func (w *walk) lookUp(ref string) jsontree.Node {
	base, fragment, _ := strings.Cut(ref, "#")
	fragment, err := url.PathUnescape(fragment)
	if err != nil || base != "" && base != strings.TrimSuffix(w.of.root.Member("$id").Str(), "#") {
		return jsontree.Node{}
	}
	if fragment != "" && fragment[0] != '/' {
		return w.of.anchors[fragment]
	}
	n := w.of.root
	for part := range strings.SplitSeq(strings.TrimPrefix(fragment, "/"), "/") {
		if part != "" {
			n = n.At(unescapePointer.Replace(part))
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
		for _, member := range one.Kids {
			switch member.Key {
			case "enum", "const":
				if !secret {
					s.show(w, member, at)
				}
			case "properties":
				if !member.IsObject() {
					continue
				}
				for _, p := range member.Kids {
					s.know(p.Key)
					s.below(w, place{key: p.Key, parent: at}, p, secret)
				}
			case "items", "additionalItems", "unevaluatedItems", "additionalProperties", "unevaluatedProperties", "prefixItems", "patternProperties":
				for _, item := range below(member) {
					s.below(w, place{key: "*", any: true, parent: at}, item, secret)
				}
			}
		}
	}
}

// below describes a place below another.
func (s *schema) below(w *walk, p place, of jsontree.Node, secret bool) {
	at, ok := w.add(p)
	if ok && w.left > 0 && s.places[at].depth < maxSchemas {
		start := len(w.stack)
		w.stack = append(w.stack, of)
		s.describe(w, start, at, secret)
		w.stack = w.stack[:start]
	}
}

// below returns the schemas for items, or for members of any name.
func below(member jsontree.Node) []jsontree.Node {
	if member.IsArray() || member.Key == "patternProperties" {
		return member.Kids
	}
	if member.IsObject() {
		return []jsontree.Node{member}
	}
	return nil
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
func (w *walk) hide(schemas []jsontree.Node) bool {
	for _, s := range schemas {
		for _, m := range s.Kids {
			switch m.Key {
			case "writeOnly":
				if m.Kind == 't' {
					return true
				}
			case "format":
				if strings.EqualFold(m.Str(), "password") {
					return true
				}
			case "$ref", "$dynamicRef":
				if m.IsString() && !w.lookUp(m.Text).Exists() {
					return true
				}
			}
		}
	}
	return false
}

// sent collects the places of a sent value, below the place at. The schemas are all that
// apply to it.
func (c *Call) sent(w *walk, n jsontree.Node, at int, schemas []jsontree.Node, secret bool) {
	named := namesSecret(n)
	for i, k := range n.Kids {
		start := len(w.stack)
		w.forMember(schemas, n, k.Key)
		inside := w.applied(start)
		p := place{key: k.Key, parent: at, sent: true, item: n.IsArray(), kind: k.Kind, text: k.Text}
		p.secret = secret || w.left < 0 || w.hide(inside) || !p.item && secretKey(k) || named && strings.EqualFold(k.Key, "value") || behindFlag(n, i)
		if p.secret && (k.IsString() || k.IsNumber()) {
			c.denied = append(c.denied, k.Text)
		}
		at, ok := w.add(p)
		if ok && len(k.Kids) > 0 {
			c.sent(w, k, at, inside, p.secret)
		}
		w.stack = w.stack[:start]
	}
}

// forMember pushes the schemas for a member or an item of a value onto the stack.
func (w *walk) forMember(schemas []jsontree.Node, n jsontree.Node, key string) {
	for _, s := range schemas {
		if n.IsArray() {
			for _, name := range [...]string{"items", "prefixItems", "additionalItems", "unevaluatedItems"} {
				w.stack = append(w.stack, below(s.Member(name))...)
			}
			continue
		}
		if p := s.At("properties", key); p.IsObject() {
			w.stack = append(w.stack, p)
		}
		for _, name := range [...]string{"additionalProperties", "patternProperties", "unevaluatedProperties"} {
			w.stack = append(w.stack, below(s.Member(name))...)
		}
	}
}
