package pgstore_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/agent"
	"github.com/errand-go/errand/agent/stores/pgstore"
)

func TestArgumentsAreReadAsTheyWereStored(t *testing.T) {
	s := open(t, database(t))
	const args = `{"a":"\ud800 \u0000 ` + "\xff" + `","n":12345678901234567890.50}`
	e := text("e", "i", nil)
	e.Content.Parts = []agent.Part{{FunctionCall: &agent.FunctionCall{ID: "c", Name: "t", Args: []byte(args)}}}
	_, err := s.Append(t.Context(), ada, create(t, s, ada, nil).Version, e)
	require.NoError(t, err)
	assert.Equal(t, strings.ToValidUTF8(args, "\uFFFD"), string(get(t, s, ada).Events[0].FunctionCalls()[0].Args))
}

// FuzzNames stores any text as a name: PostgreSQL accepts it and returns it unchanged.
func FuzzNames(f *testing.F) {
	for _, seed := range []string{"", "ada", "a\x00", "\\", `\x00`, `\\`, `\\x00`, "\xff\xfe", "\uFFFD", "\xef\xbf", "✓\\\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, name string) {
		stored := pgstore.Escape(name)
		assert.True(t, utf8.ValidString(stored))
		assert.NotContains(t, stored, "\x00")
		assert.Equal(t, name, pgstore.Unescape(stored))
		if utf8.ValidString(name) && !strings.ContainsAny(name, "\x00\\") {
			assert.Equal(t, name, stored)
		}
	})
}
