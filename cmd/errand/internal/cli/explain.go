package cli

import (
	"flag"
	"strconv"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/explain"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

func explainCommand() command {
	return command{
		name: "explain", usage: "[WORD]",
		does: "prints what a word or an error means to a model, and what to do about it",
		more: "WORD is a kind, also without its prefix (not_found), an HTTP status (429), a service (_http, slack), " +
			"a vendor's code as payloads have it (slack:missing_scope, sqlstate:40001, mysql:ER_DUP_ENTRY), or the text of an error. " +
			"Without a word it lists the kinds, the statuses and the vendors.",
		setup: func(a *app, _ *flag.FlagSet) func([]string) int {
			return func(args []string) int { return a.runExplain(strings.Join(args, " ")) }
		},
	}
}

func (a *app) runExplain(word string) int {
	book := explain.New(a.adapters())
	s := screen.New(a.stdout, a.env)
	if word == "" {
		a.overview(s, book)
		return a.written(s.Err())
	}
	found := book.Find(word)
	if len(found) == 0 {
		return a.refuse("errand has no word %q, and no adapter recognises it as an error; %s", word, offer(word, book.Words(), a.self+" explain lists the words"))
	}
	for i, e := range found {
		if i > 0 {
			s.Blank()
		}
		printEntry(s, e)
	}
	return a.written(s.Err())
}

// labelWidth is the width of the labels of an entry.
const labelWidth = 14

// printEntry prints an entry.
func printEntry(s *screen.Screen, e explain.Entry) {
	word := e.Word
	if status, err := strconv.Atoi(word); err == nil && e.Sort == explain.SortStatus {
		word = strings.TrimSpace(word + " " + toolerr.StatusRuleOf(status).Phrase)
	}
	s.Line(word, "  ("+string(e.Sort)+")")
	item := func(label, text string) {
		if text != "" {
			s.Item(pad("  "+label, labelWidth), text)
		}
	}
	if e.Err != nil {
		raw, _ := e.Err.Payload().MarshalJSON() // never fails
		item("told", spaced(raw))
		item("program", verdict.Program(e.Err.Report()))
		item("class", string(e.Err.Class()))
		item("guidance", string(e.Err.Guidance()))
	}
	for _, f := range e.Facts {
		item(f.About, f.Text)
	}
	item("source", e.Source)
}

// plural returns the word, with an s unless n is 1.
func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

// overview lists the kinds, the statuses and the vendors.
func (a *app) overview(s *screen.Screen, book explain.Book) {
	s.Text("Every error has a kind, which says what went wrong, and a class, which says what a program does about it. " +
		"The model reads the kind, a code, and a sentence.")
	s.Blank()
	kinds := screen.Table{Heading: []string{"KIND", "RETRY", "STATUS"}}
	for _, k := range toolerr.Kinds() {
		retry := map[bool]string{true: "yes", false: "no"}[k.CanRetry()]
		kinds.Rows = append(kinds.Rows, []string{string(k), retry, explain.Statuses(k)})
	}
	s.Table(kinds)
	s.Blank()
	vendors := screen.Table{Heading: []string{"VENDOR", "CODES", "NAME"}}
	for _, v := range book.Vendors() {
		vendors.Rows = append(vendors.Rows, []string{v.Name, strconv.Itoa(len(v.Rows())), v.Display()})
	}
	s.Table(vendors)
	s.Blank()
	s.Text(a.self + " explain VENDOR lists a vendor's codes, and VENDOR:CODE explains one. " +
		"The fields of a payload are in docs/wire.md.")
}
