package wording_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/errand-go/errand/conformance/refusals"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/internal/resolve"
	"github.com/errand-go/errand/internal/wording"
	"github.com/errand-go/errand/toolerr"
)

var update = flag.Bool("update", false, "learn the tables again")

// write writes a table if the test is called with -update.
func write(t *testing.T, file, table string, set func(string)) {
	t.Helper()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(table), 0o600))
		set(table)
	}
}

// An example is a text with the rules of which each is right; the rule "" is that of a text that
// states nothing of an argument.
type example struct {
	text     string
	call     wording.Call
	features []string
	rules    []toolerr.Rule
	times    int // that it is read in each round; 0 is 1
}

func (e example) has(rule toolerr.Rule) bool { return slices.Contains(e.rules, rule) }

func newExample(text string, call wording.Call, rules ...toolerr.Rule) example {
	return example{text: text, call: call, features: wording.FeaturesOf(text, call), rules: rules}
}

// sorts are what words are to a call.
type sorts map[string]string

func (s sorts) Sort(word string) string { return s[word] }

// ruleOf are errand's rules for those of the judge. Others have no sentence of errand's.
var ruleOf = map[string]toolerr.Rule{
	"ambiguous": toolerr.RuleAmbiguous, "bad_format": toolerr.RuleBadFormat, "conflict": toolerr.RuleConflict, "count": toolerr.RuleCountMismatch,
	"division": toolerr.RuleArithmetic, "duplicate": toolerr.RuleExistsAlready, "immutable": toolerr.RuleReadOnly, "missing": toolerr.RuleRequired,
	"not_allowed_value": toolerr.RuleNotAllowed, "not_found_reference": toolerr.RuleNotFound, "not_permitted": toolerr.RuleNotPermitted,
	"out_of_range": toolerr.RuleOutOfRange, "stale_version": toolerr.RuleStale, "syntax": toolerr.RuleSyntax, "too_large": toolerr.RuleTooLarge,
	"too_long": toolerr.RuleTooLong, "too_many": toolerr.RuleTooMany, "too_short": toolerr.RuleTooShort, "unknown": toolerr.RuleUnknown,
	"unsupported": toolerr.RuleUnsupported, "wrong_state": toolerr.RuleWrongState, "wrong_type": toolerr.RuleWrongType,
}

// examples returns those of the refusals of groups, and of the reports.
func examples(t *testing.T, groups ...string) (all []example) {
	t.Helper()
	cases, err := refusals.Load(groups...)
	require.NoError(t, err)
	if len(groups) > 1 {
		reports, err := refusals.Load(refusals.Reports)
		require.NoError(t, err)
		cases = append(cases, reports...)
	}
	for _, c := range cases {
		arguments, err := json.Marshal(c.Args)
		require.NoError(t, err)
		call := resolve.NewCall(arguments, c.Schema)
		if text, rules := textOf(c.Upstream), rulesOf(c); len(rules) > 0 && text != "" && c.Hostile == "" {
			all = append(all, newExample(text, call, rules...))
		}
	}
	return all
}

// textOf returns the text of a refusal that is read.
func textOf(u refusals.Upstream) string {
	if u.Driver != "" {
		return strings.TrimSpace(strings.Join([]string{u.Message, u.Detail, u.Hint}, "\n"))
	}
	r := refusal.Read(u.Bytes())
	return strings.TrimSpace(r.Message + "\n" + r.Rest)
}

func rulesOf(c refusals.Case) (rules []toolerr.Rule) {
	if c.Next != "" {
		return []toolerr.Rule{""}
	}
	for _, f := range c.Facts {
		for _, r := range f.Rules {
			rule := ruleOf[r]
			if r == "duplicate" && (c.Upstream.Driver == "text" || c.Upstream.Driver == "exec") {
				rule = toolerr.RuleDuplicate
			}
			if rule != "" && !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	return rules
}

// placeholders stand for the words of a call in the files of sentences.
var placeholders = sorts{"xxsent": "<sent>", "xxopen": "<open>", "xxvalue": "<value>", "xxpart": "<part>"}

// sentences returns the examples of testdata: a line has the rules of a sentence, or "nothing", and
// behind a tab the sentence. They were written for this, as software words its errors.
func sentences(t *testing.T) (all []example) {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.tsv")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		b, err := os.ReadFile(path)
		require.NoError(t, err)
		for line := range strings.Lines(string(b)) {
			label, text, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			require.True(t, ok, line)
			var rules []toolerr.Rule
			for name := range strings.SplitSeq(label, ",") {
				rule := toolerr.Rule(strings.TrimSpace(name))
				if rule == "nothing" {
					rule = ""
				}
				require.True(t, rule == "" || rule.Known(), line)
				rules = append(rules, rule)
			}
			for word, placeholder := range placeholders {
				text = strings.ReplaceAll(text, placeholder, word)
			}
			all = append(all, newExample(text, placeholders, rules...))
		}
	}
	return all
}

// lessons returns the examples that the table is learned from. What software said counts three times
// as much as what was written in its manner: without a group's cases, 81 % of its rules are right
// instead of 78 %.
func lessons(t *testing.T, groups ...string) []example {
	t.Helper()
	all := examples(t, groups...)
	for i := range all {
		all[i].times = 3
	}
	return append(all, sentences(t)...)
}

const (
	rounds    = 24
	least     = 3   // examples that must have a feature
	smallest  = 0.4 // weight that is kept
	firstStep = 0.9
)

// learn returns the table of a softmax regression. Of an example with several right rules, the sum
// of their probabilities counts.
func learn(examples []example) string {
	often, index := map[string]int{}, map[toolerr.Rule]int{}
	for _, e := range examples {
		for i, f := range e.features {
			if !slices.Contains(e.features[:i], f) {
				often[f]++
			}
		}
		for _, r := range e.rules {
			index[r] = 0
		}
	}
	rules := slices.Sorted(maps.Keys(index))
	for i, r := range rules {
		index[r] = i
	}
	weights, bias := map[string][]float64{}, make([]float64, len(rules))
	for f, n := range often {
		if n >= least {
			weights[f] = make([]float64, len(rules))
		}
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same order at each time
	scores := make([]float64, len(rules))
	var order []int
	for i, e := range examples {
		order = append(order, slices.Repeat([]int{i}, max(e.times, 1))...)
	}
	for round := range rounds {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		step := firstStep / float64(1+round)
		for _, n := range order {
			e := examples[n]
			var rows [][]float64
			for _, f := range e.features {
				if w := weights[f]; w != nil {
					rows = append(rows, w)
				}
			}
			scale := wording.Scaled(len(rows))
			for i := range scores {
				scores[i] = bias[i]
				for _, w := range rows {
					scores[i] += w[i] * scale
				}
			}
			top, sum, right := slices.Max(scores), 0.0, 0.0
			for i := range scores {
				scores[i] = math.Exp(scores[i] - top)
				sum += scores[i]
			}
			for _, r := range e.rules {
				right += scores[index[r]]
			}
			for i, r := range rules {
				target := 0.0
				if e.has(r) {
					target = scores[i] / right
				}
				change := (target - scores[i]/sum) * step
				bias[i] += change / 10
				for _, w := range rows {
					w[i] += change * scale
				}
			}
		}
	}
	weights[""] = bias
	var b strings.Builder
	for i, r := range rules {
		b.WriteString(strings.Repeat("\t", min(i, 1)) + string(r))
	}
	b.WriteString("\n")
	for _, f := range slices.Sorted(maps.Keys(weights)) {
		line := f
		for i, value := range weights[f] {
			if math.Abs(value) >= smallest {
				line += fmt.Sprintf("\t%c%d", 'a'+i, int(math.Round(value*100)))
			}
		}
		if line != f {
			b.WriteString(line + "\n")
		}
	}
	return b.String()
}
