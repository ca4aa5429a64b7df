package findings

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// A recorded is a body of a validator, and the expected findings.
type recorded struct {
	Name   string   `json:"name"`
	Writer string   `json:"writer"`
	Body   string   `json:"body"`
	Want   []string `json:"want"`
}

// With record, the test stores the current findings of new bodies as the expected ones.
var record = os.Getenv("RECORD") != ""

func TestRecordedBodies(t *testing.T) {
	for _, file := range []string{"testdata/node.json", "testdata/python.json", "testdata/go.json", "testdata/documented.json"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var cases []recorded
		require.NoError(t, json.Unmarshal(text, &cases))
		for i, c := range cases {
			t.Run(c.Name, func(t *testing.T) {
				assert.Empty(t, Skipped([]byte(c.Body)))
				got := told(Read([]byte(c.Body)).Findings)
				if record && c.Want == nil {
					cases[i].Want = got
					return
				}
				require.NotEmpty(t, c.Writer)
				assert.Equal(t, c.Want, got, c.Body)
			})
		}
		if record {
			var b strings.Builder
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			e.SetIndent("", " ")
			require.NoError(t, e.Encode(cases))
			require.NoError(t, os.WriteFile(file, []byte(b.String()), 0o644))
		}
	}
}

// told returns findings as short texts: fields, rule and details.
func told(found []toolerr.Finding) []string {
	lines := []string{}
	for _, f := range found {
		line := fmt.Sprintf("%s %s", strings.Join(f.Fields, "+"), f.Rule)
		if f.Limit != "" {
			line += " " + f.Limit
		}
		if f.Beyond {
			line += " beyond"
		}
		if len(f.Names) > 0 {
			line += " " + strings.Join(f.Names, "|")
		}
		lines = append(lines, line)
	}
	return lines
}

func TestValues(t *testing.T) {
	for body, want := range map[string]string{
		`{"detail":[{"type":"less_than_equal","loc":["body","n"],"msg":"Input should be less than or equal to 5","input":9,"ctx":{"le":5}}]}`: "9",
		`{"errors":[{"field":"n","code":"Max","defaultMessage":"must be less than or equal to 5","rejectedValue":9}]}`:                        "9",
		`{"errors":[{"path":"n","msg":"must be a valid email","value":"x@","location":"body"}]}`:                                              "x@",
		`{"errors":[{"field":"n","code":"required","value":{"n":1}}]}`:                                                                        "",
	} {
		found := Read([]byte(body)).Findings
		require.Len(t, found, 1, body)
		assert.Equal(t, want, found[0].Value, body)
	}
}

// A member with a sentence for people is not a field of that name, and a sentence of an
// exception is read in its inspected form.
func TestMembersForPeople(t *testing.T) {
	for body, want := range map[string][]string{
		`{"errors":[{"message":"No","extensions":{"userPresentableMessage":"name must be a string."}}]}`:                            {"name wrong_type"},
		`{"exception":"#<ActionController::ParameterMissing: param is missing or the value is empty: user>","error":"Bad Request"}`: {"user required"},
		`{"message":"Argument Validation Error"}`:                                                         {},
		`{"error":{"code":"InvalidParameter","message":"The user name is not allowed.","target":"name"}}`: {"name bad_value"},
		`{"errors":[{"field":"name","message":"\"name\" is not allowed"}]}`:                               {"name unknown"},
	} {
		assert.Equal(t, want, told(Read([]byte(body)).Findings), body)
	}
}

// No row is hidden by an earlier one.
func TestNoRowIsHidden(t *testing.T) {
	fill := strings.NewReplacer("{limit}", "7", "{names}", "'a', 'b'", "{name}", "a", "{field}", "f", "{word}", "w", "{value}", "v", "{}", "x", "…", "", "$", "")
	for name, table := range map[string][]phrase.Pattern{"predicates": predicates.rows, "vague": vague, "wholes": wholes.rows, "jacksonTexts": jacksonTexts} {
		for i, row := range table {
			for source := range strings.FieldsSeq(row.Source) {
				require.Contains(t, sources, source, row.Text)
			}
			require.True(t, row.Rule.Known(), row.Text)
			text := fill.Replace(row.Text)
			f, ok := phrase.Find(text, table[i:i+1])
			if !assert.True(t, ok, "%s: %q does not match its own row", name, text) {
				continue
			}
			first, _ := phrase.Find(text, table[:i+1])
			if first.Rule == f.Rule && first.Limit == f.Limit && len(first.Fields) == len(f.Fields) && first.Word == f.Word {
				_, hidden := phrase.Find(text, table[:i])
				assert.False(t, hidden && strings.HasPrefix(row.Text, "…") && !strings.Contains(row.Text, "{"), "%s: an earlier row reads %q too", name, text)
				continue
			}
			assert.Fail(t, "hidden", "%s: an earlier row reads %q as %s", name, text, first.Rule)
		}
		if name == "predicates" { // the rows have the spelling to which texts are normalized
			for _, row := range table {
				text := strings.NewReplacer("…", "", "$", "").Replace(row.Text)
				assert.Equal(t, text, spelling.Replace(text))
			}
		}
	}
}

// A table finds the same row as phrase.Find.
func TestTable(t *testing.T) {
	fill := strings.NewReplacer("{limit}", "7", "{names}", "'a', 'b'", "{name}", "a", "{field}", "f", "{word}", "w", "{value}", "v", "{}", "x", "…", "…", "$", "")
	for _, table := range []*table{predicates, wholes} {
		require.LessOrEqual(t, len(table.rows), maxRows)
		for _, row := range table.rows {
			for _, text := range []string{fill.Replace(row.Text), "a " + fill.Replace(row.Text) + " or more", fill.Replace(row.Text) + strings.Repeat("x", 1<<10)} {
				want, wantOK := phrase.Find(text, table.rows)
				found, ok := table.find(text)
				require.Equal(t, wantOK, ok, text)
				require.Equal(t, want, found, text)
			}
		}
	}
}

// Each shape has a bit in the sets of its catalogue.
func TestCatalogues(t *testing.T) {
	for _, c := range []catalogue{vendors, frameworks} {
		all := c.any
		for _, set := range c.with {
			all |= set
		}
		assert.Len(t, c.shapes, bits.OnesCount64(all))
	}
}

func TestEveryNameHasOneRule(t *testing.T) {
	seen := map[string]toolerr.Rule{}
	for _, row := range rowsOf(vocabularies) {
		for source := range strings.FieldsSeq(row.Source) {
			require.Contains(t, sources, source)
		}
		for name := range strings.FieldsSeq(strings.TrimPrefix(row.Text, "…")) {
			assert.Equal(t, fold(name), name)
			assert.NotContains(t, seen, name)
			seen[name] = row.Rule
		}
	}
}

// The size of the result is bounded, and its places consist of texts of the body.
func FuzzRead(f *testing.F) {
	for _, file := range []string{"testdata/node.json", "testdata/python.json", "testdata/go.json", "testdata/documented.json"} {
		text, err := os.ReadFile(file)
		require.NoError(f, err)
		var cases []recorded
		require.NoError(f, json.Unmarshal(text, &cases))
		for _, c := range cases {
			f.Add([]byte(c.Body))
		}
	}
	f.Add([]byte("on: unknown field \"c\x90\x99\x00\xa9Volour\""))
	f.Fuzz(func(t *testing.T, body []byte) {
		parse(body, func(d doc) {
			text := fold(strings.NewReplacer("\x00", "", "[]", "").Replace(allText(d.root, d.text)))
			for _, s := range frameworks.shapes {
				requireFromText(t, s.read(d), text)
			}
		})
	})
}

// requireFromText requires that the steps of all places are in the folded text of a body.
func requireFromText(t *testing.T, found []toolerr.Finding, text string) {
	t.Helper()
	require.LessOrEqual(t, len(found), maxFindings+maxMessages)
	for _, one := range found {
		require.True(t, one.Rule.Known())
		require.LessOrEqual(t, len(one.Fields), 4)
		for _, field := range one.Fields {
			require.LessOrEqual(t, len(field), 1<<10)
			for step := range strings.FieldsFuncSeq(field, func(r rune) bool { return strings.ContainsRune("/.[]'\"~ :-", r) }) {
				require.Contains(t, text, strings.Trim(fold(strings.ReplaceAll(step, "\x00", "")), "01"), "%q", field)
			}
		}
	}
}

// allText returns all keys and strings of a body, and the body.
func allText(n jsontree.Node, text string) string {
	var b strings.Builder
	b.WriteString(text)
	var walk func(n jsontree.Node)
	walk = func(n jsontree.Node) {
		b.WriteString(n.Key + " " + n.Text + " ")
		if n.IsString() {
			inner, _ := jsontree.Parse(strings.TrimLeft(n.Text, " \n"), jsontree.Limits{Depth: maxDepth, Values: maxValues})
			for _, k := range inner.Kids {
				walk(k)
			}
		}
		for _, k := range n.Kids {
			walk(k)
		}
	}
	walk(n)
	return b.String()
}

func BenchmarkThreeFields(b *testing.B) {
	body := []byte(`{"detail":[{"type":"missing","loc":["body","title"],"msg":"Field required","input":{}},{"type":"enum","loc":["body","kind"],"msg":"Input should be 'a' or 'b'","input":"x","ctx":{"expected":"'a' or 'b'"}},{"type":"greater_than_equal","loc":["body","n"],"msg":"Input should be greater than or equal to 1","input":0,"ctx":{"ge":1}}]}`)
	b.ReportAllocs()
	for b.Loop() {
		if len(Read(body).Findings) != 3 {
			b.Fatal("no findings")
		}
	}
}

func BenchmarkThreeSentences(b *testing.B) {
	body := []byte(`{"title":["This field may not be blank."],"kind":["\"x\" is not a valid choice."],"n":["Ensure this value is greater than or equal to 1."]}`)
	b.ReportAllocs()
	for b.Loop() {
		if len(Read(body).Findings) != 3 {
			b.Fatal("no findings")
		}
	}
}
