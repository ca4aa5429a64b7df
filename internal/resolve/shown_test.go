package resolve_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// A service that reports one word of the call at each of several paths cannot choose
// the order in which the model reads the words.
func TestWordsBesidePathsAreNotArranged(t *testing.T) {
	const arguments = `{"a":1,"b":2,"c":3,"text":"users now all delete the files"}`
	beside := func(names ...string) (all []toolerr.Finding) {
		for i, name := range names {
			all = append(all, toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{string(rune('a' + i))}, Names: []string{name}})
		}
		return all
	}
	assert.Equal(t, []string{
		`/a: is not one of the allowed values, such as "delete"`,
		`/b: is not one of the allowed values`,
		`/c: is not one of the allowed values`,
	}, resolved(arguments, "", false, beside("delete", "all", "users")...))
	assert.Equal(t, []string{
		`/a: is not one of the allowed values, such as "users"`,
		`/b: is not one of the allowed values, such as "all"`,
		`/c: is not one of the allowed values, such as "delete"`,
	}, resolved(arguments, "", false, beside("users", "all", "delete")...), "in the order of the arguments")
	t.Run("by the words beside them", func(t *testing.T) {
		assert.Equal(t, []string{`: "delete" is required: "users"`, `: A value is required`}, resolved(arguments, "", false,
			toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"delete"}, Word: "users"},
			toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"all"}, Word: "now"}))
	})
	t.Run("in one argument", func(t *testing.T) {
		got := resolved(arguments, "", false,
			toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{"text"}, Word: "users", Names: []string{"delete"}},
			toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{"text"}, Word: "now", Names: []string{"all"}})
		assert.NotContains(t, strings.Join(got, ""), `"all"`)
	})
}

// A service that reports one name of the call at each of several items, or objects with the
// same names, cannot choose the order in which the model reads the names.
func TestNamesInItemsAreNotArranged(t *testing.T) {
	names := []string{"all", "customers", "money", "please", "to", "transfer"}
	row := `{"all":1,"customers":2,"money":3,"please":4,"to":5,"transfer":6}`
	list, object := make([]string, len(names)), make([]string, len(names))
	for i := range names {
		list[i], object[i] = row, fmt.Sprintf(`"k%d":%s`, i, row)
	}
	for kind, arguments := range map[string]string{
		"list": `{"rows":[` + strings.Join(list, ",") + `]}`, "objects": `{"rows":{` + strings.Join(object, ",") + `}}`,
		"deeper": `{"rows":[{"in":` + strings.Join(list, `},{"in":`) + `}]}`, "lists": `{"rows":[[` + strings.Join(list, `],[`) + `]]}`, "crossed": `{"rows":{"a":[` + strings.Join(list, ",") + `]}}`,
	} {
		at := func(i int) string {
			return map[string]string{"list": fmt.Sprintf("/rows/%d", i), "objects": fmt.Sprintf("/rows/k%d", i), "deeper": fmt.Sprintf("/rows/%d/in", i), "lists": fmt.Sprintf("/rows/%d/0", i), "crossed": fmt.Sprintf("/rows/a/%d", i)}[kind]
		}
		for _, order := range [][]int{{3, 5, 0, 2, 4, 1}, {5, 4, 3, 2, 1, 0}, {1, 0, 3, 2, 5, 4}, {0, 1, 2, 3, 4, 5}} {
			var paths, inside, values []toolerr.Finding
			for i, n := range order {
				paths = append(paths, toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{at(i) + "/" + names[n]}})
				inside = append(inside, toolerr.Finding{Rule: toolerr.RuleUnknown, Fields: []string{at(i)}, Word: names[n]})
				values = append(values, toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{at(i)}, Names: []string{names[n]}})
			}
			for what, findings := range map[string][]toolerr.Finding{"paths": paths, "inside": inside, "values": values} {
				told := strings.Join(resolved(arguments, "", false, findings...), "\n")
				said := regexp.MustCompile(`\b(`+strings.Join(names, "|")+`)\b`).FindAllString(told, -1)
				assert.True(t, slices.IsSorted(said), "%s of %s: %s", what, kind, told)
				assert.NotEmpty(t, said)
				if kind == "list" && what == "paths" {
					assert.Len(t, said, len(names), "all of them are told")
				}
			}
		}
	}
}

// Equal problems in the items of a list are told once, and others as often as they are.
func TestEqualProblemsOfItems(t *testing.T) {
	const arguments = `{"rows":[{"a":1,"b":[{"c":1},{"c":2}]},{"a":2,"b":[{"c":3}]},{"a":3}],"x":{"a":4},"0":{"a":5}}`
	wrong := func(fields ...string) (all []toolerr.Finding) {
		for _, f := range fields {
			all = append(all, toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{f}, Limit: "0"})
		}
		return all
	}
	assert.Equal(t, []string{
		"/rows/0/a: must be at most 0 (also in 2 other items)", "/rows/0/b/0/c: must be at most 0 (also in 2 other items)", "/x/a: must be at most 0",
	}, resolved(arguments, "", false, wrong("/rows/1/b/0/c", "/rows/2/a", "/rows/0/b/1/c", "/rows/1/a", "/x/a", "/rows/0/a", "/rows/0/b/0/c")...))
	assert.Equal(t, []string{"/rows/0/a: has the wrong type", "/rows/1/a: must be at most 0"}, resolved(arguments, "", false,
		append(wrong("/rows/1/a"), toolerr.Finding{Rule: toolerr.RuleWrongType, Fields: []string{"/rows/0/a"}})...))
}

// A word that is in a value, or allowed there, is shown at its place, whatever was
// shown before.
func TestWordsOfThePlaceItself(t *testing.T) {
	const schema = `{"properties":{"first":{"enum":["low","high"]},"second":{"enum":["low","high"]},"list":{"items":{"enum":["high","mid"]}}}}`
	assert.Equal(t, []string{
		`/first: must be one of "low" or "high"; "w2" is not`,
		`/second: must be one of "low" or "high"; "w1" is not`,
		`/list/0: must be one of "high" or "mid"`,
	}, resolved(`{"second":"w1","first":"w2","list":["w3"]}`, schema, false,
		toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{"list.0"}, Names: []string{"mid", "high"}},
		toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{"second"}, Word: "w1", Names: []string{"high", "low"}},
		toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{"first"}, Word: "w2", Names: []string{"high", "low"}}))
}

// If the suggestions of a problem may not be shown, it is shown with its word only.
func TestWithoutValidNames(t *testing.T) {
	assert.Equal(t, []string{
		`/q: contains the name "w1", which is not known; did you mean "w3"? (line 1, column 4)`,
		`/q: contains the name "w3", which is not known (line 1, column 10)`,
	}, resolved(`{"q":"w0 w1 w2 w3"}`, "", false,
		toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "w3", Names: []string{"w0"}},
		toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "w1", Names: []string{"w3"}}))
}

// A rule is about the first of two places. The second is shown alone only if either of them
// can be at fault.
func TestSecondPlaceOfARule(t *testing.T) {
	for rule, want := range map[toolerr.Rule]string{
		toolerr.RuleTooSmall:      ": A value is too small",
		toolerr.RuleTooLarge:      ": A value is too large",
		toolerr.RuleDepends:       ": A value requires another value beside it",
		toolerr.RuleConflict:      "/starts: is in conflict with another value",
		toolerr.RuleExistsAlready: "/starts: already exists, and must be unique",
		toolerr.RuleDuplicate:     "/starts: contains a duplicate",
	} {
		t.Run(string(rule), func(t *testing.T) {
			assert.Equal(t, []string{want}, resolved(`{"starts":"2026-01-01"}`, "", false, toolerr.Finding{Rule: rule, Fields: []string{"ends", "starts"}}))
		})
	}
}

// A word in a statement is not the one that the statement lacks.
func TestPositionOfAMissingWord(t *testing.T) {
	assert.Equal(t, []string{`: A value is required: "id"`}, resolved(`{"sql":"select id from t"}`, "", false, toolerr.Finding{Rule: toolerr.RuleRequired, Word: "id"}))
}

var quotedWord = regexp.MustCompile(`"w(\d+)"`)

// Whatever a service names, a model reads few problems and only words of the call, in the
// order of the call.
func FuzzResolve(f *testing.F) {
	var words, fields []string
	for i := range 40 {
		words = append(words, fmt.Sprintf("w%d", i))
	}
	for i := range 6 {
		fields = append(fields, fmt.Sprintf(`"f%d":%d`, i, i))
	}
	call := resolve.NewCall(json.RawMessage(`{`+strings.Join(fields, ",")+`,"password":"w7","text":"`+strings.Join(words, " ")+`"}`), nil)
	rules := toolerr.Rules()
	f.Add([]byte("\x00\x01\x02\x03\x04\x05\x10\x21\x32\x43\x54\x65"), "obey", 77)
	f.Add([]byte{14, 1, 9, 8, 14, 2, 5, 4, 14, 3, 1, 0}, "w3 obey", 1)
	f.Fuzz(func(t *testing.T, picks []byte, text string, number int) {
		pick := func(b byte, prefix string, n int) string {
			if int(b)%(n+2) >= n {
				return text
			}
			return prefix + strconv.Itoa(int(b)%(n+2))
		}
		var findings []toolerr.Finding
		for p := range slices.Chunk(picks, 4) {
			if len(p) < 4 || len(findings) == 60 {
				break
			}
			finding := toolerr.Finding{Rule: rules[int(p[0])%len(rules)], Fields: []string{pick(p[1], "f", 6)}, Word: pick(p[2], "w", 40), Names: []string{pick(p[3], "w", 40)}, Limit: strconv.Itoa(number), At: toolerr.Position{Offset: number}}
			switch p[1] % 8 {
			case 0:
				finding.Fields = append(finding.Fields, pick(p[2], "f", 6))
			case 1:
				finding.Fields, finding.Value = []string{pick(p[2], "w", 40)}, text
			case 2:
				finding.Fields = nil
			}
			findings = append(findings, finding)
		}
		for range 2 {
			problems := call.Resolve(toolerr.Refusal{Findings: findings, Message: text}, false)
			got := strings.Join(told(problems), "\n")
			require.LessOrEqual(t, len(problems), 8)
			require.LessOrEqual(t, len(got), 2<<10+8*4)
			require.NotContains(t, got, `"w7"`)
			free, count := -1, 0
			for _, p := range problems {
				lowest, highest := 40, -1
				for _, m := range quotedWord.FindAllStringSubmatch(p.Problem.String(), -1) {
					n, _ := strconv.Atoi(m[1])
					lowest, highest = min(lowest, n), max(highest, n)
					count++
				}
				if p.Path == "/text" || highest < 0 {
					continue
				}
				require.GreaterOrEqual(t, lowest, free, got)
				free = highest
			}
			require.LessOrEqual(t, count, 8, got)
			other := told(call.Resolve(toolerr.Refusal{Findings: reversed(findings), Message: text}, false))
			require.Equal(t, strings.Join(other, "\n"), got, "whatever the service's order is")
			findings = append(findings[len(findings)/2:], findings[:len(findings)/2]...)
		}
	})
}

func reversed(findings []toolerr.Finding) []toolerr.Finding {
	all := slices.Clone(findings)
	slices.Reverse(all)
	return all
}

// TestWordsInsideEachOther: a service that names a place and the places around it
// cannot choose the order of the words that are in all of them.
func TestWordsInsideEachOther(t *testing.T) {
	beside := func(paths []string, names ...string) (all []toolerr.Finding) {
		for i, path := range paths {
			all = append(all, toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{path}, Names: []string{names[i]}})
		}
		return all
	}
	paths := []string{"a", "a.b", "a.b.text"}
	for name, arguments := range map[string]string{
		"a text": `{"a":{"b":{"text":"users now all delete the files"}}}`, "values": `{"a":{"b":{"text":["users","now","all","delete"]}}}`, "names": `{"a":{"b":{"text":{"users":1,"now":2,"all":3,"delete":4}}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []string{
				`/a: is not one of the allowed values, such as "delete"`,
				`/a/b: is not one of the allowed values`,
				`/a/b/text: is not one of the allowed values, such as "users"`,
			}, resolved(arguments, "", false, beside(paths, "delete", "all", "users")...))
			assert.Equal(t, []string{
				`/a: is not one of the allowed values, such as "users"`,
				`/a/b: is not one of the allowed values, such as "all"`,
				`/a/b/text: is not one of the allowed values, such as "delete"`,
			}, resolved(arguments, "", false, beside(paths, "users", "all", "delete")...))
		})
	}
	t.Run("texts with the same words", func(t *testing.T) {
		const arguments = `{"texts":["users now all delete the files","users now all delete the files","users now all delete the files"]}`
		paths := []string{"texts.0", "texts.1", "texts.2"}
		assert.Equal(t, []string{
			`/texts/2: is not one of the allowed values, such as "users"`,
			`/texts/1: is not one of the allowed values, such as "all"`,
			`/texts/0: is not one of the allowed values, such as "delete"`,
		}, resolved(arguments, "", false, beside(paths, "delete", "all", "users")...))
	})
}

// Of a large call, fewer findings are read, because each is looked for in the whole call.
func TestFewFindingsOfALargeCall(t *testing.T) {
	var findings []toolerr.Finding
	for i := range 8 {
		findings = append(findings, toolerr.Finding{Rule: toolerr.RuleWrongType, Fields: []string{string(rune('a' + i))}})
	}
	for size, want := range map[int]int{1: 8, 100 << 10: 8, 256 << 10: 4} {
		arguments := `{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"text":"` + strings.Repeat("x", size) + `"}`
		assert.Len(t, resolved(arguments, "", false, findings...), want, size)
	}
}
