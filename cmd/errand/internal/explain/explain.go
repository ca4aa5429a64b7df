// Package explain says what a word means, and what follows from it. Every answer comes
// from the code that adapts errors: the kinds, the rules of statuses, and the adapters'
// tables and readers of texts.
package explain

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// A Sort is the sort of a word.
type Sort string

// The sorts, as a reader sees them.
const (
	SortKind    Sort = "a kind"
	SortStatus  Sort = "an HTTP status"
	SortService Sort = "a service"
	SortVendor  Sort = "a vendor's code"
	SortText    Sort = "the text of an error"
)

// An Entry explains one word.
type Entry struct {
	Sort Sort
	Word string
	// Err is the error if only the word is known; nil if the word is not about one error.
	Err *toolerr.ToolRuntimeError
	// Facts are what else follows from the word.
	Facts []Fact
	// Source is the origin of a rule.
	Source string
}

// A Fact is a sentence with its subject.
type Fact struct{ About, Text string }

// A Book explains words with the tables of some adapters.
type Book struct {
	adapters []adapter.Adapter
	chain    adapter.Chain
	vendors  []Vendor
}

// New returns a Book of the adapters.
func New(all []adapter.Adapter) Book {
	b := Book{adapters: all, chain: adapter.NewChain(all...)}
	for _, a := range all {
		if t, ok := adapter.As[adapter.Tabled](a); ok {
			b.vendors = append(b.vendors, Vendor{t.Table(), a.Slug()[1:], t.Table().Rows()})
		}
	}
	return b
}

// Find returns the entries of a word, in any letter case; possibly none. errand's own words
// come before vendors' codes.
func (b Book) Find(word string) []Entry {
	word = strings.TrimSpace(word)
	found := slices.Concat(kinds(normal(word)), statuses(word))
	if len(found) == 0 {
		found = b.codes(word)
	}
	if len(found) > 0 {
		return found
	}
	te, _ := toolerr.Find(b.chain.Adapt(context.Background(), errors.New(word)))
	if te.Extra().Service == "" {
		return nil
	}
	return []Entry{{Sort: SortText, Word: word, Err: te}}
}

// Words returns the words that [Book.Find] finds, except the numbers of statuses.
func (b Book) Words() []string {
	var all []string
	for _, k := range toolerr.Kinds() {
		all = append(all, string(k), short(k))
	}
	for _, v := range b.Vendors() {
		all = append(all, v.Name)
		for _, row := range v.Rows() {
			all = append(all, row.VendorCode, v.Name+":"+row.VendorCode)
		}
	}
	return all
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

// kinds returns the entries of a kind, by its name or its short form.
func kinds(word string) (found []Entry) {
	for _, k := range toolerr.Kinds() {
		if word != normal(string(k)) && word != normal(short(k)) {
			continue
		}
		e := Entry{Sort: SortKind, Word: string(k), Err: toolerr.New(k, toolerr.Message{})}
		if statuses := Statuses(k); statuses != "" {
			e.Facts = append(e.Facts, Fact{"statuses", statuses})
		}
		found = append(found, e)
	}
	return found
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

// statuses returns the entry of an HTTP status, by its number.
func statuses(word string) []Entry {
	status, err := strconv.Atoi(word)
	if err != nil || status < 300 || status > 999 {
		return nil
	}
	return []Entry{{Sort: SortStatus, Word: word, Err: toolerr.Upstream(status, toolerr.Message{}), Source: verdict.StatusSource(status)}}
}
