package codebook

import (
	"cmp"
	"errors"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// An Entry explains a vendor's code, or an error number of the operating system. Its JSON
// form has the keys of a [lexicon.Entry] and more; it is the output of `errand explain
// --json`, and stable.
type Entry struct {
	lexicon.Entry
	// Service is the slug of the adapter. Vendor is the vendor's name, "" for a number of
	// the operating system.
	Service string `json:"service"`
	Vendor  string `json:"vendor"`
	// UserAction reports whether a person must act first.
	UserAction bool `json:"requires_user_action"`
	// Payload is the model's payload if only the code is known: a status, a wait and a more
	// exact hint come from the error.
	Payload toolerr.Payload `json:"payload"`
	// Decisions are the consequences, for a tool that may act twice and for one that may
	// not.
	Decisions []verdict.Decision `json:"decisions"`
}

// Entries returns the vendor's entries, in the order of its table.
func (v Vendor) Entries() []Entry {
	var all []Entry
	for _, row := range v.rows() {
		all = append(all, v.entry(row))
	}
	return all
}

func (v Vendor) entry(row adapter.Row) Entry {
	te := row.Error(errors.New(row.VendorCode))
	e := entryOf(te)
	e.Service, e.Vendor = v.Table.Slug(), v.Table.Display()
	e.Entry = lexicon.Entry{
		Sort: lexicon.SortVendorCode, Word: row.VendorCode, Means: cmp.Or(row.Message.String(), lexicon.Bare(row.Kind)) + effectSentence(te.Effect()), Agent: agent(te), Program: e.program(),
		Kinds: []toolerr.Kind{te.Kind()}, Source: row.Source,
	}.With(te)
	return e
}

// entryOf returns an entry with the facts of an error, and without texts.
func entryOf(te *toolerr.ToolRuntimeError) Entry {
	return Entry{
		Service: te.Extra().Service, UserAction: te.RequiresUserAction(), Payload: te.Payload(),
		Decisions: []verdict.Decision{verdict.Decide(te, true), verdict.Decide(te, false)},
	}
}

// effectSentence returns a sentence about the effect, with a space before it, and "" if the
// effect is unknown.
func effectSentence(effect toolerr.Effect) string {
	switch effect {
	case toolerr.EffectNone:
		return " Nothing was done."
	case toolerr.EffectUnknown:
		return " It may have been done all the same."
	case toolerr.EffectUnset:
	}
	return ""
}

// agent returns the advice for the model: the row's own, or else that of its kind.
func agent(te *toolerr.ToolRuntimeError) string {
	switch {
	case te.RequiresUserAction():
		return "Ask the person to do what the hint says, or say what has to be done. Do not call again before."
	case !te.Hint().IsZero():
		return "Do what the hint says."
	case te.CanRetry() && te.Kind() != toolerr.KindUpstreamRateLimit && (te.Effect() == toolerr.EffectNone || !te.Kind().CanRetry()):
		return "Call again later."
	case te.CanRetry() != te.Kind().CanRetry():
		return "Do not make the same call again: it fails the same way."
	case te.Kind() == toolerr.KindToolBadInputValue && len(te.Problems()) == 0:
		return "Change the arguments, and call again."
	}
	return lexicon.Kind(te.Kind()).Agent
}

// program returns the advice for the program, for both sorts of tools.
func (e Entry) program() string {
	if e.Decisions[0].Text == e.Decisions[1].Text {
		return e.Decisions[0].Text
	}
	return "If the tool is idempotent: " + e.Decisions[0].Text + " Otherwise: " + e.Decisions[1].Text
}
