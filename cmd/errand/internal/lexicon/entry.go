package lexicon

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// entry returns the entry of a word, with the kinds that have it.
func (w words) entry(s Sort, word string, has func(toolerr.Kind) bool) Entry {
	e := Entry{Sort: s, Word: word, Means: strings.TrimSpace(w.means + " " + w.more), Agent: w.agent, Program: w.program}
	for _, k := range toolerr.Kinds() {
		if has != nil && has(k) {
			e.Kinds = append(e.Kinds, k)
		}
	}
	return e
}

// With returns the entry with the class, the code and the other facts of an error.
func (e Entry) With(te *toolerr.ToolRuntimeError) Entry {
	e.Class, e.Code, e.CanRetry = te.Class(), te.Code(), new(te.CanRetry())
	e.Effect, e.Guidance, e.Says = te.Effect(), te.Guidance(), te.Error()
	return e
}

// Kind returns the entry of a kind, with the facts of an error that has only the kind.
func Kind(k toolerr.Kind) Entry {
	return kindWords[k].entry(SortKind, string(k), nil).With(toolerr.New(k, toolerr.Message{}))
}

// statusEntry explains an HTTP status by the error of toolerr.Upstream.
func statusEntry(status int) Entry {
	if status < 300 {
		return Entry{
			Sort: SortStatus, Word: strconv.Itoa(status),
			Means:   "Not a failure: errand returns no error for it.",
			Agent:   "Go on with the result.",
			Program: "Nothing. A 2xx whose body cannot be read is a NETWORK_TRANSPORT_RUNTIME_UNMAPPED, with no status.",
			Source:  "RFC 9110 section 15",
		}
	}
	rule := toolerr.StatusRuleOf(status)
	w := kindWords[rule.Kind]
	if own, ok := statusWords[status]; ok {
		w = words{means: own.means, agent: cmp.Or(own.agent, w.agent), program: cmp.Or(own.program, w.program)}
	}
	e := w.entry(SortStatus, strconv.Itoa(status), func(k toolerr.Kind) bool { return k == rule.Kind })
	e.Source = RuleSource(rule)
	return e.With(toolerr.Upstream(status, toolerr.Message{}))
}

// statusesOf explains the statuses of a class that have their own rule.
func statusesOf(first int) []Entry {
	var all []Entry
	for status := first; status < first+100; status++ {
		if rule := toolerr.StatusRuleOf(status); rule.Status == status && rule.Phrase != "" {
			all = append(all, statusEntry(status))
		}
	}
	return all
}

// RuleSource returns the origin of a status's rule: the source of its own exception, or
// that of its range.
func RuleSource(r toolerr.StatusRule) string {
	switch {
	case r.Source != "":
		return r.Source
	case r.Status >= 600:
		return "RFC 9110 section 15: an invalid status is treated as a 5xx"
	case r.Status >= 500:
		return "RFC 9110 section 15.6: a 5xx is the server's failure"
	case r.Status >= 400:
		return "RFC 9110 section 15.5: a 4xx refuses the request"
	default:
		return fmt.Sprintf("RFC 9110 section 15: no rule covers a %d that a client hands to its caller", r.Status)
	}
}
