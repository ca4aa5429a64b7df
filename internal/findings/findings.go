// Package findings reads what the body of a response says was refused, by the shapes that
// frameworks and services give to such bodies, whatever the content type says. A body
// that only looks like one of them gives no finding.
package findings

import (
	"bytes"
	"encoding/binary"
	"slices"
	"unicode/utf16"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// What is read of a body, which has at most 64 KiB.
const (
	maxBody     = 64 << 10
	maxDepth    = 32
	maxValues   = 5000
	maxFindings = 64
)

// A doc is a body, as far as it could be read.
type doc struct {
	text string        // all of it
	root jsontree.Node // as JSON; the zero Node if it is not JSON
}

// A shape is a form that bodies have.
type shape struct {
	name   string
	source string // the page, or the source with its version, that describes it
	// members are those of which a body of this form has one at its top; none says nothing.
	members []string
	// read returns the findings of a body with this form, nil for any other. Findings that
	// are empty but not nil end the search.
	read func(d doc) []toolerr.Finding
	// common says that frameworks write bodies of this form too, with other sentences.
	common bool
}

// Read returns what a body says was refused. The first shape of a service that finds
// something counts, or else the first of a framework. Of a form that both have, the one
// that finds more counts.
func Read(body []byte) toolerr.Refusal { return refusal(parse(body)) }

func refusal(d doc) toolerr.Refusal {
	r := toolerr.Refusal{Message: message(d)}
	service, common := fitting(vendors, d)
	if r.Findings = service; common || service == nil {
		if framework, _ := fitting(frameworks, d); weight(framework) > weight(service) {
			r.Findings = framework
		}
	}
	if len(r.Findings) == 0 {
		r.Findings = nil
	}
	return r
}

// Sentence is [Read] of a body that has a service's sentence and nothing else: it is for
// clients that keep no more.
func Sentence(text string) toolerr.Refusal {
	if text = string(utf8Of([]byte(text[:min(len(text), maxBody)]))); text == "" {
		return toolerr.Refusal{}
	}
	return refusal(doc{text: text, root: jsontree.Node{Kind: '{', Kids: []jsontree.Node{{Key: "message", Kind: '"', Text: text}}}})
}

// fitting returns the findings of the first shape that has any, and whether its form is a
// common one.
func fitting(table []shape, d doc) (found []toolerr.Finding, common bool) {
	for i := range table {
		s := &table[i]
		if !s.fits(d) {
			continue
		}
		if found = s.read(d); found != nil {
			return found[:min(len(found), maxFindings)], s.common
		}
	}
	return nil, false
}

// fits reports whether a body has a member that those of the form have.
func (s *shape) fits(d doc) bool {
	return len(s.members) == 0 || slices.ContainsFunc(s.members, func(name string) bool { return d.root.Member(name).Exists() })
}

// weight returns how much findings tell: places, rules and what is beside them.
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

// parse reads a body as text, and as JSON if it begins like JSON.
func parse(body []byte) doc {
	body = utf8Of(body[:min(len(body), maxBody)])
	d := doc{text: string(body)}
	if start := bytes.TrimLeft(body, " \t\r\n"); len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		d.root, _ = jsontree.Parse(start, jsontree.Limits{Depth: maxDepth, Values: maxValues})
	}
	return d
}

// utf8Of returns a text in UTF-8 without a byte order mark; UTF-16 is recognised by its
// mark (RFC 2781 section 3.2).
func utf8Of(b []byte) []byte {
	var order binary.ByteOrder
	switch {
	case bytes.HasPrefix(b, []byte("\xef\xbb\xbf")):
		return b[3:]
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		order = binary.LittleEndian
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		order = binary.BigEndian
	default:
		return b
	}
	units := make([]uint16, 0, len(b)/2)
	for b = b[2:]; len(b) >= 2; b = b[2:] {
		units = append(units, order.Uint16(b))
	}
	return []byte(string(utf16.Decode(units)))
}

// messages are where a body has the service's own sentence, in this order.
var messages = [][]string{
	{"error", "message"}, {"error", "reason"}, {"error_description"}, {"message"}, {"detail"}, {"description"}, {"title"}, {"error"}, {"msg"},
}

// message returns the service's own sentence, "" if there is none.
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
