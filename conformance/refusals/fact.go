package refusals

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Fact is something that a model needs in order to correct its call: an argument, a rule, a
// number or a word. Exactly one of Path, Rules, Number and Word is set.
type Fact struct {
	Path   string   `json:"path,omitempty"`   // a JSON pointer into the arguments
	Rules  []string `json:"rule,omitempty"`   // the rules of which each is right
	Number string   `json:"number,omitempty"` // a limit or a position
	Word   string   `json:"word,omitempty"`   // of the arguments or of the schema
	// AnyOf has further wordings of the fact.
	AnyOf []string `json:"any_of,omitempty"`
	// NeedsNames is set if the word is in neither the arguments nor the schema, so that a model
	// may read it only if the author of the tool allows names.
	NeedsNames bool `json:"needs_names,omitempty"`
}

// String returns the fact as a report names it.
func (f Fact) String() string {
	if len(f.Rules) > 0 {
		return "rule " + strings.Join(f.Rules, " or ")
	}
	for kind, value := range map[string]string{"path": f.Path, "number": f.Number, "word": f.Word} {
		if value != "" {
			return kind + " " + value
		}
	}
	return fmt.Sprint("one of ", f.AnyOf)
}

// phrases are the wordings of each rule, without case, underscores and hyphens. Different
// programs put a rule into different words, and each of them helps.
var phrases = map[string][]string{
	"ambiguous":           {"ambiguous", "qualify", "more than one meaning"},
	"bad_format":          {"bad_format", "format", "malformed", "not a valid", "not valid", "cannot be read as", "not well formed", "unreadable", "cannot be parsed", "does not parse", "pattern", "invalid value", "wrong form", "ill formed"},
	"conflict":            {"conflict", "clash", "contradict", "together", "mutually exclusive", "overlap", "excludes", "exclude each other"},
	"count":               {"wrong number", "too many", "too few", "at most", "at least", "number of", "count"},
	"deadlock":            {"dead lock", "deadlock"},
	"division":            {"by 0", "by zero", "divide by zero", "divides by zero", "division by zero"},
	"duplicate":           {"duplicate", "already exists", "already taken", "already in use", "unique", "already there", "same value", "twice"},
	"grouped":             {"aggregate", "group by", "grouped", "grouping"},
	"immutable":           {"immutable", "read only", "cannot be changed", "must not be changed", "cannot be set", "must not be set", "not writable", "may not be changed", "generated"},
	"missing":             {"missing", "required", "must be given", "must not be null", "not null", "needs a value", "lacks", "must be present", "must not be empty", "is empty", "blank", "no value", "not given"},
	"not_allowed_value":   {"not_allowed_value", "not allowed", "not one of", "must be one of", "one of the", "allowed value", "not permitted", "not an option", "not accepted", "unknown value", "invalid choice", "not among", "not a listed"},
	"not_found_reference": {"not_found_reference", "is missing", "not found", "does not exist", "no such", "unknown", "refers to", "reference", "referenced", "foreign key", "not there"},
	"not_permitted":       {"not_permitted", "permission", "not permitted", "denied", "privilege", "may not", "not allowed", "forbidden"},
	"out_of_range":        {"out_of_range", "out of range", "range", "too large", "too small", "at most", "at least", "greater than", "less than", "maximum", "minimum", "must not exceed", "too big", "too high", "too low", "negative", "overflow", "multiple of"},
	"person":              {"requires user action: true", "a person", "admin", "administrator", "owner", "billing", "balance", "credit", "credits", "plan", "upgrade", "contact", "sign in", "log in", "login", "renew", "key", "token", "credentials", "unauthorized", "authentication", "permission", "permissions", "account", "subscription", "quota", "payment"},
	"stale_version":       {"stale_version", "stale", "outdated", "out of date", "changed meanwhile", "newer version", "older version", "version", "modified", "has changed", "read it again", "precondition"},
	"syntax":              {"syntax", "cannot be parsed", "does not parse", "parse error", "not well formed", "unexpected", "malformed", "pattern"},
	"timeout":             {"statement time", "time limit", "timed out", "timeout", "too long"},
	"too_large":           {"too_large", "exceeds", "too long", "larger than", "maximum size"},
	"too_long":            {"too_long", "too long", "longer than", "at most", "maximum length", "max length", "exceeds", "shorten"},
	"too_many":            {"too_many", "too many", "at most", "more than", "fewer", "maximum", "wrong number"},
	"too_short":           {"too_short", "too short", "shorter than", "at least", "minimum length", "min length", "lengthen", "must not be empty", "is empty", "blank"},
	"transient":           {"can retry: true", "try again", "please retry", "retry after", "retry in", "retry later", "retry your", "retry the", "temporary", "temporarily", "wait", "later", "too many requests", "rate limit", "rate limited", "overloaded", "per second", "per minute"},
	"unknown":             {"unknown", "not known", "does not exist", "no such", "unrecognised", "unrecognized", "not recognised", "not recognized", "not defined", "undefined", "is not a property", "not there", "cannot be found", "not found", "unexpected field", "not expected"},
	"unsupported":         {"unsupported", "not supported", "does not support", "not available", "cannot be used", "not implemented", "not allowed", "not possible", "cannot be done"},
	"wrong_state":         {"wrong_state", "wrong state", "state of", "state does not", "its state", "not in a state", "still in use", "in use", "still referenced", "closed", "locked", "deadlock", "held", "not active", "transition", "already been", "no longer"},
	"wrong_type":          {"wrong_type", "wrong type", "type mismatch", "not a number", "not an integer", "types do not match", "invalid type", "different type", "expected type", "data type", "datatype", "must be a string", "must be a number", "must be an integer", "must be a boolean", "must be a list", "must be an array", "must be an object", "must be text", "of the type", "types of", "other type", "has the wrong type", "must be integer", "must be number", "must be string"},
}

// decorations are around a word that is also a common English word where a text names it.
var decorations = []string{
	`"%s"`, "'%s'", "`%s`", "“%s”", "[%s]", "(%s)", "argument %s", "field %s", "property %s", "parameter %s",
	"column %s", "near %s", "%s:", ": %s", "name %s", "name: %s", ".%s",
}

// common are the words that say nothing about a call unless something marks them as a name.
var common = strings.Fields("body description email end filter id image labels name note or query start state status title total version")

// counts are the words beside a number of one digit, which alone could count anything.
var counts = []string{
	"at most %s", "maximum %s", "maximum of %s", "maximum is %s", "limit %s", "limit is %s", "limit of %s", "<= %s",
	"at least %s", "minimum %s", "minimum of %s", "minimum is %s", ">= %s", "%s items", "%s characters", "%s values",
	"%s columns", "%s arguments", "line %s", "column %s", "position %s", "character %s", "offset %s", "than %s", "to %s",
	"expected %s", ", %s", "(%s)", "between %s", "from %s", "%s.", "number is %s", "multiple of %s",
}

// wordings returns the texts of which each tells the fact.
func (f Fact) wordings() []string {
	all := slices.Clone(f.AnyOf)
	switch {
	case f.Path != "":
		all = append(pathForms(f.Path), all...)
	case f.Word != "":
		all = append(wordForms(f.Word), all...)
	case len(f.Number) == 1:
		all = append(within(counts, f.Number), all...)
	case f.Number != "":
		all = append([]string{f.Number}, all...)
	}
	for _, rule := range f.Rules {
		all = append(all, phrases[rule]...)
	}
	return all
}

// met reports whether the text tells the fact, by one of its wordings as whole words.
func (f Fact) met(text string) bool {
	if len(f.Rules) > 0 {
		text = folded(text)
	}
	return slices.ContainsFunc(f.wordings(), func(w string) bool {
		if len(f.Rules) > 0 {
			w = folded(w)
		}
		return contains(text, w)
	})
}

// pathForms returns the usual spellings of a JSON pointer.
func pathForms(pointer string) []string {
	segments := strings.Split(strings.TrimPrefix(pointer, "/"), "/")
	if len(segments) == 1 {
		return append([]string{pointer}, wordForms(segments[0])...)
	}
	var brackets strings.Builder
	brackets.WriteString(segments[0])
	for _, s := range segments[1:] {
		if strings.Trim(s, "0123456789") == "" {
			s = "[" + s + "]"
		} else {
			s = "." + s
		}
		brackets.WriteString(s)
	}
	return []string{pointer, pointer[1:], strings.Join(segments, "."), brackets.String(), strings.Join(segments, " > ")}
}

// wordForms returns the word, or, of a common word, the forms that mark it as a name.
func wordForms(word string) []string {
	if slices.Contains(common, strings.ToLower(word)) {
		return append(within(decorations, word), "/"+word)
	}
	return []string{word}
}

// within returns the patterns with the word in their places.
func within(patterns []string, word string) []string {
	out := make([]string, 0, len(patterns))
	for _, p := range patterns {
		out = append(out, strings.ReplaceAll(p, "%s", word))
	}
	return out
}

// folded returns a text without case, underscores and hyphens.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return ' '
		}
		return unicode.ToLower(r)
	}, s)
}

// contains reports whether part stands in the text and neither begins nor ends within a word.
func contains(text, part string) bool {
	if part == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(part)
	last, _ := utf8.DecodeLastRuneInString(part)
	for from := 0; ; from++ {
		i := strings.Index(text[from:], part)
		if i < 0 {
			return false
		}
		from += i
		before, _ := utf8.DecodeLastRuneInString(text[:from])
		after, _ := utf8.DecodeRuneInString(text[from+len(part):])
		begins := from == 0 || !inWord(first) || !inWord(before)
		ends := from+len(part) == len(text) || !inWord(last) || !inWord(after)
		if begins && ends {
			return true
		}
	}
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
