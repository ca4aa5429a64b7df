package agent

import (
	"encoding/json"
	"errors"
	"math/big"
	"strconv"
	"strings"

	validate "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/errand-go/errand/internal/nearest"
	"github.com/errand-go/errand/toolerr"
)

// ArgumentProblems returns what is wrong with the arguments of a call by a JSON
// schema, in the words that models read: no value is repeated. Empty arguments
// are an empty object. The error is about a schema that cannot be used.
func ArgumentProblems(schema, args json.RawMessage) ([]toolerr.Problem, error) {
	c, err := compile(schema)
	if err != nil {
		return nil, err
	}
	p, err := parseObject(args)
	if err != nil {
		return []toolerr.Problem{{Problem: notAnObject(err)}}, nil
	}
	return append(p.twice, c.problems(p.value)...), nil
}

// notAnObject says what parseObject found.
func notAnObject(err error) toolerr.Message {
	switch {
	case errors.Is(err, errArgsTruncated):
		return toolerr.Msg("ends in the middle of JSON")
	case errors.Is(err, errArgsTooLarge):
		return toolerr.Msgf("is larger than %s bytes", toolerr.Int(maxArgsBytes))
	case errors.Is(err, errArgsTooDeep):
		return toolerr.Msgf("is nested deeper than %s levels", toolerr.Int(maxArgsDepth))
	}
	return toolerr.Msg("is not a JSON object")
}

// unreasonable returns the numbers in a value that no tool can mean. The
// validator makes a fraction of each number, and ten bytes such as 1e1000000 are
// one of a million digits.
func unreasonable(value any, path []string, found []toolerr.Problem) []toolerr.Problem {
	if len(found) >= maxFound {
		return found
	}
	switch x := value.(type) {
	case json.Number:
		if !reasonable(string(x)) {
			found = append(found, toolerr.Problem{Path: pointer(path), Problem: toolerr.Msg("is a number out of range")})
		}
	case map[string]any:
		for key, v := range x {
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

// simple spares the index of an item its text.
func simple(v any) bool {
	n, ok := v.(json.Number)
	return ok && reasonable(string(n))
}

// reasonable reports whether a number has digits and an exponent of a size that
// some type of Go can hold: those of a float64 end at 308.
func reasonable(number string) bool {
	const maxDigits, maxExponent = 400, 400
	if len(number) > maxDigits {
		return false
	}
	i := strings.IndexAny(number, "eE")
	if i < 0 {
		return true
	}
	exponent, err := strconv.Atoi(number[i+1:])
	return err == nil && exponent >= -maxExponent && exponent <= maxExponent
}

// maxFound is how many problems are looked for in one value.
const maxFound = 1000

// problems returns what is wrong with a value, or that it would take too much to
// say.
func (c *compiled) problems(value any) []toolerr.Problem {
	if c.rule.checks(value, maxChecks) > maxChecks {
		return []toolerr.Problem{tooMuch()}
	}
	return c.violations(value)
}

// tooMuch is the problem of a value whose check would not end soon.
func tooMuch() toolerr.Problem {
	return toolerr.Problem{Problem: toolerr.Msg("takes too much to check against the schema; say it with fewer or shorter values")}
}

// violations is what problems finds. It is made of the validator's error kinds,
// never of its text, which repeats values.
func (c *compiled) violations(value any) []toolerr.Problem {
	if found := unreasonable(value, nil, nil); len(found) > 0 {
		return found
	}
	err := c.schema.Validate(value)
	if err == nil {
		return nil
	}
	var ve *validate.ValidationError
	if !errors.As(err, &ve) { // a value the validator does not know, which decoding JSON cannot make
		return []toolerr.Problem{{Problem: toolerr.Msg("is not a JSON value")}}
	}
	var found []toolerr.Problem
	c.collect(ve, &found)
	return found
}

func (c *compiled) collect(ve *validate.ValidationError, found *[]toolerr.Problem) {
	if len(*found) >= maxFound {
		return
	}
	at := pointer(ve.InstanceLocation)
	add := func(path string, m toolerr.Message) {
		*found = append(*found, toolerr.Problem{Path: path, Problem: m})
	}
	switch k := ve.ErrorKind.(type) {
	case *kind.Group, *kind.Schema, *kind.AllOf, *kind.Reference:
		for _, cause := range ve.Causes {
			c.collect(cause, found)
		}
	case *kind.Required:
		for _, name := range k.Missing {
			add(at+pointer([]string{name}), toolerr.Msg("is required"))
		}
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			m := toolerr.Msg("is not an argument the tool knows")
			if near := nearest.Names(name, c.properties, 1); at == "" && len(near) > 0 {
				m = toolerr.Msgf("is not an argument the tool knows; did you mean %s?", toolerr.Ident(near[0]))
			}
			add(at+pointer([]string{name}), m)
		}
	case *kind.PropertyNames:
		// The validator's location is another one's by now: v6.0.3 shares it.
		add("", toolerr.Msgf("has a member %s, whose name is not allowed there", toolerr.Ident(k.Property)))
	default:
		add(at, problemText(ve.ErrorKind))
	}
}

// problemText says what a validator found, and what would be right.
func problemText(k validate.ErrorKind) toolerr.Message {
	switch k := k.(type) {
	case *kind.Type:
		return toolerr.Msgf("must be %s, not %s", toolerr.Ident(strings.Join(k.Want, "-or-")), toolerr.Ident(k.Got))
	case *kind.Enum:
		return oneOf(k.Want)
	case *kind.Const:
		return oneOf([]any{k.Want})
	case *kind.Format:
		return toolerr.Msgf("must be in the format %s", toolerr.Ident(k.Want))
	case *kind.Pattern:
		return toolerr.Msg("must match the pattern in the schema")
	case *kind.MinLength:
		return toolerr.Msgf("must have at least %s characters", toolerr.Int(k.Want))
	case *kind.MaxLength:
		return toolerr.Msgf("must have at most %s characters", toolerr.Int(k.Want))
	case *kind.MinItems:
		return toolerr.Msgf("must have at least %s items", toolerr.Int(k.Want))
	case *kind.MaxItems:
		return toolerr.Msgf("must have at most %s items", toolerr.Int(k.Want))
	case *kind.MinProperties:
		return toolerr.Msgf("must have at least %s members", toolerr.Int(k.Want))
	case *kind.MaxProperties:
		return toolerr.Msgf("must have at most %s members", toolerr.Int(k.Want))
	case *kind.Minimum:
		return toolerr.Msgf("must be at least %s", number(k.Want))
	case *kind.Maximum:
		return toolerr.Msgf("must be at most %s", number(k.Want))
	case *kind.ExclusiveMinimum:
		return toolerr.Msgf("must be more than %s", number(k.Want))
	case *kind.ExclusiveMaximum:
		return toolerr.Msgf("must be less than %s", number(k.Want))
	case *kind.MultipleOf:
		return toolerr.Msgf("must be a multiple of %s", number(k.Want))
	case *kind.UniqueItems:
		return toolerr.Msgf("must not hold the same item twice, as items %s and %s are",
			toolerr.Int(k.Duplicates[0]), toolerr.Int(k.Duplicates[1]))
	case *kind.AnyOf:
		return toolerr.Msg("fits none of the forms the schema allows")
	case *kind.OneOf:
		if len(k.Subschemas) > 0 {
			return toolerr.Msg("fits more than one of the forms of which the schema allows one")
		}
		return toolerr.Msg("fits none of the forms the schema allows")
	case *kind.Not, *kind.FalseSchema:
		return toolerr.Msg("is not allowed")
	case *kind.Dependency, *kind.DependentRequired:
		return toolerr.Msg("lacks members that others in it require")
	case *kind.Contains, *kind.MinContains, *kind.MaxContains:
		return toolerr.Msg("does not hold the items the schema wants")
	default:
		return toolerr.Msg("does not fit the schema")
	}
}

// maxNamed is how many values of a schema a problem names.
const maxNamed = 6

// oneOf names the values a schema allows, if they are few and plain.
func oneOf(want []any) toolerr.Message {
	unnamed := toolerr.Msg("must be one of the values in the schema")
	if len(want) == 0 || len(want) > maxNamed {
		return unnamed
	}
	args := make([]toolerr.Arg, len(want))
	for i, v := range want {
		s, ok := v.(string)
		if args[i] = toolerr.Ident(s); !ok || args[i].String() != s {
			return unnamed
		}
	}
	return toolerr.Msgf("must be %s", toolerr.OneOf(args...))
}

func number(r *big.Rat) toolerr.Arg {
	if r.IsInt() {
		return toolerr.Ident(r.RatString())
	}
	return toolerr.Ident(strings.TrimRight(r.FloatString(6), "0"))
}

// pointer is the JSON pointer (RFC 6901) of a path.
func pointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(token))
	}
	return b.String()
}

// decodeProblems says where decoding into the tool's own type failed, after the
// schema had been satisfied: a number too large for its field, mostly.
func decodeProblems(err error) []toolerr.Problem {
	if te, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		path := ""
		if te.Field != "" {
			path = pointer(strings.Split(te.Field, "."))
		}
		return []toolerr.Problem{{Path: path, Problem: toolerr.Msg("has a value the tool cannot take")}}
	}
	return []toolerr.Problem{{Problem: toolerr.Msg("cannot be read by the tool")}}
}
