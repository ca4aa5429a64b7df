//go:build !race

package refusal

import (
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/internal/cputime"
)

// Every body is read in a short time, also one with many sentences that begin like
// those of the tables. If a measurement is too long, the test retries, because the
// machine may be busy.
func TestReadTakesLittleTime(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const limit = 250 * time.Millisecond
	cut := func(text string) (parts []string) {
		for len(text) >= 1000 {
			parts, text = append(parts, text[:1000]), text[1000:]
		}
		return parts
	}
	shapes := map[string]func(text string) any{
		"a sentence": func(text string) any { return map[string]any{"error": text} },
		"a list":     func(text string) any { return map[string]any{"errors": cut(text)} },
		"a map": func(text string) any {
			m := map[string]any{}
			for i, part := range cut(text) {
				m[fmt.Sprint("f", i)] = []string{part}
			}
			return map[string]any{"errors": m}
		},
		"entries": func(text string) any {
			var all []any
			for i, part := range cut(text) {
				all = append(all, map[string]any{"message": part, "field": fmt.Sprint("f", i)})
			}
			return map[string]any{"errors": all}
		},
		"GraphQL": func(text string) any {
			var all []any
			for _, part := range cut(text) {
				all = append(all, map[string]any{"message": part, "path": []string{"a"}, "locations": []any{}})
			}
			return map[string]any{"errors": all}
		},
	}
	for _, unit := range []string{
		"must be ", "a must be at least ", "must be one of: ", "not ", "invalid ", "expected ", "less than ", "between ", "is required, a is required, ", "a, ", "a; a is ", "'a' ", "of type ",
		"line 1 column ", "Cannot query field ", "Key: 'a' Error:", "Path '", "unknown field ", "ORA-00904: ", "DB::Exception: ", "é ", "\n",
	} {
		for name, shape := range shapes {
			body, err := json.Marshal(shape(strings.Repeat(unit, maxBody/len(unit))))
			require.NoError(t, err)
			best := time.Hour
			for try := 0; try < 8 && best > limit; try++ {
				start := cputime.Thread()
				Read(body)
				best = min(best, cputime.Thread()-start)
			}
			assert.Less(t, best, limit, "%s of %q", name, unit)
		}
	}
}
