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
