package findings

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// A table finds the row that matches a text without trying every row. It uses the first
// bytes of a row before the first slot.
type table struct {
	rows   []phrase.Pattern
	heads  map[head]int // the group of rows with this beginning
	groups [][]int
	always []int // rows with no or too little text before the first slot
}

// A head is the beginning of rows.
type head [4]byte

// maxGroups is the maximum number of groups of a table.
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

// find returns the same as [phrase.Find].
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
	var tried [maxGroups / 64]uint64 // each row is matched against the whole text at once
	for i := 0; i+len(head{}) <= len(text); i++ {
		group, begins := t.heads[head([]byte(text[i:i+len(head{})]))]
		if bit := uint64(1) << (group % 64); begins && tried[group/64]&bit == 0 {
			tried[group/64] |= bit
			try(t.groups[group])
		}
	}
	return found, ok
}
