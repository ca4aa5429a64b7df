package cli

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/codebook"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/toolerr"
)

func explainCommand() command {
	return command{
		name: "explain", usage: "[--json] [KIND|CLASS|CODE|STATUS|FIELD|VENDOR[:CODE]]",
		does: "what a word, a status or a vendor's code means, and what to do about it",
		more: "Without a word: everything, in a table. Short forms will do: 429, not_found, rate-limit, UPSTREAM_RUNTIME_NOT_FOUND. " +
			"The words of guidance and effect are explained too, and the fields of a payload. " +
			"A vendor's code is written slack:missing_scope, sqlstate:40001 or smtp:550, or alone where it is no word of errand's; a vendor alone lists its codes. " +
			"Where a vendor has a number as well as a name both will do, in any letter case: mysql:1062, grpc:14, sqlite:2067, twilio:21610, postgres:unique_violation.",
		setup: func(a *app, fs *flag.FlagSet) func([]string) int {
			asJSON := fs.Bool("json", false, "for programs: an array of entries")
			return func(args []string) int { return a.runExplain(strings.Join(args, " "), *asJSON) }
		},
	}
}

func (a *app) runExplain(word string, asJSON bool) int {
	if word == "" {
		return a.explainAll(asJSON)
	}
	entries := lexicon.Lookup(word)
	codes, err := codebook.New(a.adapters()).Find(word)
	if len(entries) == 0 && err != nil {
		return a.unknownWord(word, err)
	}
	if asJSON {
		all := []any{}
		for _, e := range entries {
			all = append(all, e)
		}
		for _, e := range codes {
			all = append(all, e)
		}
		return a.writeJSON(all)
	}
	s := screen.New(a.stdout, a.env)
	for i, e := range entries {
		if i > 0 {
			s.Blank()
		}
		printEntry(s, e)
	}
	if len(entries) > 0 && len(codes) > 0 {
		s.Blank()
	}
	a.printCodes(s, word, codes)
	if numbers := codebook.New(a.adapters()).Numbered(word); len(numbers) > 0 {
		s.Blank()
		s.Text(screen.Faint, "A vendor's number? "+a.self+" explain "+strings.Join(numbers, ", "))
	}
	return a.written(s.Err())
}

// explainAll explains every word of errand's own, and says whose codes there are.
func (a *app) explainAll(asJSON bool) int {
	if asJSON {
		return a.writeJSON(lexicon.Entries())
	}
	s := screen.New(a.stdout, a.env)
	a.overview(s)
	return a.written(s.Err())
}

// unknownWord refuses a word that neither errand nor a vendor has.
func (a *app) unknownWord(word string, err error) int {
	if u, ok := errors.AsType[*codebook.Unknown](err); ok && (u.Vendor != "" || u.NoVendor) {
		return a.refuse("%v", u)
	} else if ok && len(u.Numbers) > 0 {
		return a.refuse("%q is no kind, class, code, field, HTTP status or vendor's code; as a number, did you mean %s?", word, strings.Join(u.Numbers, ", "))
	} else if ok {
		if near := lexicon.Nearest(word, append(lexicon.Words(), u.Near...)); len(near) > 0 {
			return a.refuse("%q is no kind, class, code, field, HTTP status or vendor's code; did you mean %s?", word, strings.Join(near, ", "))
		}
	}
	return a.refuse("%q is no kind, class, code, field, HTTP status or vendor's code; %s explain lists them", word, a.self)
}

// labelWidth is how wide the labels of an entry are.
const labelWidth = 10

func printEntry(s *screen.Screen, e lexicon.Entry) {
	title := e.Word
	if e.Sort == lexicon.SortStatus && e.Says != "" {
		title = toolerr.StatusRuleOf(entryStatus(e)).Phrase
		title = strings.TrimSpace(e.Word + " " + title)
	}
	s.Line(s.Paint(screen.Accent, title), s.Paint(screen.Faint, "  ("+sortName(e.Sort)+")"))
	item := func(label, text string) {
		if text != "" {
			s.Item(pad("  "+label, labelWidth+2), screen.Strong, screen.Plain, text)
		}
	}
	item("means", e.Means)
	item("agent", e.Agent)
	item("program", e.Program)
	if len(e.Kinds) > 0 {
		words := make([]string, len(e.Kinds))
		for i, k := range e.Kinds {
			words[i] = string(k)
		}
		item(plural(len(words), "kind"), strings.Join(words, ", "))
	}
	item("facts", facts(e))
	item("says", e.Says)
	item("source", e.Source)
}

func sortName(s lexicon.Sort) string {
	switch s {
	case lexicon.SortStatus:
		return "an HTTP status"
	case lexicon.SortEffect:
		return "an effect"
	case lexicon.SortField:
		return "a field of the payload"
	case lexicon.SortVendorCode:
		return "a vendor's code"
	case lexicon.SortKind, lexicon.SortClass, lexicon.SortCode, lexicon.SortGuidance:
	}
	return "a " + string(s)
}

// plural returns the word, with an s unless n is 1.
func plural(n int, word string) string {
	if n == 1 {
		return word
	}
	return word + "s"
}

func entryStatus(e lexicon.Entry) (status int) {
	_, _ = fmt.Sscan(e.Word, &status)
	return status
}

// facts is what an entry says in words of the payload and the report.
func facts(e lexicon.Entry) string {
	var all []string
	if e.Class != "" {
		all = append(all, "class "+string(e.Class))
	}
	if e.Code != "" {
		all = append(all, "code "+string(e.Code))
	}
	if e.CanRetry != nil {
		all = append(all, fmt.Sprintf("can_retry %t", *e.CanRetry))
	}
	if e.Effect != toolerr.EffectUnset {
		all = append(all, "effect "+string(e.Effect))
	}
	if e.Guidance != "" {
		all = append(all, "guidance "+string(e.Guidance))
	}
	return strings.Join(all, ", ")
}

// overview prints every word in tables.
func (a *app) overview(s *screen.Screen) {
	s.Text(screen.Plain, "Every error has a kind, which says what went wrong, and a class, which says what a program does about it. "+
		"The model reads the kind, a code, and a sentence.")
	s.Blank()
	strong := []screen.Style{screen.Strong}
	kinds := screen.Table{Heading: []string{"KIND", "RETRY", "CLASS"}, Styles: strong}
	for _, c := range toolerr.Classes() {
		for _, k := range toolerr.Kinds() {
			if k.Class() == c {
				kinds.Rows = append(kinds.Rows, []string{string(k), yesNo(k.CanRetry()), string(c)})
			}
		}
	}
	s.Table(kinds)
	s.Blank()
	s.Table(screen.Table{Heading: []string{"HTTP STATUS", "RETRY", "KIND"}, Styles: strong, Rows: statusRows()})
	words := make(map[lexicon.Sort]screen.Table)
	for _, e := range lexicon.Entries() {
		t := words[e.Sort]
		t.Rows = append(t.Rows, []string{e.Word, e.Means})
		words[e.Sort] = t
	}
	for _, sort := range []lexicon.Sort{lexicon.SortClass, lexicon.SortCode, lexicon.SortGuidance, lexicon.SortEffect, lexicon.SortField} {
		s.Blank()
		s.Table(screen.Table{Heading: []string{strings.ToUpper(string(sort)), "MEANS"}, Styles: strong, Rows: words[sort].Rows})
	}
	s.Blank()
	s.Table(screen.Table{Heading: []string{"VENDOR", "CODES", "NAME"}, Styles: strong, Rows: a.vendorRows()})
	s.Blank()
	s.Text(screen.Faint, a.self+" explain VENDOR lists a vendor's codes, and VENDOR:CODE explains one.")
	s.Text(screen.Faint, a.self+" explain WORD says what the agent and its program should do about each.")
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// statusRows groups the statuses by what is made of them: those with a rule of
// their own, and the rest of each range.
func statusRows() [][]string {
	type answer struct {
		kind toolerr.Kind
		can  bool
	}
	var order []answer
	statuses := map[answer][]string{}
	for _, r := range toolerr.StatusRules() {
		if r.Source == "" {
			continue // the range's rule
		}
		a := answer{r.Kind, r.CanRetry}
		if statuses[a] == nil {
			order = append(order, a)
		}
		statuses[a] = append(statuses[a], fmt.Sprint(r.Status))
	}
	var rows [][]string
	for _, a := range order {
		rows = append(rows, []string{strings.Join(statuses[a], ", "), yesNo(a.can), string(a.kind)})
	}
	for _, rest := range []struct {
		name   string
		status int
	}{{"other 4xx", 499}, {"other 5xx and above", 599}, {"3xx", 399}} {
		r := toolerr.StatusRuleOf(rest.status)
		rows = append(rows, []string{rest.name, yesNo(r.CanRetry), string(r.Kind)})
	}
	return rows
}
