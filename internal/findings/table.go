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
	byHead map[head][]int
	always []int // rows that begin with a slot, or have too little before it
}

// A head is what rows are found by.
type head [4]byte

func tableOf(rows []phrase.Pattern) table {
	t := table{rows: rows, byHead: map[head][]int{}}
	for i, row := range rows {
		text, anywhere := strings.CutPrefix(row.Text, "…")
		text, _, _ = strings.Cut(text, "{")
		if len(text) < len(head{}) || !anywhere {
			t.always = append(t.always, i)
			continue
		}
		t.byHead[head([]byte(text))] = append(t.byHead[head([]byte(text))], i)
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
	for i := 0; i+len(head{}) <= len(text); i++ {
		try(t.byHead[head([]byte(text[i:i+len(head{})]))])
	}
	return found, ok
}
