package refusal

import (
	"slices"

	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// Most frameworks write a list of entries, one for each problem. An entry has a member with
// the place, one with a name for the rule, one with a sentence, and perhaps the limit and
// the value. The names of these members differ; members.go lists them.

// A reader collects findings.
type reader struct {
	found []toolerr.Finding
	// method is true if a place begins with the server's method and its parameter, as that of
	// a ConstraintViolation does (RESTEasy 6, ViolationReport; Quarkus 3).
	method bool
	texts  int // number of sentences that may still be read
}

const maxSentences = 64

// entries reads lists of entries and maps of fields.
func entries(d doc) []toolerr.Finding {
	r := &reader{texts: maxSentences}
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
			if e := entryOf(k); !r.entry(&e) {
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
		if !k.IsArray() && !k.IsObject() {
			continue
		}
		if strong, ok := containers[fold(k.Key)]; ok {
			r.walk(k, strong, false, depth+1)
		}
	}
	if len(r.found) > before || n.Kind != '{' {
		return
	}
	if e := entryOf(n); e.single() && r.entry(&e) {
		return
	}
	r.fields(n, fields, depth == 0 || item)
}

// keysOnly reports whether an object lists the keys of problems that a text states, as those of
// hapi 21 and celebrate 15 do.
func keysOnly(n jsontree.Node) bool {
	return n.Member("keys").IsArray() && n.Member("source").Str() != ""
}
