package agent_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
	"github.com/errand-go/errand/toolerr"
)

type everything struct {
	Raw   json.RawMessage `json:"raw,omitempty"`
	When  time.Time       `json:"when,omitzero"`
	For   time.Duration   `json:"for,omitempty"`
	Any   any             `json:"any,omitempty"`
	List  []string        `json:"list,omitempty"`
	Ptr   *report         `json:"ptr,omitempty"`
	Bytes []byte          `json:"bytes,omitempty"`
	Word  string          `json:"word" jsonschema:"a word"`
}

func TestSchemaFor(t *testing.T) {
	raw, err := agent.SchemaFor[everything]()
	require.NoError(t, err)
	assert.JSONEq(t, `{"type":"object","required":["word"],"additionalProperties":false,"properties":{
		"raw":{"description":"any JSON value"},"any":{"description":"any JSON value"},
		"when":{"type":"string","format":"date-time"},
		"for":{"type":"integer","description":"a duration in nanoseconds"},
		"list":{"type":"array","items":{"type":"string"}},
		"ptr":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"],"additionalProperties":false},
		"bytes":{"type":"string","contentEncoding":"base64"},
		"word":{"type":"string","description":"a word"}}}`, string(raw))
}

func TestArgumentsReachTheFunction(t *testing.T) {
	var got everything
	tool := agent.NewTool("t", "", func(_ context.Context, in everything) (int, error) { got = in; return 1, nil })
	_, o := calling(t, `{"word":"w","raw":{"a":[1]},"when":"2026-01-02T03:04:05Z","for":5.0,
		"any":12345678901234567890,"list":null,"ptr":{"text":"x"},"bytes":"aGk="}`, tool)
	require.False(t, o.responses()[0].IsError, string(o.responses()[0].Response))
	assert.Equal(t, everything{
		Raw: json.RawMessage(`{"a":[1]}`), When: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), For: 5,
		Any: json.Number("12345678901234567890"), Ptr: &report{"x"}, Bytes: []byte("hi"), Word: "w",
	}, got)
	assert.Equal(t, float64(1), fields(t, o.responses()[0])["data"])
}

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
		_, o := calling(t, a, agenttest.NewTool("t", agenttest.Return(1), agent.Schema(json.RawMessage(schema))))
		problems, _ := fields(t, o.responses()[0])["problems"].([]any)
		for _, p := range problems {
			m := p.(map[string]any)
			got[m["path"].(string)] = m["problem"].(string)
		}
	}
	assert.Equal(t, want, got)
}

func TestTheValuesOfASchemaAreNamedIfTheyAreFew(t *testing.T) {
	const many = "is not one of the allowed values"
	for n, want := range map[int]string{
		0: many, 1: many + `, such as "a"`, 2: `must be one of "a" or "b"`, 3: `must be one of "a", "b" or "c"`,
		8: `must be one of "a", "b", "c", "d", "e", "f", "g" or "h"`, 9: many,
	} {
		values, err := json.Marshal([]string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}[:n])
		require.NoError(t, err)
		problems, err := agent.ArgumentProblems(json.RawMessage(`{"properties":{"p":{"enum":`+string(values)+`}}}`), json.RawMessage(`{"p":"x"}`))
		require.NoError(t, err)
		require.Len(t, problems, 1)
		assert.Equal(t, want, problems[0].Problem.String(), n)
	}
}

func TestManyProblemsAreCounted(t *testing.T) {
	w := newWorld(t, agenttest.NewModel(agenttest.Call("t", `{"l":[`+`"",`+`"","","","","","","","","","","","","","","","","","",""]}`), agenttest.Say("ok")),
		[]agent.Tool{agent.NewTool("t", "", func(context.Context, struct {
			L []int `json:"l"`
		},
		) (int, error) {
			return 0, nil
		})})
	problems := fields(t, w.say("go").responses()[0])["problems"].([]any)
	require.Len(t, problems, 17)
	assert.Equal(t, "and 4 more problems", problems[16].(map[string]any)["problem"])
}

func TestStateDecodesWholeNumbersWhole(t *testing.T) {
	var s agent.State
	require.NoError(t, json.Unmarshal([]byte(`{"n":9007199254740993,"f":1.5,"l":[1],"m":{"x":2}}`), &s))
	assert.Equal(t, agent.State{"n": int64(9007199254740993), "f": 1.5, "l": []any{int64(1)}, "m": map[string]any{"x": int64(2)}}, s)
	require.Error(t, json.Unmarshal([]byte(`[]`), &s))
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
			problems, err := agent.ArgumentProblems(schema, json.RawMessage(args))
			require.NoError(t, err)
			assert.Less(t, time.Since(begun), stalled)
			assert.Equal(t, toolerr.Problem{Path: "/n/0", Problem: toolerr.Msg("is a number out of range")}, problems[0])
		})
	}
	for _, fine := range []string{`1e308`, `-2.5E-300`, `12345678901234567890`} {
		problems, err := agent.ArgumentProblems(json.RawMessage(`{"type":"object","properties":{"n":{"type":"number"}}}`), json.RawMessage(`{"n":`+fine+`}`))
		require.NoError(t, err)
		assert.Empty(t, problems, fine)
	}
}

func TestArgumentProblems(t *testing.T) {
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
		problems, err := agent.ArgumentProblems(schema, json.RawMessage(args))
		require.NoError(t, err)
		var got []string
		for _, p := range problems {
			got = append(got, p.Path+" "+p.Problem.String())
		}
		assert.ElementsMatch(t, want, got, args)
	}
	_, err := agent.ArgumentProblems(json.RawMessage(`{"type":7}`), nil)
	assert.Error(t, err)
}

// Providers refuse a history with a number outside the range of a float64.
func TestNumbersOutOfRangeAreNotStored(t *testing.T) {
	called := false
	tool := agent.NewTool("t", "", func(context.Context, struct {
		N []float64 `json:"n"`
	},
	) (int, error) {
		called = true
		return 0, nil
	})
	for _, args := range []string{`{"n":[1,1e999999]}`, `{"n":[1,` + strings.Repeat("7", 400) + `]}`} {
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", args), agenttest.Say("ok")), []agent.Tool{tool})
		result := w.say("go")
		problem := fields(t, result.responses()[0])["problems"].([]any)[0].(map[string]any)
		assert.Equal(t, "/n/1", problem["path"])
		assert.Equal(t, "is a number out of range", problem["problem"])
		for _, e := range w.stored() {
			for _, call := range e.FunctionCalls() {
				assert.JSONEq(t, `{}`, string(call.Args))
				assert.Equal(t, args, call.Malformed)
			}
		}
	}
	assert.False(t, called)
}

// fitted runs a tool with a schema and returns its arguments, or their problems.
func fitted(t *testing.T, schema, args string) (got string, problems map[string]string) {
	t.Helper()
	tool := &echo{agent.NewTool("echo", "", func(context.Context, map[string]any) (any, error) { return nil, nil },
		agent.Schema(json.RawMessage(schema)))}
	_, o := calling(t, args, tool)
	var p struct {
		Args     string
		Problems []struct{ Path, Problem string }
	}
	require.NoError(t, json.Unmarshal(o.responses()[0].Response, &p))
	problems = map[string]string{}
	for _, x := range p.Problems {
		problems[x.Path] = x.Problem
	}
	return p.Args, problems
}

// echo returns its raw arguments.
type echo struct{ *agent.FuncTool }

func (*echo) Call(_ context.Context, args json.RawMessage) (any, error) {
	return map[string]string{"args": string(args)}, nil
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
			if tt.problems == nil {
				tt.problems = map[string]string{}
			}
			assert.Equal(t, tt.problems, problems)
		})
	}
}

// For any arguments, the reported problems contain only words of the schema.
func FuzzArgumentProblems(f *testing.F) {
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
		problems, err := agent.ArgumentProblems(schema, json.RawMessage(args))
		require.NoError(t, err)
		for _, p := range problems {
			require.True(t, said[p.Problem.String()], "%s: %s", p.Path, p.Problem)
		}
	})
}
