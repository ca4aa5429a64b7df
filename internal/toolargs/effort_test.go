package toolargs_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/toolargs"
)

// stalled is longer than any check under the race detector on a busy machine, and shorter
// than a check without a limit.
const stalled = time.Minute

// doubling returns a schema of n definitions, each of which refers twice to the next: 2^n
// checks of one value.
func doubling(n int, leaf string) string {
	var b strings.Builder
	b.WriteString(`{"type":"object","allOf":[{"$ref":"#/$defs/a0"}],"$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"a%d":{"allOf":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]},`, i, i+1, i+1)
	}
	fmt.Fprintf(&b, `"a%d":%s}}`, n, leaf)
	return b.String()
}

// everyOther returns a schema of n definitions, each of which refers to all others.
func everyOther(n int) string {
	var b strings.Builder
	b.WriteString(`{"$ref":"#/$defs/a0","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"a%d":{"anyOf":[{"type":"null"}`, i)
		for j := range n {
			if i != j {
				fmt.Fprintf(&b, `,{"$ref":"#/$defs/a%d"}`, j)
			}
		}
		b.WriteString(`]},`)
	}
	return strings.TrimSuffix(b.String(), ",") + `}}`
}

// nested returns nested objects, n deep.
func nested(n int) string {
	return strings.Repeat(`{"a":`, n) + "1" + strings.Repeat("}", n)
}

func TestSchemasThatTakeTooMuch(t *testing.T) {
	many := func(one string, n int) string {
		parts := make([]string, n)
		for i := range parts {
			parts[i] = fmt.Sprintf(`"p%d":%s`, i, strings.ReplaceAll(one, "N", fmt.Sprint(i)))
		}
		return `{"type":"object","properties":{` + strings.Join(parts, ",") + `}}`
	}
	for name, schema := range map[string]string{
		"nested alternatives":           doubling(24, `{"type":"object"}`),
		"nested alternatives that fail": doubling(24, `{"type":"string"}`),
		"a conditional":                 strings.ReplaceAll(doubling(24, `{}`), `"allOf"`, `"oneOf"`),
		"many expensive properties": strings.Replace(many(`{"$ref":"#/$defs/large"}`, 400), `{"type"`,
			`{"$defs":{"large":{"anyOf":[{}`+strings.Repeat(`,{}`, 4000)+`]}},"type"`, 1),
		"too many schemas":                         many(`{}`, 20_000),
		"a schema that is too large":               `{"description":"` + strings.Repeat("x", 1<<20) + `"}`,
		"a number with a huge exponent":            `{"properties":{"n":{"minimum":1e1000000000}}}`,
		"a number with a huge exponent in an enum": `{"properties":{"n":{"enum":[[1e1000000000]]}}}`,
		"a pattern that expands":                   `{"properties":{"s":{"pattern":"` + strings.Repeat("(.{1000})", 400) + `"}}}`,
		"a long pattern":                           `{"properties":{"s":{"pattern":"` + strings.Repeat("x", 5000) + `"}}}`,
		"many patterns":                            many(`{"pattern":"^N.{900}"}`, 200),
		"many names":                               many(`{"patternProperties":{"^N.{900}":{}}}`, 200),
		"a dynamic anchor":                         `{"$dynamicAnchor":"a","properties":{"next":{"$dynamicRef":"#a"}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			begun := time.Now()
			_, err := toolargs.Compile(json.RawMessage(schema))
			require.Error(t, err)
			assert.Less(t, time.Since(begun), stalled)
		})
	}
}

// Schemas that are accepted are applied to deep, long and many values.
func TestArgumentsThatTakeTooMuch(t *testing.T) {
	twice := `{"type":["object","number"],"allOf":[{"properties":{"a":{"$ref":"#"}}},{"properties":{"a":{"$ref":"#"}}}]}`
	for name, tt := range map[string]struct{ schema, args string }{
		"two references per level":   {twice, nested(60)},
		"additional properties":      {strings.ReplaceAll(twice, `"properties":{"a":{"$ref":"#"}}`, `"additionalProperties":{"$ref":"#"}`), nested(60)},
		"pattern properties":         {strings.ReplaceAll(twice, `"properties":{"a":{"$ref":"#"}}`, `"patternProperties":{"^a":{"$ref":"#"}}`), nested(60)},
		"circles":                    {`{"type":"object","properties":{"a":` + everyOther(8)[:len(everyOther(8))-1] + `,"x":{}}}}`, `{"a":1}`},
		"a long chain of references": {ladder(1400), nested(60)},
		"many values":                {`{"type":"object","properties":{"l":{"items":{"anyOf":[` + strings.Repeat(`{"type":"string"},`, 50) + `{"type":"integer"}]}}}}`, `{"l":[` + strings.Repeat("1,", 100_000) + `1]}`},
		"a long text":                {`{"type":"object","properties":{"s":{"pattern":"(.?){900}x"}}}`, `{"s":"` + strings.Repeat("y", 900_000) + `"}`},
		"a long name":                {`{"type":"object","patternProperties":{"(.?){900}x":{}}}`, `{"` + strings.Repeat("y", 900_000) + `":1}`},
	} {
		t.Run(name, func(t *testing.T) {
			schema := tt.schema
			if name == "circles" {
				schema = strings.ReplaceAll(schema, `"#/$defs/`, `"#/properties/a/$defs/`)
			}
			begun := time.Now()
			problems, err := toolargs.Problems(json.RawMessage(schema), json.RawMessage(tt.args))
			require.NoError(t, err)
			assert.Less(t, time.Since(begun), stalled)
			require.NotEmpty(t, problems)
			assert.Contains(t, problems[0].Problem.String(), "takes too much to check")
		})
	}
}

// ladder returns a schema of n definitions, each of which is the next; the last one refers
// to the first for a member.
func ladder(n int) string {
	var b strings.Builder
	b.WriteString(`{"type":"object","$ref":"#/$defs/a0","$defs":{`)
	for i := range n {
		fmt.Fprintf(&b, `"a%d":{"$ref":"#/$defs/a%d"},`, i, i+1)
	}
	fmt.Fprintf(&b, `"a%d":{"properties":{"a":{"$ref":"#/$defs/a0"}}}}}`, n)
	return b.String()
}

// In a list without a valid element, only the first problems are collected.
func TestManyProblemsAreNotAllLookedFor(t *testing.T) {
	const schema = `{"type":"object","properties":{"l":{"type":"array","items":{"type":"integer"}}}}`
	problems, err := toolargs.Problems(json.RawMessage(schema), json.RawMessage(`{"l":[`+strings.Repeat(`"",`, 100_000)+`""]}`))
	require.NoError(t, err)
	assert.Len(t, problems, 1000)
	problems, err = toolargs.Problems(json.RawMessage(`{}`), json.RawMessage(`{`+strings.Repeat(`"a":1,`, 100_000)+`"a":1}`))
	require.NoError(t, err)
	assert.Len(t, problems, 1000)
}
