package resolve

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/jsontree"
)

// envelopes are members around the fields of a request, in a framework's name of a place or
// in a tool's arguments.
var envelopes = [][]string{{"body"}, {"query"}, {"path"}, {"header"}, {"data", "attributes"}, {"data"}, {"attributes"}, {"$"}, {"$input"}, {"input"}, {"variables"}, {"params"}, {"fields"}, {"properties"}, {"payload"}, {"request"}, {"requestBody"}, {"instance"}, {"root"}, {"value"}, {"object"}, {"obj"}}

const (
	maxSteps     = 16  // of a place that is looked for
	maxField     = 512 // bytes of what a service calls a place
	maxEnvelopes = 4   // around each other
)

var unescapePointer = strings.NewReplacer("~1", "/", "~0", "~")

// name returns the name in a step of a JSON pointer.
func name(step string) string {
	if strings.Contains(step, "~") {
		return unescapePointer.Replace(step)
	}
	return step
}

// steps appends the steps of a service's name of a place: a JSON pointer, with or without
// "#", or names with "." or "[…]" between them. It returns nil if the name is too long.
func steps(parts []string, field string) []string {
	if len(field) > maxField {
		return nil
	}
	field = strings.TrimPrefix(field, "#")
	if strings.HasPrefix(field, "/") {
		for part := range strings.SplitSeq(field[1:], "/") {
			if key, index, ok := strings.Cut(strings.TrimSuffix(part, "]"), "["); ok && digits(index) { // "/items[0]/id"
				parts, part = append(parts, name(key)), index
			}
			parts = append(parts, name(part))
		}
	} else {
		for part := range strings.FieldsFuncSeq(field, func(r rune) bool { return r == '.' || r == '[' || r == ']' || r == '>' || r == '›' }) {
			parts = append(parts, strings.Trim(part, "'\" -\u00a0"))
		}
	}
	if len(parts) > maxSteps {
		return nil
	}
	return parts
}

// path returns the JSON pointer of the place in the arguments with the service's name
// field, and false if there is none or more than one. value is the value that the
// service refused, or "".
func (c *Call) path(field, value string) (string, bool) {
	var buffer [maxSteps]string
	parts := steps(buffer[:0], field)
	if p, ok := c.fit(parts); ok {
		return p, true
	}
	if len(parts) > 1 {
		if p, ok := c.place([]string{field}, false); ok { // a key that contains a full stop or brackets
			return p, true
		}
	}
	if len(parts) == 0 || value == "" {
		return "", false
	}
	last := parts[len(parts)-1]
	return c.only(func(p *place) bool { return p.text == value && p.isScalar() && sameName(p.key, last) })
}

// fit returns the only place with the given parts, or with the parts after an envelope.
func (c *Call) fit(parts []string) (string, bool) {
	alone := len(parts) == 1
	for around := 0; len(parts) > 0 && around <= maxEnvelopes; around++ {
		if p, ok := c.place(parts, alone || len(parts) > 1); ok {
			return p, true
		}
		n := envelope(parts)
		if n == 0 {
			break
		}
		parts, alone = parts[n:], false
	}
	for i, part := range slices.Backward(parts) { // a list of one problem, or of one request, is not an item of the call
		if (part == "0" || part == "1" && i == 0) && i < len(parts)-1 {
			return c.fit(slices.Delete(slices.Clone(parts), i, i+1))
		}
	}
	if bare := slices.DeleteFunc(slices.Clone(parts), func(part string) bool { return part == "data" || part == "attributes" || part == "relationships" }); len(bare) > 0 && len(bare) < len(parts) { // JSON:API 1.1, section 5.2
		return c.fit(bare)
	}
	return "", false
}

// around returns the object in the arguments that contains the place with the
// service's name field, and the name of the place in it.
func (c *Call) around(field string) (path, name string, ok bool) {
	parts := steps(nil, field)
	if len(parts) < 2 {
		return "", "", false
	}
	last := len(parts) - 1
	for first := 0; first < last && first <= 2 && !ok; first++ { // the names of types may be before it
		if path, ok = c.fit(parts[first:last]); ok {
			_, ok = c.only(func(p *place) bool { return p.kind == '{' && p.path == path })
		}
	}
	return path, parts[last], ok
}

// envelope returns the number of parts of a place that are an envelope.
func envelope(parts []string) int {
	for _, e := range envelopes {
		if len(parts) > len(e) && slices.Equal(parts[:len(e)], e) {
			return len(e)
		}
	}
	return 0
}

// wrappers are the possible wrappers of a request's fields in the arguments, in this order:
// none, an envelope, or one argument that contains the whole request. The last applies to a
// single name only if no other argument is an object and the service names no envelope,
// because many things have the same name.
var wrappers = [...]func(c *Call, top, around, parts int) bool{
	func(_ *Call, _, around, _ int) bool { return around == 0 },
	func(c *Call, top, around, _ int) bool {
		return slices.ContainsFunc(envelopes, func(e []string) bool { return len(e) == around && c.is(top, e) })
	},
	func(c *Call, top, around, parts int) bool { return around == 1 && (parts > 1 || c.isOnlyObject(top)) },
}

// place returns the only place with the given parts: first exactly, then in another
// spelling, and for each below every wrapper. The wrapper of the whole request is tried
// only with inside.
func (c *Call) place(parts []string, inside bool) (string, bool) {
	for _, equal := range [...]func(a, b string) bool{sameText, sameName} {
		var found [len(wrappers)]string
		var many [len(wrappers)]bool
		for i := range c.count() {
			top, around, ok := c.matches(i, parts, equal)
			if !ok {
				continue
			}
			for w, wrapped := range wrappers {
				if !inside && w == len(wrappers)-1 || !wrapped(c, top, around, len(parts)) {
					continue
				}
				if path, ok := c.pathOf(i, parts); ok {
					many[w] = many[w] || found[w] != "" && path != found[w]
					found[w] = path
				}
			}
		}
		for w := range wrappers {
			if found[w] != "" {
				return found[w], !many[w]
			}
		}
	}
	return "", false
}

// matches reports whether a place ends with the given steps. It returns the place around
// them and its depth.
func (c *Call) matches(i int, parts []string, equal func(a, b string) bool) (top, around int, ok bool) {
	if around = c.nth(i).depth - len(parts); around < 0 {
		return 0, 0, false
	}
	for _, part := range slices.Backward(parts) {
		p := c.nth(i)
		if !p.any && !equal(p.key, part) {
			return 0, 0, false
		}
		i = p.parent
	}
	return i, around, true
}

// is reports whether a place has exactly the given steps.
func (c *Call) is(i int, parts []string) bool {
	for _, part := range slices.Backward(parts) {
		if c.nth(i).key != part {
			return false
		}
		i = c.nth(i).parent
	}
	return true
}

// isOnlyObject reports whether a place at the top is an object that was sent, and no other
// argument is one.
func (c *Call) isOnlyObject(top int) bool { return c.object != "" && c.nth(top).path == c.object }

// pathOf returns the JSON pointer of a place with the given steps. A place of the schema
// has none if it is in an item that was not sent, because the service counts the items that
// it received.
func (c *Call) pathOf(i int, parts []string) (string, bool) {
	p := c.nth(i)
	if p.sent || !c.inItem(i) {
		return p.path, true
	}
	var buffer [maxPath]byte
	path := buffer[:0]
	var places [maxSteps]int
	for n, at := 0, c.chain(places[:0], i); n < len(at); n++ {
		p := c.nth(at[n])
		key := p.key
		if p.any {
			from := n - len(at) + len(parts)
			if from < 0 {
				return "", false
			}
			key = parts[from]
		}
		path = append(append(path, '/'), jsontree.Step(key)...)
		if p.any && !c.has(path) {
			return "", false
		}
	}
	return string(path), true
}

// inItem reports whether a place is below an index or name that the schema leaves open.
func (c *Call) inItem(i int) bool {
	for ; i >= 0; i = c.nth(i).parent {
		if c.nth(i).any {
			return true
		}
	}
	return false
}

// chain appends the places from the top to a place to a slice without elements.
func (c *Call) chain(all []int, i int) []int {
	for ; i >= 0; i = c.nth(i).parent {
		all = append(all, i)
	}
	slices.Reverse(all)
	return all
}

// valueAt returns the sent value at a path, or nil.
//
//go:noinline
func (c *Call) valueAt(path string) *place {
	for i := range c.values {
		if p := &c.values[i]; p.path == path {
			return p
		}
	}
	return nil
}

// some reports whether a sent value meets a condition.
//
//go:noinline
func (c *Call) some(is func(p *place) bool) bool {
	for i := range c.values {
		if is(&c.values[i]) {
			return true
		}
	}
	return false
}

// only returns the path of a sent value if it is the only one that meets a condition.
//
//go:noinline
func (c *Call) only(is func(p *place) bool) (string, bool) {
	found := ""
	for i := range c.values {
		if p := &c.values[i]; is(p) {
			if found != "" {
				return "", false
			}
			found = p.path
		}
	}
	return found, found != "" && !c.cut
}

// isScalar reports whether a value is a string, a number or a word.
func (p *place) isScalar() bool { return p.kind != '{' && p.kind != '[' }

func sameText(a, b string) bool { return a == b }

// sameName compares names without letter case, "_" and "-".
func sameName(a, b string) bool {
	for {
		a, b = strings.TrimLeft(a, "_-"), strings.TrimLeft(b, "_-")
		if a == "" || b == "" {
			return a == b
		}
		x, n := utf8.DecodeRuneInString(a)
		y, m := utf8.DecodeRuneInString(b)
		if x != y && unicode.ToLower(x) != unicode.ToLower(y) {
			return false
		}
		a, b = a[n:], b[m:]
	}
}
