// Package resolve decides what a model is told of a refusal: words of errand's tables,
// numbers in their place, and words that the model itself sent or was shown. What the
// service said selects among them. docs/findings.md describes the rules.
package resolve

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/redact"
)

// What is read of the arguments and of the schema. What is beyond is not known.
const (
	maxText   = 256 << 10
	maxDepth  = 48
	maxValues = 20_000
	maxKnown  = 20_000 // words
	maxPath   = 256    // bytes of a path
	maxValue  = 80     // characters of a value that is known as a whole
	minDenied = 6      // bytes of a value that is not to be repeated as a part of another one either
)

// A Call is what a model knows of its call: the arguments that it sent, and the schema
// that it was shown. It is safe for concurrent use.
type Call struct {
	shown  *schema
	places []place  // those of the schema, then those that were sent
	denied []string // values that are not to be repeated
	cut    bool     // the arguments hold more than was read
	whole  bool     // the arguments are an object, and all of it was read
	object string   // the path of the only object among the arguments

	collect sync.Once
	known   map[string]int // a word of the arguments, and its rank, behind those of the schema

	index sync.Once
	paths map[string]bool // of the places that were sent
}

// A place is a value in the arguments, or one that the schema describes.
type place struct {
	path   string // the JSON pointer; "*" stands for the step of an item or of any member
	key    string // the last step
	parent int    // the place around it, -1 at the top
	depth  int    // how many steps the path has
	any    bool   // of the schema: the key is any index or name
	sent   bool   // it is in the arguments; item, secret, kind and text are known
	item   bool   // of an array
	secret bool   // its value is not to be repeated
	kind   byte   // as in jsontree.Node
	text   string // of a string, a number or a word
}

// NewCall returns the call with the given arguments, a JSON object, and the JSON schema
// of the tool. Either may be nil. What is behind a mistake in them, or beyond the limits,
// is not known. Without the whole of a schema no value is known: the rest could say that
// it is not to be repeated.
func NewCall(arguments, schema json.RawMessage) *Call {
	s := read(schema)
	c := &Call{shown: s, places: slices.Grow(slices.Clip(s.places), 16)}
	a, whole := parse(arguments)
	c.cut = !whole
	if a.IsObject() {
		c.whole = whole
		w := walk{places: &c.places, of: s, left: 16 * maxValues}
		w.stack = append(w.stack, s.root)
		c.sent(&w, a, -1, w.applied(0), len(schema) > 0 && !s.complete)
		c.object, _ = c.only(func(p *place) bool { return p.depth == 1 && p.kind == '{' })
	}
	return c
}

// parse returns the tree of a JSON text, as far as it is read, and whether that is all.
func parse(text json.RawMessage) (jsontree.Node, bool) {
	n, complete := jsontree.Parse(text[:min(len(text), maxText)], jsontree.Limits{Depth: maxDepth, Values: maxValues})
	return n, complete && len(text) <= maxText
}

// has reports whether a path is that of a place that was sent.
func (c *Call) has(path string) bool {
	c.index.Do(func() {
		c.paths = make(map[string]bool, len(c.places)-len(c.shown.places))
		for i := range c.places {
			if p := &c.places[i]; p.sent {
				c.paths[p.path] = true
			}
		}
	})
	return c.paths[path]
}

// words collects the words of the arguments when the first one is looked for.
func (c *Call) words() map[string]int {
	c.collect.Do(func() {
		c.known = make(map[string]int, 2*(len(c.places)-len(c.shown.places)))
		for i := range c.places {
			p := &c.places[i]
			if !p.sent {
				continue
			}
			if !p.item {
				c.know(p.key)
			}
			switch {
			case p.secret:
			case p.kind == '"':
				c.knowText(p.shown())
			default:
				c.know(p.text)
			}
		}
	})
	return c.known
}

// know makes a word known. The first place in the order of schema and arguments counts.
func (c *Call) know(word string) {
	first := len(c.shown.known)
	if word == "" || first+len(c.known) >= maxKnown || !fits(word) {
		return
	}
	if _, ok := c.shown.known[word]; ok {
		return
	}
	if _, ok := c.known[word]; !ok {
		c.known[word] = first + len(c.known)
	}
}

// knowText makes a string value and its tokens known.
func (c *Call) knowText(text string) {
	c.know(text)
	for _, token := range tokens(text) {
		c.know(token)
		token = bare(token)
		c.know(token)
		if i := strings.LastIndexByte(token, '.'); i >= 0 {
			c.know(token[i+1:])
		}
	}
}

// fits reports whether a value is short enough to be known as a whole.
func fits(s string) bool {
	return len(s) <= maxValue || len(s) <= utf8.UTFMax*maxValue && utf8.RuneCountInString(s) <= maxValue
}

// knows reports whether a word is the call's own and fit to be repeated.
func (c *Call) knows(word string) bool {
	return word != "" && c.rank(word) < maxKnown && !c.denies(word) && !redact.HasCredential(word)
}

// denies reports whether a word is a value that is not to be repeated, or holds a long one.
func (c *Call) denies(word string) bool {
	return slices.ContainsFunc(c.denied, func(d string) bool { return word == d || len(d) >= minDenied && strings.Contains(word, d) })
}

// tells reports whether a path may be told: none of its names is a value that is not to
// be repeated, or shaped like a credential.
func (c *Call) tells(path string) bool {
	if redact.HasCredential(path) {
		return false
	}
	for step := range strings.SplitSeq(path, "/") {
		if len(c.denied) > 0 && !digits(step) && c.denies(unescapePointer.Replace(step)) {
			return false
		}
	}
	return true
}

// rank returns where a word stands in the order of the schema, then of the arguments.
func (c *Call) rank(word string) int {
	if word == "" {
		return maxKnown
	}
	if r, ok := c.shown.known[word]; ok {
		return r
	}
	if r, ok := c.words()[word]; ok {
		return r
	}
	return maxKnown
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer returns the JSON pointer (RFC 6901) of a member below the pointer of its
// parent.
func pointer(parent, key string) string {
	if strings.ContainsAny(key, "~/") {
		key = pointerEscapes.Replace(key)
	}
	return parent + "/" + key
}
