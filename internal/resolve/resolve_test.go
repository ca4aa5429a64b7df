package resolve_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// token has the shape of a credential.
const token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"

func refusal(findings ...toolerr.Finding) toolerr.Refusal { return toolerr.Refusal{Findings: findings} }

// told returns the model's view of problems, as "PATH: PROBLEM".
func told(problems []toolerr.Problem) []string {
	var all []string
	for _, p := range problems {
		all = append(all, p.Path+": "+p.Problem.String())
	}
	return all
}

func resolved(arguments, schema string, names bool, findings ...toolerr.Finding) []string {
	return told(resolve.NewCall(json.RawMessage(arguments), json.RawMessage(schema)).Resolve(refusal(findings...), names))
}

func TestKnownWords(t *testing.T) {
	tests := []struct {
		name, arguments, schema string
		known, unknown          []string
	}{
		{"keys", `{"a_key":{"inner-key":1}}`, ``, []string{"a_key", "inner-key"}, []string{"inner", "A_KEY", "0"}},
		{"an index is not a key", `{"l":["x"]}`, ``, []string{"x"}, []string{"0"}},
		{
			"a whole value of 80 characters", fmt.Sprintf(`{"v":%q,"w":%q}`, strings.Repeat("é ", 40), strings.Repeat("é ", 40)+"x"), ``,
			[]string{strings.Repeat("é ", 40), "x"},
			[]string{strings.Repeat("é ", 40) + "x"},
		},
		{
			"tokens", `{"q":"SELECT u.emial, 'a b' FROM @t WHERE x-y=$1 AND größe > 5. -- a note"}`, ``,
			[]string{"SELECT", "u.emial", "emial", "a", "b", "@t", "x-y", "$1", "größe", "5", "5.", "note"},
			[]string{"a b", "u", "x", "y", "emia", "Emial", "'a"},
		},
		{"the parts between full stops", `{"q":"a.bc.c"}`, ``, []string{"a.bc.c", "bc", "c"}, []string{"b", "bc.c", "a"}},
		{"a token with a full stop in front", `{"q":"cat .env --file=x."}`, ``, []string{".env", "env", "--file", "file", "x"}, nil},
		{"numbers and words", `{"n":1234567890123,"b":true}`, ``, []string{"1234567890123", "true"}, []string{"1234"}},
		{
			"of the schema", `{}`, `{"properties":{"state":{"enum":["open","closed state",7]},"kind":{"const":"k1"},"n":{"items":{"enum":["deep"]}}}}`,
			[]string{"state", "open", "closed state", "7", "kind", "k1", "deep"},
			[]string{"closed", "enum", "properties"},
		},
		{
			"nothing else of a schema", `{}`, `{"title":"Secret","description":"of things","properties":{"a":{"default":"dflt","examples":["ex"],"pattern":"^pp$"}}}`,
			[]string{"a"},
			[]string{"Secret", "of", "things", "dflt", "ex", "^pp$"},
		},
		{
			"through references and combinations", `{}`,
			`{"$defs":{"a/b":{"properties":{"ref1":{}}},"l":{"anyOf":[{"$ref":"#/$defs/l"},{"properties":{"loop":{"$ref":"#/$defs/l"}}}]}},"allOf":[{"$ref":"#/$defs/a~1b"},{"properties":{"all1":{}}}],"oneOf":[{"properties":{"one1":{}}}],"then":{"properties":{"then1":{}}},"properties":{"l":{"$ref":"#/$defs/l"}}}`,
			[]string{"ref1", "all1", "one1", "then1", "loop"},
			nil,
		},
		{
			"under a credential's key", `{"password":"hunter2 x","api_key":{"v":["deep0"]},"Authorization":"Basic abc","user":"joe"}`, ``,
			[]string{"joe", "password"},
			[]string{"v", "hunter2 x", "hunter2", "deep0", "Basic abc", "abc"},
		},
		{
			"a credential that stands elsewhere too", `{"password":"hunter2","note":"hunter2 is it","pin":"hunter2"}`, ``,
			[]string{"is"},
			[]string{"hunter2"},
		},
		{
			"a credential inside another value", `{"password":"hunter2","pin":"123","dsn":"joe:hunter2@db q123"}`, ``,
			[]string{"q123"},
			[]string{"joe:hunter2@db q123", "hunter2@db", "joe"},
		},
		{
			"writeOnly and format password", `{"a":"w1","b":["w2"],"c":{"x":"w3"},"d":"ok1"}`,
			`{"properties":{"a":{"writeOnly":true},"b":{"items":{"format":"password"}},"c":{"writeOnly":true,"properties":{"x":{"enum":["w4"]}}},"d":{"writeOnly":false}}}`,
			[]string{"ok1", "x"},
			[]string{"w1", "w2", "w3", "w4"},
		},
		{
			"writeOnly through references, maps and lists", `{"m":{"any":{"s":"w1"}},"l":[{"s":"w2"}],"r":{"s":"w3"},"t":["o","w4"],"p":{"s-1":"w5"},"deep":{"deep":{"deep":{"deep":{"deep":{"deep":{"deep":{"deep":{"deep":{"deep":{"s":"w6"}}}}}}}}}}}`,
			`{"$defs":{"s":{"writeOnly":true},"d":{"properties":{"deep":{"$ref":"#/$defs/d"},"s":{"anyOf":[{"$ref":"#/$defs/s"},{}]}}}},"allOf":[{"$ref":"#/$defs/d"}],"properties":{
				"m":{"additionalProperties":{"properties":{"s":{"writeOnly":true}}}},"l":{"items":{"properties":{"s":{"$ref":"#/$defs/s"}}}},"r":{"$ref":"#/$defs/d"},
				"t":{"prefixItems":[{},{"writeOnly":true}]},"p":{"patternProperties":{"^s-":{"writeOnly":true}}}}}`,
			nil,
			[]string{"w1", "w2", "w3", "w4", "w5", "w6"},
		},
		{"shaped like a credential", `{"q":"use ` + token + ` now","` + token + `":1}`, ``, []string{"use", "now"}, []string{token}},
		{"a schema that was cut off", `{"a":"v1"}`, `{"properties":{"a":{},"b":{"wr`, []string{"a"}, []string{"v1"}},
		{"arguments that are not an object", `["a1"]`, ``, nil, []string{"a1"}},
		{"arguments that are not JSON", `{"a":"a1","b":`, ``, []string{"a", "a1"}, []string{"b"}},
		{
			"256 KiB are read", `{"first":"a1","large":"` + strings.Repeat("x ", 128<<10) + `","last":"z1"}`, ``,
			[]string{"first", "a1"},
			[]string{"last", "z1", "large"},
		},
		{"a key that is too long", `{"` + strings.Repeat("k", 300) + `":{"in":"v1"},"b":"v2"}`, ``, []string{"v2"}, []string{"in", "v1"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call := resolve.NewCall(json.RawMessage(tt.arguments), json.RawMessage(tt.schema))
			says := func(word string) string {
				return strings.Join(told(call.Resolve(refusal(toolerr.Finding{Rule: toolerr.RuleBadFormat, Word: word}), false)), "\n")
			}
			for _, word := range tt.known {
				assert.Contains(t, says(word), toolerr.Quote(word).String(), "%q is known", word)
			}
			for _, word := range tt.unknown {
				assert.NotContains(t, says(word), toolerr.Quote(word).String(), "%q is not known", word)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	const schema = `{"properties":{"email":{},"due_date":{},"items":{"items":{"properties":{"sku":{},"qty":{}}}},"address":{"properties":{"zip":{}}},"labels":{"additionalProperties":{"properties":{"v":{}}}}}}`
	const arguments = `{"email":"x@y","dueDate":"soon","items":[{"sku":"A"},{"sku":"A","price":5}],"a.b":1,"~/":2,"labels":{"l1":{}}}`
	tests := []struct {
		name, arguments, schema string
		field, value            string
		want                    string
	}{
		{"a name", arguments, schema, "email", "", "/email"},
		{"a pointer", arguments, schema, "/items/1/sku", "", "/items/1/sku"},
		{"a pointer in a fragment", arguments, schema, "#/items/1/sku", "", "/items/1/sku"},
		{"an escaped pointer", arguments, schema, "/~0~1", "", "/~0~1"},
		{"dotted", arguments, schema, "items.1.price", "", "/items/1/price"},
		{"brackets", arguments, schema, "items[1].price", "", "/items/1/price"},
		{"brackets and quotation marks", arguments, schema, `items[1]["price"]`, "", "/items/1/price"},
		{"a key with a full stop", arguments, schema, "a.b", "", "/a.b"},
		{"an index of the schema", arguments, schema, "items.0.qty", "", "/items/0/qty"},
		{"an index that was not sent", arguments, schema, "items.7.qty", "", ""},
		{"an index of a list that was not sent", `{}`, schema, "items.0.qty", "", ""},
		{"a key of a map", arguments, schema, "labels.l1.v", "", "/labels/l1/v"},
		{"not sent, in the schema", `{}`, schema, "address.zip", "", "/address/zip"},
		{"below an envelope", arguments, schema, "body.email", "", "/email"},
		{"below two", arguments, schema, "body.data.attributes.email", "", "/email"},
		{"JSONPath", arguments, schema, "$.email", "", "/email"},
		{"the tool's envelope", `{"input":{"title":"x"}}`, ``, "title", "", "/input/title"},
		{"the same envelope on both", `{"data":{"attributes":{"title":"x"}}}`, ``, "/data/attributes/title", "", "/data/attributes/title"},
		{"no envelope", arguments, schema, "user.email", "", ""},
		{"another spelling", arguments, schema, "due-date", "", ""}, // the schema has due_date, and the argument is dueDate
		{"another spelling of one", `{"dueDate":1}`, ``, "Due_Date", "", "/dueDate"},
		{"exact before another spelling", `{"due_date":1,"dueDate":2}`, ``, "dueDate", "", "/dueDate"},
		{"two of another spelling", `{"due_date":1,"dueDate":2}`, ``, "DUE-DATE", "", ""},
		{"a last segment alone", arguments, schema, "order.lines.sku", "", ""},
		{"a last segment with its value", `{"a":{"sku":"A"},"b":{"sku":"B"}}`, ``, "order.lines.sku", "B", "/b/sku"},
		{"a last segment with another value", `{"a":{"sku":"A"}}`, ``, "order.lines.sku", "C", ""},
		{"a last segment with the value of two", arguments, schema, "order.lines.sku", "A", ""},
		{"a prefix of a name", arguments, schema, "emai", "", ""},
		{"nothing", arguments, schema, "", "x@y", "/email"},
		{"separators alone", arguments, schema, "./.[]", "x@y", ""},
		{"too deep", `{"a":1}`, ``, strings.Repeat("body.", 17) + "a", "", ""},
		{"too long", `{"a":1}`, ``, strings.Repeat("body.", 120) + "a", "", ""},
		{"shaped like a credential", `{"` + token + `":1}`, ``, token, "", ""},
		{"cut arguments, exact", `{"a":{"b":1},"c":`, ``, "a.b", "", "/a/b"},
		{"cut arguments, last segment", `{"a":{"b":"v"},"c":`, ``, "x.b", "v", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := toolerr.Finding{Rule: toolerr.RuleTooLarge, Value: tt.value}
			if tt.field != "" {
				f.Fields = []string{tt.field}
			}
			got := resolve.NewCall(json.RawMessage(tt.arguments), json.RawMessage(tt.schema)).Resolve(refusal(f), false)
			require.Len(t, got, 1)
			assert.Equal(t, tt.want, got[0].Path)
			if tt.want == "" {
				assert.True(t, strings.HasPrefix(got[0].Problem.String(), "A value "), "it has a subject: %s", got[0].Problem)
			}
		})
	}
}

// If no place is named, a value shows it if it is whole, has 3 to 64 characters, and occurs
// once.
func TestAValueShowsItsPlace(t *testing.T) {
	tests := []struct{ name, arguments, value, want string }{
		{"the only one", `{"a":"pro","b":"x"}`, "pro", `/a: contains "pro", which is not one of the allowed values`},
		{"too short", `{"a":"pr"}`, "pr", `: A value contains "pr", which is not one of the allowed values`},
		{"too long", `{"a":"` + strings.Repeat("é", 65) + `"}`, strings.Repeat("é", 65), `: A value contains "` + strings.Repeat("é", 65) + `", which is not one of the allowed values`},
		{"two", `{"a":"pro","b":"pro"}`, "pro", `: A value contains "pro", which is not one of the allowed values`},
		{"a part", `{"a":"pro plan"}`, "pro", `: A value contains "pro", which is not one of the allowed values`},
		{"a number", `{"a":1234}`, "1234", `: A value contains "1234", which is not one of the allowed values`},
		{"a credential", `{"password":"pass-1"}`, "pass-1", ": A value is not one of the allowed values"},
		{"another one", `{"a":"pro"}`, "max", ": A value is not one of the allowed values"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, []string{tt.want}, resolved(tt.arguments, "", false, toolerr.Finding{Rule: toolerr.RuleNotAllowed, Value: tt.value}))
		})
	}
}

func TestPositions(t *testing.T) {
	const unknown = " contains the name %q, which is not known"
	tests := []struct {
		name, query string
		word        string
		at          toolerr.Position
		path, where string // where is the text in the problem's last brackets
	}{
		{"at the offset", "select emial", "emial", toolerr.Position{Offset: 8}, "/q", "line 1, column 8"},
		{"at line and column", "select a,\n  emial", "emial", toolerr.Position{Line: 2, Column: 3}, "/q", "line 2, column 3"},
		{"characters, not bytes", "select 'größe', emial", "emial", toolerr.Position{Offset: 17}, "/q", "line 1, column 17"},
		{"in a quotation", `select "emial"`, "emial", toolerr.Position{Offset: 8}, "/q", "line 1, column 8"},
		{"one of two, at the position", "select emial from t where emial", "emial", toolerr.Position{Offset: 27}, "/q", "line 1, column 27"},
		{"the statement was wrapped", "select emial", "emial", toolerr.Position{Offset: 30}, "/q", "line 1, column 8; character 30 of the text that the service received"},
		{"without a position", "select u.emial", "emial", toolerr.Position{}, "/q", "line 1, column 10"},
		{"wrapped, and twice", "select emial, emial", "emial", toolerr.Position{Line: 1, Column: 3}, "", "line 1, column 3 of the text that the service received"},
		{"twice, without a position", "select emial, emial", "emial", toolerr.Position{}, "", ""},
		{"a part of another word", "select emial_x, emial, emial", "emial", toolerr.Position{Offset: 8}, "", "character 8 of the text that the service received"},
		{"a longer word that begins so", "select emial_x, emial", "emial", toolerr.Position{Offset: 8}, "/q", "line 1, column 17; character 8 of the text that the service received"},
		{"the line alone", "select a\nfrom b", "", toolerr.Position{Line: 2}, "", "line 2 of the text that the service received"},
		{"a column without its line", "select a", "", toolerr.Position{Column: 2}, "", ""},
		{"negative", "select a", "", toolerr.Position{Line: -1, Column: -2, Offset: -3}, "", ""},
		{"ten digits", "select a", "", toolerr.Position{Offset: 1_000_000_000}, "", ""},
		{"in a comment", "select 1 -- drop emial now", "emial", toolerr.Position{Offset: 18}, "", "character 18 of the text that the service received"},
		{"in a comment without a position", "select 1 /* emial */", "emial", toolerr.Position{}, "", ""},
		{"in a comment that does not end", "select 1 /* emial", "emial", toolerr.Position{Offset: 13}, "", "character 13 of the text that the service received"},
		{"in a comment at the start of a line", "# emial\nx", "emial", toolerr.Position{Offset: 3}, "", "character 3 of the text that the service received"},
		{"in a comment and elsewhere", "select emial -- emial", "emial", toolerr.Position{}, "/q", "line 1, column 8"},
		{"behind a comment", "/* a */ -- b\nselect emial", "emial", toolerr.Position{Line: 2, Column: 8}, "/q", "line 2, column 8"},
		{"what looks like a comment in a quotation", "select '--', emial", "emial", toolerr.Position{Offset: 14}, "/q", "line 1, column 14"},
		{"behind the end", "emial", "emial x", toolerr.Position{Offset: 6}, "", "character 6 of the text that the service received"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			args, err := json.Marshal(map[string]string{"q": tt.query})
			require.NoError(t, err)
			want := fmt.Sprintf(unknown, tt.word)
			if tt.word == "" || strings.Contains(tt.word, " ") {
				want = " is not known"
			}
			if tt.path == "" {
				want = " A value" + want
			}
			if tt.where != "" {
				want += " (" + tt.where + ")"
			}
			assert.Equal(t, []string{tt.path + ":" + want}, resolved(string(args), "", false, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: tt.word, At: tt.at}))
		})
	}
	t.Run("the word at the position shows which text", func(t *testing.T) {
		got := resolved(`{"a":"with emial","b":"emial of b","c":"emial"}`, "", false, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "emial", At: toolerr.Position{Offset: 6}})
		assert.Equal(t, []string{`/a: contains the name "emial", which is not known (line 1, column 6)`}, got)
	})
	t.Run("not in a value that is not to be repeated", func(t *testing.T) {
		got := resolved(`{"password":"is emial","b":"x emial"}`, "", false, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "emial", At: toolerr.Position{Offset: 4}})
		assert.Equal(t, []string{`/b: contains the name "emial", which is not known (line 1, column 3; character 4 of the text that the service received)`}, got)
	})
}

// The order is that of the schema, then of the arguments, whatever the order of the
// service.
func TestOrder(t *testing.T) {
	const schema = `{"properties":{"z":{},"list":{"items":{}},"y":{}}}`
	const arguments = `{"own2":"w2","own1":"w1","y":1,"list":[0,1,2,3,4,5,6,7,8,9,10],"z":1}`
	findings := []toolerr.Finding{
		{Rule: toolerr.RuleTooLarge, Fields: []string{"own1"}},
		{Rule: toolerr.RuleTooLarge, Fields: []string{"list.10"}},
		{Rule: toolerr.RuleTooLarge, Fields: []string{"y"}},
		{Rule: toolerr.RuleUnknown, Word: "w1x"},
		{Rule: toolerr.RuleTooLarge, Fields: []string{"own2"}},
		{Rule: toolerr.RuleTooLarge, Fields: []string{"list.2"}},
		{Rule: toolerr.RuleTooLarge, Fields: []string{"z"}},
		{Rule: toolerr.RuleTooLarge, Fields: []string{"z"}},
	}
	want := []string{
		"/z: is too large", "/list/2: is too large (also in another item)", "/y: is too large",
		"/own2: is too large", "/own1: is too large", ": A value is not known",
	}
	for range len(findings) {
		assert.Equal(t, want, resolved(arguments, schema, false, findings...))
		findings = append(findings[1:], findings[0])
	}
	t.Run("words", func(t *testing.T) {
		const call = `{"q":"three one two"}`
		one := resolved(call, "", false, toolerr.Finding{Rule: toolerr.RuleConflict, Word: "one"}, toolerr.Finding{Rule: toolerr.RuleConflict, Word: "three"})
		other := resolved(call, "", false, toolerr.Finding{Rule: toolerr.RuleConflict, Word: "three"}, toolerr.Finding{Rule: toolerr.RuleConflict, Word: "one"})
		assert.Equal(t, one, other)
		assert.Contains(t, one[0], "three")
	})
	t.Run("allowed values", func(t *testing.T) {
		got := resolved(`{"s":"x"}`, `{"properties":{"s":{"enum":["one","two","three"]}}}`, false,
			toolerr.Finding{Rule: toolerr.RuleNotAllowed, Fields: []string{"s"}, Names: []string{"three", "one", "two", "one", "four"}})
		assert.Equal(t, []string{`/s: must be one of "one", "two" or "three"`}, got)
	})
	t.Run("two places", func(t *testing.T) {
		for _, fields := range [][]string{{"own1", "z"}, {"z", "own1"}} {
			assert.Equal(t, []string{`/z: is in conflict with "/own1"`},
				resolved(arguments, schema, false, toolerr.Finding{Rule: toolerr.RuleConflict, Fields: fields}))
		}
		assert.Equal(t, []string{`/own1: requires "/z" beside it`},
			resolved(arguments, schema, false, toolerr.Finding{Rule: toolerr.RuleDepends, Fields: []string{"own1", "z"}}), "one of the two requires the other")
	})
}

func TestLimits(t *testing.T) {
	var arguments, query []string
	var byField, byWord []toolerr.Finding
	for i := range 30 {
		arguments = append(arguments, fmt.Sprintf(`"f%02d":1`, i))
		query = append(query, fmt.Sprintf("w%02d", i))
		byField = append(byField, toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{fmt.Sprintf("f%02d", i)}})
		byWord = append(byWord, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: fmt.Sprintf("w%02d", i), Names: []string{"w00", "w01"}})
	}
	call := `{"q":"` + strings.Join(query, " ") + `",` + strings.Join(arguments, ",") + `}`
	t.Run("8 problems", func(t *testing.T) {
		got := resolved(call, "", false, byField...)
		assert.Len(t, got, 8)
		assert.Equal(t, "/f00: is too large", got[0])
	})
	t.Run("8 words", func(t *testing.T) {
		got := strings.Join(resolved(call, "", false, byWord...), " ")
		assert.LessOrEqual(t, strings.Count(got, `"w`), 8, got)
		assert.Greater(t, strings.Count(got, `"w`), 4, got)
	})
	t.Run("8 words in one finding", func(t *testing.T) {
		got := resolved(call, "", false, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "w29", Names: query})
		require.Len(t, got, 1, "it is shown, with fewer words")
		assert.Equal(t, 8, strings.Count(got[0], `"w`), got[0])
	})
	t.Run("16 names", func(t *testing.T) {
		var findings []toolerr.Finding
		for i := range 30 {
			findings = append(findings, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: fmt.Sprintf("n%02d", i), Names: []string{fmt.Sprintf("m%02d", i)}})
		}
		got := strings.Join(resolved(call, "", true, findings...), " ")
		assert.LessOrEqual(t, strings.Count(got, `"n`)+strings.Count(got, `"m`), 16)
		assert.NotContains(t, strings.Join(resolved(call, "", false, findings...), " "), `"`)
	})
	t.Run("2 KiB", func(t *testing.T) {
		var arguments []string
		var findings []toolerr.Finding
		for i := range 8 {
			key := fmt.Sprintf("%d", i) + strings.Repeat("k", 250)
			arguments = append(arguments, fmt.Sprintf("%q:1", key))
			findings = append(findings, toolerr.Finding{Rule: toolerr.RuleConflict, Fields: []string{key, "short"}})
		}
		got := resolved(`{`+strings.Join(arguments, ",")+`,"short":1}`, "", false, append(findings, toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"short"}})...)
		all := strings.Join(got, "")
		assert.LessOrEqual(t, len(all), 2<<10)
		assert.Greater(t, len(all), 1500)
	})
	t.Run("64 findings", func(t *testing.T) {
		many := slices.Repeat([]toolerr.Finding{{Rule: toolerr.RuleTooLarge, Fields: []string{"f00"}}}, 64)
		assert.Len(t, resolved(call, "", false, append(many, byField[1])...), 1)
	})
}

func TestNumbers(t *testing.T) {
	const call = `{"n":5,"m":1234567890123,"pin":{"password":"4321"}}`
	for limit, want := range map[string]string{
		"100":                   "must be at most 100",
		"-100":                  "must be at most -100",
		"0.25":                  "must be at most 0.25",
		"100.0":                 "must be at most 100",
		"123456789":             "must be at most 123456789",
		"1234567.89":            "must be at most 1234567.89",
		"1234567890":            "is too large",
		"1234567890.0":          "is too large",
		"12345678.901":          "is too large",
		"1234567890123":         "must be at most 1234567890123", // the call has it
		"2147483647":            "must be at most 2147483647",
		"4294967295":            "must be at most 4294967295",
		"9007199254740991":      "must be at most 9007199254740991",
		"9223372036854775807":   "must be at most 9223372036854775807",
		"9223372036854775808":   "is too large",
		"4321":                  "is too large", // a password
		"5":                     "is too large", // what was refused
		"":                      "is too large",
		"1e9":                   "is too large",
		"0x10":                  "is too large",
		"5.":                    "is too large",
		".5":                    "is too large",
		"1,000":                 "is too large",
		"--5":                   "is too large",
		"100 and obey":          "is too large",
		"٣":                     "is too large",
		strings.Repeat("1", 99): "is too large",
	} {
		t.Run(limit, func(t *testing.T) {
			assert.Equal(t, []string{"/n: " + want}, resolved(call, "", false, toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"n"}, Limit: limit}))
		})
	}
	t.Run("not beside a rule without a limit", func(t *testing.T) {
		assert.Equal(t, []string{"/n: has an invalid value", "/n: is read only and cannot be set"},
			resolved(call, "", false, toolerr.Finding{Rule: toolerr.RuleReadOnly, Fields: []string{"n"}, Limit: "77"}, toolerr.Finding{Rule: "new", Fields: []string{"n"}, Limit: "77"}))
	})
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"email": true, "users.email": true, "fk_users-1": true, "a$1": true, "_x": true, strings.Repeat("n", 40): true,
		strings.Repeat("n", 41): false, "a.b.c": false, "a b": false, "1a": false, "": false, ".a": false, "a.": false, "größe": false,
		"a;b": false, "https://x": false, token: false, "sure!": false, "a\nb": false,
	} {
		t.Run(name, func(t *testing.T) {
			f := toolerr.Finding{Rule: toolerr.RuleNotFound, Word: name}
			assert.Equal(t, want, strings.Contains(strings.Join(resolved(`{"q":1}`, "", true, f), ""), `"`))
			assert.NotContains(t, strings.Join(resolved(`{"q":1}`, "", false, f), ""), `"`)
		})
	}
	t.Run("a field that has no path", func(t *testing.T) {
		f := toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"tenant_id"}}
		assert.Equal(t, []string{`: "tenant_id" is required`}, resolved(`{}`, "", true, f))
		assert.Equal(t, []string{`: A value is required`}, resolved(`{}`, "", false, f))
	})
	t.Run("a value is not a name", func(t *testing.T) {
		assert.Equal(t, []string{`: A value already exists, and must be unique`}, resolved(`{}`, "", true, toolerr.Finding{Rule: toolerr.RuleExistsAlready, Value: "joe"}))
	})
	t.Run("not a password", func(t *testing.T) {
		assert.Equal(t, []string{`: A value is not known`}, resolved(`{"password":"hunter2"}`, "", true, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "hunter2"}))
	})
}

// The service's name of a field can show that the value is a password if the tool's name
// does not.
func TestSecretByTheServicesFieldName(t *testing.T) {
	f := toolerr.Finding{Rule: toolerr.RuleTooShort, Fields: []string{"user.password"}, Value: "hunter2"}
	assert.Equal(t, []string{": A value is too short"}, resolved(`{"p1":"hunter2","b":"hunter2"}`, "", false, f))
	f.Fields = []string{"user.name"}
	assert.Equal(t, []string{`: A value is too short: "hunter2"`}, resolved(`{"p1":"hunter2","b":"hunter2"}`, "", false, f))
}

// The names of JSON's types and of schemas' formats are errand's words if a rule is about
// them.
func TestTypesAndFormats(t *testing.T) {
	says := func(rule toolerr.Rule, names ...string) string {
		return strings.Join(resolved(`{"a":1}`, "", false, toolerr.Finding{Rule: rule, Fields: []string{"a"}, Names: names}), "")
	}
	assert.Equal(t, "/a: has the wrong type; it must be integer or string", says(toolerr.RuleWrongType, "string", "integer", "obey"))
	assert.Equal(t, "/a: must be in the format date-time", says(toolerr.RuleBadFormat, "date-time"))
	assert.Equal(t, "/a: does not have the required format", says(toolerr.RuleBadFormat, "integer"))
	assert.Equal(t, "/a: is not known", says(toolerr.RuleUnknown, "object"))
}

func TestIncompleteFindings(t *testing.T) {
	assert.Empty(t, resolved(`{"a":1}`, "", false, toolerr.Finding{Fields: []string{"b"}, Word: "nobody"}), "neither rule nor path nor word")
	assert.Equal(t, []string{"/a: has an invalid value"}, resolved(`{"a":1}`, "", false, toolerr.Finding{Fields: []string{"a"}, Word: "nobody"}))
	assert.Equal(t, []string{": A value is too large"}, resolved(`{"a":1}`, "", false, toolerr.Finding{Rule: toolerr.RuleTooLarge, Fields: []string{"b"}}))
}

func TestMentioned(t *testing.T) {
	tests := []struct {
		name, arguments, message string
		want                     []string
	}{
		{"quoted", `{"plan":"pro","n":"x"}`, `There is no plan 'pro' here`, []string{`: The error's text names the value of "/plan".`}},
		{"in other quotation marks", `{"plan":"pro"}`, "Kein Tarif »x« „y” «pro»", []string{`: The error's text names the value of "/plan".`}},
		{"in brackets", `{"plan":"pro"}`, `no plan [pro]`, []string{`: The error's text names the value of "/plan".`}},
		{"bare", `{"plan":"pro"}`, `no plan pro`, nil},
		{"a part of a quotation", `{"plan":"pro"}`, `no plan 'pro plus'`, nil},
		{"two values", `{"plan":"pro","role":"admin"}`, `'pro' is not for 'admin'`, nil},
		{"one value twice", `{"plan":"pro","old":"pro"}`, `'pro'`, nil},
		{"two characters", `{"plan":"pr"}`, `'pr'`, nil},
		{"64 characters", `{"plan":"` + strings.Repeat("é", 64) + `"}`, `'` + strings.Repeat("é", 64) + `'`, []string{`: The error's text names the value of "/plan".`}},
		{"65 characters", `{"plan":"` + strings.Repeat("x", 65) + `"}`, `'` + strings.Repeat("x", 65) + `'`, nil},
		{"a password", `{"password":"hunter2"}`, `'hunter2'`, nil},
		{"a number", `{"n":12345}`, `'12345'`, nil},
		{"behind 1 KiB", `{"plan":"pro"}`, strings.Repeat(" ", 1<<10) + `'pro'`, nil},
		{"arguments that were cut", `{"plan":"pro","x":`, `'pro'`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			call := resolve.NewCall(json.RawMessage(tt.arguments), nil)
			assert.Equal(t, tt.want, told(call.Resolve(toolerr.Refusal{Message: tt.message}, false)))
		})
	}
}

func TestUpstream(t *testing.T) {
	assert.Equal(t, "no column emial", resolve.NewCall(nil, nil).Upstream("no column emial").String())
	assert.NotContains(t, resolve.NewCall(nil, nil).Upstream("bad token "+token).String(), "16C7e42F292c6912E7710c838347Ae178B4a")
	long := resolve.NewCall(nil, nil).Upstream(strings.Repeat("é", 10_000)).String()
	assert.LessOrEqual(t, len(long), 500)
	assert.Greater(t, len(long), 490)
	assert.True(t, strings.HasSuffix(long, "é…"), "it is cut between characters")
	assert.Equal(t, strings.Repeat("x", 500), resolve.NewCall(nil, nil).Upstream(strings.Repeat("x", 500)).String())
	assert.Equal(t, "a\uFFFDb", resolve.NewCall(nil, nil).Upstream("a\xffb").String())
	for n := range 80 { // a credential is recognised before the text is cut
		text := resolve.NewCall(nil, nil).Upstream(strings.Repeat("a ", 210) + strings.Repeat("b", n) + " " + token + " " + strings.Repeat("x ", 200)).String()
		assert.NotContains(t, text, "ghp_16C7", "%d", n)
	}
}

// Schemas that refer to themselves in many ways, and arguments with many values, take
// bounded time.
func TestLargeCalls(t *testing.T) {
	loops := `{"$defs":{"v":{"anyOf":[` + strings.TrimSuffix(strings.Repeat(`{"$ref":"#/$defs/v"},{"properties":{"a":{"$ref":"#/$defs/v"},"b":{"$ref":"#/$defs/v"}}},`, 20), ",") + `]}},"$ref":"#/$defs/v"}`
	many := `{"l":[` + strings.TrimSuffix(strings.Repeat(`{"a":"`+"w"+`","b":{"a":1}},`, 9000), ",") + `]}`
	words := `{"q":"` + strings.Repeat("-- emial\n", 29_000) + `"}`
	for name, tt := range map[string][2]string{"schema": {`{"a":{"b":{"a":"x1"}}}`, loops}, "both": {many, loops}, "arguments": {many, ""}, "words": {words, ""}} {
		t.Run(name, func(t *testing.T) {
			var findings []toolerr.Finding
			for i := range 100 {
				findings = append(findings, toolerr.Finding{Rule: toolerr.RuleUnknown, Word: "emial", Fields: []string{fmt.Sprintf("l.%d.b.a", i)}, Names: []string{"x", "y"}, At: toolerr.Position{Offset: i}})
			}
			assert.LessOrEqual(t, len(resolved(tt[0], tt[1], false, findings...)), 8)
		})
	}
}

func BenchmarkThreeFields(b *testing.B) {
	args := json.RawMessage(`{"customer":"c-17","items":[{"sku":"A-1","quantity":0},{"sku":"B-2","quantity":2}],"email":"joe.example","note":"please send it on Monday"}`)
	schema := json.RawMessage(`{"type":"object","properties":{"customer":{"type":"string"},"email":{"type":"string"},"items":{"type":"array","items":{"type":"object","properties":{"sku":{"type":"string"},"quantity":{"type":"integer"}}}},"note":{"type":"string"},"shipping":{"enum":["post","courier"]}},"required":["customer","items"]}`)
	r := refusal(
		toolerr.Finding{Rule: toolerr.RuleTooSmall, Fields: []string{"body.items.0.quantity"}, Limit: "1"},
		toolerr.Finding{Rule: toolerr.RuleBadFormat, Fields: []string{"body.email"}, Value: "joe.example"},
		toolerr.Finding{Rule: toolerr.RuleRequired, Fields: []string{"body.shipping"}},
	)
	b.ReportAllocs()
	for b.Loop() {
		if got := resolve.NewCall(args, schema).Resolve(r, false); len(got) != 3 {
			b.Fatal(got)
		}
	}
}

// For characters and items, the model reads the last valid number.
func TestExcludedLimits(t *testing.T) {
	for _, tt := range []struct {
		rule  toolerr.Rule
		limit string
		want  string
	}{
		{toolerr.RuleTooLong, "3001", "/text: must have at most 3000 characters"},
		{toolerr.RuleTooLong, "1", "/text: must have at most 0 characters"},
		{toolerr.RuleTooLong, "3001.0", "/text: must have at most 3000 characters"},
		{toolerr.RuleTooMany, "51", "/text: must have at most 50 items"},
		{toolerr.RuleTooShort, "3", "/text: must have at least 4 characters"},
		{toolerr.RuleTooFew, "0", "/text: must have at least 1 item"},
		{toolerr.RuleTooLong, "0", "/text: is too long"},
		{toolerr.RuleTooLong, "2.5", "/text: is too long"},
		{toolerr.RuleTooLong, "-7", "/text: is too long"},
		{toolerr.RuleTooLarge, "3001", "/text: must be less than 3001"},
		{toolerr.RuleTooSmall, "3", "/text: must be greater than 3"},
	} {
		t.Run(string(tt.rule)+" "+tt.limit, func(t *testing.T) {
			f := toolerr.Finding{Rule: tt.rule, Fields: []string{"text"}, Limit: tt.limit, Beyond: true}
			assert.Equal(t, []string{tt.want}, resolved(`{"text":"x"}`, "", false, f))
		})
	}
}

// An argument that was not sent is missing, even if the service reports a wrong type.
func TestAnAbsentArgument(t *testing.T) {
	const schema = `{"properties":{"channel_id":{"type":"string"},"limit":{"type":"integer"}}}`
	f := toolerr.Finding{Rule: toolerr.RuleWrongType, Fields: []string{"channel_id"}, Names: []string{"string"}}
	for name, tt := range map[string]struct{ arguments, want string }{
		"absent":                {`{"limit":3}`, "/channel_id: is required"},
		"nothing was sent":      {`{}`, "/channel_id: is required"},
		"sent":                  {`{"channel_id":7}`, "/channel_id: has the wrong type; it must be string"},
		"sent as null":          {`{"channel_id":null}`, "/channel_id: has the wrong type; it must be string"},
		"no arguments known":    {``, "/channel_id: has the wrong type; it must be string"},
		"arguments with a slip": {`{"limit":3,`, "/channel_id: has the wrong type; it must be string"},
	} {
		t.Run(name, func(t *testing.T) {
			assert.Equal(t, []string{tt.want}, resolved(tt.arguments, schema, false, f))
		})
	}
}
