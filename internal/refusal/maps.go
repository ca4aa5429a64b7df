package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// Other frameworks write a map of field names to problems: a sentence, a list of sentences,
// or another map (Django REST, Rails, Laravel, ASP.NET, marshmallow, Ecto, ozzo, Zod's
// flattened errors, Symfony's forms).

// general are keys of such a map, folded, for the whole object.
var general = set("errors nonfielderrors all schema base general global root $ formerrors nonfield")

// envelope are members that are not fields if the map is not in a container.
var envelope = set("message status type code detail error statuscode instance")

// labels are members that are not fields in any map unless their value is a list.
var labels = set("title name description message msg info data metadata reason status type code detail")

// forPeople are members, folded, with a sentence for people. They are not fields in any
// map.
var forPeople = set("errordescription errormessage errorsummary errordetail errortext errormsg statusmessage statustext responsetext longmessage developermessage usermessage " +
	"userpresentablemessage displaymessage localizedmessage internalmessage invalidreason faultstring faultmessage exceptionmessage traceback stack stacktrace trace debug debuginfo")

// fields reads a map of fields. With sure, the map is in a container for such maps. With
// bare, it is the whole body.
func (r *collector) fields(n jsontree.Node, sure, bare bool) {
	m := &fieldMap{collector: r, sure: sure}
	if !m.read(n, "", bare) || m.sentences == 0 || m.known == 0 && !sure {
		return
	}
	r.found = append(r.found, m.found...)
}

// A fieldMap is the state while a map of fields is read.
type fieldMap struct {
	*collector
	found            []toolerr.Finding
	sure             bool
	sentences, known int
	depth            int
}

// read reads a map at a place, and reports whether it is a map of fields.
func (m *fieldMap) read(n jsontree.Node, base string, bare bool) bool {
	if !n.IsObject() || m.depth > 8 {
		return false
	}
	m.depth++
	defer func() { m.depth-- }()
	tree := n.Member("errors").IsArray() && base == "" || n.Member("errors").IsArray() && len(n.Kids) <= 3 // Zod's treeifyError
	json := slices.ContainsFunc(n.Kids, func(k jsontree.Node) bool { return isRoot(k.Key) })
	for _, k := range n.Kids {
		key := fold(k.Key)
		if bare && base == "" && (envelope[key] || k.IsString() && sentenceMembers[key] || !k.IsArray() && !k.IsObject() && len(predicate(k.Str())) == 0) {
			return false
		}
		if bare && m.depth == 1 && !tree && k.IsObject() && slices.ContainsFunc(k.Kids, func(inner jsontree.Node) bool { return containers[fold(inner.Key)] }) { // an envelope
			return false
		}
		if len(k.Key) > 200 || json != isRoot(k.Key) && (json || strings.HasPrefix(k.Key, "$")) { // ASP.NET reports a missing model if its JSON was not read; Zog the first problem again
			continue
		}
		at := k.Key
		if base != "" {
			at = within(base, k.Key)
		}
		switch {
		case key == "" || general[key] || k.Key[0] == '@' || strings.HasSuffix(key, "error") || strings.HasSuffix(key, "errors") || strings.HasPrefix(k.Key, "_") && (k.IsString() || k.IsArray()) && base != "":
			at = base
		case !m.sure && base == "" && key == "fields" && k.IsObject(), (tree && key == "properties" || key == "children") && k.IsObject(), tree && key == "items" && k.IsArray():
			at = base
		}
		m.member(k, at, bare)
	}
	return true
}

// isRoot reports whether a key is a path from the root of a JSON text.
func isRoot(key string) bool { return key == "$" || strings.HasPrefix(key, "$.") }

// member reads the problems of one field.
func (m *fieldMap) member(k jsontree.Node, at string, bare bool) {
	if len(m.found) >= maxFindings || keysOnly(k) {
		return
	}
	switch k.Kind {
	case '"':
		if at == "" {
			m.about(k.Text)
			return
		}
		key := fold(k.Key)
		if forPeople[key] {
			return
		}
		_, coded := codeOf(k.Text)
		subject, _ := subjectOf(k.Text, true)
		if (!envelope[key] && (m.sure || !labels[key] || at != k.Key) || m.sure && strings.EqualFold(subject.field, k.Key)) && (m.sure && (coded || !labels[key] && strings.Contains(k.Text, " ")) || len(predicate(k.Text)) > 0) {
			m.say(at, k.Text)
		}
	case '[':
		for _, item := range k.Kids {
			switch {
			case item.IsString() && labels[fold(k.Key)] && !strings.Contains(item.Text, " "): // data
			case item.IsString() && at != "" && (!isContainer(k.Key) || at != k.Key || !m.about(item.Text)):
				m.say(at, item.Text)
			case item.IsString() && at != "":
			case item.IsString():
				m.about(item.Text)
			case item.IsObject() && plainEntry(item):
				m.entryAt(item, at)
			case item.IsObject() && len(k.Kids) == 1 && len(item.Kids) > 0 && strings.Trim(item.Kids[0].Key, "0123456789") == "": // Cerberus: a list of one map of items
				m.read(item, at, bare)
			case item.IsObject() && at == "":
				m.read(item, "", bare)
			case item.IsObject():
				m.read(item, below(strings.ReplaceAll("/"+at, ".", "/"), item.Key), bare)
			}
		}
	case '{':
		if at == "data" && !m.sure { // of an error of JSON-RPC
			return
		}
		if plainEntry(k) {
			if m.sure && !bare || !isContainer(k.Key) {
				m.entryAt(k, at)
			}
			return
		}
		if slices.ContainsFunc(k.Kids, func(r jsontree.Node) bool { _, ok := codeOf(r.Key); return ok && r.IsString() }) && at != "" { // Laminas, CakePHP
			for _, rule := range k.Kids {
				if rule.IsString() {
					m.say(at, rule.Text)
				}
			}
			return
		}
		m.read(k, at, bare)
	}
}

// plainEntry reports whether an object has a problem but no place.
//
//go:noinline
func plainEntry(n jsontree.Node) bool {
	return slices.ContainsFunc([]string{"message", "msg", "code", "error", "kind", "rule", "messages"}, func(m string) bool {
		v := n.Member(m)
		return v.IsString() || (m == "msg" || m == "messages") && v.IsArray() && len(v.Strings()) > 0
	})
}

func (m *fieldMap) entryAt(n jsontree.Node, at string) {
	if at == "" {
		return
	}
	e := entry{n}
	c, named := e.rule(true)
	texts := e.texts(nil)
	for _, t := range texts {
		if p, ok := codeOf(t); ok && !named && !strings.Contains(t, " ") { // Play
			c, named = p, true
		}
	}
	one := &collector{texts: m.texts}
	one.add(at, e.value(), c, named, texts, e.params(nil), "")
	m.texts = one.texts
	m.sentences++
	if named || slices.ContainsFunc(texts, func(t string) bool { return len(predicate(t)) > 0 }) {
		m.known++
	}
	m.found = append(m.found, one.found...)
}

// say adds the findings of a sentence about a field.
func (m *fieldMap) say(at, text string) {
	if at == "" || m.texts <= 0 {
		return
	}
	m.texts--
	stated := predicate(text)
	if m.sentences++; len(stated) > 0 {
		m.known++
	} else if c, ok := codeOf(text); ok && !strings.Contains(text, " ") {
		m.known++
		stated = []toolerr.Finding{{Rule: c.rule}}
	} else {
		stated = []toolerr.Finding{{Rule: toolerr.RuleBadValue}}
	}
	for _, f := range stated {
		f.Fields = append([]string{at}, f.Fields...)
		m.found = append(m.found, f)
	}
}

// about adds the findings of a sentence about the whole object for the fields that it
// names, and reports whether it names any.
func (m *fieldMap) about(text string) bool {
	if m.texts <= 0 {
		return false
	}
	m.texts--
	found := readText(text, true)
	if len(found) == 0 || len(found[0].Fields) == 0 {
		return false
	}
	m.sentences++
	m.known++
	m.found = append(m.found, found...)
	return true
}

// isContainer reports whether a member may be something else than a field.
func isContainer(key string) bool {
	_, ok := containers[fold(key)]
	return ok
}
