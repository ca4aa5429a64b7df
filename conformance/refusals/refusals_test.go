package refusals_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/refusals"
)

func load(t *testing.T, groups ...string) []refusals.Case {
	t.Helper()
	cases, err := refusals.Load(groups...)
	require.NoError(t, err)
	require.NotEmpty(t, cases)
	return cases
}

// find returns the case with an id.
func find(t *testing.T, id string) refusals.Case {
	t.Helper()
	all := load(t)
	i := slices.IndexFunc(all, func(c refusals.Case) bool { return c.ID == id })
	require.GreaterOrEqual(t, i, 0, id)
	return all[i]
}

// told returns a view made of the facts of a case: the first wording of each.
func told(c refusals.Case) refusals.View {
	var lines []string
	for _, f := range c.Facts {
		if !f.NeedsNames {
			lines = append(lines, f.Wordings()[0])
		}
	}
	text := strings.Join(lines, "\n")
	return refusals.View{Raw: text, Text: text}
}

func TestAViewOfTheFactsWinsEveryCase(t *testing.T) {
	for _, c := range load(t) {
		for _, c := range []refusals.Case{c, c.WithNames()} {
			v := refusals.Judge(c, told(c))
			assert.Empty(t, v.Missed, c.ID)
			assert.Truef(t, v.Clean(), "%s: %+v", c.ID, v)
		}
	}
}

func TestAnEmptyViewWinsNoCase(t *testing.T) {
	var f refusals.Figures
	for _, c := range load(t) {
		f.Add(c, refusals.NewView(nil))
	}
	assert.Positive(t, f.Cases)
	assert.Zero(t, f.Fixable)
	assert.Zero(t, f.Met)
	assert.Zero(t, f.Leaks)
}

// The refusal itself tells most facts, and leaks.
func TestARawViewLeaks(t *testing.T) {
	for _, group := range refusals.Groups() {
		var raw, best refusals.Figures
		for _, c := range load(t, group) {
			raw.Add(c, c.Upstream.Raw())
			best.Add(c, told(c))
		}
		assert.Greater(t, raw.Leaks, raw.Cases/2, group)
		assert.Less(t, raw.Percent(), 30.0, group)
		assert.Greater(t, raw.Met, raw.Facts/2, group)
		assert.InDelta(t, 100, best.Percent(), 0.01, group)
	}
}

func TestCasesAreWellFormed(t *testing.T) {
	seen := map[string]bool{}
	classes := []string{"prose", "name", "value", "host", "secret", "injection", "order_ident"}
	for _, c := range load(t) {
		assert.False(t, seen[c.ID], "%s occurs twice", c.ID)
		seen[c.ID] = true
		assert.True(t, json.Valid(c.Schema), c.ID)
		assert.NotEmpty(t, c.Source, c.ID)
		assert.Contains(t, []string{"real_run", "issue_thread", "documentation", "shape", "synthetic"}, c.SourceKind, c.ID)
		assert.NotEqual(t, c.Upstream.Driver == "", c.Upstream.Status == 0, "%s is a response or a driver's error", c.ID)
		for class, texts := range c.Forbidden {
			assert.Contains(t, classes, class, c.ID)
			assert.NotContains(t, texts, "", c.ID)
		}
		for _, f := range c.Facts {
			kinds := 0
			for _, set := range []bool{f.Path != "", len(f.Rules) > 0, f.Number != "", f.Word != ""} {
				if set {
					kinds++
				}
			}
			assert.Equal(t, 1, kinds, "%s: %v", c.ID, f)
			for _, rule := range f.Rules {
				assert.Contains(t, refusals.Phrases, rule, c.ID)
			}
		}
	}
}

func TestJudge(t *testing.T) {
	c := refusals.Case{
		ID:     "own",
		Schema: json.RawMessage(`{"properties": {"size": {}, "colour": {}, "due_date": {}, "note": {}}}`),
		Args:   map[string]any{"size": 12, "note": "a long text"},
		Facts:  []refusals.Fact{{Path: "/size"}, {Rules: []string{"out_of_range"}}, {Number: "9"}, {Word: "metric", NeedsNames: true}},
		Also:   []string{"colour"},
		Forbidden: map[string][]string{
			"prose":  {"The size is limited."},
			"secret": {"tok7"},
			"name":   {"t_sizes"},
		},
	}
	tests := []struct {
		name, sent string
		missed     int
		leaked     []string
		blamed     []string
		misstated  []string
	}{
		{name: "right", sent: `{"problems": [{"path": "/size", "problem": "is too large; the maximum is 9"}]}`},
		{name: "an argument that is at fault too", sent: `/size and /colour: out of range, at most 9`},
		{name: "a text in which something may have a position", sent: `/size: out of range, at most 9; see /note`},
		{name: "a number within a number", sent: `/size: out of range, at most 90`, missed: 1},
		{name: "a number that could count anything", sent: `/size: out of range 9`, missed: 1},
		{name: "another argument", sent: `/size: out of range, at most 9; due_date`, blamed: []string{"due_date"}},
		{name: "another rule", sent: `/size: out of range, at most 9; missing`, misstated: []string{"missing"}},
		{name: "a sentence", sent: `/size out of range, at most 9. The size is limited.`, leaked: []string{"prose"}},
		{name: "a word within a word", sent: `/size: out of range, at most 9; tok77`},
		{name: "a word", sent: `/size: out of range, at most 9; tok7.`, leaked: []string{"secret"}},
		{name: "a member of every payload", sent: `{"service": "t_sizes", "error": "/size: out of range, at most 9"}`, leaked: []string{"name"}},
		{name: "nothing", sent: `{}`, missed: 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			v := refusals.Judge(c, refusals.NewView([]byte(tt.sent)))
			assert.Len(t, v.Missed, tt.missed)
			var leaked []string
			for _, l := range v.Leaked {
				leaked = append(leaked, l.Class)
			}
			assert.Equal(t, tt.leaked, leaked)
			assert.Equal(t, tt.blamed, v.Blamed)
			assert.Equal(t, tt.misstated, v.Misstated)
			assert.Equal(t, tt.missed == 0, v.Fixable())
		})
	}
	named := refusals.Judge(c.WithNames(), refusals.NewView([]byte("/size: out of range, at most 9; t_sizes")))
	assert.Empty(t, named.Leaked)
	assert.Equal(t, []refusals.Fact{{Word: "metric"}}, named.Missed)
}

func TestFigures(t *testing.T) {
	c := find(t, "ajv-enum")
	var f refusals.Figures
	f.Add(c, refusals.NewView([]byte(`{"problems": [{"path": "/priority", "problem": "is not one of \"urgent\", \"high\" and \"low\""}]}`)))
	f.Add(c, refusals.NewView([]byte(`{"problems": [{"path": "/title", "problem": "is too long"}]}`)))
	assert.Equal(t, "fixable and clean 1 of 2 (50.0 %), facts 5 of 10 (50.0 %), leaks 0, wrong paths 1 of 2, wrong rules 1", f.String())
	assert.Equal(t, f.Paths, 2*f.Blamed)
	require.Len(t, f.Failures, 1)
	assert.Contains(t, f.Failures[0].String(), "ajv-enum; misses path /priority; misses rule not_allowed_value")
	assert.Contains(t, f.Failures[0].String(), "; blames title; tells too long")
}

func TestBodies(t *testing.T) {
	for _, tt := range []struct {
		up   refusals.Upstream
		want string
	}{
		{refusals.Upstream{Body: "a"}, "a"},
		{refusals.Upstream{BodyBase64: "/w=="}, "\xff"},
		{refusals.Upstream{Body: "a", BodyRepeat: &refusals.Repeat{Prefix: "[", Times: 3}}, "[[[a"},
		{refusals.Upstream{Body: "a", BodyRepeat: &refusals.Repeat{Suffix: " ", Times: 2}}, "a  "},
		{refusals.Upstream{Body: "[X]", BodyRepeat: &refusals.Repeat{Replace: "X", Text: "%d,", Times: 2}}, "[0,1,]"},
	} {
		assert.Equal(t, tt.want, string(tt.up.Bytes()))
	}
}

func TestLoadOfAnUnknownGroup(t *testing.T) {
	_, err := refusals.Load("none")
	assert.ErrorContains(t, err, `no group "none"`)
}

// A report is judged as a case is.
func TestReports(t *testing.T) {
	cases, err := refusals.Load(refusals.Reports)
	require.NoError(t, err)
	require.Greater(t, len(cases), 80)
	next := map[string]int{}
	var raw, empty refusals.Figures
	for _, c := range cases {
		v := refusals.Judge(c, told(c))
		assert.Truef(t, v.Clean() && len(v.Missed) == 0, "%s: %+v", c.ID, v)
		next[c.Next]++
		raw.Add(c, c.Upstream.Raw())
		empty.Add(c, refusals.NewView(nil))
	}
	assert.Zero(t, empty.Met)
	assert.Greater(t, raw.Leaks, len(cases)/2)
	assert.Greater(t, next["retry"], 20)
	assert.Greater(t, next["stop"], 20)
}
