package toolerr

import (
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
		few[i] = Problem{Path: safePath(p.Path), Problem: p.Problem}
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
