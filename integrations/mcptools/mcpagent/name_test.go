package mcpagent_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/integrations/mcptools/mcpagent"
)

func TestNames(t *testing.T) {
	long := strings.Repeat("n", 128)
	var got []string
	for _, name := range []string{"add", "a_b", "a.b", "a/b", "1st", "-x", "", "grüß", long, long + "m", "_1st", "a_b_c-d"} {
		usable := mcpagent.UsableName("", name)
		assert.Regexp(t, `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`, usable)
		assert.NotContains(t, got, usable)
		got = append(got, usable)
	}
	assert.Equal(t, []string{"add", "a_b"}, got[:2])
	assert.Equal(t, []string{"_1st", "a_b_c-d"}, got[10:], "a name that every model accepts is kept")
	assert.Equal(t, "files_delete_4ef426bd", mcpagent.UsableName("", "files.delete"))
	assert.Equal(t, "_1_add", mcpagent.UsableName("1.", "add"), "all names have the same prefix")
}

// Every provider accepts the name, and no other tool of the set has it.
func FuzzNames(f *testing.F) {
	for _, pair := range [][2]string{{"a.b", "a_b"}, {"", "_"}, {"1", "_1"}, {"\xff", "_"}, {"é", "__"}, {"-", "--"}} {
		f.Add("", pair[0], pair[1])
		f.Add("shop.", pair[0], pair[1])
		f.Add("1", pair[0], pair[1])
	}
	f.Fuzz(func(t *testing.T, prefix, one, other string) {
		a, b := mcpagent.UsableName(prefix, one), mcpagent.UsableName(prefix, other)
		assert.Regexp(t, `^[A-Za-z_][A-Za-z0-9_-]{0,63}$`, a)
		assert.Equal(t, one == other, a == b, fmt.Sprintf("%q %q: %s %s", one, other, a, b))
	})
}
