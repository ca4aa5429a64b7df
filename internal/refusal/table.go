package refusal

import (
	"encoding/binary"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// A table finds the row that matches a text without trying every row. It compares the text
// of a row before the first slot, its literal, with the text at each position.
type table struct {
	rows     []phrase.Pattern
	literals []string
	heads    map[head][]int // the rows whose literals begin with a head
	begin    [64]uint64     // the hashes of heads, to skip most positions without a lookup
	always   []int          // rows for the beginning of a text, or with a shorter literal
}

// A head is the beginning of a literal.
type head [4]byte

// hash returns the index of a bit of table.begin.
func (h head) hash() uint32 { return binary.LittleEndian.Uint32(h[:]) * 0x9e3779b1 >> 20 }

// maxRows is the maximum number of rows of a table.
const maxRows = 1024

func tableOf(rows []phrase.Pattern) *table {
	t := &table{rows: rows, literals: make([]string, len(rows)), heads: map[head][]int{}}
	for i, row := range rows {
		text, anywhere := strings.CutPrefix(row.Text, "…")
		text, _, slots := strings.Cut(text, "{")
		if !slots {
			text = strings.TrimSuffix(text, "$")
		}
		if t.literals[i] = text; len(text) < len(head{}) || !anywhere {
			t.always = append(t.always, i)
			continue
		}
		h := head([]byte(text))
		t.heads[h] = append(t.heads[h], i)
		t.begin[h.hash()/64] |= 1 << (h.hash() % 64)
	}
	return t
}

// find returns the same as [phrase.Find].
func (t *table) find(text string) (found toolerr.Finding, ok bool) {
	found, row := t.row(text)
	return found, row >= 0
}

// row returns the finding of the first row that matches a text, and the row, or -1.
func (t *table) row(text string) (found toolerr.Finding, row int) {
	best, ok := len(t.rows), false
	try := func(i int) {
		if f, matches := phrase.Find(text, t.rows[i:i+1]); matches {
			best, found, ok = i, f, true
		}
	}
	for _, i := range t.always {
		if i < best && strings.Contains(text, t.literals[i]) {
			try(i)
		}
	}
	var tried [maxRows / 64]uint64 // a row is matched against the whole text at once
	for at := 0; at+len(head{}) <= len(text); at++ {
		h := head{text[at], text[at+1], text[at+2], text[at+3]}
		if bit := h.hash(); t.begin[bit/64]>>(bit%64)&1 == 0 {
			continue
		}
		for _, i := range t.heads[h] {
			if i >= best {
				break
			}
			if bit := uint64(1) << (i % 64); tried[i/64]&bit == 0 && strings.HasPrefix(text[at:], t.literals[i]) {
				tried[i/64] |= bit
				try(i)
			}
		}
	}
	if !ok {
		best = -1
	}
	return found, best
}
