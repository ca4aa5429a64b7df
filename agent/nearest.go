package agent

import (
	"cmp"
	"slices"
	"strings"
)

// nearest returns at most n of the names that are close to name: the same but
// for case and punctuation, one inside the other, or a few letters apart.
func nearest(name string, names []string, n int) []string {
	const longest = 64
	if len(name) > longest {
		name = name[:longest]
	}
	type candidate struct {
		name     string
		distance int
	}
	var all []candidate
	want := plain(name)
	for _, c := range names {
		have := plain(c)
		d := distance(want, have)
		if d > 0 && len(want) >= 3 && len(have) >= 3 && (strings.Contains(want, have) || strings.Contains(have, want)) {
			d = 1
		}
		if d <= 1+min(len(want), len(have))/3 {
			all = append(all, candidate{c, d})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var out []string
	for _, c := range all[:min(n, len(all))] {
		out = append(out, c.name)
	}
	return out
}

// plain is a name without case and punctuation.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', '.', ':', '/', ' ':
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// distance is the Levenshtein distance, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			next := diagonal
			if a[i] != b[j] {
				next = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}
