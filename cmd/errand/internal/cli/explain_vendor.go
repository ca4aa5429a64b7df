package cli

import (
	"fmt"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/codebook"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/toolerr"
)

// vendorRows are the vendors that have a table.
func (a *app) vendorRows() [][]string {
	var rows [][]string
	for _, v := range codebook.New(a.adapters()).Vendors() {
		rows = append(rows, []string{v.Word, fmt.Sprint(len(v.Table.Rows())), v.Table.Display()})
	}
	return rows
}

// printCodes prints codes of vendors: all that a vendor has in a table, and what
// was asked for by name at length.
func (a *app) printCodes(s *screen.Screen, word string, codes []codebook.Entry) {
	if _, whole := codebook.New(a.adapters()).Vendor(strings.TrimSuffix(word, ":")); whole {
		a.listCodes(s, word, codes)
		return
	}
	for i, e := range codes {
		if i > 0 {
			s.Blank()
		}
		printCode(s, e)
	}
}

// listCodes prints a vendor's codes by what they mean.
func (a *app) listCodes(s *screen.Screen, word string, codes []codebook.Entry) {
	if len(codes) == 0 {
		return
	}
	type answer struct {
		kind toolerr.Kind
		can  bool
	}
	var order []answer
	words := map[answer][]string{}
	for _, e := range codes {
		key := answer{e.Kinds[0], *e.CanRetry}
		if words[key] == nil {
			order = append(order, key)
		}
		words[key] = append(words[key], e.Word)
	}
	s.Line(s.Paint(screen.Accent, codes[0].Vendor), s.Paint(screen.Faint, fmt.Sprintf("  (%d codes, of the adapter %s)", len(codes), codes[0].Service)))
	for _, key := range order {
		s.Blank()
		s.Line("  ", s.Paint(screen.Strong, string(key.kind)), s.Paint(screen.Faint, "  can_retry "+fmt.Sprint(key.can)))
		s.Item("    ", screen.Plain, screen.Plain, strings.Join(words[key], ", "))
	}
	s.Blank()
	s.Text(screen.Faint, a.self+" explain "+strings.TrimSuffix(strings.TrimSpace(word), ":")+":"+codes[0].Word+" says what the agent is told, and what to do.")
}

func printCode(s *screen.Screen, e codebook.Entry) {
	s.Line(s.Paint(screen.Accent, e.Service[1:]+":"+e.Word), s.Paint(screen.Faint, "  (a vendor's code, of the adapter "+e.Service+")"))
	item := func(label, text string) { s.Item(pad("  "+label, labelWidth+2), screen.Strong, screen.Plain, text) }
	item("means", e.Means)
	payload, _ := e.Payload.MarshalJSON() // never fails
	s.Item(pad("  told", labelWidth+2), screen.Strong, screen.Good, spaced(payload))
	item("agent", e.Agent)
	item("program", e.Program)
	item("kind", string(e.Kinds[0]))
	text := facts(e.Entry)
	if e.UserAction {
		text += ", requires_user_action"
	}
	item("facts", text)
	item("source", e.Source)
}
