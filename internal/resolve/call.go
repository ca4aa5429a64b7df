// Package resolve decides what a model reads of a refusal: words of errand's tables,
// numbers, and words that the model sent or was shown. The service's text selects among
// them. docs/findings.md describes the rules.
package resolve

import (
	"encoding/json"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/redact"
)

// Limits on the part of arguments and schema that is read. The rest is unknown.
const (
	maxText     = 256 << 10
	maxSearched = 128 << 10 // bytes of texts whose words are known
	maxDepth    = 48
	maxValues   = 10_000
	maxSent     = 4_000  // values of the arguments
	maxKnown    = 20_000 // words
	maxPath     = 256    // bytes of a path
	maxValue    = 80     // characters of a value that is known as one word
	minDenied   = 6      // bytes of a secret value that is also hidden inside other values
)

var limits = jsontree.Limits{Depth: maxDepth, Values: maxValues}

// A Call contains the words of a call that the model has already read: the arguments
// that it sent, and the tool's schema. It is safe for concurrent use.
type Call struct {
	shown  *schema
	values []place // the places of the arguments
	denied denied  // values and names that must not be repeated
	size   int     // bytes of the arguments
	cut    bool    // a part of the arguments was not read
	whole  bool    // the arguments are an object, and all of it was read
	object string  // the path of the only object among the arguments

	collect sync.Once
	known   map[string]int // a word of the arguments, and its rank, behind those of the schema

	search sync.Once // for credentials in the texts
}

// A place is a value in the arguments, or one that the schema describes.
type place struct {
	path   string // the JSON pointer; "*" is the step of an item or of any member
	key    string // the last step
	parent int    // index of the place around it, -1 at the top
	depth  int    // number of steps of the path
	any    bool   // the schema allows any index or name as the key
	sent   bool   // it is in the arguments, so that item, secret, kind and text are set
	item   bool   // an item of an array
	secret bool   // its value must not be repeated
	kind   byte   // as in jsontree.Node
	text   string // the text of a string, a number or a word
	clean  string // the text without credentials, after the search
}

// NewCall returns the call with the given arguments, a JSON object, and the JSON
// schema of the tool. Either may be nil. The part after a mistake, or beyond the
// limits, is unknown. If a schema was not read completely, no value may be shown,
// because the rest could mark it as secret.
func NewCall(arguments, schema json.RawMessage) *Call {
	return newCall(string(arguments[:min(len(arguments), maxText+1)]), schema)
}

func newCall(arguments string, schema json.RawMessage) *Call {
	s := read(schema)
	c := &Call{shown: s, size: min(len(arguments), maxText)}
	jsontree.Read(arguments[:c.size], jsontree.Limits{Depth: maxDepth, Values: maxSent}, func(a jsontree.Node, complete bool) {
		c.cut = !complete || len(arguments) > maxText
		if !a.IsObject() {
			return
		}
		c.whole = !c.cut
		c.values = make([]place, 0, a.Size())
		var stack [16]*jsontree.Node
		w := walk{places: &c.values, first: len(s.places), of: s, left: 16 * maxValues, stack: append(stack[:0], &s.root)}
		c.sent(&w, a, -1, w.applied(0), len(schema) > 0 && !s.complete)
		c.object, _ = c.only(func(p *place) bool { return p.depth == 1 && p.kind == '{' })
	})
	return c
}

// nth returns a place by its index: those of the schema come first.
//
//go:noinline
func (c *Call) nth(i int) *place {
	if first := len(c.shown.places); i >= first {
		return &c.values[i-first]
	}
	return &c.shown.places[i]
}

// count returns the number of places.
func (c *Call) count() int { return len(c.shown.places) + len(c.values) }

// has reports whether the arguments contain a path.
func (c *Call) has(path []byte) bool {
	return c.some(func(p *place) bool { return p.path == string(path) })
}

// words collects the words of the arguments at the first lookup.
func (c *Call) words() map[string]int {
	c.collect.Do(func() {
		c.searched()
		c.known = make(map[string]int, 2*len(c.values))
		for i := range c.values {
			p := &c.values[i]
			if !p.item {
				c.know(p.key)
			}
			switch {
			case p.secret:
			case p.kind == '"':
				c.knowText(p.clean)
			default:
				c.know(p.text)
			}
		}
	})
	return c.known
}

// know adds a word. Its rank is that of its first place, in the order of schema and
// arguments.
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

// knowText adds a string value and its tokens.
func (c *Call) knowText(text string) {
	c.know(text)
	for _, token := range tokens(text) {
		c.know(token)
		token = bare(token)
		c.know(token)
		for i, part := range strings.Split(token, ".") {
			if i > 0 || len(part) > 1 && part != token { // not the alias of a table
				c.know(part)
			}
		}
	}
}

// fits reports whether a value is short enough to be shown as one word.
func fits(s string) bool {
	return len(s) <= maxValue || len(s) <= utf8.UTFMax*maxValue && utf8.RuneCountInString(s) <= maxValue
}

// mayShow reports whether a word belongs to the call and may be shown.
func (c *Call) mayShow(word string) bool {
	return word != "" && c.rank(word) < maxKnown && !c.denies(word) && !redact.HasCredential(word)
}

// denies reports whether a word is a secret value or contains a long one, or is a part of
// one and not a name of the call.
func (c *Call) denies(word string) bool {
	c.searched()
	_, shown := c.shown.known[word]
	return c.denied.in(word) || !shown && c.denied.inside(word) && !c.some(func(p *place) bool { return p.key == word })
}

// mayShowPath reports whether a path may be shown: none of its names is a secret value or
// has the form of a credential.
func (c *Call) mayShowPath(path string) bool {
	if redact.HasCredential(path) {
		return false
	}
	for step := range strings.SplitSeq(path, "/") {
		if (!digits(step) || len(step) >= minDenied) && c.denies(name(step)) {
			return false
		}
	}
	return true
}

// rank returns the position of a word in the order of the schema, then of the arguments.
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
