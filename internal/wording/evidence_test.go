package wording_test

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wording"
	"github.com/errand-go/errand/toolerr"
)

// A choice is a text with what it may be about, each with its features, of which any number is right,
// or none.
type choice struct {
	id      string
	options []option
	none    option
}

type option struct {
	path, word string
	features   []string
	right      bool
}

// note adds a feature to the options of a choice.
func (c *choice) note(i int, a, b, d string) {
	if i < 0 {
		c.none.features = append(c.none.features, a+b+d)
		return
	}
	for len(c.options) <= i {
		c.options = append(c.options, option{})
	}
	c.options[i].features = append(c.options[i].features, a+b+d)
}

// settle sets what is right if no option is.
func (c *choice) settle() {
	c.none.right = !slices.ContainsFunc(c.options, func(o option) bool { return o.right })
}

// callOf returns the call of a case.
func callOf(t *testing.T, c refusals.Case) *resolve.Call {
	t.Helper()
	arguments, err := json.Marshal(c.Args)
	require.NoError(t, err)
	return resolve.NewCall(arguments, c.Schema)
}

// places returns the choices of places for the refusals of groups, and of the reports, which are
// about none. An option is right if it tells a fact and blames no other argument.
func places(t *testing.T, groups ...string) (all []choice) {
	t.Helper()
	cases, err := refusals.Load(groups...)
	require.NoError(t, err)
	for _, c := range cases {
		text := textOf(c.Upstream)
		if c.Hostile != "" || text == "" {
			continue
		}
		f := toolerr.Finding{Limit: limitIn(text)}
		if rules := rulesOf(c); len(rules) > 0 {
			f.Rule = rules[0]
		}
		one := choice{id: c.ID}
		plain := c.Upstream.Driver == "text" || c.Upstream.Driver == "exec"
		for i, target := range callOf(t, c).Targets(text, &f, plain, one.note) {
			one.options[i].path, one.options[i].word = target.Path, target.Word
			one.options[i].right = c.Next == "" && tells(c, target, true)
		}
		if one.settle(); one.none.right && c.Next == "" && len(c.Args) == 1 { // which else
			for i, o := range one.options {
				if o.word == "" && strings.Count(o.path, "/") == 1 && tells(c, resolve.Target{Path: o.path}, false) {
					one.options[i].right, one.none.right = true, false
				}
			}
		}
		all = append(all, one)
	}
	return all
}

// limitIn returns the last limit that the phrases find in a text.
func limitIn(text string) (limit string) {
	for _, r := range refusal.Readings(text) {
		for i := range r.Findings {
			if l := r.Findings[i].Limit; l != "" {
				limit = l
			}
		}
	}
	return limit
}

// tells reports whether a target blames no other argument, and with facts, whether it tells one.
func tells(c refusals.Case, target resolve.Target, facts bool) bool {
	view := fmt.Sprintf("%s: %q", target.Path, target.Word)
	v := refusals.Judge(c, refusals.View{Raw: view, Text: view})
	return len(v.Blamed) == 0 && (!facts || slices.ContainsFunc(v.Met, func(f refusals.Fact) bool { return f.Path != "" || f.Word != "" }))
}

// limits returns the choices of numbers for the refusals of groups whose rule is about an amount.
func limits(t *testing.T, groups ...string) (all []choice) {
	t.Helper()
	cases, err := refusals.Load(groups...)
	require.NoError(t, err)
	for _, c := range cases {
		rules := rulesOf(c)
		i := slices.IndexFunc(rules, func(r toolerr.Rule) bool { return slices.Contains(wording.Amounts, r) })
		if i < 0 {
			continue
		}
		one := choice{id: c.ID}
		for i, number := range wording.Numbers(textOf(c.Upstream), rules[i], callOf(t, c), one.note) {
			one.options[i].word = number
			one.options[i].right = slices.ContainsFunc(c.Facts, func(f refusals.Fact) bool { return strings.TrimSuffix(f.Number, ".0") == number })
		}
		if one.settle(); len(one.options) > 0 {
			all = append(all, one)
		}
	}
	return all
}

// unrelated returns the choices of texts of failures that are about no argument, which share words
// with the call. With half, it returns those of one half of the calls.
func unrelated(t *testing.T, half func(uint32) bool) (all []choice) {
	t.Helper()
	b, err := os.ReadFile("testdata/unrelated.jsonl")
	require.NoError(t, err)
	for line := range strings.Lines(string(b)) {
		var failed struct {
			Args, Schema json.RawMessage
			Text         string
		}
		require.NoError(t, json.Unmarshal([]byte(line), &failed), line)
		sum := fnv.New32()
		_, _ = sum.Write(failed.Args)
		if half != nil && !half(sum.Sum32()) {
			continue
		}
		call := resolve.NewCall(failed.Args, failed.Schema)
		f := toolerr.Finding{}
		f.Rule, _ = wording.Rule(failed.Text, call)
		one := choice{id: failed.Text}
		for i, target := range call.Targets(failed.Text, &f, true, one.note) {
			one.options[i].path, one.options[i].word = target.Path, target.Word
		}
		one.settle()
		all = append(all, one)
	}
	require.NotEmpty(t, all)
	return all
}

// weights are what features add.
type weights map[string]float64

func (w weights) score(o option) (sum float64) {
	for _, f := range o.features {
		sum += w[f]
	}
	return sum
}

// probabilities returns those of the options, and of none.
func (w weights) probabilities(c choice) (all []float64, none float64) {
	none = w.score(c.none)
	top := none
	for _, o := range c.options {
		all = append(all, w.score(o))
		top = max(top, all[len(all)-1])
	}
	none = math.Exp(none - top)
	sum := none
	for i := range all {
		all[i] = math.Exp(all[i] - top)
		sum += all[i]
	}
	for i := range all {
		all[i] /= sum
	}
	return all, none / sum
}

// weigh learns the weights of a softmax regression over the options of each choice. If several are
// right, the sum of their probabilities counts.
func weigh(choices []choice) weights {
	const turns, first, decay, seldom = 20, 0.3, 0.0005, 4
	often := map[string]int{}
	for _, c := range choices {
		for _, o := range append(slices.Clone(c.options), c.none) {
			for _, f := range o.features {
				often[f]++
			}
		}
	}
	w := weights{}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same order at each time
	order := random.Perm(len(choices))
	for turn := range turns {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := first / (1 + float64(turn)/2)
		for _, n := range order {
			c := choices[n]
			chances, none := w.probabilities(c)
			options, all := append(slices.Clone(c.options), c.none), append(chances, none)
			right := 0.0
			for i, o := range options {
				if o.right {
					right += all[i]
				}
			}
			for i, o := range options {
				change := -all[i]
				if o.right {
					change += all[i] / max(right, 1e-9)
				}
				if change *= step; math.Abs(change) < 1e-4 {
					continue
				}
				for _, f := range o.features {
					if often[f] >= seldom {
						w[f] += change - w[f]*decay
					}
				}
			}
		}
	}
	return w
}

// String returns the table.
func (w weights) String() string {
	var b strings.Builder
	for _, f := range slices.Sorted(maps.Keys(w)) {
		if math.Abs(w[f]) >= 0.05 {
			b.WriteString(f + "\t" + strconv.Itoa(int(math.Round(w[f]*100))) + "\n")
		}
	}
	return b.String()
}

// What a table without the cases of a group tells of them: the places of software that it has not read.
func TestUnknownPlaces(t *testing.T) {
	even := func(sum uint32) bool { return sum%2 == 0 }
	others := unrelated(t, func(sum uint32) bool { return !even(sum) })
	for group, want := range map[string]struct{ told, right float64 }{
		"late": {0.7, 0.85},
		"next": {0.75, 0.88},
	} {
		groups := slices.DeleteFunc(append(refusals.Groups(), refusals.Reports), func(g string) bool { return g == group })
		w := weigh(append(places(t, groups...), others...))
		all := places(t, group)
		told, right := 0.0, 0.0
		for _, c := range all {
			chances, _ := w.probabilities(c)
			if i := slices.Index(chances, slices.Max(append(chances, 0))); i >= 0 && chances[i] >= 0.5 {
				told++
				if c.options[i].right {
					right++
				}
			}
		}
		t.Logf("%s: %.1f %% told, %.1f %% of them right, of %d", group, 100*told/float64(len(all)), 100*right/told, len(all))
		assert.GreaterOrEqual(t, told/float64(len(all)), want.told, group)
		assert.GreaterOrEqual(t, right/told, want.right, group)
		blamed, rest := 0.0, unrelated(t, even)
		for _, c := range rest {
			if chances, _ := w.probabilities(c); slices.Max(append(chances, 0)) >= 0.5 {
				blamed++
			}
		}
		t.Logf("of %d failures of others, %.1f %% blame a place", len(rest), 100*blamed/float64(len(rest)))
		assert.LessOrEqual(t, blamed/float64(len(rest)), 0.2)
	}
}

// What the learned words of a text say of its numbers.
func TestLimit(t *testing.T) {
	for text, want := range map[string]string{
		"a parcel of this kind can carry no more than 30 kg":         "30",
		"order 8812: the minimum quantity is 24 pieces":              "24",
		"the text has 900 characters, the permitted maximum is 512.": "512",
	} {
		limit, sure := wording.Limit(text, toolerr.RuleOutOfRange, sorts{"900": "<value>", "8812": "<value>"})
		assert.Equal(t, want, limit, text)
		assert.Greater(t, sure, 0.3, text)
	}
	limit, _ := wording.Limit("at most 30", toolerr.RuleUnknown, wording.Nobody{})
	assert.Empty(t, limit, "no rule about an amount")
}
