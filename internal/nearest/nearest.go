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
	// longestWord is the number of bytes of a word that are compared: the number of bits in a
	// column of [pattern].
	longestWord = 64
	// longestName is the number of bytes of a name that are compared.
	longestName = 256
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
	p := patternOf(want)
	var all []candidate
	var room [longestName]byte
	for _, name := range names {
		have := plain(room[:0], name)
		if away, near := p.near(have); near {
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

// A pattern is a word for comparing others with it.
type pattern struct {
	word []byte
	at   [256]uint64 // for each byte, its positions in word
}

func patternOf(word []byte) *pattern {
	p := &pattern{word: word}
	for i, c := range word {
		p.at[c] |= 1 << i
	}
	return p
}

// near returns the distance of a name, and whether it is similar.
func (p *pattern) near(name []byte) (away int, near bool) {
	const few = 3 // a shorter text is inside most names
	shorter := min(len(p.word), len(name))
	most := 1
	if shorter >= few {
		if bytes.Equal(p.word, name) {
			return 0, true
		}
		if bytes.Contains(p.word, name) || bytes.Contains(name, p.word) {
			return 1, true
		}
		most = max(2, shorter/3)
	}
	if max(len(p.word), len(name))-shorter > most {
		return 0, false
	}
	away = p.distance(name)
	return away, away <= most
}

// distance returns the number of bytes that must be inserted, dropped or replaced to turn
// one word into the other (Levenshtein). A column of the matrix is two words of bits, for
// the rows where it increases and decreases by one (G. Myers, A fast bit-vector algorithm
// for approximate string matching based on dynamic programming, 1999, as adapted by H.
// Hyyrö to the distance of whole words, 2003).
func (p *pattern) distance(name []byte) int {
	if len(p.word) == 0 {
		return len(name)
	}
	up, down := ^uint64(0), uint64(0)
	away, last := len(p.word), uint64(1)<<(len(p.word)-1)
	for _, c := range name {
		same := p.at[c]
		diagonal := (((same & up) + up) ^ up) | same | down
		rises, falls := down|^(diagonal|up), up&diagonal
		if rises&last != 0 {
			away++
		}
		if falls&last != 0 {
			away--
		}
		rises, falls = rises<<1|1, falls<<1
		up, down = falls|^(diagonal|rises), rises&diagonal
	}
	return away
}
