// Package nearest finds the names that somebody who wrote another one may have
// meant: a model that calls a tool, a person who types a flag.
package nearest

import (
	"bytes"
	"cmp"
	"slices"
	"unicode"
	"unicode/utf8"
)

const (
	// longestWord is how much of a word is compared, in bytes: as many as there
	// are bits in a column of [pattern].
	longestWord = 64
	// longestName is how much of a name is compared, in bytes.
	longestName = 256
)

// Names returns at most n of the names that are close to word, the nearest first
// and otherwise in their order, each once: the same but for case and
// punctuation, one inside the other, or a few letters apart. Of long words and
// names the beginning counts. It takes time in proportion to the names, however
// long the word is.
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

// plain appends s to room without case and punctuation, as far as there is room.
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

// A pattern is a word that others are compared with.
type pattern struct {
	word []byte
	at   [256]uint64 // of each byte, the places in word that have it
}

func patternOf(word []byte) *pattern {
	p := &pattern{word: word}
	for i, c := range word {
		p.at[c] |= 1 << i
	}
	return p
}

// near says how far away a name is, and whether that is near.
func (p *pattern) near(name []byte) (away int, near bool) {
	const few = 3 // what is shorter is inside of anything
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

// distance is how many bytes must be inserted, dropped or replaced to make one
// word of the other (Levenshtein). A column of the matrix is kept as two words
// of bits, which say where it goes up and where down by one (G. Myers, A fast
// bit-vector algorithm for approximate string matching based on dynamic
// programming, 1999, as H. Hyyrö adapted it to the distance of whole words,
// 2003).
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
