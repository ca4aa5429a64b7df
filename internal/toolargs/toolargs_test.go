package toolargs_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/toolargs"
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

// A form accepts only arguments that are valid, and that decoding would not change.
func FuzzForm(f *testing.F) {
	for _, schema := range []string{
		`{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":["string","null"]}},"required":["a"],"additionalProperties":false}`,
		`{"properties":{"l":{"type":["array","number"],"items":{"type":"boolean"}}}}`, `{"additionalProperties":{"items":false}}`,
		`{"properties":{"a":true,"b":{"additionalProperties":{"type":"number"}}}}`, `true`, `{"type":"object","minProperties":2}`,
	} {
		for _, args := range []string{
			`{"a":1,"b":"x"}`, `{"a":1.0}`, `{"a":null,"b":{"c":1e400}}`, `{"l":[true,1]}`, `{"l":[]}`, `{"a":1,"A":2}`, `{"a":1,"\u0061":2}`,
			`{"a":{"b":1,"b":2}}`, ` { "a" : 12345678901234567890 } `, `null`, `{"a":1} x`,
		} {
			f.Add(schema, args)
		}
	}
	f.Fuzz(func(t *testing.T, schema, args string) {
		s, err := toolargs.Compile(json.RawMessage(schema))
		if err != nil || !s.Accepts(json.RawMessage(args)) {
			return
		}
		got, problems, err := s.Read(json.RawMessage(args), here)
		require.NoError(t, err)
		require.Empty(t, problems, "%s accepts %s", schema, args)
		require.Equal(t, args, string(got))
	})
}

func here(check func() []toolerr.Problem) ([]toolerr.Problem, error) { return check(), nil }

func TestMostArgumentsAreNotDecoded(t *testing.T) {
	own, err := toolargs.SchemaOf(reflect.TypeFor[struct {
		Name string   `json:"name" jsonschema:"of the order"`
		Tags []string `json:"tags,omitempty"`
		Size struct {
			W int     `json:"w"`
			H float64 `json:"h"`
		} `json:"size"`
	}]())
	require.NoError(t, err)
	s, err := toolargs.Compile(own)
	require.NoError(t, err)
	for args, want := range map[string]bool{
		`{"name":"a","size":{"w":1,"h":2}}`:                  true,
		`{"name":"a","tags":["x","y"],"size":{"w":1,"h":2}}`: true,
		`{"name":"a","size":{"w":1.5,"h":2}}`:                false,
		`{"name":"a"}`:                                       false,
		`{"name":1,"size":{"w":1,"h":2}}`:                    false,
		`{"name":"a","size":{"w":1,"h":2},"more":1}`:         false,
		`{"name":"a","Name":"b","size":{"w":1,"h":2}}`:       false,
	} {
		assert.Equal(t, want, s.Accepts(json.RawMessage(args)), args)
	}
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
