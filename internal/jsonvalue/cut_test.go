package jsonvalue_test

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/jsonvalue"
)

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
