package lexicon

import (
	"fmt"
	"strconv"

	"github.com/errand-go/errand/toolerr"
)

func kindEntry(k toolerr.Kind) Entry {
	w := kindWords[k]
	e := toolerr.New(k, toolerr.Message{})
	return Entry{
		Sort: SortKind, Word: string(k), Means: w.whole(), Agent: w.agent, Program: w.program,
		Class: k.Class(), Code: k.Code(), CanRetry: new(k.CanRetry()),
		Effect: e.Effect(), Guidance: e.Guidance(), Says: e.Error(),
	}
}

func classEntry(c toolerr.Class) Entry {
	w := classWords[c]
	e := Entry{Sort: SortClass, Word: string(c), Means: w.whole(), Agent: w.agent, Program: w.program}
	for _, k := range toolerr.Kinds() {
		if k.Class() == c {
			e.Kinds = append(e.Kinds, k)
		}
	}
	return e
}

func codeEntry(c toolerr.Code) Entry {
	w := codeWords[c]
	e := Entry{Sort: SortCode, Word: string(c), Means: w.whole(), Agent: w.agent, Program: w.program}
	for _, k := range toolerr.Kinds() {
		if k.Code() == c {
			e.Kinds = append(e.Kinds, k)
		}
	}
	return e
}

// statusEntry explains an HTTP status by what toolerr.Upstream makes of it.
func statusEntry(status int) Entry {
	if status < 300 {
		return Entry{
			Sort: SortStatus, Word: strconv.Itoa(status),
			Means:   "No failure: errand makes no error of it.",
			Agent:   "Go on with the result.",
			Program: "Nothing. A 2xx whose body cannot be read is a NETWORK_TRANSPORT_RUNTIME_UNMAPPED, with no status.",
			Source:  "RFC 9110 section 15",
		}
	}
	rule := toolerr.StatusRuleOf(status)
	err := toolerr.Upstream(status, toolerr.Message{})
	w := kindWords[rule.Kind]
	e := Entry{
		Sort: SortStatus, Word: strconv.Itoa(status), Means: w.whole(), Agent: w.agent, Program: w.program,
		Kinds: []toolerr.Kind{rule.Kind}, Class: err.Class(), Code: err.Code(), CanRetry: new(err.CanRetry()),
		Effect: err.Effect(), Guidance: err.Guidance(), Says: err.Error(), Source: RuleSource(rule),
	}
	if own, ok := statusWords[status]; ok {
		e.Means = own.means
		if own.agent != "" {
			e.Agent = own.agent
		}
		if own.program != "" {
			e.Program = own.program
		}
	}
	return e
}

// RuleSource returns where the rule of a status comes from: the source of its
// own exception, or that of its range.
func RuleSource(r toolerr.StatusRule) string {
	switch {
	case r.Source != "":
		return r.Source
	case r.Status >= 500:
		return "RFC 9110 section 15.6: a 5xx is the server's failure"
	case r.Status >= 400:
		return "RFC 9110 section 15.5: a 4xx refuses the request"
	default:
		return fmt.Sprintf("RFC 9110 section 15: no rule covers a %d that a client hands to its caller", r.Status)
	}
}
