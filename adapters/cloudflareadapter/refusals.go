package cloudflareadapter

import (
	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals: Cloudflare API, DNS records and rules.
var refusals = &refusal.Dialect{Body: readRefusal, Texts: []phrase.Pattern{
	{Text: "Invalid {field}. Must be between ", Source: "Cloudflare API, DNS records, code 9021"},
	{Text: "{field} for {} record must be a valid", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records, code 9005"},
	{Text: "{field} for {} record is invalid", Rule: toolerr.RuleBadFormat, Source: "Cloudflare API, DNS records, code 9004"},
	{Text: "{field} is invalid", Rule: toolerr.RuleBadValue, Source: "Cloudflare API"},
}}

// readRefusal reads the errors of a response, and the causes of each.
func readRefusal(v *refusal.Dialect, d refusal.Doc) (all []toolerr.Finding) {
	if d.Root.Member("success").Kind != 'f' || !d.Root.Member("errors").IsArray() {
		return nil
	}
	for _, e := range d.Root.Member("errors").Kids {
		causes := e.Member("error_chain").Kids
		if len(causes) == 0 {
			causes = append(causes, e)
		}
		for _, c := range causes {
			s := refusal.Statement{Fields: []string{c.At("source", "pointer").Str()}, Text: c.Member("message").Str()}
			if len(all) < refusal.MaxTexts {
				all = append(all, v.Findings(s)...)
			}
		}
	}
	return all
}
