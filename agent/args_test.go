package agent_test

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
)

func FuzzArguments(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1}`, `{"a":`, ``, `null`, `[]`, `{"a":{"b":[1,2,{"c":null}]}}`, `{"a":1,"a":2}`, "{\"a\":\"\xff\"}", `{} x`, `{"a":1e999999}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		value, err := agent.ParseObject(raw)
		if trimmed := bytes.TrimSpace(raw); err == nil && len(trimmed) > 0 {
			dec := json.NewDecoder(bytes.NewReader(trimmed))
			dec.UseNumber()
			var want map[string]any
			require.NoError(t, dec.Decode(&want))
			if want != nil {
				require.Equal(t, want, value, "the same as encoding/json reads")
			}
		}
		args, malformed := agent.NormalArgs(raw)
		var object map[string]any
		require.NoError(t, json.Unmarshal(args, &object))
		require.True(t, utf8.Valid(args))
		require.True(t, utf8.ValidString(malformed))
		require.Equal(t, err != nil, malformed != "")
		if malformed != "" {
			_, again := agent.ParseObject([]byte(malformed))
			require.Error(t, again, "what is kept does not pass for arguments")
		}
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
		got := agent.Cut(raw, limit)
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
			assert.Equal(t, tt.want, string(agent.Cut(json.RawMessage(tt.raw), tt.limit)))
		})
	}
}

func TestUnfenced(t *testing.T) {
	for in, want := range map[string]string{
		"{}": "{}", "```json\n{}\n```": "{}", "```\n{}\n```": "{}", " ```{}``` ": "{}", "```json {}": "```json {}", "a ```{}```": "a ```{}```",
	} {
		assert.Equal(t, want, agent.Unfenced(in), in)
	}
}

// FuzzArgumentProblems: whatever the arguments are, what is wrong with them is
// said in the schema's words.
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
