package sqlitestore_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/sqlitestore"
)

// FuzzEvent stores any arguments and any text: the result has the same meaning, or nothing
// was stored.
func FuzzEvent(f *testing.F) {
	f.Add("text", `{"a":1}`)
	f.Add("<&> \x00 \u2028", ` { "n" : 12345678901234567890 , "n" : 1e999 } `)
	f.Add("\xff", `{"a":`)
	f.Add("", ``)
	f.Add("\u003c", `{"html":"<&>","escaped":"\u003c"}`)
	f.Fuzz(func(t *testing.T, said, args string) {
		s := open(t, sqlitestore.InMemory)
		version := create(t, s, ada, nil).Version
		e := text("e", "i", nil)
		e.Content.Parts = []agent.Part{{Text: said}, {FunctionCall: &agent.FunctionCall{ID: "c", Name: "t", Args: []byte(args)}}}
		_, err := s.Append(t.Context(), ada, version, e)
		got := get(t, s, ada)
		if err != nil {
			require.ErrorIs(t, err, agent.ErrInvalidInput)
			assert.Empty(t, got.Events)
			return
		}
		require.Len(t, got.Events, 1)
		parts := got.Events[0].Content.Parts
		assert.Equal(t, []rune(said), []rune(parts[0].Text))
		assert.Equal(t, compact(t, args), string(parts[1].FunctionCall.Args))
	})
}

// compact returns JSON without white space between tokens. It keeps the digits of numbers.
func compact(t *testing.T, raw string) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, json.Compact(&b, []byte(raw)))
	return b.String()
}
