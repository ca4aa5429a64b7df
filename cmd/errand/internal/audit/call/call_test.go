package call_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/audit/call"
	"github.com/errand-go/errand/cmd/errand/internal/audit/proxy"
)

func schema(t *testing.T, text string) call.Schema {
	t.Helper()
	var s call.Schema
	require.NoError(t, json.Unmarshal([]byte(text), &s))
	return s
}

// The arguments are those that the schema requires, and valid.
func TestRequired(t *testing.T) {
	tests := map[string]struct{ schema, want string }{
		"nothing":            {`{"type":"object","properties":{"a":{"type":"string"}}}`, `{}`},
		"no schema":          {`{}`, `{}`},
		"text":               {`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}`, `{"a":"example"}`},
		"enum":               {`{"type":"object","properties":{"a":{"enum":["x","y"]}},"required":["a"]}`, `{"a":"x"}`},
		"const":              {`{"type":"object","properties":{"a":{"const":3}},"required":["a"]}`, `{"a":3}`},
		"default":            {`{"type":"object","properties":{"a":{"type":"string","default":"d"}},"required":["a"]}`, `{"a":"d"}`},
		"examples":           {`{"type":"object","properties":{"a":{"type":"string","examples":["e"]}},"required":["a"]}`, `{"a":"e"}`},
		"format":             {`{"type":"object","properties":{"a":{"type":"string","format":"email"}},"required":["a"]}`, `{"a":"user@example.com"}`},
		"a name":             {`{"type":"object","properties":{"commit_sha":{"type":"string"}},"required":["commit_sha"]}`, `{"commit_sha":"0123456789abcdef0123456789abcdef01234567"}`},
		"lengths":            {`{"type":"object","properties":{"a":{"type":"string","minLength":10},"b":{"type":"string","maxLength":3}},"required":["a","b"]}`, `{"a":"examplexxx","b":"exa"}`},
		"numbers":            {`{"type":"object","properties":{"a":{"type":"integer","minimum":5},"b":{"type":"number","exclusiveMinimum":1},"c":{"type":"integer","maximum":0}},"required":["a","b","c"]}`, `{"a":5,"b":2,"c":0}`},
		"a list":             {`{"type":"object","properties":{"a":{"type":"array","minItems":2,"items":{"type":"boolean"}}},"required":["a"]}`, `{"a":[true,true]}`},
		"an object":          {`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"},"c":{"type":"string"}},"required":["b"]}},"required":["a"]}`, `{"a":{"b":"example"}}`},
		"or null":            {`{"type":"object","properties":{"a":{"type":["null","integer"]}},"required":["a"]}`, `{"a":1}`},
		"alternatives":       {`{"type":"object","properties":{"a":{"anyOf":[{"type":"null"},{"type":"boolean"}]}},"required":["a"]}`, `{"a":true}`},
		"together":           {`{"type":"object","properties":{"a":{"allOf":[{"type":"string"},{"minLength":8}]}},"required":["a"]}`, `{"a":"examplex"}`},
		"a reference":        {`{"type":"object","$defs":{"k":{"enum":["v"]}},"properties":{"a":{"$ref":"#/$defs/k"}},"required":["a"]}`, `{"a":"v"}`},
		"any value":          {`{"type":"object","properties":{"a":{}},"required":["a"]}`, `{"a":"example"}`},
		"one of some needed": {`{"type":"object","properties":{"a":{"type":"object","properties":{"b":{"type":"string"}},"anyOf":[{"required":["b"]}]}},"required":["a"]}`, `{"a":{}}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := schema(t, tt.schema)
			made, err := json.Marshal(s.Required())
			require.NoError(t, err)
			assert.JSONEq(t, tt.want, string(made))
			if name == "one of some needed" {
				return // the choice among them is not checked
			}
			var parsed jsonschema.Schema
			require.NoError(t, json.Unmarshal([]byte(tt.schema), &parsed))
			resolved, err := parsed.Resolve(nil)
			require.NoError(t, err)
			var value any
			require.NoError(t, json.Unmarshal(made, &value))
			assert.NoError(t, resolved.Validate(value))
		})
	}
}

func TestVariants(t *testing.T) {
	s := schema(t, `{"type":"object","properties":{"method":{"enum":["get","list","drop"]},"more":{"type":"integer"}},"required":["method"]}`)
	assert.Equal(t, []map[string]any{
		{"method": "get"},
		{"method": "get", "more": int64(1)},
		{"method": "list"},
		{"method": "drop"},
		{"method": "list", "more": int64(1)},
		{"method": "drop", "more": int64(1)},
	}, s.Variants())
}

// A schema that refers to itself takes bounded time.
func TestEndless(t *testing.T) {
	s := schema(t, `{"type":"object","properties":{"a":{"$ref":"#"},"b":{"$ref":"#/properties/b"}},"required":["a","b"]}`)
	assert.NotEmpty(t, s.Required())
	assert.NotEmpty(t, s.Full())
}

func TestFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "calls.json")
	_, err := call.Read(name)
	require.Error(t, err)
	require.NoError(t, os.WriteFile(name, []byte(`{"tools":{"a":{"arguments":{"x":"y"}},"b":{"skip":true}},"answers":[{"method":"GET","path":"/v1","status":200,"body":{"k":1}}]}`), 0o600))
	got, err := call.Read(name)
	require.NoError(t, err)
	assert.Equal(t, call.File{
		Tools:   map[string]call.Entry{"a": {Arguments: map[string]any{"x": "y"}}, "b": {Skip: true}},
		Answers: []proxy.Answer{{Method: "GET", Path: "/v1", Status: 200, Body: json.RawMessage(`{"k":1}`)}},
	}, got)
	for _, text := range []string{"", "[]", `{"answers":[{}]}`, `{"answers":[{"method":"GET","path":"/","status":7}]}`} {
		_, err := call.Parse([]byte(text))
		require.Error(t, err, text)
	}
}

func FuzzSchema(f *testing.F) {
	f.Add([]byte(`{"type":"object","properties":{"a":{"$ref":"#/$defs/b"}},"required":["a"],"$defs":{"b":{"allOf":[{"$ref":"#/$defs/b"}]}}}`))
	f.Add([]byte(`{"properties":{"a":{"type":"array","minItems":1e300,"items":{"minLength":-1,"maxLength":-2}}},"required":["a",1]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s call.Schema
		if json.Unmarshal(text, &s) != nil {
			return
		}
		for _, arguments := range s.Variants() {
			if _, err := json.Marshal(arguments); err != nil {
				t.Error(err)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"tools":{"a":{"arguments":{"x":1}}},"answers":[{"method":"GET","path":"/","status":200,"body":{}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, err := call.Parse(text)
		if err != nil {
			return
		}
		again, err := json.Marshal(file)
		require.NoError(t, err)
		_, err = call.Parse(again)
		require.NoError(t, err)
	})
}
