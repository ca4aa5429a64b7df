// Package disclosed describes what a model reads about a refusal, and what is withheld. It
// links neither the conformance suite nor a server.
package disclosed

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/toolerr"
)

// A Refusal describes a refusal: what a model reads about it and what is withheld. Its
// JSON form is stable.
type Refusal struct {
	// Problems are the problems that the model reads.
	Problems []toolerr.ReportProblem `json:"problems"`
	// UpstreamMessage is the service's message, if the model may read it.
	UpstreamMessage string `json:"upstream_message,omitempty"`
	// Findings are what the service refused, with credentials redacted.
	Findings []toolerr.ReportFinding `json:"findings"`
	// Withheld are the service's words that the model does not read.
	Withheld []Withheld `json:"withheld"`
}

// A Withheld is a text of the service that the model does not read, with the reason.
type Withheld struct {
	Text    string `json:"text"`
	Because string `json:"because"`
}

// Of describes the refusal of an error that was adapted for the call under the disclosure. It
// returns nil if the error has no refusal.
func Of(te *toolerr.ToolRuntimeError, call adapter.Call, d adapter.Disclosure) *Refusal {
	report := te.Report()
	if report.Refusal == nil {
		return nil
	}
	out := &Refusal{
		Problems: append([]toolerr.ReportProblem{}, report.Problems...), Findings: append([]toolerr.ReportFinding{}, report.Refusal.Findings...),
		Withheld: []Withheld{}, UpstreamMessage: upstream(te),
	}
	known := toldWords(te)
	withhold := func(text, because string) {
		w := Withheld{text, because}
		if text != "" && !slices.Contains(known, text) && !slices.Contains(out.Withheld, w) {
			out.Withheld = append(out.Withheld, w)
		}
	}
	for _, f := range out.Findings {
		tell := func(f toolerr.Finding) string { return told(f, call, d) }
		for _, field := range f.Fields {
			if tell(toolerr.Finding{Fields: []string{field}, Value: f.Value}) == "" {
				withhold(field, "it names no place of the call")
			}
		}
		for _, word := range append([]string{f.Word, f.Value}, f.Names...) {
			if !strings.Contains(tell(toolerr.Finding{Rule: toolerr.RuleUnknown, Word: word}), word) {
				because := "it is not a word of the call"
				if strings.Contains(word, redacted) {
					because = "it looks like a credential"
				}
				withhold(word, because)
			}
		}
		if !strings.Contains(tell(toolerr.Finding{Rule: f.Rule, Limit: f.Limit}), f.Limit) {
			withhold(f.Limit, "its rule has no limit, or it is too long for one")
		}
	}
	if out.UpstreamMessage == "" {
		withhold(report.Refusal.Message, "it is the service's sentence, which only DisclosureText tells")
	}
	return out
}

// toldWords returns the words of the payload besides the problems: the code, and the words
// of message and hint, which an adapter may take from a refusal.
func toldWords(te *toolerr.ToolRuntimeError) []string {
	words := strings.FieldsFunc(te.Error()+" "+te.Hint().String(), func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("(),;\"", r) })
	for i, w := range words {
		words[i] = strings.TrimRight(w, ".:")
	}
	return append(words, te.VendorCode())
}

// redacted replaces a credential.
const redacted = "(redacted)"

// told returns the model's text for a finding, or "".
func told(f toolerr.Finding, call adapter.Call, d adapter.Disclosure) string {
	te := toolerr.New(toolerr.KindUpstreamValidationError, toolerr.Message{}, toolerr.WithFindings(f))
	adapted, _ := toolerr.Find(adapter.NewChain().WithDisclosure(d).Adapt(adapter.WithCall(context.Background(), call), te))
	var text strings.Builder
	for _, p := range adapted.Problems() {
		text.WriteString(p.Path + " " + p.Problem.String())
	}
	return text.String()
}

// upstream returns the service's sentence in a payload.
func upstream(te *toolerr.ToolRuntimeError) string {
	var p struct {
		Message string `json:"upstream_message"`
	}
	_ = json.Unmarshal([]byte(te.Payload().String()), &p) // always valid
	return p.Message
}
