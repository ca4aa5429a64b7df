// Package explain says what a word means, and what follows from it. Every answer comes
// from the code that adapts errors: the kinds, the rules of statuses, the adapters' tables,
// and the errors of Go after an adapter has read them.
package explain

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// A Sort is the sort of a word.
type Sort string

// The sorts, as a reader sees them.
const (
	SortKind    Sort = "a kind"
	SortClass   Sort = "a class"
	SortCode    Sort = "a code"
	SortStatus  Sort = "an HTTP status"
	SortRule    Sort = "a rule"
	SortService Sort = "a service"
	SortVendor  Sort = "a vendor's code"
	SortGo      Sort = "an error of Go"
	SortField   Sort = "a field of the payload"
)

// An Entry explains one word.
type Entry struct {
	Sort Sort
	Word string
	// Payload is what the model reads if only the word is known; nil if the word is not about
	// one error.
	Payload *toolerr.Payload
	// Decisions are the consequences, for a tool that may act twice and for one that may not.
	Decisions []verdict.Decision
	// Facts are what else follows from the word.
	Facts []Fact
	// Source is the origin of a rule.
	Source string
}

// A Fact is a sentence with its subject.
type Fact struct{ About, Text string }

// ofError returns the entry of an error.
func ofError(sort Sort, word string, te *toolerr.ToolRuntimeError, source string) Entry {
	payload := te.Payload()
	facts := []Fact{{"class", string(te.Class())}, {"guidance", string(te.Guidance())}}
	if te.Effect() != toolerr.EffectUnset {
		facts = append(facts, Fact{"effect", string(te.Effect())})
	}
	return Entry{
		Sort: sort, Word: word, Payload: &payload, Facts: facts, Source: source,
		Decisions: []verdict.Decision{verdict.Decide(te, true), verdict.Decide(te, false)},
	}
}

// A Book explains words with the tables of some adapters.
type Book struct {
	adapters []adapter.Adapter
	chain    adapter.Chain
	vendors  []Vendor
	// page is the error of a response in the place of the service's.
	page func() *toolerr.ToolRuntimeError
}

// New returns a Book of the adapters.
func New(all []adapter.Adapter) Book {
	b := Book{adapters: all, chain: adapter.NewChain(all...)}
	b.page = sync.OnceValue(func() *toolerr.ToolRuntimeError { return verdict.Unreadable(http.MethodGet, all) })
	for _, a := range all {
		if t, ok := adapter.As[adapter.Tabled](a); ok {
			b.vendors = append(b.vendors, Vendor{t.Table(), a.Slug()[1:], t.Table().Rows()})
		}
	}
	return b
}

// Find returns the entries of a word, in any letter case; possibly none. The error
// describes an invalid VENDOR:CODE.
func (b Book) Find(word string) ([]Entry, error) {
	word = strings.TrimSpace(word)
	found := slices.Concat(b.own(normal(word)), b.statuses(word), b.goErrors(word))
	codes, err := b.codes(word)
	if len(found) == 0 {
		found = codes
	} else if len(codes) > 0 {
		var names []string
		for _, e := range codes {
			names = append(names, e.Word)
		}
		last := &found[len(found)-1]
		last.Facts = append(last.Facts, Fact{"see also", strings.Join(names, ", ")})
	}
	if len(found) > 0 {
		return found, nil
	}
	if te := b.adapt(fmt.Errorf("%s", word)); te.Extra().Service != "" {
		return []Entry{ofError(SortGo, word, te, "")}, nil
	}
	return nil, err
}

// Words returns the words that [Book.Find] finds, except the numbers of statuses.
func (b Book) Words() []string {
	var all []string
	for _, k := range toolerr.Kinds() {
		all = append(all, string(k), short(k))
	}
	for _, c := range toolerr.Classes() {
		all = append(all, string(c))
	}
	for _, c := range toolerr.Codes() {
		all = append(all, string(c))
	}
	for _, r := range toolerr.Rules() {
		all = append(all, string(r))
	}
	for _, v := range b.Vendors() {
		all = append(all, v.Name)
		for _, row := range v.Rows() {
			all = append(all, row.VendorCode)
		}
	}
	return append(all, errnoNames()...)
}

// normal returns a word in the form in which words are compared.
func normal(word string) string {
	return underscored.Replace(strings.ToLower(strings.TrimSpace(word)))
}

var underscored = strings.NewReplacer("-", "_", " ", "_")

// short returns a kind without its common prefix: UPSTREAM_RUNTIME_NOT_FOUND becomes
// NOT_FOUND. Two kinds may have the same short form.
func short(k toolerr.Kind) string {
	for _, prefix := range []string{"UPSTREAM_RUNTIME_", "NETWORK_TRANSPORT_RUNTIME_", "TOOL_RUNTIME_", "TOOL_DEFINITION_"} {
		if rest, ok := strings.CutPrefix(string(k), prefix); ok {
			return rest
		}
	}
	return string(k)
}

// own returns the entries of errand's own words.
func (b Book) own(word string) (found []Entry) {
	for _, k := range toolerr.Kinds() {
		if word == normal(string(k)) || word == normal(short(k)) {
			found = append(found, b.kind(k))
		}
	}
	for _, c := range toolerr.Classes() {
		if word == string(c) {
			found = append(found, Entry{Sort: SortClass, Word: word, Facts: kindsOf(func(k toolerr.Kind) bool { return k.Class() == c })})
		}
	}
	for _, c := range toolerr.Codes() {
		if word == string(c) {
			found = append(found, Entry{Sort: SortCode, Word: word, Facts: kindsOf(func(k toolerr.Kind) bool { return k.Code() == c })})
		}
	}
	for _, r := range toolerr.Rules() {
		if word == string(r) || word == "rule" || word == "rule:"+string(r) {
			found = append(found, rule(r))
		}
	}
	for _, key := range toolerr.ReservedKeys() {
		if word == key && word != "error" {
			found = append(found, Entry{Sort: SortField, Word: word, Facts: []Fact{{"means", "A field of the payload. docs/wire.md describes it."}}})
		}
	}
	return found
}

// kindsOf returns the kinds that have a word, or that the agent loop gives it.
func kindsOf(has func(toolerr.Kind) bool) []Fact {
	var all []string
	for _, k := range toolerr.Kinds() {
		if has(k) {
			all = append(all, string(k))
		}
	}
	if len(all) == 0 {
		return []Fact{{"means", "A decision of the agent loop about a call, which docs/agent.md describes, or a vendor's row."}}
	}
	return []Fact{{"kinds", strings.Join(all, ", ")}}
}

// kind returns the entry of a kind, with what else decides about a retry.
func (b Book) kind(k toolerr.Kind) Entry {
	e := ofError(SortKind, string(k), toolerr.New(k, toolerr.Message{}), "")
	var others, codes []string
	listed := 0
	for status := 300; status < 600; status++ {
		if r := toolerr.StatusRuleOf(status); r.Kind == k && r.CanRetry != k.CanRetry() {
			others = append(others, strconv.Itoa(status))
		}
	}
	for _, v := range b.Vendors() {
		for _, row := range v.Rows() {
			if row.Kind == k {
				listed++
				if row.CanRetry() != k.CanRetry() {
					codes = append(codes, v.Name+":"+row.VendorCode)
				}
			}
		}
	}
	var depends []string
	if len(others) > 0 {
		depends = append(depends, "the status "+strings.Join(others, ", "))
	}
	if len(codes) > 0 {
		depends = append(depends, fmt.Sprintf("%d vendors' codes, such as %s", len(codes), codes[0]))
	}
	if te := b.page(); te != nil && te.Kind() == k && te.CanRetry() != k.CanRetry() {
		depends = append(depends, "a response in the place of the service's, such as a login page, if the request has a safe method such as GET")
	}
	if len(depends) > 0 {
		e.Facts = append(e.Facts, Fact{"can_retry", fmt.Sprintf("%t by itself; %t for %s", k.CanRetry(), !k.CanRetry(), strings.Join(depends, "; for "))})
	}
	if statuses := Statuses(k); statuses != "" {
		e.Facts = append(e.Facts, Fact{"statuses", statuses})
	}
	if listed > 0 {
		e.Facts = append(e.Facts, Fact{"codes", fmt.Sprintf("%d vendors' codes have this kind", listed)})
	}
	return e
}

// Statuses lists the HTTP statuses that have a kind by a rule of their own, and the rest of
// a range.
func Statuses(k toolerr.Kind) string {
	var all []string
	for status := 300; status < 600; status++ {
		switch r := toolerr.StatusRuleOf(status); {
		case r.Kind != k:
		case r.Source != "" && r.CanRetry != k.CanRetry():
			all = append(all, fmt.Sprintf("%d (can_retry %t)", status, r.CanRetry))
		case r.Source != "":
			all = append(all, strconv.Itoa(status))
		case status%100 == 99:
			all = append(all, fmt.Sprintf("other %dxx", status/100))
		}
	}
	return strings.Join(all, ", ")
}

// rule returns the entry of a rule, with the sentences that a model reads: alone, and with
// a limit, a word or names where they change the sentence.
func rule(r toolerr.Rule) Entry {
	e := Entry{Sort: SortRule, Word: string(r)}
	var seen []string
	for _, d := range []toolerr.Detail{
		{}, {Limit: toolerr.Int(100)}, {Limit: toolerr.Int(100), Beyond: true}, {Word: toolerr.Name(`"abc"`)}, {Names: []toolerr.Arg{toolerr.Name(`"x"`), toolerr.Name(`"y"`)}},
	} {
		if text := r.Message(d).String(); !slices.Contains(seen, text) {
			seen = append(seen, text)
			e.Facts = append(e.Facts, Fact{"told", text})
		}
	}
	return e
}

// statuses returns the entries of an HTTP status, by its number or its phrase, or of every
// status of 4xx with a rule of its own.
func (b Book) statuses(word string) (found []Entry) {
	class, whole := strings.CutSuffix(normal(word), "xx")
	for status := 100; status < 1000; status++ {
		r := toolerr.StatusRuleOf(status)
		number := strconv.Itoa(status)
		named := r.Phrase != "" && normal(word) == normal(r.Phrase) || normal(word) == normal(http.StatusText(status)) && word != ""
		switch {
		case number != word && !named && (!whole || class != number[:1] || r.Phrase == ""):
		case status < 300:
			found = append(found, Entry{Sort: SortStatus, Word: number, Facts: []Fact{{"means", "Not a failure: errand returns no error, unless the body cannot be read."}}})
		default:
			found = append(found, ofError(SortStatus, number, toolerr.Upstream(status, toolerr.Message{}), verdict.StatusSource(status)))
		}
	}
	return found
}
