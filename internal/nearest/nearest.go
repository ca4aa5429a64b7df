// Package nearest finds names that are similar to a misspelt one: of a tool in a model's
// call, or of a flag.
package nearest

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	longestWord = 64  // the number of bytes of a word that are compared
	longestName = 256 // the number of bytes of a name that are compared
)

// Names returns at most n of the names that are similar to word, without duplicates, the
// nearest first and otherwise in their order. A name is similar if it differs in case and
// punctuation, if it begins with the word, if one is more than half of the other, at its
// beginning or end, or if at most two letters and a third of the longer one differ. Only the beginning of
// long words and names is compared. The time is proportional to the length of the names,
// for any length of the word.
func Names(word string, names []string, n int) []string {
	var wordRoom [longestWord]byte
	want := plain(wordRoom[:0], word)
	if len(want) == 0 || n <= 0 {
		return nil
	}
	var all []candidate
	var room [longestName]byte
	for _, name := range names {
		have := plain(room[:0], name)
		if away, near := near(want, have); near {
			all = append(all, candidate{name, away})
		}
	}
	var found []string
	for len(found) < n {
		next := -1
		for i, c := range all {
			if (next < 0 || c.away < all[next].away) && !slices.Contains(found, c.name) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		found = append(found, all[next].name)
	}
	return found
}

type candidate struct {
	name string
	away int
}

// plain appends s without case and punctuation, as far as room allows.
func plain(room []byte, s string) []byte {
	for _, r := range s {
		switch r {
		case '_', '-', '.', ':', '/', ' ', '\t':
			continue
		}
		if r < utf8.RuneSelf {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
		} else {
			r = unicode.ToLower(r)
		}
		if len(room)+utf8.RuneLen(r) > cap(room) {
			break
		}
		room = utf8.AppendRune(room, r)
	}
	return room
}

// near returns the distance of a name from a word, and whether it is similar.
func near(word, name []byte) (away int, near bool) {
	shorter, longer := word, name
	if len(word) > len(name) {
		shorter, longer = name, word
	}
	const few = 3 // a shorter text begins many names
	begun := len(word) >= few && bytes.HasPrefix(name, word)
	if begun || 2*len(shorter) > len(longer) && (bytes.HasPrefix(longer, shorter) || bytes.HasSuffix(longer, shorter)) {
		return min(1, len(longer)-len(shorter)), true
	}
	most := min(2, len(longer)/3)
	if len(longer)-len(shorter) > most {
		return 0, false
	}
	away = distance(word, name)
	return away, away <= most
}

// distance returns the number of bytes that must be inserted, dropped, replaced or exchanged
// with the next one to turn one word into the other (Damerau, optimal string alignment).
func distance(word, name []byte) int {
	var before, row, next [longestWord + 1]int
	for i := range word {
		row[i+1] = i + 1
	}
	for j, c := range name {
		next[0] = j + 1
		for i, w := range word {
			next[i+1] = 1 + min(row[i+1], next[i])
			if w == c {
				next[i+1] = row[i]
				continue
			}
			next[i+1] = min(next[i+1], row[i]+1)
			if i > 0 && j > 0 && w == name[j-1] && word[i-1] == c {
				next[i+1] = min(next[i+1], before[i-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(word)]
}
