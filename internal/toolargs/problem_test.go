package toolargs_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

func TestProblemsDescribeTheRightValue(t *testing.T) {
	const schema = `{"type":"object","properties":{
		"type":{"type":["string","null"]},"enum":{"enum":["a","b","c"]},"sentence":{"enum":["not an identifier"]},"const":{"const":"x"},
		"email":{"format":"email"},"pattern":{"pattern":"^a"},"short":{"minLength":3},"long":{"maxLength":3},
		"few":{"minItems":2},"many":{"maxItems":1},"small":{"minimum":3},"big":{"maximum":2.5},"above":{"exclusiveMinimum":1},
		"below":{"exclusiveMaximum":1},"multiple":{"multipleOf":5},"unique":{"uniqueItems":true},"any":{"anyOf":[{"type":"string"},{"type":"null"}]},
		"one":{"oneOf":[{"minimum":1},{"minimum":2}]},"none":{"oneOf":[{"type":"string"}]},"not":{"not":{"type":"integer"}},"never":false,
		"members":{"minProperties":2},"fewer":{"maxProperties":0},"names":{"propertyNames":{"maxLength":1}},
		"depends":{"dependentRequired":{"a":["b"]}},"contains":{"contains":{"type":"string"}},
		"deep":{"type":"array","items":{"type":"object","required":["a~/b"]}},"mixed":{"enum":[1,2]},"ref":{"$ref":"#/$defs/d"}},
		"$defs":{"d":{"type":"boolean"}}}`
	const args = `{"type":1,"enum":"d","sentence":"x","const":"y","email":"x","pattern":"b","short":"a","long":"abcd","few":[1],"many":[1,2]}`
	const more = `{"small":1,"big":3,"above":1,"below":1,"multiple":7,"unique":[1,1],"any":1,"one":3,"none":1,"not":1,"never":1,"members":{},"fewer":{"a":1}}`
	const rest = `{"names":{"long":1},"depends":{"a":1},"contains":[1],"deep":[{}],"mixed":3,"ref":1}`
	want := map[string]string{
		"/type": "has the wrong type; it must be null or string, not number", "/enum": `must be one of "a", "b" or "c"`, "/sentence": `is not one of the allowed values, such as "not an identifier"`,
		"/const": `is not one of the allowed values, such as "x"`, "/email": "must be in the format email", "/pattern": "does not have the required format",
		"/short": "must have at least 3 characters", "/long": "must have at most 3 characters", "/few": "must have at least 2 items",
		"/many": "must have at most 1 item", "/small": "must be at least 3", "/big": "must be at most 2.5", "/above": "must be greater than 1",
		"/below": "must be less than 1", "/multiple": "must be a multiple of 5", "/unique": "contains a duplicate: items 0 and 1",
		"/any": "fits none of the forms the schema allows", "/one": "fits more than one of the forms of which the schema allows one",
		"/none": "fits none of the forms the schema allows", "/not": "has an invalid value", "/never": "is not permitted",
		"/members": "must have at least 2 members", "/fewer": "must have at most 0 members", "": `A value contains the name "long", which is not known`,
		"/depends/a": `requires "/depends/b" beside it`, "/contains": "does not contain the items that the schema requires",
		"/deep/0/a~0~1b": "is required", "/mixed": "must be one of 1 or 2", "/ref": "has the wrong type; it must be boolean, not number",
	}
	got := map[string]string{}
	for _, a := range []string{args, more, rest} {
		problems, err := toolargs.Problems(json.RawMessage(schema), json.RawMessage(a))
		require.NoError(t, err)
		for _, p := range problems {
			got[p.Path] = p.Problem.String()
		}
	}
	assert.Equal(t, want, got)
}

func TestHugeNumbersAreRejectedQuickly(t *testing.T) {
	many := strings.Repeat("1e1000000,", 100_000) + "1e-1000000"
	digits := strings.Repeat("9", 900_000)
	schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"array","items":{"type":"number"}}}}`)
	for name, args := range map[string]string{
		"exponents":             `{"n":[` + many + `]}`,
		"digits":                `{"n":[` + digits + `]}`,
		"overflow":              `{"n":[1e99999999999999999999]}`,
		"overflow of one digit": `{"n":[1e309]}`,
		"underflow":             `{"n":[1e-99999999999999999999]}`,
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			problems, err := toolargs.Problems(schema, json.RawMessage(args))
			require.NoError(t, err)
			assert.Less(t, time.Since(begun), stalled)
			assert.Equal(t, toolerr.Problem{Path: "/n/0", Problem: toolerr.Msg("is a number out of range")}, problems[0])
		})
	}
	for _, fine := range []string{`1e308`, `-2.5E-300`, `12345678901234567890`} {
		problems, err := toolargs.Problems(json.RawMessage(`{"type":"object","properties":{"n":{"type":"number"}}}`), json.RawMessage(`{"n":`+fine+`}`))
		require.NoError(t, err)
		assert.Empty(t, problems, fine)
	}
}

func TestProblems(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}`)
	tests := map[string][]string{
		`{"n":1}`:         nil,
		``:                {"/n is required"},
		`null`:            {"/n is required"},
		`{"n":null}`:      {"/n has the wrong type; it must be integer, not null"},
		`{"n":"x","m":1}`: {`/m is not known`, "/n has the wrong type; it must be integer, not string"},
		`{"n":1,"n":2}`:   {"/n is given twice"},
		`{"N":1,"n":"x"}`: {`/N is not known; did you mean "n"?`, "/n differs from another name in case only", "/n has the wrong type; it must be integer, not string"},
		`{"n":`:           {" ends in the middle of JSON"},
		`[1]`:             {" is not a JSON object"},
		strings.Repeat(`{"a":`, 70) + "1" + strings.Repeat("}", 70): {" is nested deeper than 64 levels"},
	}
	for args, want := range tests {
		problems, err := toolargs.Problems(schema, json.RawMessage(args))
		require.NoError(t, err)
		var got []string
		for _, p := range problems {
			got = append(got, p.Path+" "+p.Problem.String())
		}
		assert.ElementsMatch(t, want, got, args)
	}
	_, err := toolargs.Problems(json.RawMessage(`{"type":7}`), nil)
	assert.Error(t, err)
}

// For any arguments, the reported problems contain only words of the schema.
func FuzzProblems(f *testing.F) {
	for _, seed := range []string{
		`{"item":"x","count":1}`, `{"item":["quorvexcause"],"count":1e999}`, `[]`, `{"item":"x","count":1e999999999}`,
		`{"due":"quorvexcause","item":"","count":1}`, strings.Repeat(`{"item":`, 2000) + `1` + strings.Repeat(`}`, 2000),
	} {
		f.Add(seed)
	}
	schema := json.RawMessage(`{"type":"object","properties":{"item":{"type":"string","maxLength":8},"count":{"type":"integer","minimum":1},` +
		`"size":{"enum":["small","large"]}},"required":["item","count"],"additionalProperties":false}`)
	said := map[string]bool{}
	for _, name := range []string{"null", "boolean", "number", "string", "array", "object"} {
		said["has the wrong type; it must be string, not "+name] = true
		said["has the wrong type; it must be integer, not "+name] = true
	}
	for _, s := range []string{
		"is required", "is not known", "must have at most 8 characters", "must be at least 1", `must be one of "small" or "large"`,
		"is not a JSON object", "ends in the middle of JSON", "is nested deeper than 64 levels", "is a number out of range",
		"is given twice", "differs from another name in case only",
	} {
		said[s] = true
	}
	for _, name := range []string{"item", "count", "size"} {
		said["is not known; did you mean "+strconv.Quote(name)+"?"] = true
	}
	f.Fuzz(func(t *testing.T, args string) {
		problems, err := toolargs.Problems(schema, json.RawMessage(args))
		require.NoError(t, err)
		for _, p := range problems {
			require.True(t, said[p.Problem.String()], "%s: %s", p.Path, p.Problem)
		}
	})
}

// fitted returns arguments in the form for a tool, or their problems.
func fitted(t *testing.T, schema, args string) (string, map[string]string) {
	t.Helper()
	s, err := toolargs.Compile(json.RawMessage(schema))
	require.NoError(t, err)
	got, found, err := s.Read(json.RawMessage(args), nil)
	if err != nil {
		found = toolargs.Refusal(err).Problems()
	}
	if len(found) == 0 {
		return string(got), nil
	}
	problems := map[string]string{}
	for _, p := range found {
		problems[p.Path] = p.Problem.String()
	}
	return "", problems
}

func TestArgumentsAreMadeFit(t *testing.T) {
	const nested = `{"type":"object","properties":{"filter":{"type":"object","properties":{` +
		`"city":{"type":"string"},"tags":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}},` +
		`"state":{"type":["string","null"]},"must":{"type":"string"}},"required":["must"]}}}`
	const numbers = `{"type":"object","properties":{"n":{"type":"integer"},"x":{"type":"number"},"either":{"type":["integer","number"]},` +
		`"list":{"type":"array","items":{"type":"integer"}},"any":{}},"additionalProperties":{"type":"integer"}}`
	const tree = `{"type":"object","properties":{"value":{"type":"integer"},"next":{"$ref":"#"},"self":{"$ref":"#/properties/self"}}}`
	tests := map[string]struct {
		schema, args, want string
		problems           map[string]string
	}{
		"nulls inside": {schema: nested, args: `{"filter":{"must":"x","city":null,"tags":null}}`, want: `{"filter":{"must":"x"}}`},
		"nulls in a list": {
			schema: nested, args: `{"filter":{"must":"x","tags":[{"n":null},{"n":2.0}]}}`, want: `{"filter":{"must":"x","tags":[{},{"n":2}]}}`,
		},
		"a null that the schema allows": {schema: nested, args: `{"filter":{"must":"x","state":null}}`, want: `{"filter":{"must":"x","state":null}}`},
		"a null that is required": {
			schema: nested, args: `{"filter":{"must":null}}`, problems: map[string]string{"/filter/must": "has the wrong type; it must be string, not null"},
		},
		"a null in a list": {
			schema: nested, args: `{"filter":{"must":"x","tags":[null]}}`, problems: map[string]string{"/filter/tags/0": "has the wrong type; it must be object, not null"},
		},
		"a null that the schema does not allow": {schema: numbers, args: `{"other":null}`, problems: map[string]string{"/other": "has the wrong type; it must be integer, not null"}},
		"whole numbers": {
			schema: numbers, args: `{"n":1.0,"x":1.0,"either":1.0,"list":[1e3,-2.50e1,4],"any":1.0,"other":0.0}`,
			want: `{"any":1.0,"either":1.0,"list":[1000,-25,4],"n":1,"other":0,"x":1.0}`,
		},
		"a number that is not whole": {schema: numbers, args: `{"n":1.5}`, problems: map[string]string{"/n": "has the wrong type; it must be integer, not number"}},
		"a number out of range":      {schema: numbers, args: `{"n":1e999999999}`, problems: map[string]string{"/n": "is a number out of range"}},
		"nothing to do":              {schema: numbers, args: `{"n": 1, "list": [ 2 ]}`, want: `{"n": 1, "list": [ 2 ]}`},
		"a recursive schema": {
			schema: tree, args: `{"next":{"next":{"value":3.0,"next":null}}}`, want: `{"next":{"next":{"value":3}}}`,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, problems := fitted(t, tt.schema, tt.args)
			assert.Equal(t, tt.want, got)
			assert.Equal(t, tt.problems, problems)
		})
	}
}

func TestTheValuesOfASchemaAreNamedIfTheyAreFew(t *testing.T) {
	const many = "is not one of the allowed values"
	for n, want := range map[int]string{
		0: many, 1: many + `, such as "a"`, 2: `must be one of "a" or "b"`, 3: `must be one of "a", "b" or "c"`,
		8: `must be one of "a", "b", "c", "d", "e", "f", "g" or "h"`, 9: many,
	} {
		values, err := json.Marshal([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}[:n])
		require.NoError(t, err)
		problems, err := toolargs.Problems(json.RawMessage(`{"properties":{"p":{"enum":`+string(values)+`}}}`), json.RawMessage(`{"p":"x"}`))
		require.NoError(t, err)
		require.Len(t, problems, 1)
		assert.Equal(t, want, problems[0].Problem.String(), n)
	}
}

func FuzzArguments(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1}`, `{"a":`, ``, `null`, `[]`, `{"a":{"b":[1,2,{"c":null}]}}`, `{"a":1,"a":2}`, "{\"a\":\"\xff\"}", `{} x`, `{"a":1e999999}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		parsed, err := toolargs.Parse(raw)
		if trimmed := bytes.TrimSpace(raw); err == nil && len(trimmed) > 0 {
			dec := json.NewDecoder(bytes.NewReader(trimmed))
			dec.UseNumber()
			var want map[string]any
			require.NoError(t, dec.Decode(&want))
			if want != nil {
				require.Equal(t, want, parsed.Value, "the value that encoding/json reads")
			}
		}
		args, malformed := toolargs.Normal(raw)
		var object map[string]any
		require.NoError(t, json.Unmarshal(args, &object))
		require.True(t, utf8.Valid(args))
		require.True(t, utf8.ValidString(malformed))
		require.Equal(t, err != nil, malformed != "")
		if malformed != "" {
			_, again := toolargs.Parse([]byte(malformed))
			require.Error(t, again, "the text that is kept is not accepted as arguments")
		}
	})
}

func TestNumbersKeepTheirDigitsWhereTheyCan(t *testing.T) {
	type plain struct{ N int64 }
	type list struct{ L []map[string]any }
	var p plain
	require.NoError(t, toolargs.Decoder(reflect.TypeFor[plain]())([]byte(`{"N":9007199254740993}`), &p))
	assert.Equal(t, plain{9007199254740993}, p)
	var l list
	require.NoError(t, toolargs.Decoder(reflect.TypeFor[list]())([]byte(`{"L":[{"n":9007199254740993}]}`), &l))
	assert.Equal(t, list{[]map[string]any{{"n": json.Number("9007199254740993")}}}, l)
}

func TestUnfenced(t *testing.T) {
	for in, want := range map[string]string{
		"{}": "{}", "```json\n{}\n```": "{}", "```\n{}\n```": "{}", " ```{}``` ": "{}", "```json {}": "```json {}", "a ```{}```": "a ```{}```",
	} {
		assert.Equal(t, want, toolargs.Unfenced(in), in)
	}
}

func TestHash(t *testing.T) {
	hash := toolargs.Hash(json.RawMessage(`{"a":1,"b":[2]}`))
	assert.Len(t, hash, 64)
	assert.Equal(t, hash, toolargs.Hash(json.RawMessage(`{ "b": [2], "a": 1 }`)), "the same arguments")
	assert.NotEqual(t, hash, toolargs.Hash(json.RawMessage(`{"a":1,"b":[3]}`)))
}
