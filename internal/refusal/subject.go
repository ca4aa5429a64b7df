package refusal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/errand-go/errand/toolerr"
)

// A subject is the field that a sentence is about, and the rest of the sentence.
type subject struct{ field, rest string }

// before and after are texts around the name of a field at the beginning of a sentence.
var (
	before = []string{"The number of ", "Number of ", "number of ", "The length of ", "Length of ", "The size of ", "Size of ", "Param ", "each value in nested property ", "each value in ", "nested property ", "All ", "The field ", "The selected ", "The value of ", "The parameter ", "The property ", "The ", "property ", "Property ", "field ", "Field ", "parameter ", "Parameter ", "attribute ", "query param ", "path param ", "header param ", "param ", "query ", "argument ", "body "}
	after  = []string{" in body", " in query", " in path", " in header", " in formData", " field confirmation", " max value", " min value", " max length", " min length", " field", " parameter", " property", " attribute", " argument", "'s elements", "'s byte length", " length", " size", " object", " value", " query"}
	verbs  = []string{" must ", " should ", " is ", " are ", " has ", " have ", " can't ", " cannot ", " can not ", " may ", " does ", " doesn't ", " contains ", " fails ", " failed ", " was ", " length ", ": ", " already ", " needs ", " missing ", " exceeds ", " too ", " ("}
)

// firstVerb returns the first verb after the beginning of a sentence, and its offset.
func firstVerb(text string) (at int, verb string) {
	for at = 1; at < len(text) && at <= 100; at++ {
		if text[at] != ' ' && text[at] != ':' { // every verb begins with one of them
			continue
		}
		for _, v := range verbs {
			if strings.HasPrefix(text[at:], v) {
				return at, v
			}
		}
	}
	return 0, ""
}

// subjectOf returns the subject of a sentence, and false if it is not certain. With loose,
// the sentence is in a list of sentences, where a field may be spelled for people: "First
// name can't be blank".
func subjectOf(text string, loose bool) (subject, bool) {
	at, verb := firstVerb(text)
	if verb == "" {
		return subject{}, false
	}
	head, rest := text[:at], strings.TrimLeft(text[at:], " ")
	if strings.ContainsRune("\"'`", rune(text[0])) { // Joi and FluentValidation
		end := strings.IndexByte(text[1:], text[0])
		if end < 0 || !strings.HasPrefix(text[end+2:], " ") {
			return subject{}, false
		}
		head, rest, verb = text[:end+2], text[end+3:], ""
		if slices.ContainsFunc(aboutValues, func(v string) bool { return strings.HasPrefix(rest, v) }) {
			return subject{}, false
		}
	}
	if verb == ": " {
		rest = text[at+2:]
	}
	stripped := false
	for _, noun := range [...]string{" parameter ", " field ", " property ", " argument ", " attribute "} { // "The specified parameter x"
		if i := strings.LastIndex(head, noun); i >= 0 && leads[strings.ToLower(head[strings.LastIndexByte(head[:i], ' ')+1:i])].rule == "" {
			head, stripped = head[i+len(noun):], true
		}
	}
	for _, b := range before {
		if cut, ok := strings.CutPrefix(head, b); ok {
			head, stripped = cut, true
			break
		}
	}
	for range 2 { // "ids query parameter"
		for _, a := range after {
			if cut, ok := strings.CutSuffix(head, a); ok {
				head, rest, stripped = cut, a[1:]+" "+rest, true
				break
			}
		}
	}
	if n := len(head); n > 2 && strings.ContainsRune("\"'`", rune(head[0])) && head[n-1] == head[0] {
		head, stripped = head[1:n-1], true
	}
	switch {
	case head == "" || strings.Count(head, " ") > 2 || strings.ContainsAny(head, "\"'`,;()<>{}\n"):
		return subject{}, false
	case strings.HasSuffix(head, " properties"), strings.HasSuffix(head, " fields"), strings.HasSuffix(head, " parameters"):
		return subject{}, false // "required properties (a, b)"
	case strings.HasPrefix(head, "Invalid "), strings.IndexByte("\"'`", text[0]) < 0 && stopWords[strings.ToLower(head)] && (verb != ": " && verb != " must " && verb != " should " || !names[strings.ToLower(head)]):
		return subject{}, false
	case strings.Contains(head, " ") && !loose && !stripped:
		return subject{}, false
	case !loose && !stripped:
		if r, _ := utf8.DecodeRuneInString(head); !unicode.IsLower(r) && r != '$' && r != '_' && r != '/' {
			return subject{}, false
		}
	}
	return subject{strings.ReplaceAll(head, " ", "_"), rest}, true
}

// aboutValues are texts after a quoted value, not after a field, in jsonschema (Python) and
// Django REST framework.
var aboutValues = []string{"is not one of", "is not of type", "is not a multiple", "is too long", "is too short", "does not match '", "has non-unique", "is not a valid choice", "was unexpected", "was expected"}

// names are stopWords that are the name of a field before a colon.
var names = set("login user server resource permission signature certificate subscription license quota service connection database endpoint key type file collection date property parameter")

// stopWords are words at the beginning of a sentence that are not fields.
var stopWords = set("this it that value input string number array list object data request body you there each one none null expected received error invalid not which " +
	"length size minimum maximum message field property parameter argument user server resource access authentication authorization token session credentials login permission signature certificate subscription license quota service connection database endpoint key type json json_error validation file collection date " +
	"unknown missing bad_request an a the at no must but and or however because if when api")

// withoutSubject removes the field that a sentence is about, because it can be called
// "items".
func withoutSubject(text string) string {
	text = replaced(nounsBeforeNames, text)
	if s, ok := subjectOf(text, true); ok {
		return s.rest
	}
	return text
}

// nounsBeforeNames are nouns that are units too.
var nounsBeforeNames = strings.NewReplacer(`property "`, `"`, "property '", "'", "property `", "`")

// leads are words before a name that state its problem.
var leads = map[string]code{
	"missing": required, "required": required, "mandatory": required, "unknown": unknown, "unexpected": unknown, "unrecognized": unknown, "unrecognised": unknown, "undefined": unknown, "unpermitted": unknown, "undeclared": unknown,
	"extra": unknown, "additional": unknown, "forbidden": unknown, "extraneous": unknown, "disallowed": unknown, "unallowed": unknown, "unsupported": {rule: toolerr.RuleUnsupported}, "duplicate": duplicate, "duplicated": duplicate, "invalid": badValue, "illegal": badValue, "incorrect": badValue, "bad": badValue, "wrong": badValue, "malformed": badFormat,
	"immutable": immutable, "ambiguous": {rule: toolerr.RuleAmbiguous},
}
