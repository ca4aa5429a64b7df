// Package jsontree parses JSON into a tree that keeps the order of members. Of a truncated
// text, it returns the part that is there.
package jsontree

import (
	"encoding/json"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Node is a JSON value. The zero Node means no value.
type Node struct {
	// Key is the name of a member, or the index of an item.
	Key string
	// Kind is the first byte of the value: '{', '[', '"', 't', 'f', 'n', and '0' for a
	// number.
	Kind byte
	// Text is the text of a string, without escapes, or of a number or a word.
	Text string
	// Kids are the members of an object or the items of an array.
	Kids []Node
}

// Limits bound the part of a text that is read. The rest is left out.
type Limits struct {
	Depth, Values int
}

// Parse returns the tree of a JSON text, and whether it is complete, which it is not if the
// text is invalid or exceeds the limits. Of a truncated text, or one that is invalid from
// some byte on, the tree has the part before. Parse skips a byte order mark. It leaves out
// a truncated string and its key.
func Parse(text string, l Limits) (n Node, complete bool) {
	p := parser{text: text}
	p.kept = make([]Node, 0, min(p.atMost(), l.Values, maxKept))
	return p.parse(l)
}

// Read calls use with the result of [Parse]. The nodes are valid until use returns, because
// later calls use their memory. Strings of the tree stay valid.
func Read(text string, l Limits, use func(n Node, complete bool)) {
	p, _ := parsers.Get().(*parser)
	p.text = text
	use(p.parse(l))
	clear(p.open[:cap(p.open)])
	clear(p.kept)
	*p = parser{open: p.open[:0], kept: p.kept[:0]}
	parsers.Put(p)
}

var parsers = sync.Pool{New: func() any { return &parser{open: make([]Node, 0, 16), kept: make([]Node, 0, maxKept)} }}

// maxKept is the number of completed nodes for which a parser takes memory at once.
const maxKept = 256

func (p *parser) parse(l Limits) (n Node, complete bool) {
	p.text, p.left, p.depth, p.ok = strings.TrimPrefix(p.text, "\ufeff"), l.Values, l.Depth, true
	n, found := p.value("", 0)
	if !found {
		n = Node{}
	}
	p.space()
	return n, found && p.ok && p.at == len(p.text)
}

type parser struct {
	text  string // the strings of the tree are parts of it
	at    int
	left  int
	depth int
	ok    bool
	open  []Node // of the objects and arrays that are open
	kept  []Node // memory for completed ones
}

// atMost returns an upper bound of the number of values below the first one.
func (p *parser) atMost() int {
	return strings.Count(p.text, ",") + strings.Count(p.text, "{") + strings.Count(p.text, "[")
}

// keep returns a copy of nodes.
func (p *parser) keep(nodes []Node) []Node {
	if len(nodes) == 0 {
		return nil
	}
	if cap(p.kept)-len(p.kept) < len(nodes) {
		p.kept = make([]Node, 0, max(len(nodes), maxKept))
	}
	start := len(p.kept)
	p.kept = append(p.kept, nodes...)
	return p.kept[start:len(p.kept):len(p.kept)]
}

// space skips white space.
func (p *parser) space() {
	if p.at < len(p.text) && p.text[p.at] <= ' ' { // so that the rest is seldom called
		p.skip()
	}
}

func (p *parser) skip() {
	for p.at < len(p.text) && (p.text[p.at] == ' ' || p.text[p.at] == '\t' || p.text[p.at] == '\n' || p.text[p.at] == '\r') {
		p.at++
	}
}

// fail ends the parsing.
func (p *parser) fail() bool {
	p.ok, p.at = false, len(p.text)
	return false
}

func (p *parser) value(key string, depth int) (n Node, found bool) {
	p.space()
	if p.left--; p.left < 0 || depth > p.depth || p.at >= len(p.text) {
		return n, p.fail()
	}
	n.Key, n.Kind = key, p.text[p.at]
	switch n.Kind {
	case '{', '[':
		p.at++
		start := len(p.open)
		p.kids(n.Kind, start, depth)
		n.Kids = p.keep(p.open[start:])
		p.open = p.open[:start]
		return n, true
	case '"':
		n.Text, found = p.str()
		return n, found
	}
	start := p.at
	for p.at < len(p.text) && inWord(p.text[p.at]) {
		p.at++
	}
	word := p.text[start:p.at]
	if p.at == len(p.text) && depth > 0 || !valid(word) {
		return n, p.fail()
	}
	if n.Text = word; n.Kind == '-' || n.Kind >= '0' && n.Kind <= '9' {
		n.Kind = '0'
	}
	return n, true
}

// inWord reports whether a byte belongs to a number or a word.
func inWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'
}

// valid reports whether a word is true, false, null or a number.
func valid(word string) bool {
	return word == "true" || word == "false" || word == "null" || digits(word) || json.Valid([]byte(word))
}

// digits reports whether a word is a whole number of JSON (RFC 8259 section 6) without a
// sign.
func digits(word string) bool {
	if word == "" || word[0] == '0' && len(word) > 1 {
		return false
	}
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return false
		}
	}
	return true
}

// kids parses the members or items of an object or an array up to its closing bracket. The
// first is p.open[start].
func (p *parser) kids(kind byte, start, depth int) {
	end := kind + 2 // for { and [
	for first := true; ; first = false {
		p.space()
		switch {
		case p.at >= len(p.text):
			p.fail()
			return
		case p.text[p.at] == end:
			p.at++
			return
		case !first && p.text[p.at] != ',':
			p.fail()
			return
		case !first:
			p.at++
			p.space()
		}
		key := ""
		if kind == '[' {
			key = strconv.Itoa(len(p.open) - start)
		} else {
			var ok bool
			if p.at >= len(p.text) || p.text[p.at] != '"' {
				p.fail()
				return
			}
			if key, ok = p.str(); !ok {
				return
			}
			if p.space(); p.at >= len(p.text) || p.text[p.at] != ':' {
				p.fail()
				return
			}
			p.at++
		}
		kid, found := p.value(key, depth+1)
		if found {
			p.open = append(p.open, kid)
		}
		if !p.ok {
			return
		}
	}
}

// str parses a string.
func (p *parser) str() (string, bool) {
	start := p.at
	plain := true // ASCII without escapes and control characters
	for p.at++; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			if plain {
				return p.text[start+1 : p.at-1], true
			}
			return p.unquote(p.text[start:p.at])
		case c == '\\':
			p.at++
			plain = false
		case c < ' ' || c >= utf8.RuneSelf:
			plain = false
		}
	}
	return "", p.fail()
}

func (p *parser) unquote(quoted string) (string, bool) {
	inner := quoted[1 : len(quoted)-1]
	if strings.IndexFunc(inner, special) < 0 {
		return inner, true
	}
	var s string
	if json.Unmarshal([]byte(quoted), &s) != nil {
		return "", p.fail()
	}
	return s, true
}

// special reports whether a rune of a string needs decoding: an escape, a control
// character, or an invalid byte.
func special(r rune) bool { return r == '\\' || r < ' ' || r == utf8.RuneError }

// Child returns the member of an object with a name, or the item of an array with an index,
// or nil.
func (n *Node) Child(key string) *Node {
	switch {
	case n.Kind == '{':
		for i := range n.Kids {
			if n.Kids[i].Key == key {
				return &n.Kids[i]
			}
		}
	case n.Kind == '[' && digits(key): // Atoi's error takes memory
		if i, err := strconv.Atoi(key); err == nil && i < len(n.Kids) {
			return &n.Kids[i]
		}
	}
	return nil
}

// Member returns the member of an object, or the zero Node. It has so many callers that a
// program is smaller if it is not inlined, as are Str, Scalar and Strings.
//
//go:noinline
func (n Node) Member(key string) Node {
	if k := n.Child(key); k != nil && n.Kind == '{' {
		return *k
	}
	return Node{}
}

// At returns the node at a path of members and of indexes of items, or the zero Node
// if there is none.
func (n Node) At(path ...string) Node {
	at := &n
	for _, key := range path {
		if at = at.Child(key); at == nil {
			return Node{}
		}
	}
	return *at
}

var escapes = strings.NewReplacer("~", "~0", "/", "~1")

// Step returns a name as a step of a JSON pointer (RFC 6901).
func Step(name string) string { return escapes.Replace(name) }

// Pointer returns the JSON pointer of steps.
func Pointer(steps []string) (pointer string) {
	for _, name := range steps {
		pointer += "/" + Step(name)
	}
	return pointer
}

// Size returns the number of values below n.
func (n *Node) Size() int {
	size := len(n.Kids)
	for i := range n.Kids {
		size += n.Kids[i].Size()
	}
	return size
}

// Exists reports whether n is not the zero Node.
func (n Node) Exists() bool { return n.Kind != 0 }

// IsObject reports whether n is an object.
func (n Node) IsObject() bool { return n.Kind == '{' }

// IsArray reports whether n is an array.
func (n Node) IsArray() bool { return n.Kind == '[' }

// IsString reports whether n is a string.
func (n Node) IsString() bool { return n.Kind == '"' }

// IsNumber reports whether n is a number.
func (n Node) IsNumber() bool { return n.Kind == '0' }

// Str returns the text of a string, and "" for any other value.
//
//go:noinline
func (n Node) Str() string {
	if !n.IsString() {
		return ""
	}
	return n.Text
}

// Scalar returns the text of a string, a number, true or false, and "" for any other value.
//
//go:noinline
func (n Node) Scalar() string {
	if n.IsObject() || n.IsArray() || n.Kind == 'n' {
		return ""
	}
	return n.Text
}

// Int returns a whole number, or a string of its digits, and 0 for any other value.
func (n Node) Int() int {
	i, err := strconv.Atoi(n.Scalar())
	if err != nil {
		return 0
	}
	return i
}

// Strings returns the strings of an array.
//
//go:noinline
func (n Node) Strings() []string {
	if !n.IsArray() {
		return nil
	}
	var all []string
	for _, k := range n.Kids {
		if k.IsString() {
			all = append(all, k.Text)
		}
	}
	return all
}
