// Package nearest finds names that are similar to a misspelt one: of a tool in a model's
// call, or of a flag.
package nearest

import (
	"bytes"
	"cmp"
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
// punctuation, if one contains the other, or if a few letters differ. Only the beginning of
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
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(a.away, b.away) })
	var found []string
	for _, c := range all {
		if len(found) == n {
			break
		}
		if !slices.Contains(found, c.name) {
			found = append(found, c.name)
		}
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
	const few = 3 // a shorter text is inside most names
	shorter := min(len(word), len(name))
	most := 1
	if shorter >= few {
		if bytes.Equal(word, name) {
			return 0, true
		}
		if bytes.Contains(word, name) || bytes.Contains(name, word) {
			return 1, true
		}
		most = max(2, shorter/3)
	}
	if max(len(word), len(name))-shorter > most {
		return 0, false
	}
	away = distance(word, name)
	return away, away <= most
}

// distance returns the number of bytes that must be inserted, dropped or replaced to turn
// one word into the other (Levenshtein).
func distance(word, name []byte) int {
	var room [longestWord + 1]int
	row := room[:len(word)+1]
	for i := range row {
		row[i] = i
	}
	for j, c := range name {
		diagonal := row[0]
		row[0] = j + 1
		for i := range word {
			next := diagonal
			if word[i] != c {
				next = 1 + min(diagonal, row[i], row[i+1])
			}
			diagonal, row[i+1] = row[i+1], next
		}
	}
	return row[len(word)]
}
