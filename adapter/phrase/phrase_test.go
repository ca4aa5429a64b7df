package phrase_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

func TestFind(t *testing.T) {
	tests := []struct {
		name, pattern, text string
		want                toolerr.Finding
		found               bool
	}{
		{"whole", `column "{word}" does not exist$`, `column "emial" does not exist`, toolerr.Finding{Word: "emial"}, true},
		{"more at the end", `column "{word}" does not exist$`, `column "emial" does not exist here`, toolerr.Finding{}, false},
		{"more at the end, allowed", `column "{word}" does not exist`, `column "emial" does not exist here`, toolerr.Finding{Word: "emial"}, true},
		{"more in front", `column "{word}"`, `ERROR: column "emial"`, toolerr.Finding{}, false},
		{"more in front, allowed", `…column "{word}"`, `ERROR: column "emial"`, toolerr.Finding{Word: "emial"}, true},
		{"a later start", `…"{word}" is`, `"a" was, "b" is`, toolerr.Finding{Word: `a" was, "b`}, true}, // a slot takes any text up to the next literal
		{"without slots", `syntax error$`, `syntax error`, toolerr.Finding{}, true},
		{"another language", `column "{word}" does not exist$`, `Spalte »emial« existiert nicht`, toolerr.Finding{}, false},
		{"several", `{field} must be {limit} or more, not {value}$`, `age must be 18 or more, not 17`, toolerr.Finding{Fields: []string{"age"}, Limit: "18", Value: "17"}, true},
		{"two fields", `{field} and {field} exclude each other`, `a and b exclude each other`, toolerr.Finding{Fields: []string{"a", "b"}}, true},
		{"names", `{word}: one of {names}$`, `x: one of 'a', "b" or c`, toolerr.Finding{Word: "x", Names: []string{"a", "b", "c"}}, true},
		{"name by name", `{word}; did you mean {name} or {name}?`, `x; did you mean a or b?`, toolerr.Finding{Word: "x", Names: []string{"a", "b"}}, true},
		{"a position", `at line {line}, column {column} ({offset})`, `at line 1,234, column 5 (678)`, toolerr.Finding{At: toolerr.Position{Line: 1234, Column: 5, Offset: 678}}, true},
		{"a number at the end", `at most {limit}`, `at most 86,400 seconds`, toolerr.Finding{Limit: "86400"}, true},
		{"a number at the end of a sentence", `at most {limit}`, `at most 0.5.`, toolerr.Finding{Limit: "0.5"}, true},
		{"not a number", `at most {limit} items`, `at most many items`, toolerr.Finding{}, false},
		{"two points", `at most {limit} items`, `at most 1.2.3 items`, toolerr.Finding{}, false},
		{"a negative one", `at least {limit}$`, `at least -5`, toolerr.Finding{Limit: "-5"}, true},
		{"a position that is too large", `at {offset}$`, `at 12345678901`, toolerr.Finding{}, false},
		{"a word at the end", `unknown option {word}`, `unknown option --colour, see help`, toolerr.Finding{Word: "--colour"}, true},
		{"side by side", `in {word}{} near {line}`, `in foo, near 7`, toolerr.Finding{Word: "foo", At: toolerr.Position{Line: 7}}, true},
		{"an empty slot", `column "{word}"`, `column ""`, toolerr.Finding{}, false},
		{"a line break in a slot", `column "{word}"`, "column \"a\nb\"", toolerr.Finding{}, false},
		{"a line break in any text", `column {}: {word}$`, "column a\nb: c", toolerr.Finding{Word: "c"}, true},
		{"a slot that is too long", `"{word}"`, `"` + strings.Repeat("x", 201) + `"`, toolerr.Finding{}, false},
		{"a slot that does not exist", `{thing} is`, `x is`, toolerr.Finding{}, false},
		{"any text, tried again", `{} is {word} now$`, `this is not so, that is x now`, toolerr.Finding{Word: "not so, that is x"}, true},
		{"the end is not where the text is cut", `{} {word}$`, strings.Repeat("x", 400) + " " + strings.Repeat("y ", 400), toolerr.Finding{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want.Rule = toolerr.RuleUnknown
			if !tt.found {
				tt.want.Rule = ""
			}
			got, found := phrase.Find(tt.text, []phrase.Pattern{{Text: tt.pattern, Rule: toolerr.RuleUnknown}})
			assert.Equal(t, tt.found, found)
			assert.Equal(t, tt.want, got)
		})
	}
	t.Run("the first pattern counts, whole", func(t *testing.T) {
		got, _ := phrase.Find("a is b", []phrase.Pattern{
			{Text: "{field} is {word} now", Rule: toolerr.RuleUnknown}, {Text: "a is {value}", Rule: toolerr.RuleTooLarge, Beyond: true}, {Text: "{}"},
		})
		assert.Equal(t, toolerr.Finding{Rule: toolerr.RuleTooLarge, Beyond: true, Value: "b"}, got)
	})
}

func TestNames(t *testing.T) {
	for list, want := range map[string][]string{
		"'a', 'b' or 'c'":          {"a", "b", "c"},
		"[a, b]":                   {"a", "b"},
		"a|b; c":                   {"a", "b", "c"},
		`"x, y" and z`:             {"x, y", "z"},
		"“p”, «q»":                 {"p", "q"},
		"one or more and or, last": {"one", "more", "or", "last"},
		"'open":                    nil,
		"":                         nil,
		" , ,":                     nil,
		"or":                       {"or"},
	} {
		assert.Equal(t, want, phrase.Names(list), "%q", list)
	}
	assert.Len(t, phrase.Names(strings.Repeat("a,", 1000)), 64)
}

// costly patterns can be filled in a great many ways.
var costly = []phrase.Pattern{{Text: "…{} a {} a {} a {} a {} a {} a {word} z$"}, {Text: "…{names}a{names}a{names}a{names}a{names}z"}, {Text: "{}{}{}{}x"}}

// The number of tries is bounded. Without the bound, this test would not end.
func TestFindEnds(t *testing.T) {
	_, found := phrase.Find(strings.Repeat(" a", 600), costly)
	assert.False(t, found)
}

func FuzzFind(f *testing.F) {
	f.Add("…column {word} of {names} at {line}:{column}$", "column a of b, c at 1:2")
	f.Add("{}{word}{limit}", "abc 12")
	f.Add("{", "{")
	f.Add("…{}", "\xff")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 200 {
			return
		}
		found, _ := phrase.Find(text, []phrase.Pattern{{Text: pattern}})
		for _, slot := range append(append(found.Fields, found.Names...), found.Word, found.Value) {
			assert.LessOrEqual(t, len(slot), 200)
			for part := range strings.FieldsSeq(slot) {
				assert.Contains(t, text+"…", part)
			}
		}
		phrase.Names(text)
	})
}
