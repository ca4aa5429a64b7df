package wording_test

import (
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wording"
	"github.com/errand-go/errand/toolerr"
)

// The table is what its examples teach.
func TestWeights(t *testing.T) {
	all := lessons(t, refusals.Groups()...)
	table := learn(all)
	write(t, "weights.txt", table, wording.SetLearned)
	if runtime.GOARCH == "amd64" {
		assert.True(t, table == *wording.Learned, "learn it again: go test ./internal/wording -update")
		return
	}
	// Elsewhere, products and exponentials are rounded in another way.
	same, ours, theirs := 0.0, wording.Parse(table), wording.Parse(*wording.Learned)
	for _, e := range all {
		a, _ := ours.Rule(e.text, e.call)
		if b, _ := theirs.Rule(e.text, e.call); a == b {
			same++
		}
	}
	assert.GreaterOrEqual(t, same/float64(len(all)), 0.99, "learn it again: go test ./internal/wording -update")
}

// The table of places and limits is what its examples teach. Their features ask the table of rules for
// known words, so that it comes first.
func TestEvidence(t *testing.T) {
	all := slices.Concat(places(t, append(refusals.Groups(), refusals.Reports)...), limits(t, refusals.Groups()...), unrelated(t, nil))
	table := weigh(all).String()
	write(t, "evidence.txt", table, wording.SetWeighed)
	if runtime.GOARCH == "amd64" {
		assert.True(t, table == *wording.Weighed, "learn it again: go test ./internal/wording -update")
	}
}

// What a table without a group's cases tells of them. The sentences of software that it has not
// read are what counts.
func TestUnknownSoftware(t *testing.T) {
	for group, want := range map[string]struct{ right, certain float64 }{
		"late": {0.72, 0.9},
		"next": {0.77, 0.93},
	} {
		t.Run(group, func(t *testing.T) {
			var others []string
			for _, g := range refusals.Groups() {
				if g != group {
					others = append(others, g)
				}
			}
			m := wording.Parse(learn(lessons(t, others...)))
			all := examples(t, group)
			right, certain, rightly := 0.0, 0.0, 0.0
			for _, e := range all {
				rule, sure := m.Rule(e.text, e.call)
				if e.has(rule) {
					right++
				}
				if sure >= 0.7 {
					certain++
					if e.has(rule) {
						rightly++
					}
				}
			}
			t.Logf("%.1f %% right; %.1f %% of the %.0f that are certain, of %d", 100*right/float64(len(all)), 100*rightly/certain, certain, len(all))
			assert.GreaterOrEqual(t, right/float64(len(all)), want.right)
			assert.GreaterOrEqual(t, rightly/certain, want.certain)
			assert.Greater(t, certain, float64(len(all))/4)
		})
	}
}

// Sentences of nothing that the examples have word for word.
func TestRule(t *testing.T) {
	call := resolve.NewCall([]byte(`{"shelf":"top","depth":"70"}`), []byte(`{"properties":{"shelf":{},"depth":{},"width":{}}}`))
	for text, want := range map[string]toolerr.Rule{
		"No width was handed over, although every shelf must have one":  toolerr.RuleRequired,
		"There is no such thing as a column named 'colr' in this shelf": toolerr.RuleUnknown,
		"'70' cannot be converted to an integer":                        toolerr.RuleWrongType,
		"depth of 70 exceeds the maximum of 60 permitted here":          toolerr.RuleTooLarge,
		"a shelf named 'top' already exists in this room":               toolerr.RuleExistsAlready,
		"read tcp 10.0.0.7:443: connection reset by peer":               "",
	} {
		rule, sure := wording.Rule(text, call)
		assert.Equal(t, want, rule, text)
		assert.Greater(t, sure, 0.3, text)
	}
}

func TestRuleIsCheap(t *testing.T) {
	text := "value is not a valid integer: " + strings.Repeat("x ", 1<<20)
	wording.Rule(text, sorts{})
	assert.LessOrEqual(t, testing.AllocsPerRun(10, func() { wording.Rule(text, sorts{}) }), 6.0)
}

func FuzzRule(f *testing.F) {
	for _, seed := range []string{"", "a 'b", "“ü” ist ungültig\xff", "A-b_C/d.e ERR_X isn't 1.5e3"} {
		f.Add(seed, "b")
	}
	f.Fuzz(func(t *testing.T, text, word string) {
		rule, sure := wording.Rule(text, sorts{word: "<sent>"})
		require.True(t, rule == "" || rule.Known())
		require.Greater(t, sure, 0.0)
		require.LessOrEqual(t, sure, 1.0)
		limit, sure := wording.Limit(text, toolerr.RuleTooLarge, sorts{})
		require.LessOrEqual(t, sure, 1.0)
		require.Equal(t, limit == "", sure == 0)
		require.Empty(t, strings.Trim(limit, "-.0123456789"))
	})
}
