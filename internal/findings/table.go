package findings

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// A table finds the row that a text matches without a look at every row: by the first
// bytes of what the row says before its first slot.
type table struct {
	rows   []phrase.Pattern
	heads  map[head]int // the group of rows that begin so
	groups [][]int
	always []int // rows that begin with a slot, or have too little before it
}

// A head is what rows are found by.
type head [4]byte

// maxGroups is how many groups a table may have.
const maxGroups = 512

func tableOf(rows []phrase.Pattern) table {
	t := table{rows: rows, heads: map[head]int{}}
	for i, row := range rows {
		text, anywhere := strings.CutPrefix(row.Text, "…")
		text, _, _ = strings.Cut(text, "{")
		if len(text) < len(head{}) || !anywhere {
			t.always = append(t.always, i)
			continue
		}
		h := head([]byte(text))
		group, ok := t.heads[h]
		if !ok {
			group = len(t.groups)
			t.heads[h], t.groups = group, append(t.groups, nil)
		}
		t.groups[group] = append(t.groups[group], i)
	}
	return t
}

// find returns what [phrase.Find] does.
func (t table) find(text string) (found toolerr.Finding, ok bool) {
	best := len(t.rows)
	try := func(rows []int) {
		for _, i := range rows {
			if i >= best {
				return
			}
			if f, matches := phrase.Find(text, t.rows[i:i+1]); matches {
				best, found, ok = i, f, true
				return
			}
		}
	}
	try(t.always)
	var tried [maxGroups / 64]uint64 // a row is looked for in all of the text at once
	for i := 0; i+len(head{}) <= len(text); i++ {
		group, begins := t.heads[head([]byte(text[i:i+len(head{})]))]
		if bit := uint64(1) << (group % 64); begins && tried[group/64]&bit == 0 {
			tried[group/64] |= bit
			try(t.groups[group])
		}
	}
	return found, ok
}
