package conformance

import (
	"context"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/decoder"
	"github.com/errand-go/errand/toolerr"
)

func lawMessage(r *run) []Finding {
	listed := listedTexts(r.suite)
	return r.each(func(s specimen) string {
		message := s.answer.Error()
		if message == fixedText(s.answer) || listed.MatchString(message) {
			return ""
		}
		if s.twin == nil {
			return fmt.Sprintf("%q, and no Twin to compare with", message)
		}
		if twin, panicked := ask(r.suite.Adapter, s.twin); panicked != nil || twin == nil || twin.Error() != message {
			return fmt.Sprintf("%q for the error, another text for its twin", message)
		}
		return ""
	})
}

// fixedText returns errand's own message for an error like te.
func fixedText(te *toolerr.ToolRuntimeError) string {
	return te.WithKind(te.Kind(), toolerr.WithCanRetry(te.CanRetry())).Error()
}

// listedTexts matches the sentences that the adapter's table and the suite list.
func listedTexts(s Suite) *regexp.Regexp {
	const filled = `[A-Za-z0-9_.:' -]+`
	texts := []string{decoder.Undecodable(true).Error(), decoder.Undecodable(false).Error()}
	for _, m := range s.Messages {
		texts = append(texts, m.String())
	}
	if tabled, ok := adapter.As[adapter.Tabled](s.Adapter); ok {
		for _, row := range tabled.Table().Rows() {
			if !row.Message.IsZero() {
				texts = append(texts, row.Message.String())
			}
		}
	}
	for i, t := range texts {
		texts[i] = strings.ReplaceAll(regexp.QuoteMeta(t), "%s", filled)
	}
	return regexp.MustCompile(`^(` + strings.Join(texts, "|") + `)$`)
}

func lawCanary(r *run) (findings []Finding) {
	for _, s := range r.specimens() {
		for _, f := range r.leaks(s.answer) {
			findings = append(findings, Finding{On: s.name, Came: f.Came})
		}
		for _, v := range []view{{"Error", s.answer.Error()}, {"Hint", s.answer.Hint().String()}} {
			if strings.Contains(v.text, withheld) {
				findings = append(findings, Finding{On: s.name, Came: fmt.Sprintf("a value that was withheld here, and would be told if it did not look like a credential, in %s: %s", v.name, v.text)})
			}
		}
	}
	return findings
}

func lawNonInterference(r *run) (findings []Finding) {
	vocabulary := NewVocabulary(append([]adapter.Adapter{r.suite.Adapter}, r.suite.Defaults...), r.suite.Messages...)
	for _, s := range r.specimens() {
		for _, d := range []adapter.Disclosure{adapter.DisclosureKnown, adapter.DisclosureNames} {
			view := r.view(s.err, s.call, d)
			allowed := wordsAlike(view, r.view(s.twin, s.call, d))
			if d == adapter.DisclosureNames {
				allowed = append(allowed, identifiers(view)...)
			}
			if foreign := vocabulary.In(s.call).Foreign(view.Payload(), allowed...); len(foreign) > 0 {
				findings = append(findings, Finding{On: s.name, Came: fmt.Sprintf("%q in %s", foreign, view.Payload())})
				break
			}
		}
		if s.twin == nil {
			continue
		}
		view, twin := r.view(s.err, s.call, adapter.DisclosureKnown), r.view(s.twin, s.call, adapter.DisclosureKnown)
		if a, b := view.Payload().String(), twin.Payload().String(); a != b && reflect.DeepEqual(view.Refusal().Findings, twin.Refusal().Findings) {
			findings = append(findings, Finding{On: s.name, Came: a + " for the error, and for its twin " + b})
		}
	}
	return findings
}

// view returns the chain's result for an error in a call, or nil.
func (r *run) view(err error, call adapter.Call, d adapter.Disclosure) *toolerr.ToolRuntimeError {
	te, _ := toolerr.Find(r.chain.WithDisclosure(d).Adapt(adapter.WithCall(context.Background(), call), err))
	return te
}

// wordsAlike returns the words that the view of an error and that of its twin have in
// common. The errors differ only in the vendor's text, so these words are the adapter's.
func wordsAlike(view, twin *toolerr.ToolRuntimeError) (alike []string) {
	if twin == nil {
		return nil
	}
	others := strings.Join(leaves(twin.Payload()), " ")
	for _, word := range wordsOf(strings.Join(leaves(view.Payload()), " ")) {
		if slices.Contains(wordsOf(others), word) {
			alike = append(alike, word)
		}
	}
	return alike
}

// identifiers returns the parts of a refusal that an author may allow.
func identifiers(te *toolerr.ToolRuntimeError) (all []string) {
	for _, f := range te.Refusal().Findings {
		all = append(append(append(all, f.Fields...), f.Names...), f.Word)
		for _, field := range f.Fields { // the last step of a place is a name as well
			all = append(all, field[strings.LastIndexAny(field, "/.]")+1:])
		}
	}
	return all
}
