// Package lexicon explains the words of errand's payloads and reports: the meaning of each,
// and the advice for an agent and its program.
package lexicon

import (
	"slices"
	"strconv"
	"strings"

	"github.com/errand-go/errand/internal/nearest" //nolint:depguard // nobody imports the command, and misspelt names are handled as in the library
	"github.com/errand-go/errand/toolerr"
)

// A Sort is the sort of a word: a kind, a class, and so on.
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

// An Entry explains one word. Its JSON form is printed by `errand explain --json`, and
// stable.
type Entry struct {
	// Sort is the sort of the word.
	Sort Sort `json:"sort"`
	// Word is the word in the form of payloads and reports, or the number of a status.
	Word string `json:"word"`
	// Means describes what happened, or the meaning of the word.
	Means string `json:"means"`
	// Agent is the advice for the model.
	Agent string `json:"agent"`
	// Program is the advice for the program around it.
	Program string `json:"program"`
	// Kinds are the kinds of a class, of a code, or of a status.
	Kinds []toolerr.Kind `json:"kinds,omitempty"`
	// Class, Code and CanRetry are the defaults of a kind, or of the kind of a status,
	// which an adapter may change.
	Class    toolerr.Class `json:"class,omitempty"`
	Code     toolerr.Code  `json:"code,omitempty"`
	CanRetry *bool         `json:"can_retry,omitempty"`
	// Effect is what is known about side effects.
	Effect toolerr.Effect `json:"effect,omitempty"`
	// Guidance is the guidance for a program.
	Guidance toolerr.Guidance `json:"guidance,omitempty"`
	// Says is the model's sentence.
	Says string `json:"says,omitempty"`
	// Sentences are the model's sentences of a rule, with a limit, a word and names if they
	// are known.
	Sentences []string `json:"sentences,omitempty"`
	// Source is the origin of a status's rule.
	Source string `json:"source,omitempty"`
}

// Entries returns every entry except those of statuses.
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

// Lookup returns the entries of a word, in any letter case: its own, and those of the kinds
// whose short form it is ("not_found" is a code, a rule and the short form of a kind;
// "rule:not_found" is only the rule). For "class", "guidance" and "effect" it returns all
// words of the sort, for a number an HTTP status, and for 5xx all with their own rule.
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

// Short returns a kind without its common prefix: UPSTREAM_RUNTIME_NOT_FOUND becomes
// NOT_FOUND. Two kinds may have the same short form.
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

// Words returns every word that [Lookup] finds, including the short forms of kinds, except
// the numbers of statuses.
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

// Offer returns a question with at most five of words that are similar to word, the nearest
// first, or otherwise if there is none. Words that differ only in case count once.
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
