package conformance

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"

	"github.com/errand-go/errand/toolerr"
)

// lawFindings checks the form of findings: if an adapter puts a sentence into a field for
// names, no model reads the finding.
func lawFindings(r *run) []Finding {
	return r.each(func(s specimen) string {
		wrong := ""
		for _, f := range s.answer.Refusal().Findings {
			wrong = cmp.Or(wrong, malformed(f))
		}
		return wrong
	})
}

var decimal = regexp.MustCompile(`^[-+]?[0-9]+(\.[0-9]+)?$`)

// isSentence reports whether a text has more words than the name of a field.
func isSentence(text string) bool { return len(strings.Fields(text)) > 5 }

// malformed returns the defect in the form of a finding, or "".
func malformed(f toolerr.Finding) string {
	switch {
	case f.Rule != "" && !f.Rule.Known():
		return fmt.Sprintf("Rule is %q, which is not a constant of toolerr", string(f.Rule))
	case f.Limit != "" && !decimal.MatchString(f.Limit):
		return fmt.Sprintf("Limit is %q, which is not a number", f.Limit)
	case isSentence(f.Word):
		return fmt.Sprintf("Word is %q, which is a sentence", f.Word)
	}
	for _, field := range f.Fields {
		if isSentence(field) {
			return fmt.Sprintf("Fields has %q, which is a sentence", field)
		}
	}
	return ""
}
