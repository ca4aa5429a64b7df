package screen_test

import (
	"bytes"
	"errors"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/cmd/errand/internal/screen"
)

const escape = "\x1b["

func TestNewReadsTheEnvironment(t *testing.T) {
	tests := map[string]struct {
		env     []string
		width   int
		colored bool
	}{
		"nothing":               {env: nil, width: 80},
		"columns":               {env: []string{"COLUMNS=100"}, width: 100},
		"the last one counts":   {env: []string{"COLUMNS=100", "COLUMNS=90"}, width: 90},
		"columns are nonsense":  {env: []string{"COLUMNS=wide"}, width: 80},
		"columns are negative":  {env: []string{"COLUMNS=-5"}, width: 80},
		"too narrow":            {env: []string{"COLUMNS=7"}, width: 40},
		"too wide":              {env: []string{"COLUMNS=1000"}, width: 120},
		"forced colours":        {env: []string{"CLICOLOR_FORCE=1"}, width: 80, colored: true},
		"colours not forced":    {env: []string{"CLICOLOR_FORCE=0"}, width: 80},
		"NO_COLOR wins":         {env: []string{"CLICOLOR_FORCE=1", "NO_COLOR=1"}, width: 80},
		"an empty NO_COLOR":     {env: []string{"CLICOLOR_FORCE=1", "NO_COLOR="}, width: 80, colored: true},
		"forced on a dumb term": {env: []string{"CLICOLOR_FORCE=1", "TERM=dumb"}, width: 80, colored: true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			s := screen.New(&out, tt.env)
			s.Text(screen.Good, "text")
			assert.Equal(t, tt.width, s.Width())
			assert.Equal(t, tt.colored, strings.Contains(out.String(), escape), "%q", out.String())
		})
	}
}

func TestText(t *testing.T) {
	const url = "https://api.example.com/v1/things/that/are/long?key=value&other=value"
	tests := map[string]struct {
		text string
		want string
	}{
		"short":             {"one line", "one line\n"},
		"empty":             {"", "\n"},
		"at a space":        {strings.Repeat("word ", 12), "word word word word word word word word\nword word word word\n"},
		"newlines stay":     {"a\n\nb", "a\n\nb\n"},
		"a long word":       {strings.Repeat("x", 95), strings.Repeat("x", 40) + "\n" + strings.Repeat("x", 40) + "\n" + strings.Repeat("x", 15) + "\n"},
		"a URL":             {"see " + url, "see https://api.example.com/v1/things/\nthat/are/long?key=value&other=value\n"},
		"joined words":      {strings.Repeat("a ", 18) + "one" + screen.Join + "two", strings.TrimSpace(strings.Repeat("a ", 18)) + "\none two\n"},
		"wide runes":        {strings.Repeat("界", 25), strings.Repeat("界", 20) + "\n" + strings.Repeat("界", 5) + "\n"},
		"an escape":         {"a\x1b[31mred", `a\x1b[31mred` + "\n"},
		"a carriage return": {"a\rb", `a\rb` + "\n"},
		"a direction mark":  {"a\u202eb", `a\u202eb` + "\n"},
		"a tab":             {"a\tb", "a b\n"},
		"no UTF-8":          {"a\xffb", "a\uFFFDb\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			screen.New(&out, []string{"COLUMNS=40"}).Text(screen.Bad, tt.text)
			assert.Equal(t, tt.want, out.String())
		})
	}
}

func TestItemKeepsItsColumn(t *testing.T) {
	var out bytes.Buffer
	s := screen.New(&out, []string{"COLUMNS=40"})
	s.Item("  label  ", screen.Strong, screen.Plain, strings.Repeat("word ", 10)+"\nnext")
	assert.Equal(t, "  label  word word word word word word\n         word word word word\n         next\n", out.String())
}

func TestColumns(t *testing.T) {
	for _, env := range [][]string{{"COLUMNS=40"}, {"COLUMNS=40", "CLICOLOR_FORCE=1"}} {
		var out bytes.Buffer
		screen.New(&out, env).Columns(screen.Block{Text: "one two three four"}, screen.Block{Text: "界 " + strings.Repeat("word ", 8), Style: screen.Bad})
		assert.Equal(t, "one two three    │ 界 word word word\nfour             │ word word word word\n                 │ word\n", text.StripEscape(out.String()))
		for line := range strings.SplitSeq(text.StripEscape(out.String()), "\n") {
			assert.LessOrEqual(t, text.StringWidth(line), 40)
		}
	}
}

func TestMarkedMarksAcrossLines(t *testing.T) {
	var out bytes.Buffer
	s := screen.New(&out, []string{"COLUMNS=40", "CLICOLOR_FORCE=1"})
	secret := strings.Repeat("s", 50)
	s.Marked("", screen.Plain, screen.Plain, "before "+strings.ToUpper(secret)+" after", []string{secret, ""})
	var marked strings.Builder
	for piece := range strings.SplitSeq(out.String(), escape+"1;31;7m") {
		if in, _, ok := strings.Cut(piece, escape+"0m"); ok {
			marked.WriteString(in)
		}
	}
	assert.Equal(t, strings.ToUpper(secret), marked.String(), "%q", out.String())
	assert.True(t, strings.HasPrefix(out.String(), "before "), "%q", out.String())
	assert.True(t, strings.HasSuffix(out.String(), " after\n"), "%q", out.String())
}

func TestTable(t *testing.T) {
	var out bytes.Buffer
	s := screen.New(&out, []string{"COLUMNS=40"})
	s.Table(screen.Table{
		Heading: []string{"WORD", "MEANS"},
		Rows:    [][]string{{"one", "short"}, {"three", strings.Repeat("long ", 10)}, {"esc\x1b", ""}},
	})
	assert.Equal(t, strings.Join([]string{
		"WORD     MEANS",
		"one      short",
		"three    long long long long long long",
		"         long long long long",
		`esc\x1b`,
		"",
	}, "\n"), out.String())
}

// If the last column is too narrow for a word, the widest other column is wrapped.
func TestTheLastColumnKeepsItsWords(t *testing.T) {
	var out bytes.Buffer
	kind := strings.Repeat("K", 25)
	screen.New(&out, []string{"COLUMNS=40"}).Table(screen.Table{Heading: []string{"WIDE", "B", "KIND"}, Rows: [][]string{{"other ones and above", "no", kind}}})
	assert.Equal(t, "WIDE, B, KIND\nother ones and above\n  b no\n  kind "+kind+"\n", out.String(), "no narrower than ten: a list")
	out.Reset()
	screen.New(&out, []string{"COLUMNS=50"}).Table(screen.Table{Heading: []string{"WIDE", "B", "KIND"}, Rows: [][]string{{"other ones and above", "no", kind}}})
	assert.Contains(t, out.String(), "  "+kind+"\n")
	out.Reset()
	screen.New(&out, []string{"COLUMNS=40"}).Table(screen.Table{Heading: []string{"KIND"}, Rows: [][]string{{strings.Repeat("K", 45)}}})
	assert.Contains(t, out.String(), strings.Repeat("K", 40)+"\n", "a single column")
}

func TestColoredTableHasTheSameText(t *testing.T) {
	table := screen.Table{Heading: []string{"A", "B"}, Rows: [][]string{{"x", "y"}}, Styles: []screen.Style{screen.Accent}}
	var plain, colored bytes.Buffer
	screen.New(&plain, nil).Table(table)
	screen.New(&colored, []string{"CLICOLOR_FORCE=1"}).Table(table)
	assert.Contains(t, colored.String(), escape)
	assert.Equal(t, strings.Fields(plain.String()), strings.Fields(text.StripEscape(colored.String())))
}

type failing struct{ writes int }

var errDisk = errors.New("disk full")

func (f *failing) Write([]byte) (int, error) { f.writes++; return 0, errDisk }

func TestTheFirstErrorStays(t *testing.T) {
	w := &failing{}
	s := screen.New(w, nil)
	s.Text(screen.Plain, "a")
	s.Text(screen.Plain, "b")
	require.ErrorIs(t, s.Err(), errDisk)
	assert.Equal(t, 1, w.writes, "nothing is written behind an error")
}

// FuzzText checks that every text keeps the width, has no control characters, and loses
// only white space.
func FuzzText(f *testing.F) {
	f.Add("plain words", 40)
	f.Add("https://example.com/"+strings.Repeat("a/b?c=d&", 30), 57)
	f.Add("\x1b[2J\u202e\x00 界界界 e\u0301\ufe0f \n\t\r", 80)
	f.Add(strings.Repeat(" ", 200)+"x", 41)
	f.Add(strings.Repeat(" ", 111), 116)
	f.Fuzz(func(t *testing.T, in string, width int) {
		width = min(max(width, 40), 120)
		var out bytes.Buffer
		s := screen.New(&out, []string{"COLUMNS=" + strconv.Itoa(width)})
		s.Item("label ", screen.Strong, screen.Bad, in)
		require.NoError(t, s.Err())
		for line := range strings.SplitSeq(out.String(), "\n") {
			assert.LessOrEqual(t, text.StringWidth(line), width, "%q", line)
			for _, r := range line {
				assert.False(t, unicode.Is(unicode.C, r), "%U in %q", r, line)
			}
		}
		assert.Equal(t, "label"+squeeze(screen.Visible(strings.ReplaceAll(in, "\n", " "))), squeeze(out.String()))
	})
}

// squeeze removes what wrapping may add or remove.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\u00A0' {
			return -1
		}
		return r
	}, s)
}
