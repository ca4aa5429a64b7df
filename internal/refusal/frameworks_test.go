package refusal

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

func TestRecordedBodies(t *testing.T) {
	for _, file := range []string{"testdata/node.json", "testdata/python.json", "testdata/go.json", "testdata/documented.json"} {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		var cases []recorded
		require.NoError(t, json.Unmarshal(text, &cases))
		for _, c := range cases {
			t.Run(c.Name, func(t *testing.T) {
				got := told(Read([]byte(c.Body)).Findings)
				require.NotEmpty(t, c.Writer)
				assert.Equal(t, c.Want, got, c.Body)
			})
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

// A member with a sentence for people is not a field of that name, a sentence of an exception
// is read in its inspected form, and the place of a list of problems stands beside it.
func TestMembersForPeople(t *testing.T) {
	for body, want := range map[string][]string{
		`{"errors":[{"message":"No","extensions":{"userPresentableMessage":"name must be a string."}}]}`:                            {"name wrong_type"},
		`{"exception":"#<ActionController::ParameterMissing: param is missing or the value is empty: user>","error":"Bad Request"}`: {"user required"},
		`{"message":"Argument Validation Error"}`:                           {},
		`{"errors":[{"field":"name","message":"\"name\" is not allowed"}]}`: {"name unknown"},
		`{"non_field_errors":[{"rooms":["must be an array"]}]}`:             {"rooms wrong_type"},
	} {
		assert.Equal(t, want, told(Read([]byte(body)).Findings), body)
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
	for _, body := range []string{
		"on: unknown field \"c\x90\x99\x00\xa9Volour\"", `{"error":{"param":"a"}}`, `{"errors":{"a":{"_errors":[{}]}}}`, "<Error><Code>a</Code>", `{"ok":false,"error":"invalid_a"}`, "invalid value for a",
	} {
		f.Add([]byte(body))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		assert.LessOrEqual(t, len(Read(body).Findings), maxFindings)
		parse(body, func(d Doc) {
			text := fold(strings.NewReplacer("\x00", "", "[]", "").Replace(allText(d.Root, d.Text)))
			for _, read := range readers[1:] { // a SQLSTATE implies a place
				requireFromText(t, read(d), text)
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
