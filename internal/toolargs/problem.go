package toolargs

import (
	"encoding/json"
	"errors"
	"math/big"
	"strconv"
	"strings"

	validate "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/errand-go/errand/internal/go126"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/toolerr"
)

// Problems returns the problems of arguments by a JSON schema. The error is about a schema
// that cannot be used.
func Problems(schema, args json.RawMessage) ([]toolerr.Problem, error) {
	s, err := Compile(schema)
	if err != nil {
		return nil, err
	}
	p, err := Parse(args)
	var numbers outOfRange
	switch {
	case errors.As(err, &numbers):
		return numbers, nil
	case err != nil:
		return []toolerr.Problem{{Problem: notAnObject(err)}}, nil
	}
	found, err := s.Check(p.Value, func(check func() []toolerr.Problem) ([]toolerr.Problem, error) { return check(), nil })
	return append(p.Twice, found...), err
}

// notAnObject returns the message of an error of Parse.
func notAnObject(err error) toolerr.Message {
	switch {
	case errors.Is(err, errTruncated):
		return toolerr.Msg("ends in the middle of JSON")
	case errors.Is(err, errTooLarge):
		return toolerr.RuleTooLong.Message(toolerr.Detail{Limit: toolerr.Int(maxBytes), Of: toolerr.Name("bytes")})
	case errors.Is(err, errTooDeep):
		return toolerr.Msgf("is nested deeper than %s levels", toolerr.Int(maxDepth))
	}
	return toolerr.Msg("is not a JSON object")
}

// unreasonable returns the numbers in a value that are too large for any tool. The
// validator converts each number to a fraction, and ten bytes such as 1e1000000 become one
// of a million digits.
func unreasonable(value any, path []string, found []toolerr.Problem) []toolerr.Problem {
	if len(found) >= maxFound {
		return found
	}
	switch x := value.(type) {
	case json.Number:
		if !reasonable(string(x)) {
			found = append(found, toolerr.Problem{Path: jsontree.Pointer(path), Problem: toolerr.Msg("is a number out of range")})
		}
	case map[string]any:
		for key, v := range x {
			if simple(v) {
				continue
			}
			found = unreasonable(v, append(path, key), found)
		}
	case []any:
		for i, v := range x {
			if simple(v) {
				continue
			}
			found = unreasonable(v, append(path, strconv.Itoa(i)), found)
		}
	}
	return found
}

// simple reports whether a value needs no check, so that its path need not be built.
func simple(v any) bool {
	switch x := v.(type) {
	case json.Number:
		return reasonable(string(x))
	case map[string]any, []any:
		return false
	}
	return true
}

// reasonable reports whether a float64 can hold a number, and whether its digits and its
// exponent have a plausible size. An exponent below -308, where a float64 is zero, is
// allowed.
func reasonable(number string) bool {
	const maxDigits, maxExponent = 400, 400
	if len(number) > maxDigits {
		return false
	}
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		if exponent, err := strconv.Atoi(number[i+1:]); err != nil || exponent < -maxExponent || exponent > maxExponent {
			return false
		}
	} else if len(number) < 300 {
		return true
	}
	_, err := strconv.ParseFloat(number, 64)
	return err == nil
}

// maxFound is the maximum number of problems that are collected in one value.
const maxFound = 1000

// Apart runs a check that takes more than a few milliseconds.
type Apart func(check func() []toolerr.Problem) ([]toolerr.Problem, error)

// Check returns the problems of a value, or that a check would be too expensive. A check of
// more than a few milliseconds is run by apart, whose error is returned.
func (s *Schema) Check(value any, apart Apart) ([]toolerr.Problem, error) {
	switch n := s.rule.checks(value, maxChecks); {
	case n > maxChecks:
		return TooMuch(), nil
	case n > fewChecks:
		return apart(func() []toolerr.Problem { return s.violations(value) })
	}
	return s.violations(value), nil
}

// TooMuch returns the problem of a value whose check would take too long.
func TooMuch() []toolerr.Problem {
	return []toolerr.Problem{{Problem: toolerr.Msg("takes too much to check against the schema; use fewer or shorter values")}}
}

// violations returns the problems of a value. It uses the validator's error kinds, never
// its text, which contains values.
func (s *Schema) violations(value any) []toolerr.Problem {
	if found := unreasonable(value, nil, nil); len(found) > 0 {
		return found
	}
	err := s.schema.Validate(value)
	if err == nil {
		return nil
	}
	var ve *validate.ValidationError
	if !errors.As(err, &ve) { // a Go type that decoding JSON cannot produce
		return []toolerr.Problem{{Problem: toolerr.Msg("is not a JSON value")}}
	}
	var found []toolerr.Problem
	s.collect(ve, &found)
	return found
}

func (s *Schema) collect(ve *validate.ValidationError, found *[]toolerr.Problem) {
	if len(*found) >= maxFound {
		return
	}
	at := jsontree.Pointer(ve.InstanceLocation)
	add := func(p toolerr.Problem) { *found = append(*found, p) }
	switch k := ve.ErrorKind.(type) {
	case *kind.Group, *kind.Schema, *kind.AllOf, *kind.Reference:
		for _, cause := range ve.Causes {
			s.collect(cause, found)
		}
	case *kind.Required:
		for _, name := range k.Missing {
			add(toolerr.RuleRequired.Problem(at+jsontree.Pointer([]string{name}), toolerr.Detail{}))
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			var d toolerr.Detail
			if at == "" {
				d.Names = quoted(nearest.Names(name, s.properties, 1))
			}
			add(toolerr.RuleUnknown.Problem(at+jsontree.Pointer([]string{name}), d))
		}
	case *kind.Dependency:
		s.depends(at, k.Prop, k.Missing, add)
	case *kind.DependentRequired:
		s.depends(at, k.Prop, k.Missing, add)
	case *kind.PropertyNames:
		// The validator reuses the memory of the location (v6.0.3), so it has changed.
		add(toolerr.RuleUnknown.Problem("", toolerr.Detail{Word: toolerr.Quote(k.Property), Unplaced: true}))
	default:
		add(problemOf(at, ve.ErrorKind))
	}
}

// depends adds the problem that a member requires other members.
func (s *Schema) depends(at, member string, missing []string, add func(toolerr.Problem)) {
	for _, name := range missing {
		beside := toolerr.Quote(at + jsontree.Pointer([]string{name}))
		add(toolerr.RuleDepends.Problem(at+jsontree.Pointer([]string{member}), toolerr.Detail{Beside: beside}))
	}
}

// problemOf returns the problem that a validator found, and the correction. If a rule
// applies, it uses the sentences of package toolerr, which also report a service's refusal.
func problemOf(path string, k validate.ErrorKind) toolerr.Problem {
	if rule, d := broken(k); rule != "" {
		return rule.Problem(path, d)
	}
	text := toolerr.Msg("fits none of the forms the schema allows")
	switch k := k.(type) {
	case *kind.AnyOf:
	case *kind.OneOf:
		if len(k.Subschemas) > 0 {
			text = toolerr.Msg("fits more than one of the forms of which the schema allows one")
		}
	case *kind.Contains, *kind.MinContains, *kind.MaxContains:
		text = toolerr.Msg("does not contain the items that the schema requires")
	default:
		return toolerr.RuleBadValue.Problem(path, toolerr.Detail{})
	}
	return toolerr.Problem{Path: path, Problem: text}
}

// broken returns the rule of a schema's keyword, and "" if there is none.
func broken(k validate.ErrorKind) (rule toolerr.Rule, d toolerr.Detail) {
	switch k := k.(type) {
	case *kind.Type:
		return toolerr.RuleWrongType, toolerr.Detail{Names: idents(k.Want), Got: toolerr.Ident(k.Got)}
	case *kind.Enum:
		return toolerr.RuleNotAllowed, toolerr.Detail{Names: allowed(k.Want)}
	case *kind.Const:
		return toolerr.RuleNotAllowed, toolerr.Detail{Names: allowed([]any{k.Want})}
	case *kind.Format:
		return toolerr.RuleBadFormat, toolerr.Detail{Names: idents([]string{k.Want})}
	case *kind.Pattern:
		return toolerr.RuleBadFormat, toolerr.Detail{}
	case *kind.UniqueItems:
		both := toolerr.List(toolerr.Int(k.Duplicates[0]), toolerr.Int(k.Duplicates[1]))
		return toolerr.RuleDuplicate, toolerr.Detail{Word: toolerr.Msgf("items %s", both).Arg()}
	case *kind.Not:
		return toolerr.RuleBadValue, toolerr.Detail{}
	case *kind.FalseSchema:
		return toolerr.RuleNotPermitted, toolerr.Detail{}
	}
	return limited(k)
}

// limited is broken for the keywords that have a limit.
func limited(k validate.ErrorKind) (rule toolerr.Rule, d toolerr.Detail) {
	switch k := k.(type) {
	case *kind.MinLength:
		return toolerr.RuleTooShort, toolerr.Detail{Limit: toolerr.Int(k.Want)}
	case *kind.MaxLength:
		return toolerr.RuleTooLong, toolerr.Detail{Limit: toolerr.Int(k.Want)}
	case *kind.MinItems:
		return toolerr.RuleTooFew, toolerr.Detail{Limit: toolerr.Int(k.Want)}
	case *kind.MaxItems:
		return toolerr.RuleTooMany, toolerr.Detail{Limit: toolerr.Int(k.Want)}
	case *kind.AdditionalItems:
		return toolerr.RuleTooMany, toolerr.Detail{}
	case *kind.MinProperties:
		return toolerr.RuleTooFew, toolerr.Detail{Limit: toolerr.Int(k.Want), Of: toolerr.Name("members")}
	case *kind.MaxProperties:
		return toolerr.RuleTooMany, toolerr.Detail{Limit: toolerr.Int(k.Want), Of: toolerr.Name("members")}
	case *kind.Minimum:
		return toolerr.RuleTooSmall, toolerr.Detail{Limit: number(k.Want)}
	case *kind.Maximum:
		return toolerr.RuleTooLarge, toolerr.Detail{Limit: number(k.Want)}
	case *kind.ExclusiveMinimum:
		return toolerr.RuleTooSmall, toolerr.Detail{Limit: number(k.Want), Beyond: true}
	case *kind.ExclusiveMaximum:
		return toolerr.RuleTooLarge, toolerr.Detail{Limit: number(k.Want), Beyond: true}
	case *kind.MultipleOf:
		return toolerr.RuleBadValue, toolerr.Detail{Limit: number(k.Want)}
	}
	return "", d
}

const (
	maxNamed = 8  // allowed values that a problem lists
	maxShown = 80 // bytes of one of them
)

// allowed returns the values that a schema allows, and nil if they are many or not plain.
func allowed(want []any) []toolerr.Arg {
	if len(want) > maxNamed {
		return nil
	}
	args := make([]toolerr.Arg, len(want))
	for i, v := range want {
		switch v := v.(type) {
		case string:
			if len(v) > maxShown {
				return nil
			}
			args[i] = toolerr.Quote(v)
		case json.Number, bool, nil:
			raw, _ := json.Marshal(v) // these values can always be encoded
			args[i] = toolerr.Ident(string(raw))
		default:
			return nil
		}
	}
	return args
}

// idents returns names of a schema's own vocabulary, such as types.
func idents(names []string) []toolerr.Arg {
	args := make([]toolerr.Arg, len(names))
	for i, n := range names {
		args[i] = toolerr.Ident(n)
	}
	return args
}

// quoted returns names of properties.
func quoted(names []string) []toolerr.Arg {
	args := make([]toolerr.Arg, len(names))
	for i, n := range names {
		args[i] = toolerr.Quote(n)
	}
	return args
}

func number(r *big.Rat) toolerr.Arg {
	if r.IsInt() {
		return toolerr.Ident(r.RatString())
	}
	return toolerr.Ident(strings.TrimRight(r.FloatString(6), "0"))
}

// DecodeProblems returns the problems of an error of decoding valid arguments into a Go
// type: usually a number that is too large for its field.
func DecodeProblems(err error) []toolerr.Problem {
	te, ok := go126.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return []toolerr.Problem{{Problem: toolerr.Msg("cannot be decoded")}}
	}
	path, rule := "", toolerr.RuleWrongType
	if te.Field != "" {
		path = jsontree.Pointer(strings.Split(te.Field, "."))
	}
	if strings.HasPrefix(te.Value, "number ") { // the rest of the text is the number
		rule = toolerr.RuleBadValue
	}
	return []toolerr.Problem{rule.Problem(path, toolerr.Detail{Unplaced: path == ""})}
}
