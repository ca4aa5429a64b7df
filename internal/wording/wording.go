// Package wording tells the rule that a text in English states, by its words, and what the mention of
// something in it is worth: for the place of a call that it is about, and for the number that is its
// limit. What each of them is worth was learned from the refusals in conformance/refusals, because
// sentences of other software share words with those, but no form. Package resolve finds the mentions.
package wording

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"

	"github.com/errand-go/errand/toolerr"
)

// learned has the rules in its first line, and then in each line a feature and what it adds to each
// rule, in hundredths: "c120" adds 1.20 to the third. The line without a feature has what rules
// have without any. TestWeights writes it.
//
//go:embed weights.txt
var learned string

// A weight is what a feature adds to a rule.
type weight struct {
	rule       uint8
	hundredths int16
}

// maxRules is more than there are rules.
const maxRules = 64

// A model has the rules and what features add to each.
type model struct {
	rules    []toolerr.Rule
	bias     []float64
	features map[string][]weight
}

var table = sync.OnceValue(func() *model { return parse(learned) })

func parse(text string) *model {
	m := &model{features: map[string][]weight{}}
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if m.rules == nil {
			for _, rule := range fields {
				m.rules = append(m.rules, toolerr.Rule(rule))
			}
			m.bias = make([]float64, len(m.rules))
			continue
		}
		var weights []weight
		for _, field := range fields[1:] {
			hundredths, _ := strconv.ParseInt(field[1:], 10, 16)
			weights = append(weights, weight{field[0] - 'a', int16(hundredths)})
		}
		if fields[0] != "" {
			m.features[fields[0]] = weights
			continue
		}
		for _, w := range weights {
			m.bias[w.rule] = float64(w.hundredths)
		}
	}
	return m
}

// Rule returns the rule that a text most probably states, and the probability, from 0 to 1. A
// text without known words has the rule that is most frequent, with a low probability.
func Rule(text string, call Call) (toolerr.Rule, float64) { return table().Rule(text, call) }

func (m *model) Rule(text string, call Call) (toolerr.Rule, float64) {
	var words [128]string
	var scores [maxRules]float64
	n := 0
	for feature := range features(appendWords(words[:0], text, call)) {
		weights, ok := m.features[string(feature)]
		if !ok {
			continue
		}
		n++
		for _, w := range weights {
			scores[w.rule] += float64(w.hundredths)
		}
	}
	best, sum := 0, 0.0
	for i, bias := range m.bias {
		if scores[i] = (scores[i]*scaled(n) + bias) / 100; scores[i] > scores[best] {
			best = i
		}
	}
	for i := range m.rules {
		sum += math.Exp(scores[i] - scores[best])
	}
	return m.rules[best], 1 / sum
}

// scaled returns the factor for the weights of a text with n known features: a long text has many.
func scaled(n int) float64 { return 1 / math.Sqrt(float64(n+1)) }
