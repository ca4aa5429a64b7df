package agent_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/agenttest"
)

// fitted runs a tool with a schema and returns its arguments, or their problems.
func fitted(t *testing.T, schema, args string) (got string, problems map[string]string) {
	t.Helper()
	tool := &echo{agent.NewTool("echo", "", func(context.Context, map[string]any) (any, error) { return nil, nil },
		agent.Schema(json.RawMessage(schema)))}
	w := newWorld(t, agenttest.NewModel(agenttest.Call("echo", args), agenttest.Say("ok")), []agent.Tool{tool})
	o := w.say("go")
	require.NoError(t, o.err)
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

// A schema that is derived from a type does not allow null for pointers and slices.
func TestNullsAndWholeNumbersReachTheFunction(t *testing.T) {
	type filter struct {
		City *string  `json:"city,omitempty"`
		Tags []string `json:"tags,omitempty"`
	}
	type in struct {
		N      int    `json:"n"`
		Filter filter `json:"filter"`
	}
	for _, args := range []string{`{"n":1.0,"filter":{"city":null,"tags":null}}`, `{"n":1e0,"filter":{"city":null}}`} {
		got := in{Filter: filter{Tags: []string{"none"}}}
		tool := agent.NewTool("t", "", func(_ context.Context, x in) (any, error) { got = x; return nil, nil })
		w := newWorld(t, agenttest.NewModel(agenttest.Call("t", args), agenttest.Say("ok")), []agent.Tool{tool})
		o := w.say("go")
		require.NoError(t, o.err)
		assert.Equal(t, agent.OutcomeOK, o.responses()[0].Outcome, string(o.responses()[0].Response))
		assert.Equal(t, in{N: 1}, got)
	}
}
