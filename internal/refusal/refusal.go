// Package refusal reads from the body of a response which part of a request the service
// refused. It recognises the shapes that frameworks and services give to such bodies,
// whatever the content type. A body that only resembles one gives no finding. The comments
// call the path of a field, as a body spells it, a place.
package refusal

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// Limits on the part of a body that is read.
const (
	maxBody     = 64 << 10
	maxDepth    = 32
	maxValues   = 5000
	maxFindings = 64
)

// A doc is the parsed part of a body.
type doc struct {
	text     string        // the whole text
	root     jsontree.Node // the JSON value; the zero Node if the body is not JSON
	sentence string        // that of the service; empty in a part of a body
}

// A shape is a form of bodies.
type shape struct {
	name   string
	source string // the page, or the source file with its version, that describes it
	// A body of this form has one of members at its top level. Without members, any body may
	// have the form.
	members []string
	// read returns the findings of a body of this form, and nil for any other body. An empty
	// result that is not nil ends the search.
	read func(d doc) []toolerr.Finding
	// common is true if frameworks also write bodies of this form, with other sentences.
	common bool
}

// Read returns the refusal in a body. The first shape of a service with a finding is used,
// and otherwise the first of a framework. If both write the form, the one with more
// information is used.
func Read(body []byte) (r toolerr.Refusal) {
	parse(body, func(d doc) { r = refusal(d) })
	return r
}

func refusal(d doc) toolerr.Refusal {
	d.sentence = message(d)
	r := toolerr.Refusal{Message: d.sentence}
	service, common := vendors.find(d)
	if r.Findings = service; common || service == nil {
		if framework, _ := frameworks.find(d); weight(framework) > weight(service) {
			r.Findings = framework
		}
	}
	if len(r.Findings) == 0 {
		r.Findings = nil
	}
	return r
}

// Sentence is [Read] for a body with only a service's sentence, for clients that keep no
// more.
func Sentence(text string) toolerr.Refusal {
	if text = strings.TrimPrefix(text[:min(len(text), maxBody)], "\ufeff"); text == "" {
		return toolerr.Refusal{}
	}
	return refusal(sentenceOf(text))
}

// Refusal returns the refusal with a service's sentence and what its tables found, or
// otherwise what the sentence states in the words of any service.
func Refusal(text string, found []toolerr.Finding) toolerr.Refusal {
	if len(found) == 0 {
		found, _ = frameworks.find(sentenceOf(text[:min(len(text), maxBody)]))
	}
	return toolerr.Refusal{Message: text, Findings: found}
}

// Text returns what a text that no service wrote states, such as that of a parser, in the
// words of services or of programs.
func Text(text string) []toolerr.Finding {
	found, stated := printed(text), Read([]byte(text)).Findings
	more := weight(stated) - weight(found)
	switch {
	case more < 0:
		return found
	case more > 0 || slices.ContainsFunc(stated, func(f toolerr.Finding) bool { return f.Value != "" }):
		return stated
	}
	return append(stated, found...)
}

// Program returns what the messages of a program state.
func Program(text string) []toolerr.Finding {
	if found := printed(text); len(found) > 0 {
		return found
	}
	return Read([]byte(unframed.Replace(text))).Findings
}

// sentenceOf returns a body with only a sentence.
func sentenceOf(text string) doc {
	return doc{text: text, root: jsontree.Node{Kind: '{', Kids: []jsontree.Node{{Key: "message", Kind: '"', Text: text}}}}
}

// A catalogue is a list of at most 64 shapes, in order of precedence. A set of them has one
// bit for each.
type catalogue struct {
	shapes []shape
	any    uint64            // those without members
	with   map[string]uint64 // those with a member of this name
}

func catalogueOf(shapes ...shape) catalogue {
	c := catalogue{shapes: shapes, with: map[string]uint64{}}
	for i, s := range shapes {
		if len(s.members) == 0 {
			c.any |= 1 << i
		}
		for _, name := range s.members {
			c.with[name] |= 1 << i
		}
	}
	return c
}

// find returns the findings of the first shape that has any, and whether the form is a
// common one.
func (c catalogue) find(d doc) (found []toolerr.Finding, common bool) {
	fitting := c.any
	if d.root.IsObject() {
		for i := range d.root.Kids {
			fitting |= c.with[d.root.Kids[i].Key]
		}
	}
	for ; fitting != 0; fitting &= fitting - 1 {
		s := &c.shapes[bits.TrailingZeros64(fitting)]
		if found = s.read(d); found != nil {
			return found[:min(len(found), maxFindings)], s.common
		}
	}
	return nil, false
}

// weight returns the amount of information in findings: places, rules and details.
func weight(found []toolerr.Finding) (n int) {
	for _, f := range found {
		for _, known := range [...]bool{
			len(f.Fields) > 0, f.Rule != "" && f.Rule != toolerr.RuleBadValue, f.Word != "", f.Limit != "" || len(f.Names) > 0, f.At != toolerr.Position{},
		} {
			if known {
				n++
			}
		}
	}
	return max(n, len(found))
}

// parse calls use with a body as text, and as JSON if it begins like JSON. The nodes are
// valid until use returns.
func parse(body []byte, use func(doc)) {
	d := doc{text: string(bytes.TrimPrefix(body[:min(len(body), maxBody)], []byte("\ufeff")))}
	start := strings.TrimLeft(d.text, " \t\r\n")
	if start == "" || start[0] != '{' && start[0] != '[' {
		use(d)
		return
	}
	jsontree.Read(start, jsontree.Limits{Depth: maxDepth, Values: maxValues}, func(n jsontree.Node, _ bool) {
		d.root = n
		use(d)
	})
}

// messages are the paths of a service's sentence in a body, in order of precedence.
var messages = [][]string{
	{"error", "message"}, {"error", "reason"}, {"error_description"}, {"message"}, {"detail"}, {"description"}, {"title"}, {"error"}, {"msg"},
}

// message returns the service's sentence, or "".
func message(d doc) string {
	for _, path := range messages {
		if text := d.root.At(path...).Str(); text != "" {
			return text
		}
	}
	for _, list := range [...]string{"errors", "errorMessages"} {
		if items := d.root.Member(list); items.IsArray() && len(items.Kids) > 0 {
			if first := items.Kids[0]; first.IsString() {
				return first.Text
			}
			if text := items.Kids[0].Member("message").Str(); text != "" {
				return text
			}
		}
	}
	if !d.root.Exists() && len(d.text) <= 1<<10 && len(d.text) > 0 && d.text[0] != '<' {
		return d.text
	}
	return ""
}
