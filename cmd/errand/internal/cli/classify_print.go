package cli

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/input"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
)

// reportLabel is the width of the labels of a report: the longest is a rule's.
const reportLabel = 18

// print writes a classification for people.
func (c classification) print(s *screen.Screen, in *input.Response) {
	s.Text(readAs(in))
	payload, _ := c.Payload.MarshalJSON() // never fails
	section(s, "What the agent is told")
	s.Item("  ", spaced(payload))
	for _, note := range c.Notes {
		s.Blank()
		s.Text(note)
	}
	if c.Report == nil {
		if len(c.Notes) == 0 {
			s.Blank()
			s.Text("The call succeeded: there is nothing to classify.")
		}
		return
	}
	c.printDisclosed(s)
	section(s, "What the developer sees")
	s.Item("  ", verdict.Developer(*c.Report))
	section(s, "What the program does")
	s.Item("  ", verdict.Program(*c.Report))
	section(s, "Why")
	for _, r := range c.Why {
		s.Item(pad("  "+r.About, reportLabel), r.Decided)
		s.Item(pad("", reportLabel), r.Because+"  ["+r.Source+"]")
	}
}

// printDisclosed writes the values that the service refused, the sentences that the model
// reads, and what is withheld.
func (c classification) printDisclosed(s *screen.Screen) {
	d := c.Disclosed
	if d == nil || !c.called && len(d.Findings) == 0 { // the developer's part has a message without findings
		return
	}
	list := func(title, none string, rows [][2]string) {
		section(s, title)
		if len(rows) == 0 {
			s.Text("  " + none)
		}
		for _, row := range rows {
			s.Item(pad("  "+row[0], reportLabel), row[1])
		}
	}
	var fix, refused, withheld [][2]string
	for _, p := range d.Problems {
		fix = append(fix, [2]string{p.Path, p.Problem})
	}
	for _, f := range d.Findings {
		raw, _ := json.Marshal(f) // a struct of texts and numbers
		refused = append(refused, [2]string{string(f.Rule), spaced(raw)})
	}
	for _, w := range d.Withheld {
		withheld = append(withheld, [2]string{"", strconv.Quote(cut(w.Text)) + ": " + w.Because})
	}
	none := "nothing: the call is not known; pass --arguments and --schema"
	if c.called {
		none = "nothing that fits the call"
	}
	list("What the model is told to fix", none, fix)
	list("What the service refused", "nothing that errand can read", refused)
	list("What is withheld from the model", "nothing", withheld)
}

// maxWithheld is the maximum size of a withheld text in the output.
const maxWithheld = 200

func cut(text string) string {
	if r := []rune(text); len(r) > maxWithheld {
		return string(r[:maxWithheld]) + "…"
	}
	return text
}

func section(s *screen.Screen, title string) {
	s.Blank()
	s.Line(title)
}

// readAs describes how the input was interpreted.
func readAs(r *input.Response) string {
	text := fmt.Sprintf("A response with status %d (%s), %d %s, %d bytes of body.",
		r.Status, cmp.Or(r.Proto, "--status"), len(r.Header), plural(len(r.Header), "header"), len(r.Body))
	if r.Encoded {
		text += " The body is compressed: use curl --compressed."
	}
	if len(r.Earlier) > 0 {
		statuses := make([]string, len(r.Earlier))
		for i, status := range r.Earlier {
			statuses[i] = fmt.Sprint(status)
		}
		text += fmt.Sprintf(" It is the last of %d; before it %s.", len(r.Earlier)+1, strings.Join(statuses, ", "))
	}
	return text
}
