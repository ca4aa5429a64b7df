package bench

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/conformance/refusals"
)

// A check reports whether the arguments of the next call have the fault no more.
type check func(next map[string]any) bool

// A fault is what the facts of a case say of its argument.
type fault struct {
	path    string // "" for a word within an argument
	rules   []string
	words   []string
	numbers []float64
}

// checkOf returns the check of a case; nil if its facts do not determine what a corrected call is
// like, or are about several arguments.
func checkOf(c refusals.Case) check {
	var f fault
	for _, fact := range c.Facts {
		switch {
		case fact.Path != "" && f.path != "", len(fact.Rules) > 0 && f.rules != nil:
			return nil
		case fact.Path != "":
			f.path = fact.Path
		case len(fact.Rules) > 0:
			f.rules = fact.Rules
		case fact.Word != "":
			f.words = append(append(f.words, fact.Word), fact.AnyOf...)
		case fact.Number != "":
			if n, err := strconv.ParseFloat(fact.Number, 64); err == nil {
				f.numbers = append(f.numbers, n)
			}
		}
	}
	for _, rule := range f.rules {
		if corrected := f.check(rule, c); corrected != nil {
			return func(next map[string]any) bool { return corrected(next) && f.keeps(c, next) }
		}
	}
	return nil
}

// keeps reports whether a call keeps the arguments that no fact is about, and corrects those that
// contain a word of the facts.
func (f fault) keeps(c refusals.Case, next map[string]any) bool {
	name, _, _ := strings.Cut(strings.TrimPrefix(f.path, "/"), "/")
	for other, value := range c.Args {
		now, is := next[other]
		wrong := f.path == "" && slices.ContainsFunc(f.words, func(word string) bool { return uses(map[string]any{"": value}, word) })
		switch {
		case other == name || slices.Contains(c.Also, other) || slices.Contains(f.words, other):
		case !is || !wrong && !reflect.DeepEqual(now, value):
			return false
		}
	}
	return true
}

// check returns the check by a rule; nil if there is none.
func (f fault) check(rule string, c refusals.Case) check {
	sent, was := at(c.Args, f.path)
	switch {
	case (f.path == "" || rule == "wrong_type") && slices.Contains(f.rules, "bad_format"):
		return nil // perhaps only the form is wrong
	case f.path == "":
		wrong := slices.DeleteFunc(slices.Clone(f.words), func(word string) bool { return !uses(c.Args, word) })
		if wrong = slices.Compact(wrong); rule != "unknown" || len(wrong) != 1 {
			return nil
		}
		return func(next map[string]any) bool { return !uses(next, wrong[0]) }
	case rule == "missing":
		pointer := f.path
		given := func(args map[string]any) bool {
			value, _ := at(args, pointer)
			return !slices.Contains([]any{nil, ""}, value)
		}
		if given(c.Args) && len(f.words) == 1 {
			pointer += "/" + f.words[0] // of the object
		}
		if given(c.Args) {
			return nil
		}
		return given
	case rule == "unknown" && was && f.declared(c) == nil:
		return func(next map[string]any) bool {
			_, is := at(next, f.path)
			return !is
		}
	case rule == "wrong_type" && was:
		return func(next map[string]any) bool {
			value, is := at(next, f.path)
			return is && reflect.TypeOf(value) != reflect.TypeOf(sent)
		}
	case rule == "not_allowed_value" && was:
		return f.listed(c, sent)
	case was && len(f.numbers) > 0 && slices.Contains(limited[rule], fmt.Sprintf("%T", sent)):
		return f.within(sent)
	}
	return nil
}

// limited are the types of values for which a rule tells a limit of their size.
var limited = map[string][]string{
	"out_of_range": {"float64"}, "too_long": {"string"}, "too_short": {"string", "[]interface {}"}, "too_many": {"[]interface {}"}, "count": {"[]interface {}"},
}

// declared returns the schema of the argument; nil if the tool's schema has none.
func (f fault) declared(c refusals.Case) (schema any) {
	_ = json.Unmarshal(c.Schema, &schema) // a schema that is none declares nothing
	for name := range strings.SplitSeq(strings.TrimPrefix(f.path, "/"), "/") {
		of := "/properties/" + name
		if strings.Trim(name, "0123456789") == "" {
			of = "/items"
		}
		schema, _ = at(schema, of)
	}
	return schema
}

// listed returns the check that a value is another one of those that the schema or the facts list.
// Facts alone do not list all.
func (f fault) listed(c refusals.Case, sent any) check {
	enum, _ := at(f.declared(c), "/enum")
	allowed, ok := enum.([]any)
	if !ok {
		return nil
	}
	for _, word := range f.words {
		allowed = append(allowed, word)
	}
	return func(next map[string]any) bool {
		value, _ := at(next, f.path)
		return slices.ContainsFunc(allowed, func(v any) bool { return reflect.DeepEqual(v, value) && !reflect.DeepEqual(v, sent) })
	}
}

// within returns the check that a value, or its length, is on the other side of the limit, or
// between two.
func (f fault) within(sent any) check {
	low, high, was := slices.Min(f.numbers), slices.Max(f.numbers), size(sent)
	if len(f.numbers) > 2 || was >= low && was <= high || low != math.Trunc(low) && was == math.Trunc(was) {
		return nil // or a limit in another unit
	}
	return func(next map[string]any) bool {
		value, _ := at(next, f.path)
		n := size(value)
		return reflect.TypeOf(value) == reflect.TypeOf(sent) && (n >= low || was > high && low == high) && (n <= high || was < low && low == high)
	}
}

// size returns a number, or the length of a text, a list or an object.
func size(value any) float64 {
	switch v := value.(type) {
	case float64:
		return v
	case string:
		return float64(utf8.RuneCountInString(v))
	case []any:
		return float64(len(v))
	case map[string]any:
		return float64(len(v))
	}
	return 1
}

// uses reports whether the arguments contain a word as a whole word.
func uses(args map[string]any, word string) bool {
	text, _ := json.Marshal(args) // come from JSON
	found, err := regexp.Match(`(^|\W)`+regexp.QuoteMeta(word)+`(\W|$)`, text)
	return err == nil && found
}

// at returns the value at a JSON pointer.
func at(value any, pointer string) (any, bool) {
	for name := range strings.SplitSeq(strings.TrimPrefix(pointer, "/"), "/") {
		switch v := value.(type) {
		case map[string]any:
			next, ok := v[name]
			if !ok {
				return nil, false
			}
			value = next
		case []any:
			i, err := strconv.Atoi(name)
			if err != nil || i < 0 || i >= len(v) {
				return nil, false
			}
			value = v[i]
		default:
			return nil, false
		}
	}
	return value, true
}
