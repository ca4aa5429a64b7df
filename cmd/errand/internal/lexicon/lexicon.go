// Package lexicon explains the words of errand's payloads and reports: what each
// means, and what an agent and its program should do about it.
package lexicon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/internal/nearest" //nolint:depguard // nobody imports the command, and misspelt names are handled as in the library
	"github.com/errand-go/errand/toolerr"
)

// A Sort says what a word is: a kind, a class, and so on.
type Sort string

// The sorts, in the order in which [Lookup] returns them.
const (
	SortKind     Sort = "kind"
	SortClass    Sort = "class"
	SortCode     Sort = "code"
	SortStatus   Sort = "status"
	SortGuidance Sort = "guidance"
	SortEffect   Sort = "effect"
	SortEvent    Sort = "event_code"
	SortRule     Sort = "rule"
	SortField    Sort = "field"
)

// The sorts that package codebook explains: a vendor's code, and the name of an error
// number of the operating system.
const (
	SortVendorCode Sort = "vendor_code"
	SortErrno      Sort = "errno"
)

// An Entry explains one word. Its JSON form is what `errand explain --json`
// prints, and stable.
type Entry struct {
	// Sort says what the word is.
	Sort Sort `json:"sort"`
	// Word is the word as it stands in payloads and reports; the number of a
	// status.
	Word string `json:"word"`
	// Means says what happened, or what the word stands for.
	Means string `json:"means"`
	// Agent says what the model should do.
	Agent string `json:"agent"`
	// Program says what the program around it should do.
	Program string `json:"program"`
	// Kinds are the kinds of a class, of a code, or of a status.
	Kinds []toolerr.Kind `json:"kinds,omitempty"`
	// Class, Code and CanRetry are what a kind, or the kind of a status, has
	// unless an adapter says otherwise.
	Class    toolerr.Class `json:"class,omitempty"`
	Code     toolerr.Code  `json:"code,omitempty"`
	CanRetry *bool         `json:"can_retry,omitempty"`
	// Effect is what is known about side effects.
	Effect toolerr.Effect `json:"effect,omitempty"`
	// Guidance is what follows for a program.
	Guidance toolerr.Guidance `json:"guidance,omitempty"`
	// Says is the sentence the model reads.
	Says string `json:"says,omitempty"`
	// Sentences are what the model reads of a rule, with a limit, a word and names where
	// they are known.
	Sentences []string `json:"sentences,omitempty"`
	// Source is where the rule of a status comes from.
	Source string `json:"source,omitempty"`
}

// Entries returns every entry but those of statuses.
func Entries() []Entry {
	var all []Entry
	for _, k := range toolerr.Kinds() {
		all = append(all, Kind(k))
	}
	for _, c := range toolerr.Classes() {
		all = append(all, classWords[c].entry(SortClass, string(c), func(k toolerr.Kind) bool { return k.Class() == c }))
	}
	for _, c := range toolerr.Codes() {
		all = append(all, codeWords[c].entry(SortCode, string(c), func(k toolerr.Kind) bool { return k.Code() == c }))
	}
	for _, g := range guidances {
		all = append(all, guidanceWords[g].entry(SortGuidance, string(g), nil))
	}
	for _, e := range effects {
		all = append(all, effectWords[e].entry(SortEffect, string(e), nil))
	}
	for _, c := range eventCodes {
		e := eventWords[c].entry(SortEvent, string(c), nil)
		e.Says = c.Message().String()
		all = append(all, e)
	}
	all = append(all, Rules()...)
	for _, f := range append(toolerr.ReservedKeys(), "data") {
		all = append(all, fieldWords[f].entry(SortField, f, nil))
	}
	return all
}

// Lookup returns the entries of a word, in any letter case: its own, and those
// of the kinds whose short form it is ("not_found" is a code, a rule and the short form
// of a kind; "rule:not_found" is the rule alone). "class", "guidance" and "effect" are all words of the sort. A number is an HTTP status, 5xx all that have a rule of their own.
func Lookup(word string) []Entry {
	word = normal(word)
	if status, err := strconv.Atoi(word); err == nil && len(word) == 3 && status >= 100 {
		return []Entry{statusEntry(status)}
	}
	if class, ok := strings.CutSuffix(word, "xx"); ok && len(class) == 1 && '3' <= class[0] && class[0] <= '5' {
		return statusesOf(int(class[0]-'0') * 100)
	}
	var found []Entry
	for _, e := range Entries() {
		ofSort := normal(string(e.Sort)) == word && slices.Contains([]Sort{SortClass, SortGuidance, SortEffect}, e.Sort)
		if normal(e.Word) == word || ofSort || e.isRule(word) || e.Sort == SortKind && normal(Short(toolerr.Kind(e.Word))) == word {
			found = append(found, e)
		}
	}
	return found
}

// Short returns a kind without the words that many kinds begin with:
// UPSTREAM_RUNTIME_NOT_FOUND is NOT_FOUND. Two kinds may have the same.
func Short(k toolerr.Kind) string {
	for _, prefix := range []string{"UPSTREAM_RUNTIME_", "NETWORK_TRANSPORT_RUNTIME_", "TOOL_RUNTIME_", "TOOL_DEFINITION_"} {
		if short, ok := strings.CutPrefix(string(k), prefix); ok {
			return short
		}
	}
	return string(k)
}

func normal(word string) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(strings.TrimSpace(word)))
}

// Words returns every word that [Lookup] finds but the numbers of statuses, the
// short forms of kinds among them.
func Words() []string {
	var all []string
	for _, e := range Entries() {
		all = append(all, e.Word)
		if e.Sort == SortKind {
			all = append(all, Short(toolerr.Kind(e.Word)))
		}
	}
	return all
}

// Offer returns a question with at most five of the words that somebody who
// wrote word may have meant, the nearest first; otherwise, if there is none.
// Words that differ only in case count once.
func Offer(word string, words []string, otherwise string) string {
	seen := map[string]bool{}
	once := slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		twice := seen[normal(w)]
		seen[normal(w)] = true
		return twice
	})
	if near := nearest.Names(word, once, 5); len(near) > 0 {
		return "did you mean " + strings.Join(near, ", ") + "?"
	}
	return otherwise
}
