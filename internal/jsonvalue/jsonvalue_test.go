package jsonvalue_test

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/jsonvalue"
)

func TestDecode(t *testing.T) {
	tests := map[string]any{
		`1`:                    int64(1),
		`9007199254740993`:     int64(9007199254740993),
		`-9223372036854775808`: int64(math.MinInt64),
		`2.0`:                  int64(2),
		`2e2`:                  int64(200),
		`-0.0`:                 int64(0),
		`1.5`:                  1.5,
		`9223372036854775808`:  json.Number("9223372036854775808"),
		`1e18`:                 int64(1e18),
		`9007199254740993.0`:   int64(9007199254740993),
		`90071992547409930e-1`: int64(9007199254740993),
		`0.000`:                int64(0),
		`0e99999999999999999`:  int64(0),
		`0.1`:                  0.1,
		`1e-7`:                 1e-7,
		`1e300`:                1e300,
		`18446744073709551617`: json.Number("18446744073709551617"),
		`9007199254740993.5`:   json.Number("9007199254740993.5"),
		`1e400`:                json.Number("1e400"),
		`1e-400`:               json.Number("1e-400"),
		`1e99999999999999999`:  json.Number("1e99999999999999999"),
		`{"n":[1,2.5,"x"]}`:    map[string]any{"n": []any{int64(1), 2.5, "x"}},
		` null `:               nil,
	}
	for raw, want := range tests {
		got, err := jsonvalue.Decode([]byte(raw))
		require.NoError(t, err, raw)
		assert.Equal(t, want, got, raw)
	}
	for _, raw := range []string{``, `{`, `1 2`, `{}]`, `{"a":1}x`} {
		_, err := jsonvalue.Decode([]byte(raw))
		assert.Error(t, err, raw)
	}
}

// Decoding, encoding and decoding again gives the same value.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{`1`, `2.0`, `1e17`, `-1.5e-7`, `9223372036854775807`, `9223372036854775808`, `1e400`, `{"a":[1.0,null,"\ud800"]}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := jsonvalue.Decode(raw)
		if err != nil {
			return
		}
		again, err := json.Marshal(once)
		require.NoError(t, err)
		twice, err := jsonvalue.Decode(again)
		require.NoError(t, err)
		assert.Equal(t, once, twice)
	})
}

func FuzzCut(f *testing.F) {
	f.Add([]byte(`{"a":[1,2,"three",{"b":null}],"c":"€€€€"}`), 12)
	f.Add([]byte(`"€€€€"`), 3)
	f.Add([]byte(`[[[[[]]]]]`), 2)
	f.Fuzz(func(t *testing.T, raw []byte, limit int) {
		if !json.Valid(raw) || !utf8.Valid(raw) || limit < 0 || limit > 1<<16 {
			return
		}
		got := jsonvalue.Cut(raw, limit)
		require.True(t, json.Valid(got), "%s", got)
		require.True(t, utf8.Valid(got))
		require.LessOrEqual(t, len(got), limit+strings.Count(string(raw), "[")+strings.Count(string(raw), "{")+10)
	})
}

func TestCut(t *testing.T) {
	tests := map[string]struct {
		raw   string
		limit int
		want  string
	}{
		"all of it":        {`{"a":[1,true,null]}`, 100, `{"a":[1,true,null]}`},
		"a string":         {`"abcdefghijkl"`, 10, `"abcde…"`},
		"at a rune":        {`"€€€€€"`, 11, `"€€…"`},
		"escapes":          {`"\u0000\u0000\u0000\u0000"`, 14, `"\u0000…"`},
		"a long number":    {`123456789012345`, 3, `null`},
		"a long name":      {`{"abcdefghij":1}`, 5, `{}`},
		"the end of lists": {`{"a":[1,2,3,4,5,6,7],"b":1}`, 10, `{"a":[1,2,3]}`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, tt.want, string(jsonvalue.Cut([]byte(tt.raw), tt.limit)))
		})
	}
}

func TestHalvesOfSurrogatePairs(t *testing.T) {
	tests := map[string]string{
		`{"a":"\ud83d"}`:             `{"a":"\ufffd"}`,
		`{"a":"\uDE00x"}`:            `{"a":"\ufffdx"}`,
		`{"a":"\ud83d\ude00"}`:       `{"a":"\ud83d\ude00"}`,
		`{"a":"\ud83d\ud83d\ude00"}`: `{"a":"\ufffd\ud83d\ude00"}`,
		`{"a":"\ud83d\u0041"}`:       `{"a":"\ufffd\u0041"}`,
		`{"a":"\ud83d\n"}`:           `{"a":"\ufffd\n"}`,
		`{"a":"\\ud83d"}`:            `{"a":"\\ud83d"}`,
		`{"a":"\\\ud83d"}`:           `{"a":"\\\ufffd"}`,
		`{"\ud83d":"\ude00\ud83d"}`:  `{"\ufffd":"\ufffd\ufffd"}`,
	}
	for in, want := range tests {
		assert.Equal(t, want, string(jsonvalue.WellFormed([]byte(in))))
	}
}

// A Scanner splits a valid text like encoding/json.
func FuzzScanner(f *testing.F) {
	for _, s := range []string{
		`{"a":[1e400]}`, `{"a":"1e400","b":-1e-400}`, `{}`, ` { "a" : [1, {"b": "]}\""}] ,"a":null, "\u0061\ud83d\ude00": -1.5e3 } `, `[]`, `"x\\"`, ` true`, `12`, "{\"\xff\":1}", `[[[],{}],"["]`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if !json.Valid(text) {
			return
		}
		s := jsonvalue.Scan(text)
		first := s.Next()
		require.Equal(t, string(bytes.TrimSpace(text)), string(s.Take()))
		require.Equal(t, depth(t, text), jsonvalue.Depth(text))
		var plain any
		require.Equal(t, json.Unmarshal(text, &plain) == nil, jsonvalue.InRange(text))
		if first != '{' {
			return
		}
		var want map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(text, &want))
		got := map[string]json.RawMessage{}
		s = jsonvalue.Scan(text)
		s.Next()
		for s.Step(); s.Next() != '}'; {
			key := jsonvalue.Unquote(s.Take())
			s.Next()
			got[key] = s.Take()
		}
		require.Equal(t, want, got)
	})
}

func depth(t *testing.T, text []byte) (deepest int) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	for depth := 0; ; {
		token, err := dec.Token()
		require.NoError(t, err)
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
			deepest = max(deepest, depth)
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return deepest
		}
	}
}
