package jsonvalue_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/jsonvalue"
)

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
