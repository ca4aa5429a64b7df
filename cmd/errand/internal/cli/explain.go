package cli

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/codebook"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/cmd/errand/internal/screen"
	"github.com/errand-go/errand/toolerr"
)

func explainCommand() command {
	return command{
		name: "explain", usage: "[--json] [KIND|CLASS|CODE|STATUS|ERRNO|EVENT|RULE|FIELD|VENDOR[:CODE]]",
		does: "prints what a word, a status or a vendor's code means, and what to do about it",
		more: "Without a word it lists everything. Short forms work: 429, 5xx, not_found, rate-limit, UPSTREAM_RUNTIME_NOT_FOUND, ECONNREFUSED. " +
			"It also explains the words of guidance and effect, the fields of a payload, and the codes of the agent loop's events, such as MAX_TOKENS. " +
			"A rule names what is wrong with a refused value. rule:not_found is the rule, not the code; rule without a name lists the sentences of all rules. " +
			"Write a vendor's code as slack:missing_scope, sqlstate:40001 or smtp:550, or without the vendor if errand has no such word; a vendor without a code lists its codes. " +
			"If a code has a number and a name, both work, in any letter case: mysql:1062, grpc:14, grpc:DeadlineExceeded, sqlite:2067, twilio:21610, postgres:unique_violation.",
		setup: func(a *app, fs *flag.FlagSet) func([]string) int {
			asJSON := fs.Bool("json", false, "for programs: an array of entries")
			return func(args []string) int { return a.runExplain(strings.Join(args, " "), *asJSON) }
		},
	}
}

func (a *app) runExplain(word string, asJSON bool) int {
	book := codebook.New(a.adapters())
	entries := lexicon.Lookup(word)
	errnos := codebook.Errno(word, func(err error) *toolerr.ToolRuntimeError {
		te, _ := toolerr.Find(adapter.NewChain(a.adapters()...).Adapt(context.Background(), err))
		return te
	})
	codes, err := book.Find(word)
	codes = append(errnos, codes...)
	switch {
	case word == "":
		return a.explainAll(book, asJSON)
	case strings.TrimSuffix(word, ":") == "rule":
		return a.explainRules(asJSON)
	case len(entries) == 0 && strings.HasPrefix(word, lexicon.RulePrefix):
		return a.refuse("%s is not a rule; %s", word[len(lexicon.RulePrefix):], lexicon.Offer(word[len(lexicon.RulePrefix):], ruleNames(), a.self+" explain rule lists them"))
	case len(entries) == 0 && err != nil:
		return a.refuse("%v", err)
	case len(entries)+len(codes) == 0:
		return a.unknownWord(book, word)
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
		title := e.Word
		if status, err := strconv.Atoi(e.Word); err == nil && e.Says != "" {
			title = strings.TrimSpace(e.Word + " " + toolerr.StatusRuleOf(status).Phrase)
		}
		printEntry(s, title, sortName(e.Sort), strings.Join(e.Sentences, "\n"), e)
	}
	if len(entries) > 0 && len(codes) > 0 {
		s.Blank()
	}
	if v, whole := book.Vendor(strings.TrimSuffix(word, ":")); whole && len(codes) > 0 {
		a.listCodes(s, v.Word, codes)
	} else {
		printCodes(s, codes)
	}
	if numbers := book.Numbered(word); len(numbers) > 0 {
		s.Blank()
		s.Text(screen.Faint, "Do you mean a vendor's number? "+a.self+" explain "+strings.Join(numbers, ", "))
	}
	return a.written(s.Err())
}

// explainAll explains every word of errand's own, and lists the vendors.
func (a *app) explainAll(book codebook.Book, asJSON bool) int {
	if asJSON {
		return a.writeJSON(lexicon.Entries())
	}
	s := screen.New(a.stdout, a.env)
	a.overview(s, book)
	return a.written(s.Err())
}

// explainRules lists the rules with the model's sentences.
func (a *app) explainRules(asJSON bool) int {
	if asJSON {
		return a.writeJSON(lexicon.Rules())
	}
	s := screen.New(a.stdout, a.env)
	t := screen.Table{Heading: []string{"RULE", "THE MODEL READS OF A VALUE"}, Styles: []screen.Style{screen.Strong}}
	for _, e := range lexicon.Rules() {
		for i, sentence := range e.Sentences {
			if i > 0 {
				e.Word = ""
			}
			t.Rows = append(t.Rows, []string{e.Word, sentence})
		}
	}
	s.Table(t)
	return a.written(s.Err())
}

func ruleNames() (names []string) {
	for _, r := range toolerr.Rules() {
		names = append(names, string(r))
	}
	return names
}

// unknownWord reports a word that neither errand nor a vendor has.
func (a *app) unknownWord(book codebook.Book, word string) int {
	offer := lexicon.Offer(word, slices.Concat(lexicon.Words(), codebook.ErrnoNames(), book.Words()), a.self+" explain lists them")
	if numbers := book.Numbered(word); len(numbers) > 0 {
		offer = "as a number, did you mean " + strings.Join(numbers, ", ") + "?"
	}
	return a.refuse("%q is not a kind, class, code, rule, field, errno, HTTP status or vendor's code; %s", word, offer)
}

// labelWidth is the width of the labels of an entry.
const labelWidth = 12

// printEntry prints an entry. told is the payload of a vendor's code, which contains the
// sentence of the entry, or the sentences of a rule.
func printEntry(s *screen.Screen, title, sort, told string, e lexicon.Entry) {
	s.Heading("", screen.Accent, title, "("+sort+")")
	kinds := make([]string, len(e.Kinds))
	for i, k := range e.Kinds {
		kinds[i] = string(k)
	}
	says := e.Says
	if told != "" {
		says = ""
	}
	for _, row := range [][2]string{
		{"means", e.Means},
		{"told", told},
		{"agent", e.Agent},
		{"program", e.Program},
		{plural(len(kinds), "kind"), strings.Join(kinds, ", ")},
		{"facts", facts(e)},
		{"says", says},
		{"source", e.Source},
	} {
		if row[1] != "" {
			s.Item(pad("  "+row[0], labelWidth), screen.Strong, screen.Plain, row[1])
		}
	}
}

func sortName(s lexicon.Sort) string {
	switch s {
	case lexicon.SortStatus:
		return "an HTTP status"
	case lexicon.SortErrno:
		return "an error of the operating system"
	case lexicon.SortEffect:
		return "an effect"
	case lexicon.SortEvent:
		return "a code of the agent loop's events"
	case lexicon.SortField:
		return "a field of the payload"
	case lexicon.SortVendorCode:
		return "a vendor's code"
	case lexicon.SortKind, lexicon.SortClass, lexicon.SortCode, lexicon.SortGuidance, lexicon.SortRule:
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

// facts lists the facts of an entry in words of the payload and the report.
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
func (a *app) overview(s *screen.Screen, book codebook.Book) {
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
	words := make(map[lexicon.Sort][][]string)
	for _, e := range lexicon.Entries() {
		words[e.Sort] = append(words[e.Sort], []string{e.Word, e.Means})
	}
	for _, sort := range []lexicon.Sort{lexicon.SortClass, lexicon.SortCode, lexicon.SortGuidance, lexicon.SortEffect, lexicon.SortEvent, lexicon.SortRule, lexicon.SortField} {
		s.Blank()
		s.Table(screen.Table{Heading: []string{strings.ToUpper(strings.ReplaceAll(string(sort), "_", " ")), "MEANS"}, Styles: strong, Rows: words[sort]})
	}
	s.Blank()
	vendors := screen.Table{Heading: []string{"VENDOR", "CODES", "NAME"}, Styles: strong}
	for _, v := range book.Vendors() {
		vendors.Rows = append(vendors.Rows, []string{v.Word, strconv.Itoa(len(v.Table.Rows())), v.Table.Display()})
	}
	s.Table(vendors)
	s.Blank()
	s.Heading("", screen.Strong, "ERRNO", "(errors of the operating system)")
	s.Text(screen.Plain, strings.Join(codebook.ErrnoNames(), ", "))
	s.Blank()
	s.Text(screen.Faint, a.self+" explain VENDOR lists a vendor's codes, and VENDOR:CODE explains one.")
	s.Text(screen.Faint, a.self+" explain WORD prints what the agent and its program should do about each.")
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// An answer is the meaning of a status or a code in a list.
type answer struct {
	kind toolerr.Kind
	can  bool
}

// answers are words by their meaning, in the order of their first words.
type answers struct {
	order []answer
	words map[answer][]string
}

func (as *answers) add(a answer, word string) {
	if as.words == nil {
		as.words = map[answer][]string{}
	}
	if as.words[a] == nil {
		as.order = append(as.order, a)
	}
	as.words[a] = append(as.words[a], word)
}

// statusRows groups the statuses by their meaning: those with their own rule, and the rest
// of each range.
func statusRows() [][]string {
	var statuses answers
	for status := 300; status < 600; status++ {
		if r := toolerr.StatusRuleOf(status); r.Source != "" { // not the range's rule
			statuses.add(answer{r.Kind, r.CanRetry}, strconv.Itoa(status))
		}
	}
	var rows [][]string
	for _, a := range statuses.order {
		rows = append(rows, []string{strings.Join(statuses.words[a], ", "), yesNo(a.can), string(a.kind)})
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
