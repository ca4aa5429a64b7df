package notionadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

// refusals has the sentences of its validator, which begin with the place.
var refusals = &refusal.Dialect{
	Body: readRefusal, Texts: []phrase.Pattern{
		{Text: "{field}.length should be ≤ `{limit}`", Rule: toolerr.RuleTooLong, Source: "Notion API, Request limits"},
		{Text: "{field}.length should be ≥ `{limit}`", Rule: toolerr.RuleTooShort, Source: "Notion API, Request limits"},
		{Text: "{field} should be {}`{limit}`", Source: "Notion API, Pagination: page_size"},
		{Text: "{field} should be defined", Rule: toolerr.RuleRequired, Source: "github.com/trustmaster/gkeep2notion/issues/9"},
		{Text: "{field} should be populated", Rule: toolerr.RuleRequired, Source: "Notion API"},
		{Text: "{field} should be not present", Rule: toolerr.RuleUnknown, Source: "github.com/ramnes/notion-sdk-py/issues/111"},
		{Text: "{field} should be a valid {}, instead was `\"{value}\"`", Rule: toolerr.RuleBadFormat, Source: "github.com/malinkang/weread2notion/issues/70"},
		{Text: "{field} should be a valid {}", Rule: toolerr.RuleBadFormat, Source: "as above"},
		{Text: "{field} should be an {name}", Rule: toolerr.RuleWrongType, Source: "Notion API"},
		{Text: "{field} should be a {name}", Rule: toolerr.RuleWrongType, Source: "Notion API"},
		{Text: "{field} should be {names}, instead was `\"{value}\"`", Rule: toolerr.RuleNotAllowed, Source: "Notion API, Block: type, color"},
		{Text: "{field} should be {names}, instead was", Rule: toolerr.RuleNotAllowed, Source: "Notion API, Block: type, color"},
		{Text: "{field} is not a property that exists", Rule: toolerr.RuleUnknown, Source: "Notion API, Create a page"},
		{Text: "{field} is expected to be {name}", Rule: toolerr.RuleWrongType, Source: "Notion API, Create a page"},
		{Text: "Could not find property with name or id: {word}", Rule: toolerr.RuleUnknown, Source: "Notion API, Query a database"},
		{Text: "{}option \"{value}\" does not exist", Rule: toolerr.RuleNotAllowed, Source: "Notion API, status properties"},
	},
}

// readRefusal reads the sentences of an error, one a line.
func readRefusal(v *refusal.Dialect, d refusal.Doc) (all []toolerr.Finding) {
	text := d.Sentence
	for _, part := range [...]string{"body", "path", "query"} {
		if rest, ok := strings.CutPrefix(text, part+" failed validation"); ok {
			text = strings.TrimLeft(strings.TrimPrefix(strings.TrimPrefix(rest, "."), " Fix one"), ": \n")
		}
	}
	for line := range strings.SplitSeq(text, "\n") {
		if len(all) == refusal.MaxTexts {
			break
		}
		all = append(all, v.Findings(refusal.Statement{Text: strings.TrimSpace(line)})...)
	}
	return all
}
