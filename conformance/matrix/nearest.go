package matrix

import (
	"cmp"
	"slices"
	"strings"
)

// nearest returns at most three of the names that somebody who wrote word may
// have meant, the nearest first.
func nearest(word string, names []string) []string {
	const longest = 64
	word = strings.ToLower(word[:min(len(word), longest)])
	if len(word) < 3 { // anything is near it
		return nil
	}
	away := map[string]int{}
	var near []string
	for _, name := range names {
		d := distance(word, strings.ToLower(name))
		if strings.Contains(name, word) {
			d = 1
		}
		if _, twice := away[name]; !twice && d <= max(2, len(word)/3) {
			away[name] = d
			near = append(near, name)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(away[a], away[b]) })
	return near[:min(len(near), 3)]
}

// distance is how many letters must be inserted, dropped or replaced to make
// one word of the other (Levenshtein).
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
