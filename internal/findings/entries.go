package findings

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// Most frameworks write a list of entries, one for each problem. An entry has a member with
// the place, one with a name for the rule, one with a sentence, and perhaps the limit and
// the value. The names of these members differ; members.go lists them.

// A reader collects findings.
type reader struct {
	found []toolerr.Finding
	root  jsontree.Node
	// method is true if a place begins with the server's method and its parameter, as that of
	// a ConstraintViolation does (RESTEasy 6, ViolationReport; Quarkus 3).
	method bool
	texts  int   // number of sentences that may still be read
	outer  entry // the object around a list of places
}

const maxSentences = 64

// entries reads lists of entries and maps of fields.
func entries(d doc) []toolerr.Finding {
	r := &reader{root: d.root, texts: maxSentences}
	quarkus := d.root.Member("title").Str() == "Constraint Violation" && !d.root.Member("type").Exists()
	r.method = quarkus || d.root.Member("parameterViolations").IsArray()
	r.walk(d.root, false, false, 0)
	return missing(r.found)
}

// missing drops other findings on a required field that is missing: some validators also
// report that its type is wrong.
func missing(found []toolerr.Finding) []toolerr.Finding {
	absent := func(field string) bool {
		for i := range found {
			if f := &found[i]; f.Rule == toolerr.RuleRequired && len(f.Fields) == 1 && f.Fields[0] == field {
				return true
			}
		}
		return false
	}
	return slices.DeleteFunc(found, func(f toolerr.Finding) bool { // which keeps those that absent looks for
		return f.Rule != toolerr.RuleRequired && len(f.Fields) > 0 && absent(f.Fields[0])
	})
}

// walk looks for entries in a value and in the containers below it.
func (r *reader) walk(n jsontree.Node, fields, item bool, depth int) {
	if depth > 6 || len(r.found) >= maxFindings {
		return
	}
	if n.IsArray() {
		for _, k := range n.Kids {
			if !k.IsObject() {
				continue
			}
			if e := entryOf(k); !r.entry(&e, "") && !r.inherit(&e) {
				r.walk(k, false, true, depth+1)
			}
		}
		return
	}
	before := len(r.found)
	if keysOnly(n) {
		return
	}
	for _, k := range n.Kids {
		if !k.IsArray() && !k.IsObject() && (!k.IsString() || roleOf(k.Key) != role{} || len(k.Key) > 20 || strings.IndexByte(k.Key, '_') < 0) {
			continue
		}
		key := fold(k.Key)
		if c, ok := nameLists[key]; ok && k.IsArray() && len(k.Kids) > 0 && k.Kids[0].IsString() && isPlaceName(k.Kids[0].Text) {
			for _, name := range k.Strings() {
				r.add(name, "", c, true, nil, nil, "")
			}
			continue
		}
		if c, ok := nameLists[key+"s"]; ok && k.IsString() && isPlaceName(k.Text) {
			r.add(k.Text, "", c, true, nil, nil, "")
			continue
		}
		if k.IsString() {
			continue
		}
		if k.IsArray() && namedLists[key] && len(k.Kids) > 0 && k.Kids[0].IsString() && isPlaceName(k.Kids[0].Text) {
			root := entryOf(r.root)
			if c, ok := root.rule(false); ok && c != inRange {
				for _, name := range k.Strings() {
					r.add(name, "", c, true, nil, nil, "")
				}
				continue
			}
		}
		if strong, ok := containers[key]; ok {
			outer := r.outer
			if r.outer = (entry{}); inheriting[key] {
				r.outer = entryOf(n)
				if _, ok := r.outer.rule(false); !ok && len(r.outer.texts(nil)) == 0 {
					r.outer = outer
				}
			} else if key == "details" {
				r.outer = entryOf(n)
			}
			r.walk(k, strong, false, depth+1)
			r.outer = outer
		}
	}
	if len(r.found) > before || n.Kind != '{' {
		return
	}
	if e := entryOf(n); e.single() && r.entry(&e, "") {
		return
	}
	r.fields(n, fields, depth == 0 || item)
}

// inheriting are containers, folded, whose entries may have only a place. The problem is in
// the object around them (Hetzner Cloud API, details.fields; FedEx APIs, parameterList).
var inheriting = set("fields parameterlist params parameters arguments attributes")

// inherit reads an entry that has only a place.
func (r *reader) inherit(e *entry) bool {
	field, _, _ := e.place()
	if field == "" || !r.outer.Exists() || e.known() {
		return false
	}
	c, named := r.outer.rule(false)
	texts := r.outer.texts(nil)
	if c == badValue || !named && !slices.ContainsFunc(texts, func(t string) bool { return len(predicate(t)) > 0 }) {
		named = false
	}
	r.add(field, e.value(), c, named, texts, nil, "")
	return true
}

// keysOnly reports whether an object lists the keys of problems that a text states, as those of
// hapi 21 and celebrate 15 do.
func keysOnly(n jsontree.Node) bool {
	return n.Member("keys").IsArray() && n.Member("source").Str() != ""
}
