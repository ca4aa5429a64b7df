package toolargs_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent/internal/toolargs"
	"github.com/errand-go/errand/toolerr"
)

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
				require.Equal(t, want, parsed.Value, "the same as encoding/json reads")
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
			require.Error(t, again, "what is kept does not pass for arguments")
		}
	})
}

// FuzzForm: what the quick check accepts the validator accepts too.
func FuzzForm(f *testing.F) {
	for _, schema := range []string{
		`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}`,
		`{"type":["array","number"],"items":{"type":"boolean"}}`, `{"items":false}`, `{"properties":{"a":true,"b":{"additionalProperties":{"type":"number"}}}}`,
		`true`, `{"type":"integer"}`, `{"type":"number","minimum":2}`,
	} {
		for _, value := range []string{`{"a":1,"b":"x"}`, `{"a":1.0}`, `{"a":null,"b":{"c":1e400}}`, `[true,1]`, `[]`, `12345678901234567890`, `1e2`, `null`} {
			f.Add(schema, value)
		}
	}
	f.Fuzz(func(t *testing.T, schema, text string) {
		s, err := toolargs.Compile(json.RawMessage(schema))
		value, problem := toolargs.ParseAnswer(text)
		if err != nil || !problem.IsZero() || !s.Accepts(value) {
			return
		}
		problems, err := s.Check(value, func(check func() []toolerr.Problem) ([]toolerr.Problem, error) { return check(), nil })
		require.NoError(t, err)
		require.Empty(t, problems, "%s accepts %s", schema, text)
	})
}

func TestMostSchemasNeedNoValidator(t *testing.T) {
	own, err := toolargs.SchemaOf(reflect.TypeFor[struct {
		Name string   `json:"name" jsonschema:"of the order"`
		Tags []string `json:"tags,omitempty"`
		Size struct {
			W int     `json:"w"`
			H float64 `json:"h"`
		} `json:"size"`
	}]())
	require.NoError(t, err)
	s, err := toolargs.CompileOwn(own)
	require.NoError(t, err)
	for text, want := range map[string]bool{
		`{"name":"a","size":{"w":1,"h":2.5}}`:            true,
		`{"name":"a","tags":["x"],"size":{"w":1,"h":2}}`: true,
		`{"name":"a","size":{"w":1.5,"h":2}}`:            false,
		`{"name":"a"}`:                                   false,
		`{"name":1,"size":{"w":1,"h":2}}`:                false,
		`{"name":"a","size":{"w":1,"h":2},"more":1}`:     false,
	} {
		value, _ := toolargs.ParseAnswer(text)
		assert.Equal(t, want, s.Accepts(value), text)
	}
}

func TestUnfenced(t *testing.T) {
	for in, want := range map[string]string{
		"{}": "{}", "```json\n{}\n```": "{}", "```\n{}\n```": "{}", " ```{}``` ": "{}", "```json {}": "```json {}", "a ```{}```": "a ```{}```",
	} {
		assert.Equal(t, want, toolargs.Unfenced(in), in)
	}
}
