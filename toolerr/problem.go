package toolerr

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/errand-go/errand/internal/redact"
)

// A Problem is one thing that is wrong with the arguments of a call. The model reads both
// fields. Their words are from errand's tables and from the call. The service's text
// selects among these words and adds none, unless the tool's author allowed it.
type Problem struct {
	// Path is a JSON pointer (RFC 6901) to the value in the arguments; "" means all
	// arguments.
	Path string `json:"path"`
	// Problem is what is wrong and, if it is known, what would be right.
	Problem Message `json:"problem"`

	rule   Rule
	detail Detail // the parts of the sentence of a rule
}

// String returns the path and what is wrong there.
func (p Problem) String() string { return strings.TrimSpace(p.Path + " " + p.Problem.String()) }

// Parts are the parts of a problem's sentence, for programs. Its words are those of the
// sentence, so that a model may read them too: see [Payload.WithParts].
type Parts struct {
	Rule       Rule     `json:"rule,omitempty"`         // "" if the sentence is not that of a rule
	Field      string   `json:"field,omitempty"`        // the service's name of the place, if its path is not known
	Word       string   `json:"word,omitempty"`         // the word that broke the rule
	Limit      string   `json:"limit,omitempty"`        // the maximum, the minimum or the right number
	Beyond     bool     `json:"beyond,omitempty"`       // the limit itself is not allowed either
	Allowed    []string `json:"allowed,omitempty"`      // what would be right
	DidYouMean []string `json:"did_you_mean,omitempty"` // what may have been meant
	Beside     string   `json:"beside,omitempty"`       // the other place of a rule between two
	At         Position `json:"at,omitzero"`            // in a text of the call
	Stated     Position `json:"stated,omitzero"`        // by the service's count
	Received   bool     `json:"received,omitempty"`     // At is in the text that the service received
}

// Parts returns the parts of the problem's sentence. They are zero if it has no rule.
func (p Problem) Parts() Parts {
	s := rules[p.rule]
	d := s.used(p.detail)
	f := Parts{
		Rule: p.rule, Field: d.Field.plain(), Word: d.Word.plain(), Limit: d.Limit.plain(), Beyond: d.Beyond,
		Beside: d.Beside.plain(), At: d.At, Received: d.Received, Stated: d.Stated,
	}
	names := &f.Allowed
	if s.names == "" {
		names = &f.DidYouMean
	}
	for _, n := range d.Names[:min(len(d.Names), maxItems)] {
		*names = append(*names, n.plain())
	}
	return f
}

// restored returns the problem of a report.
func (p ReportProblem) restored() Problem {
	f := p.Parts
	d := Detail{
		Field: restored(f.Field), Word: restored(f.Word), Limit: restored(f.Limit), Beyond: f.Beyond,
		Beside: restored(f.Beside), At: f.At, Received: f.Received, Stated: f.Stated,
	}
	for _, name := range slices.Concat(f.Allowed, f.DidYouMean) {
		d.Names = append(d.Names, restored(name))
	}
	if !f.Rule.Known() {
		f.Rule = ""
	}
	return Problem{Path: p.Path, Problem: UncheckedMessage(p.Problem), rule: f.Rule, detail: d}
}

// restored returns an argument with a text of a report.
func restored(text string) Arg {
	if text == "" {
		return Arg{}
	}
	return Arg{form: argText, text: UncheckedMessage(text).text}
}

// NamesValue returns the problem that a service's text names the value at a path, which may
// not be at fault.
func NamesValue(path string) Problem {
	at := Quote(path)
	return Problem{Problem: Msgf("The error's text names the value of %s.", at), detail: Detail{Beside: at}}
}

// maxProblems is the maximum number of problems that a model reads.
const maxProblems = 16

// fewProblems returns the first problems, with safe paths, and a problem that counts the
// rest. If only one would be left, it is returned instead of the count.
func fewProblems(found []Problem) []Problem {
	rest := 0
	if len(found) > maxProblems+1 {
		rest, found = len(found)-maxProblems, found[:maxProblems]
	}
	few := make([]Problem, len(found), len(found)+1)
	for i, p := range found {
		few[i] = p
		few[i].Path = safePath(p.Path)
	}
	if rest > 0 {
		few = append(few, Problem{Problem: Msgf("and %s more problems", Int(rest))})
	}
	return few
}

// maxPath is the maximum length of a path, in bytes.
const maxPath = 256

// safePath cuts p, and withholds it if it has the shape of a credential: a path has keys of
// a schema, but also keys that the caller sent.
func safePath(p string) string {
	if redact.HasCredential(p) {
		return withheld
	}
	p = strings.ToValidUTF8(p, "\uFFFD")
	if len(p) <= maxPath {
		return p
	}
	p = p[:maxPath]
	for !utf8.ValidString(p) {
		p = p[:len(p)-1]
	}
	return p + "…"
}
