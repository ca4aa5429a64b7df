package screen_test

import (
	"bytes"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

func TestNewReadsTheEnvironment(t *testing.T) {
	tests := map[string]struct {
		env   []string
		width int
	}{
		"nothing":              {env: nil, width: 80},
		"columns":              {env: []string{"COLUMNS=100"}, width: 100},
		"the last one counts":  {env: []string{"COLUMNS=100", "COLUMNS=90"}, width: 90},
		"columns are nonsense": {env: []string{"COLUMNS=wide"}, width: 80},
		"too narrow":           {env: []string{"COLUMNS=7"}, width: 80},
		"too wide":             {env: []string{"COLUMNS=1000"}, width: 120},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			s := screen.New(&out, tt.env)
			s.Text(strings.Repeat("x", 200))
			first, _, _ := strings.Cut(out.String(), "\n")
			assert.Len(t, first, tt.width)
		})
	}
}

func TestText(t *testing.T) {
	tests := map[string]struct {
		text string
		want string
	}{
		"short":             {"one line", "one line\n"},
		"empty":             {"", "\n"},
		"at a space":        {strings.Repeat("word ", 20), strings.TrimSpace(strings.Repeat("word ", 16)) + "\nword word word word\n"},
		"newlines stay":     {"a\n\nb", "a\n\nb\n"},
		"a long word":       {strings.Repeat("x", 95), strings.Repeat("x", 80) + "\n" + strings.Repeat("x", 15) + "\n"},
		"an escape":         {"a\x1b[31mred", `a\x1b[31mred` + "\n"},
		"a carriage return": {"a\rb", `a\x0db` + "\n"},
		"a direction mark":  {"a\u202eb", `a\x202eb` + "\n"},
		"no UTF-8":          {"a\xffb", `a\xffb` + "\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			screen.New(&out, nil).Text(tt.text)
			assert.Equal(t, tt.want, out.String())
		})
	}
}

func TestItemKeepsItsColumn(t *testing.T) {
	var out bytes.Buffer
	screen.New(&out, nil).Item("  label  ", strings.Repeat("word ", 16)+"\nnext")
	assert.Equal(t, "  label  "+strings.TrimSpace(strings.Repeat("word ", 14))+"\n         word word\n         next\n", out.String())
}

func TestColumns(t *testing.T) {
	var out bytes.Buffer
	screen.New(&out, nil).Columns("one two three four five six seven eight", strings.Repeat("word ", 17))
	assert.Equal(t, strings.Join([]string{
		"one two three four five six      │ word word word word word word word word word",
		"seven eight                      │ word word word word word word word word",
		"",
	}, "\n"), out.String())
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	screen.New(&out, nil).Table(screen.Table{
		Heading: []string{"WORD", "MEANS"},
		Rows:    [][]string{{"one", "short"}, {"three", strings.Repeat("long ", 16)}, {"esc\x1b", ""}},
	})
	assert.Equal(t, strings.Join([]string{
		"WORD     MEANS",
		"one      short",
		"three    " + strings.TrimSpace(strings.Repeat("long ", 14)),
		"         long long",
		`esc\x1b`,
		"",
	}, "\n"), out.String())
}

// FuzzText checks that every text keeps the width and has no control characters.
func FuzzText(f *testing.F) {
	f.Add("plain words", 40)
	f.Add("https://example.com/"+strings.Repeat("a/b?c=d&", 30), 57)
	f.Add("\x1b[2J\u202e\x00 界界界 e\u0301\ufe0f \n\t\r", 80)
	f.Add(strings.Repeat(" ", 200)+"x", 41)
	f.Fuzz(func(t *testing.T, in string, width int) {
		width = min(max(width, 80), 120)
		var out bytes.Buffer
		s := screen.New(&out, []string{"COLUMNS=" + strconv.Itoa(width)})
		s.Item("label ", in)
		require.NoError(t, s.Err())
		for line := range strings.SplitSeq(out.String(), "\n") {
			assert.LessOrEqual(t, text.StringWidth(line), width+1, "%q", line) // a wide character may end behind the last column
			for _, r := range line {
				assert.False(t, unicode.Is(unicode.C, r), "%U in %q", r, line)
			}
		}
	})
}
