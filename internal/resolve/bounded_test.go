//go:build !race

package resolve_test

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/errand-go/errand/internal/cputime"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/toolerr"
)

// TestResolveTakesLittle: arguments, schemas and findings of any size that is read
// need little time and memory. If the machine was too busy, the test measures again.
func TestResolveTakesLittle(t *testing.T) {
	const many = 9_500
	list := func(n int, item func(i int) string) string {
		all := make([]string, n)
		for i := range all {
			all[i] = item(i)
		}
		return strings.Join(all, ",")
	}
	numbered := func(format string) func(int) string { return func(i int) string { return fmt.Sprintf(format, i) } }
	same := func(text string) func(int) string { return func(int) string { return text } }
	text := func(text string) string { return fmt.Sprintf(`{"q":%q}`, text) }
	// On a busy machine these take up to a quarter of a second. Before the work had a bound, the
	// first took 11 s, and the second more than a minute.
	slow := map[string]bool{"one name in one object": true, "names of any kind": true}
	for _, tt := range []struct {
		name, arguments, schema string
		finding                 toolerr.Finding
	}{
		{"a value in one long comment", text("-- " + strings.Repeat("'b x' ", 40_000)), ``, toolerr.Finding{Value: "b x"}},
		{"a value in many comments", text(strings.Repeat("-- 'b x'\n", 25_000)), ``, toolerr.Finding{Value: "b x"}},
		{"one name in one object", `{"o":{` + list(many, same(`"x":1`)) + `}}`, ``, toolerr.Finding{Fields: []string{"x"}}},
		{"one name in many objects", `{` + list(many/2, numbered(`"%d":{"x":1}`)) + `}`, ``, toolerr.Finding{Fields: []string{"x"}}},
		{"names with values", `{"o":{` + list(many, same(`"value":1`)) + `}}`, ``, toolerr.Finding{}},
		{"names of any kind", `{` + list(many, numbered(`"%d":1`)) + `}`, `{"patternProperties":{` + list(4000, numbered(`"%d":{}`)) + `}}`, toolerr.Finding{Fields: []string{"x"}}},
		{"alternatives", `{` + list(many, numbered(`"%d":1`)) + `}`, `{"additionalProperties":{"oneOf":[` + list(many, same(`{}`)) + `]}}`, toolerr.Finding{}},
		{
			"one enum of many properties", `{"1":"w"}`, `{"$defs":{"e":{"enum":[` + list(9000, numbered("%d")) + `]}},"properties":{` + list(3000, numbered(`"%d":{"$ref":"#/$defs/e"}`)) + `}}`,
			toolerr.Finding{Fields: []string{"1"}, Names: []string{"7001", "7002"}},
		},
		{"words of many values", `{"l":[` + list(many, same(`"a b"`)) + `]}`, ``, toolerr.Finding{Fields: []string{"l.7"}, Word: "b", Names: []string{"b", "a"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			var findings []toolerr.Finding
			for i := range 64 {
				f := tt.finding
				f.Rule, f.Limit = toolerr.RuleNotAllowed, fmt.Sprint(i)
				findings = append(findings, f)
			}
			limit := time.Second / 2
			if slow[tt.name] {
				limit *= 4
			}
			best, least := time.Hour, uint64(1<<40)
			for try := 0; try < 4 && best > limit; try++ {
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				start := cputime.Thread()
				resolve.NewCall(json.RawMessage(tt.arguments), json.RawMessage(tt.schema)).Resolve(refusal(findings...), false)
				best = min(best, cputime.Thread()-start)
				runtime.ReadMemStats(&after)
				least = min(least, after.TotalAlloc-before.TotalAlloc)
			}
			assert.Less(t, best, limit)
			assert.Less(t, least>>20, uint64(64), "MiB")
		})
	}
}
