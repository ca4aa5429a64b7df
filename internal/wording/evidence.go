package wording

import (
	_ "embed"
	"math"
	"strconv"
	"strings"
	"sync"
)

// weighed has in each line a feature of package resolve, and what it adds to a place of the call, in
// hundredths. TestEvidence writes it.
//
//go:embed evidence.txt
var weighed string

var evidence = sync.OnceValue(func() map[string]float64 { return weigh(weighed) })

func weigh(text string) map[string]float64 {
	all := map[string]float64{}
	for line := range strings.Lines(text) {
		feature, weight, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		hundredths, _ := strconv.ParseInt(weight, 10, 32)
		all[feature] = float64(hundredths) / 100
	}
	return all
}

// A Note is called with a feature, in three parts, of the candidate with an index, or of none of
// them at -1.
type Note func(i int, a, b, c string)

// Scores are those of candidates, of which at most one is right.
type Scores struct {
	sums   []float64 // that of none is the first
	total  float64
	memory [96]byte
}

// Note adds the weight of a feature. See [Note].
func (s *Scores) Note(i int, a, b, c string) {
	for len(s.sums) <= i+1 {
		s.sums = append(s.sums, 0)
	}
	s.sums[i+1] += evidence()[string(append(append(append(s.memory[:0], a...), b...), c...))]
}

// Probability returns that of a candidate, or of none at -1, from 0 to 1. No features may be noted
// after the first call.
func (s *Scores) Probability(i int) float64 {
	if s.total == 0 {
		for i, sum := range s.sums {
			s.sums[i] = math.Exp(min(sum, 500))
			s.total += s.sums[i]
		}
	}
	if i+1 >= len(s.sums) {
		return 0
	}
	return s.sums[i+1] / s.total
}

// few are small numbers.
var few = [...]string{"0", "1", "2", "3", "4"}

// Few returns a number as a part of a feature: "4" for 4 and more.
func Few(n int) string { return few[min(n, len(few)-1)] }
