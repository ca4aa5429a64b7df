package findings

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
// the value. The names of these members differ.

// containers are the members, folded, that contain such lists, or maps of fields. With
// true, a map in the member is a map of fields, whatever its sentences are.
var containers = map[string]bool{
	"errors": true, "fielderrors": true, "validationerrors": true, "modelstate": true, "validationmessages": true, "invalidfields": true, "children": true,
	"error": false, "details": false, "detail": false, "issues": false, "violations": false, "validation": false, "invalidparams": false, "parameterviolations": false,
	"propertyviolations": false, "classviolations": false, "returnvalueviolations": false, "inner": false, "message": false, "messages": false, "data": false, "body": false, "query": false, "params": false, "causes": false,
	"extra": false, "zoderror": false, "cause": false, "formerrors": false, "fields": false, "suberrors": false, "apierror": false, "apierrors": false, "failures": false, "problems": false,
	"reasons": false, "validationresults": false, "validationerror": false, "bodyparams": false, "queryparams": false, "pathparams": false, "extensions": false,
	"errorcauses": false, "parameterlist": false, "errordetail": true, "errorextra": false, "contextinfo": false, "badrequestdetail": false, "errordata": false, "errorlist": false, "faults": false, "fault": false, "errormessages": false, "paramerrors": true, "invalidparameters": false, "requesterrors": false,
	"validationfailures": false, "validationissues": false, "badrequest": false, "fieldviolations": false, "invalidattributes": false, "errorinfo": false, "fielderror": true, "diagnostics": false, "notifications": false, "warnings": false,
	"meta": false, "errordetails": false, "embedded": false, "invalid": false, "json": false, "form": false, "results": false, "responsestatus": false, "additionalinfo": false, "nested": true, "payload": false, "parameters": false,
}

// The members of an entry, folded, in order of precedence. The sources are those of the
// vocabularies of rules; FailedField is from fiber 2, recipes/validation, column_id from
// monday.com, Errors, details and messages from Contentful and Hetzner.
const (
	placeMembers = "loc instancepath datapath propertypath pointer jsonpointer jsonpath fieldpath field fieldname fieldid property propertyname param parameter paramname parametername argument argumentname attribute attributename attr " +
		"members membernames failedfield fieldreferencename apiname columnid columnname inputname invalidfield invalidparam invalidparameter"
	// weakMembers have other uses, so they count only with a known rule beside them.
	weakMembers  = "path source location name key target element identifier option"
	ruleMembers  = "keyword code errorcode errorkey rule ruleid constraintid constraint kind validator tag error reason type errortype validation key"
	textMembers  = "msg message defaultmessage errormessage detail description reason title error summary errorsummary messages details info explanation text problem localizedmessage helpmessage context code"
	valueMembers = "input value rejectedvalue attemptedvalue invalidvalue actual violationinvalidvalue"
)

// A role is the use of a member of an entry: its rank in each of the lists, from 1, or 0 if
// it is not in the list.
type role struct{ place, rule, text, value int }

const strongRanks = 40 // ranks up to this are those of placeMembers

var roles = func() map[string]role {
	m := map[string]role{}
	for i, list := range [...]string{placeMembers, weakMembers, ruleMembers, textMembers, valueMembers} {
		for rank, name := range strings.Fields(list) {
			r := m[name]
			switch rank++; i {
			case 0:
				r.place = rank
			case 1:
				r.place = strongRanks + rank
			case 2:
				r.rule = rank
			case 3:
				r.text = rank
			default:
				r.value = rank
			}
			m[name] = r
		}
	}
	return m
}()

// roleOf returns the role of a member by its name.
func roleOf(key string) role {
	var folded [24]byte
	n := 0
	for i := range len(key) {
		c := key[i]
		switch {
		case strings.IndexByte("_-. @:/", c) >= 0:
			continue
		case n == len(folded):
			return role{}
		case 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		folded[n] = c
		n++
	}
	return roles[string(folded[:n])]
}

// wrapped are members, folded, whose members have the place of an error.
var wrapped = set("extensions context meta data info details errordata")

// nameLists are members, folded, that list the names of places. The name of the member is
// the rule (Vercel, Errors; Plaid; Salesforce, INVALID_FIELD).
var nameLists = map[string]code{
	"missing": required, "missingfields": required, "missingparams": required, "missingparameters": required, "missingproperties": required, "missingkeys": required, "requiredfields": required, "missingattributes": required, "missingarguments": required, "missingrequiredfields": required,
	"unknown": unknown, "unknownfields": unknown, "unknownparameters": unknown, "unknownkeys": unknown, "unexpected": unknown, "unexpectedfields": unknown, "extrafields": unknown, "unrecognizedfields": unknown, "invalidkeys": unknown, "unrecognizedkeys": unknown,
	"invalidfields": badValue, "invalidparams": badValue, "invalidparameters": badValue, "invalidproperties": badValue, "invalidattributes": badValue, "errorfields": badValue,
}

// namedLists are members, folded, that list the names of places. The code of the body is
// the rule (WordPress REST API, rest_missing_callback_param; Salesforce).
var namedLists = set("params fields parameters properties attributes arguments fieldnames parameternames")

// The other members of an entry.
var (
	paramMembers = []string{"params", "ctx", "context", "parameters", "meta", "properties", "formattedMessagePlaceholderValues", "arguments", "attributes", "extensions", "constraints", "args"}
	// subMembers have a place below that of the entry.
	subMembers = []string{"missingProperty", "additionalProperty", "unevaluatedProperty", "propertyName", "keys", "unknown"}
)

// Members of parameters, folded, that have the limit.
var (
	lowest  = []string{"ge", "gt", "minlength", "minitems", "minimum", "min", "limitvalue", "limit", "{{limit}}", "requirement", "comparison", "comparisonvalue", "comparedvalue", "{{comparedvalue}}", "mindigits", "minvalue", "minproperties", "exclusiveminimum", "gte", "more", "from", "count", "threshold", "inclusiveminimum"}
	highest = []string{"le", "lt", "maxlength", "maxitems", "maximum", "max", "limitvalue", "limit", "{{limit}}", "requirement", "comparison", "comparisonvalue", "comparedvalue", "{{comparedvalue}}", "maxvalue", "maxproperties", "exclusivemaximum", "lte", "less", "to", "count", "threshold", "inclusivemaximum"}
	factor  = []string{"multipleof", "multiple", "divisor", "requirement"}
	allowed = []string{"allowedvalues", "enumvalues", "valids", "options", "values", "permitted", "allowed", "choices", "validvalues", "allowedvalue", "expectedtags", "requirement", "enum", "expected"}
)

// aside are places that name a part of the request.
var aside = map[string]bool{
	"": true, "body": true, "query": true, "params": true, "path": true, "header": true, "headers": true, "cookie": true, "cookies": true, "querystring": true, "requestbody": true, "payload": true, "request": true, "formdata": true, "$": true, "#": true, "/": true, ".": true,
}

// A reader collects findings.
type reader struct {
	found []toolerr.Finding
	root  jsontree.Node
	// method is true if a place begins with the server's method and its parameter, as that of
	// a ConstraintViolation does (RESTEasy 6, ViolationReport; Quarkus 3).
	method bool
	texts  int           // number of sentences that may still be read
	outer  jsontree.Node // the object around a list of places
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
	absent := map[string]bool{}
	for _, f := range found {
		if f.Rule == toolerr.RuleRequired && len(f.Fields) == 1 {
			absent[f.Fields[0]] = true
		}
	}
	return slices.DeleteFunc(found, func(f toolerr.Finding) bool {
		return f.Rule != toolerr.RuleRequired && len(f.Fields) > 0 && absent[f.Fields[0]]
	})
}

// walk looks for entries in a value and in the containers below it.
func (r *reader) walk(n jsontree.Node, fields, item bool, depth int) {
	if depth > 6 || len(r.found) >= maxFindings {
		return
	}
	if n.IsArray() {
		for _, k := range n.Kids {
			if k.IsObject() && !r.entry(k, "") && !r.inherit(k) {
				r.walk(k, false, true, depth+1)
			}
		}
		return
	}
	before := len(r.found)
	if r.hapi(n) {
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
			if c, ok := ruleOf(r.root, false); ok && c != inRange {
				for _, name := range k.Strings() {
					r.add(name, "", c, true, nil, nil, "")
				}
				continue
			}
		}
		if strong, ok := containers[key]; ok {
			outer := r.outer
			if r.outer = (jsontree.Node{}); inheriting[key] {
				r.outer = n
				if _, ok := ruleOf(n, false); !ok && len(textsOf(n)) == 0 {
					r.outer = outer
				}
			} else if key == "details" {
				r.outer = n
			}
			r.walk(k, strong, false, depth+1)
			r.outer = outer
		} else {
			r.strict(k, depth+1)
		}
	}
	if len(r.found) > before || n.Kind != '{' {
		return
	}
	if single(n) && r.entry(n, "") {
		return
	}
	r.fields(n, fields, depth == 0 || item)
}

// inheriting are containers, folded, whose entries may have only a place. The problem is in
// the object around them (Hetzner Cloud API, details.fields; FedEx APIs, parameterList).
var inheriting = set("fields parameterlist params parameters arguments attributes")

// inherit reads an entry that has only a place.
func (r *reader) inherit(e jsontree.Node) bool {
	field, _, _ := placeOf(e)
	if field == "" || !r.outer.Exists() || known(e) {
		return false
	}
	c, named := ruleOf(r.outer, false)
	texts := textsOf(r.outer)
	if c == badValue || !named && !slices.ContainsFunc(texts, func(t string) bool { return len(predicate(t)) > 0 }) {
		named = false
	}
	r.add(field, value(e), c, named, texts, nil, "")
	return true
}

// strict looks for entries in members with any name. An entry must have a place and a rule.
func (r *reader) strict(n jsontree.Node, depth int) {
	if depth > 5 || len(r.found) >= maxFindings || n.IsObject() && single(n) && r.entry(n, "") {
		return
	}
	for _, k := range n.Kids {
		switch key := fold(k.Key); {
		case !k.IsObject() && !k.IsArray():
		case k.IsArray() && (strings.HasSuffix(key, "errors") || strings.HasSuffix(key, "violations") || strings.HasSuffix(key, "issues")):
			r.walk(k, true, false, depth+1)
		default:
			r.strict(k, depth+1)
		}
	}
}

// hapi reads Joi's errors as hapi 21 and celebrate 15 write them: the keys in a list, and
// the sentences in one text.
func (r *reader) hapi(n jsontree.Node) bool {
	keys := n.Member("keys")
	if !keys.IsArray() || n.Member("source").Str() == "" {
		return false
	}
	text := n.Member("message").Str()
	if text == "" {
		text = r.root.Member("message").Str()
	}
	for _, f := range readText(text, false) {
		if len(f.Fields) > 0 && slices.Contains(keys.Strings(), strings.NewReplacer("[", ".", "]", "").Replace(f.Fields[0])) {
			r.found = append(r.found, f)
		}
	}
	for _, key := range keys.Strings() {
		if !slices.ContainsFunc(r.found, func(f toolerr.Finding) bool {
			return len(f.Fields) > 0 && strings.NewReplacer("[", ".", "]", "").Replace(f.Fields[0]) == key
		}) {
			r.add(key, "", badValue, true, nil, nil, "")
		}
	}
	return true
}

// single reports whether an object outside a list is an entry.
func single(n jsontree.Node) bool {
	f, weak, _ := placeOf(n)
	return f != "" && !weak && known(n)
}

// known reports whether the rule of an entry is known.
func known(e jsontree.Node) bool {
	if _, ok := ruleOf(e, false); ok {
		return true
	}
	return slices.ContainsFunc(textsOf(e), func(text string) bool {
		if !strings.Contains(text, " ") {
			if _, coded := codeOf(text); coded {
				return true
			}
		}
		return len(predicate(text)) > 0
	})
}

// placeOf returns the place of an entry, and whether its member is a weak one. It returns
// ok false if the entry has no member for a place.
func placeOf(e jsontree.Node) (field string, weak, ok bool) {
	best := 0
	answer := e.Member("extensions").IsObject() // the path of a GraphQL error is in the answer
	for _, k := range e.Kids {
		rank := roleOf(k.Key).place
		if rank == 0 || best != 0 && rank >= best || answer && k.Key == "path" {
			continue
		}
		f := place(k)
		switch {
		case aside[strings.ToLower(f)]:
			if ok = true; best == 0 {
				weak = true
			}
		default:
			if k.Key == "FailedField" { // begins with the name of the type
				f = f[strings.IndexByte(f, '.')+1:]
			}
			field, best, ok = f, rank, true
			weak = rank > strongRanks && !k.IsObject() && (k.Key != "path" || !k.IsArray()) // except for Zod's issues
		}
	}
	if best != 0 {
		return field, weak, true
	}
	for _, k := range e.Kids {
		if k.IsObject() && wrapped[fold(k.Key)] {
			if f, weak, _ := placeOf(k); f != "" && !weak {
				return f, false, true
			}
		}
	}
	return "", weak, ok
}

// place returns the text of a place: a string, the steps of a path, or an object with one
// of them.
func place(n jsontree.Node) string {
	switch n.Kind {
	case '"':
		return trimPlace(n.Text)
	case '[':
		path := ""
		for _, k := range n.Kids[:min(len(n.Kids), 16)] {
			step := k.Scalar()
			if k.IsObject() { // valibot; protovalidate
				if step = k.Member("key").Scalar(); step == "" {
					step = k.Member("fieldName").Scalar()
				}
			}
			if step == "" {
				return ""
			}
			if path == "" && aside[strings.ToLower(step)] && len(n.Kids) > 1 {
				continue
			}
			path = below(path, step)
		}
		if len(n.Kids) == 1 && aside[strings.ToLower(strings.TrimPrefix(path, "/"))] {
			return ""
		}
		return path
	case '{':
		for _, name := range [...]string{"pointer", "parameter", "header", "elements"} {
			if p := place(n.Member(name)); p != "" {
				return p
			}
		}
	}
	return ""
}

// trimPlace removes the name of the part of the request from a place.
func trimPlace(s string) string {
	if len(s) > 256 {
		return ""
	}
	for _, part := range [...]string{"$input.", "querystring.", "requestBody."} {
		s = strings.TrimPrefix(s, part)
	}
	if first, rest, ok := strings.Cut(strings.TrimPrefix(s, "/"), "/"); ok && aside[first] {
		return "/" + rest // "body/items/0"
	}
	if rest, ok := strings.CutPrefix(s, "/0/"); ok { // the index of the first object in the request
		return "/" + rest
	}
	return strings.ReplaceAll(s, "[]", "")
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// below returns the place of a member of a place.
func below(base, name string) string {
	if base == "" || strings.HasPrefix(base, "/") || strings.HasPrefix(base, "#/") {
		if strings.ContainsAny(name, "~/") {
			name = pointerEscapes.Replace(name)
		}
		return base + "/" + name
	}
	return base + "." + name
}

// ruleOf returns the rule that an entry names. With sure, the type of a value may be the
// name of a rule.
func ruleOf(e jsontree.Node, sure bool) (c code, ok bool) {
	best := 0
	for _, k := range e.Kids {
		rank := roleOf(k.Key).rule
		if rank == 0 || !k.IsString() || k.Key == "type" && !sure && !strings.ContainsAny(k.Text, "_.") {
			continue
		}
		named, known := codeNamed(k.Text)
		if named == badValue { // other members are more specific
			rank += strongRanks
		}
		if known && (best == 0 || rank < best) {
			c, ok, best = named, true, rank
		}
	}
	if x := e.Member("extensions"); !ok && x.IsObject() {
		return ruleOf(x, sure)
	}
	return c, ok
}

// textsOf returns the sentences of an entry.
func textsOf(e jsontree.Node) []string {
	texts := make([]string, 0, 4)
	var ranks [3]int
	for _, k := range e.Kids {
		rank := roleOf(k.Key).text
		if rank == 0 || !k.IsArray() && k.Str() == "" || k.Key == "code" && !strings.Contains(k.Text, " ") {
			continue
		}
		if k.IsArray() {
			if list := k.Strings(); len(list) > 0 && len(texts) == 0 {
				return list[:min(len(list), 3)]
			}
			continue
		}
		i := len(texts)
		for i > 0 && ranks[i-1] > rank {
			i--
		}
		if i == len(ranks) {
			continue
		}
		texts = slices.Insert(texts, i, k.Text)
		texts = texts[:min(len(texts), len(ranks))]
		copy(ranks[i+1:], ranks[i:])
		ranks[i] = rank
	}
	return texts
}

// entry reads one entry of a list at a place, and reports whether the object is an entry.
func (r *reader) entry(e jsontree.Node, base string) bool {
	if e.Member("locations").IsArray() { // the path of a GraphQL error is in the answer
		return r.violation(e)
	}
	field, weak, ok := placeOf(e)
	if !ok && base == "" {
		return false
	}
	params := paramsOf(e)
	subs := subsOf(params, field == "" || aside[strings.ToLower(field)])
	if field == "" && base == "" && len(subs) == 0 || weak && field != "" && !known(e) {
		for _, t := range textsOf(e) {
			if f, ok := readClause(t, false); ok && field == "" {
				r.found = append(r.found, f...)
				return true
			}
		}
		return false
	}
	if base != "" && field != "" {
		field = within(base, field)
	} else if field == "" {
		field = base
	}
	before := len(r.found)
	if nested := e.Member("children"); nested.IsArray() {
		for _, k := range nested.Kids {
			r.entry(k, field)
		}
	}
	if rules := e.Member("constraints"); rules.IsObject() { // class-validator
		for _, k := range rules.Kids {
			c, named := codeOf(k.Key)
			r.add(field, value(e), c, named, []string{k.Str()}, nil, "")
		}
		return true
	}
	c, named := ruleOf(e, true)
	if rule, ok := codeOf(e.Member("name").Str()); ok && !named && !strings.HasSuffix(field, e.Member("name").Text) { // Contentful
		c, named = rule, true
	}
	texts := textsOf(e)
	if c == syntax { // the place is a position in the body
		return false
	}
	if len(subs) == 0 && len(texts) > 0 && (!named || c == required || c == unknown) {
		if f, ok := wholes.find(texts[0]); ok && f.Word != "" && !strings.HasSuffix(field, f.Word) {
			subs = []string{f.Word}
		}
	}
	for _, t := range texts {
		if named || strings.Contains(t, " ") {
			continue
		}
		if n, ok := codeOf(t); ok { // Play
			c, named = n, true
		}
	}
	if len(texts) == 0 && !named {
		return len(r.found) > before
	}
	origin := cmp.Or(e.Member("origin").Str(), e.Member("type").Str())
	if slices.ContainsFunc(e.Kids, func(k jsontree.Node) bool { return k.IsArray() && roleOf(k.Key).value != 0 }) {
		origin = "array"
	}
	if r.method {
		field = withoutMethod(field)
	}
	if len(subs) == 0 {
		r.add(field, value(e), c, named, texts, params, origin)
	}
	for _, s := range subs {
		r.add(below(field, s), "", c, named, texts, params, origin)
	}
	return true
}

// withoutMethod removes the first two steps of a place, or the first if there are only two.
func withoutMethod(field string) string {
	for range min(2, strings.Count(field, ".")) {
		_, field, _ = strings.Cut(field, ".")
	}
	return field
}

// within returns a place below another.
func within(base, field string) string {
	if strings.HasPrefix(base, "/") {
		return base + "/" + strings.TrimPrefix(field, "/")
	}
	return base + "." + strings.ReplaceAll(strings.TrimPrefix(field, "/"), "/", ".")
}

// violation reads SmallRye's extension of a GraphQL error (smallrye-graphql 2). The path of
// the property begins with that of the answer.
func (r *reader) violation(e jsontree.Node) bool {
	path := e.At("extensions", "violation.propertyPath")
	if !path.IsArray() {
		return false
	}
	skip := min(len(e.Member("path").Kids), max(len(path.Kids)-1, 0))
	field := place(jsontree.Node{Kind: '[', Kids: path.Kids[skip:]})
	if field == "" {
		return false
	}
	r.add(field, value(e.Member("extensions")), code{}, false, []string{e.At("extensions", "violation.message").Str()}, nil, "")
	return true
}

func value(e jsontree.Node) (text string) {
	best := 0
	for _, k := range e.Kids {
		if rank := roleOf(k.Key).value; rank != 0 && (best == 0 || rank < best) && (k.IsString() || k.IsNumber()) {
			text, best = k.Text[:min(len(k.Text), 256)], rank
		}
	}
	return text
}

// paramsOf returns the objects that may have the limit of an entry.
func paramsOf(e jsontree.Node) []jsontree.Node {
	all := make([]jsontree.Node, 0, 3)
	for _, m := range paramMembers {
		if p := e.Member(m); p.IsObject() || p.IsArray() && m == "args" {
			all = append(all, p)
		}
	}
	return append(all, e)
}

// subsOf returns the names of places below that of an entry.
func subsOf(params []jsontree.Node, all bool) []string {
	for i, p := range params {
		own := i == len(params)-1
		for _, m := range subMembers {
			if own && !all && m != "keys" || own && (m == "propertyName" || m == "unknown") {
				continue
			}
			switch n := p.Member(m); {
			case n.IsArray():
				return n.Strings()
			case n.Str() != "" && m == "unknown":
				return phrase.Names(n.Text)
			case n.Str() != "":
				return []string{n.Text}
			}
		}
	}
	return nil
}

// add adds the findings of an entry about a field.
func (r *reader) add(field, value string, c code, named bool, texts []string, params []jsontree.Node, origin string) {
	if len(r.found) >= maxFindings || field == "" || len(field) > 512 {
		return
	}
	for _, f := range r.judge(c, named, texts, params, origin) {
		f.Fields = append([]string{field}, f.Fields...)
		if f.Value == "" || value != "" {
			f.Value = value
		}
		i := slices.IndexFunc(r.found, func(o toolerr.Finding) bool {
			return len(o.Fields) > 0 && o.Fields[0] == field && o.Rule == f.Rule && o.Limit == f.Limit
		})
		if i < 0 {
			r.found = append(r.found, f)
		} else { // a problem lists all names, whichever list they are from
			r.found[i].Names = append(r.found[i].Names, f.Names...)
		}
	}
}

// judge returns the problem by the name of the rule if it is known, and otherwise by a
// sentence.
func (r *reader) judge(c code, named bool, texts []string, params []jsontree.Node, origin string) []toolerr.Finding {
	if c == inRange {
		if ends := r.ends(texts, params, origin); len(ends) > 0 {
			return ends
		}
		c = badValue
	}
	f := toolerr.Finding{Rule: c.rule, Beyond: c.beyond}
	if named {
		fill(&f, params)
		measure(&f, texts, origin)
		if f.Limit != "" || len(f.Names) > 0 {
			return []toolerr.Finding{f}
		}
	}
	switch f.Rule { //nolint:exhaustive // those that a sentence has no more about
	case toolerr.RuleRequired, toolerr.RuleUnknown, toolerr.RuleBadFormat, toolerr.RuleDuplicate, toolerr.RuleExistsAlready:
		return []toolerr.Finding{f}
	}
	if !named && len(texts) > 1 { // the more specific one
		if i := slices.IndexFunc(texts, func(t string) bool { return len(sure(t)) > 0 }); i > 0 {
			texts = texts[i:]
		}
	}
	for _, text := range texts {
		if r.texts--; r.texts < 0 {
			break
		}
		said := predicate(text)
		for i := range said {
			tidy(&said[i])
			if origin == "array" {
				count(&said[i], origin)
			}
		}
		switch {
		case len(said) == 0:
			continue
		case !named || c == badValue:
			if named {
				ofValue(said, text)
			}
			for i := range said {
				if said[i].Limit == "" && len(said) == 1 {
					fill(&said[i], params)
				}
			}
			return said
		case said[0].Rule == f.Rule || c == notAllowed && said[0].Rule == toolerr.RuleBadValue || c == wrongType && said[0].Rule == toolerr.RuleRequired || f.Limit == "" && similar(f.Rule, said[0].Rule):
			return said
		}
	}
	if f.Rule == "" {
		f.Rule = toolerr.RuleBadValue
	}
	return []toolerr.Finding{f}
}

// ofValue corrects the finding of a sentence if a code shows that it is about a
// value: about a name, "is not allowed" means that the name is unknown.
func ofValue(said []toolerr.Finding, text string) {
	if len(said) > 0 && said[0].Rule == toolerr.RuleUnknown && strings.Contains(text, "is not allowed") {
		said[0].Rule = toolerr.RuleBadValue
	}
}

// ends returns findings for the minimum and the maximum in the members of an entry.
func (r *reader) ends(texts []string, params []jsontree.Node, origin string) (found []toolerr.Finding) {
	for _, rule := range [...]toolerr.Rule{toolerr.RuleTooSmall, toolerr.RuleTooLarge} {
		f := toolerr.Finding{Rule: rule}
		if fill(&f, params); f.Limit != "" {
			measure(&f, texts, origin)
			found = append(found, f)
		}
	}
	return found
}

// measure changes a rule about an amount by the unit: that of the kind of value in a member
// of the entry, or the one in its sentence.
func measure(f *toolerr.Finding, texts []string, origin string) {
	switch {
	case origin == "array" || origin == "set" || origin == "map":
		count(f, "item")
	case origin == "string":
		count(f, "char")
	case origin == "date" || origin == "file":
		f.Limit = "" // the unit is milliseconds or bytes
	case origin != "number" && len(texts) > 0 && isAmount(f.Rule):
		count(f, strings.ToLower(withoutSubject(texts[0][:min(len(texts[0]), 1<<10)])))
	}
}

// similar reports whether two rules are about the same amount.
func similar(a, b toolerr.Rule) bool {
	f, g := toolerr.Finding{Rule: a}, toolerr.Finding{Rule: b}
	count(&f, "item")
	count(&g, "item")
	return f.Rule == g.Rule
}

// tidy corrects the other place of a sentence, which is spelled for people.
func tidy(f *toolerr.Finding) {
	for i, name := range f.Fields {
		f.Fields[i] = strings.ReplaceAll(strings.Trim(name, " .'\""), " ", "_")
	}
}

// fill sets the limit or the allowed names of a finding.
func fill(f *toolerr.Finding, params []jsontree.Node) {
	keys := highest
	switch f.Rule { //nolint:exhaustive // the rules with parameters
	case toolerr.RuleTooSmall, toolerr.RuleTooShort, toolerr.RuleTooFew:
		keys = lowest
	case toolerr.RuleTooLarge, toolerr.RuleTooLong, toolerr.RuleTooMany:
	case toolerr.RuleBadValue:
		keys = factor
	case toolerr.RuleNotAllowed:
		keys = allowed
	default:
		return
	}
	for _, p := range params {
		for i, k := range p.Kids {
			name := fold(k.Key)
			if p.IsArray() {
				name = "limit"
			}
			if !slices.Contains(keys, name) {
				continue
			}
			if f.Rule == toolerr.RuleNotAllowed {
				f.Names = namesOf(k)
			} else if number(k) && (!p.IsArray() || i == 0) && p.Member("exact").Kind != 't' {
				f.Limit = k.Text
				f.Beyond = f.Beyond || name == "gt" || name == "lt" || name == "more" || name == "less" || strings.HasPrefix(name, "exclusive") || p.Member("inclusive").Kind == 'f'
			}
			if f.Limit != "" || len(f.Names) > 0 {
				return
			}
		}
	}
}

// namesOf returns the items of a list, or of a text that lists them.
func namesOf(n jsontree.Node) []string {
	if n.IsString() {
		return phrase.Names(n.Text[:min(len(n.Text), 1<<10)])
	}
	var names []string
	if n.IsArray() {
		for _, k := range n.Kids[:min(len(n.Kids), 64)] {
			if s := k.Scalar(); s != "" {
				names = append(names, s)
			}
		}
	}
	return names
}

// number reports whether a value is a decimal number or a string with one.
func number(n jsontree.Node) bool {
	s := n.Scalar()
	return (n.IsNumber() || n.IsString()) && s != "" && len(s) <= 20 && strings.Trim(s, "0123456789.-") == ""
}
