package refusal

import (
	"cmp"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// Most frameworks write a list of entries, one for each problem. An entry has a member with
// the place, one with a name for the rule, one with a sentence, and perhaps the limit and
// the value. The names of these members differ; members.go lists them.

// entries reads lists of entries and maps of fields.
func entries(d Doc) []toolerr.Finding {
	r := &collector{texts: maxSentences}
	quarkus := d.Root.Member("title").Str() == "Constraint Violation" && !d.Root.Member("type").Exists()
	r.method = quarkus || d.Root.Member("parameterViolations").IsArray()
	r.walk(d.Root, false, false, 0)
	for _, text := range r.others {
		if len(r.found) == 0 || strings.HasPrefix(text, "This ") {
			break
		}
		for _, f := range readText(text, false) {
			if len(f.Fields) > 0 && !slices.ContainsFunc(r.found, func(o toolerr.Finding) bool {
				return len(o.Fields) > 0 && strings.HasSuffix(fold(o.Fields[0]), fold(f.Fields[0]))
			}) {
				r.found = append(r.found, f)
			}
		}
	}
	return missing(r.found)
}

// walk looks for entries in a value and in the containers below it.
func (r *collector) walk(n jsontree.Node, fields, item bool, depth int) {
	if depth > 6 || len(r.found) >= maxFindings {
		return
	}
	if n.IsArray() {
		for _, k := range n.Kids {
			switch e := (entry{k}); {
			case k.IsString() && isContainer(n.Key):
				r.others = append(r.others, k.Text)
			case k.IsArray() && len(k.Kids) == 2 && isPlaceName(k.Kids[0].Str()) && len(predicate(k.Kids[1].Str())) > 0: // a pair
				r.add(k.Kids[0].Text, "", code{}, false, []string{k.Kids[1].Text}, nil, "")
			case k.IsObject() && !r.entry(&e):
				r.walk(k, false, depth == 0 || isContainer(n.Key), depth+1)
			}
		}
		return
	}
	before := len(r.found)
	if keysOnly(n) || r.listed(n) {
		return
	}
	for _, listed := range [...]bool{true, false} {
		for _, k := range n.Kids {
			if key := fold(k.Key); (k.IsArray() || k.IsObject()) && isContainer(k.Key) == listed && !echoes[key] {
				r.walk(k, containers[key], false, depth+1)
			}
		}
		if len(r.found) > before || n.Kind != '{' || !listed {
			return
		}
		if e := (entry{n}); e.single() && r.entry(&e) {
			return
		}
		if depth == 0 || item || isContainer(n.Key) {
			r.fields(n, fields, depth == 0 || item)
		}
		if len(r.found) > before {
			return
		}
	}
}

// echoes are members, folded, that repeat the request or its schema.
var echoes = set("request requestbody received found expected actual schema parentschema instance headers config value input")

// listed reads an object that lists the places of one problem, such as {"missing":["a","b"]} and
// {"error":"unknown field","fields":["a"]}, and reports whether it does.
func (r *collector) listed(n jsontree.Node) bool {
	before := len(r.found)
	for _, k := range n.Kids {
		if !k.IsArray() || len(k.Kids) == 0 {
			continue
		}
		key := fold(k.Key)
		c, own := required, strings.HasPrefix(key, "missing") || key == "requiredproperties"
		if strings.HasPrefix(key, "unknown") || strings.HasPrefix(key, "unexpected") || strings.HasPrefix(key, "unrecognized") || strings.HasPrefix(key, "extra") || key == "unpermitted" {
			c, own = unknown, true
		}
		if !own && !lists[key] {
			continue
		}
		if e := (entry{n}); !own {
			if c, own = e.rule(true); !own {
				for _, text := range e.texts(nil) {
					if found := sure(text); len(found) == 1 && !own {
						c, own = code{rule: found[0].Rule}, true
					}
				}
			}
		}
		for _, item := range k.Kids {
			e := (entry{item})
			name, _, _ := e.place()
			if name == "" {
				name = item.Str()
			}
			if own && isPlaceName(name) && !e.known() {
				r.add(name, "", c, true, nil, nil, "")
			}
		}
	}
	return len(r.found) > before
}

// lists are members, folded, with the places of a problem that is stated beside them.
var lists = set("fields params parameters properties columns attributes arguments keys names invalidfields")

// entry reads one entry of a list, and reports whether the object is an entry.
func (r *collector) entry(e *entry) bool {
	if e.Member("locations").IsArray() { // the path of a GraphQL error is in the answer
		return false
	}
	field, weak, ok := e.place()
	if !ok {
		r.others = append(r.others, e.texts(nil)...)
		return false
	}
	var paramBuffer [3]jsontree.Node
	params := e.params(paramBuffer[:0])
	subs := e.subs(params, isAside(field))
	if field == "" && len(subs) == 0 || weak && field != "" && !e.known() {
		for _, t := range e.texts(nil) {
			if f, ok := readClause(t, false); ok && field == "" {
				r.found = append(r.found, f...)
				return true
			}
		}
		return false
	}
	if rules := e.Member("constraints"); rules.IsObject() { // class-validator
		for _, k := range rules.Kids {
			c, named := codeOf(k.Key)
			r.add(field, e.value(), c, named, []string{k.Str()}, nil, "")
		}
		return true
	}
	c, named := e.rule(true)
	if c == syntax { // the place is a position in the body
		return false
	}
	var textBuffer [4]string
	texts := e.texts(textBuffer[:0])
	if len(texts) == 0 && !named {
		return false
	}
	origin := cmp.Or(e.Member("origin").Str(), e.Member("type").Str())
	for i := range e.Kids {
		if e.Kids[i].IsArray() && e.role(i).value != 0 {
			origin = "array"
		}
	}
	if r.method {
		field = withoutMethod(field)
	}
	if len(subs) == 0 && len(texts) > 0 && (c == required || c == unknown || !named && (strings.Contains(texts[0], "require") || strings.Contains(texts[0], "not allowed: "))) { // a sentence names a member of the place
		if f, ok := phrase.Find(texts[0], wholes); ok && f.Word != "" && !strings.HasSuffix(field, f.Word) {
			subs, c, named = []string{f.Word}, code{rule: f.Rule}, true
		} else if s, ok := subjectOf(texts[0], false); ok && texts[0][0] == '"' && !strings.ContainsAny(s.field, ".[/") && !strings.HasSuffix(field, s.field) {
			subs, c, named = []string{s.field}, required, true
		}
	}
	if len(subs) == 0 {
		r.add(field, e.value(), c, named, texts, params, origin)
	}
	for _, s := range subs {
		r.add(trimPlace(below(field, s)), "", c, named, texts, params, origin)
	}
	return true
}
