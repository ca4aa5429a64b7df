package prometheusadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding { return query(d.Sentence) },
}

// query returns the findings of a message about a query in PromQL, LogQL or TraceQL, or
// about a parameter of it.
func query(text string) []toolerr.Finding {
	if text == "" {
		return nil
	}
	for _, p := range parameters {
		if f, ok := phrase.Find(text, []phrase.Pattern{p}); ok {
			_, why, _ := strings.Cut(text, `": `)
			found := query(why)
			if found == nil {
				found = refusal.Match(why, parameterTexts)
			}
			if found == nil {
				found = []toolerr.Finding{{}}
			}
			for i := range found {
				if len(found[i].Fields) < 2 {
					found[i].Fields = f.Fields
				}
			}
			return found
		}
	}
	for _, p := range parseErrors {
		if !strings.Contains(text, "parse error") {
			break
		}
		f, ok := phrase.Find(text, []phrase.Pattern{p})
		if !ok {
			continue
		}
		_, why, _ := strings.Cut(text, "parse error")
		_, why, _ = strings.Cut(why, ": ")
		found := refusal.Match(strings.TrimPrefix(why, "syntax error: "), queryTexts)
		if found == nil {
			found = []toolerr.Finding{{Rule: toolerr.RuleSyntax}}
		}
		for i := range found {
			found[i].At = f.At
		}
		return found
	}
	return refusal.Match(text, limits)
}

// parameters match the beginning of a message about a parameter; a message about its value
// follows (Prometheus v3.16.0, web/api/v1/api.go: invalidParamError).
var parameters = []phrase.Pattern{
	{Text: `invalid parameter "{field}": `},
}

// parameterTexts are messages about the value of a parameter (Prometheus v3.16.0,
// web/api/v1/api.go).
var parameterTexts = []phrase.Pattern{
	{Text: `cannot parse "" to a valid`, Rule: toolerr.RuleRequired},
	{Text: `cannot parse "{word}" to a valid`, Rule: toolerr.RuleBadFormat},
	{Text: `strconv.{}: parsing "{value}": invalid syntax`, Rule: toolerr.RuleWrongType},
	{Text: `{field} timestamp must not be before {field} time`, Rule: toolerr.RuleConflict},
	{Text: `invalid expression type "{}" for range query`, Rule: toolerr.RuleWrongType},
}

// parseErrors are messages with a position; the problem follows (Prometheus v3.16.0,
// promql/parser/parse.go: ParseErr; Loki 3.5, pkg/logqlmodel/error.go: ParseError; Tempo
// 2.8, pkg/traceql).
var parseErrors = []phrase.Pattern{
	{Text: `{line}:{column}: parse error: `},
	{Text: `parse error at line {line}, col {column}: `},
	{Text: `parse error : `},
	{Text: `invalid TraceQL query: parse error at line {line}, col {column}: `},
}

// queryTexts are the messages of query parsers (Prometheus v3.16.0, promql/parser; Loki
// 3.5, pkg/logql/syntax).
var queryTexts = []phrase.Pattern{
	{Text: `unknown function with name "{word}"`, Rule: toolerr.RuleUnknown},
	{Text: `function "{word}" is not enabled`, Rule: toolerr.RuleUnsupported},
	{Text: `expected type {name} in call to function "{word}", got`, Rule: toolerr.RuleWrongType},
	{Text: `expected type `, Rule: toolerr.RuleWrongType},
	{Text: `expected at least {limit} argument(s) in call to "{word}"`, Rule: toolerr.RuleTooFew},
	{Text: `expected at most {limit} argument(s) in call to "{word}"`, Rule: toolerr.RuleTooMany},
	{Text: `expected {limit} argument(s) in call to "{word}"`, Rule: toolerr.RuleCountMismatch},
	{Text: `vector selector must contain at least one non-empty matcher`, Rule: toolerr.RuleRequired},
	{Text: `ranges only allowed for vector selectors`, Rule: toolerr.RuleWrongType},
	{Text: `binary expression must contain only scalar and instant vector types`, Rule: toolerr.RuleWrongType},
	{Text: `label "{word}" must not occur in ON and GROUP clause at once`, Rule: toolerr.RuleConflict},
	{Text: `bad number or duration syntax: "{word}"`, Rule: toolerr.RuleBadFormat},
	{Text: `unknown unit "{word}" in duration`, Rule: toolerr.RuleBadFormat},
	{Text: `error parsing regexp: `, Rule: toolerr.RuleSyntax},
	{Text: `unexpected identifier "{word}"`, Rule: toolerr.RuleSyntax},
	{Text: `unexpected {}"{word}"`, Rule: toolerr.RuleSyntax},
}

// limits are messages about a query as a whole (Prometheus v3.16.0, web/api/v1/api.go;
// Loki 3.5, pkg/querier/queryrange/limits.go, pkg/loghttp/params.go).
var limits = []phrase.Pattern{
	{Text: `exceeded maximum resolution of {limit} points per timeseries. Try decreasing the query resolution (?{field}=`, Rule: toolerr.RuleTooMany},
	{Text: `max entries limit per query exceeded, {field} > {}({} > {limit})`, Rule: toolerr.RuleTooLarge},
	{Text: `{field} timestamp must not be before or equal to {field} time`, Rule: toolerr.RuleConflict},
	{Text: `{field} timestamp must not be before {field} time`, Rule: toolerr.RuleConflict},
	{Text: `no {field} parameter provided`, Rule: toolerr.RuleRequired},
	{Text: `invalid label name: "{word}"`, Rule: toolerr.RuleBadFormat},
	{Text: `the query time range exceeds the limit`, Rule: toolerr.RuleTooLarge},
	{Text: `…unknown func "{word}"`, Rule: toolerr.RuleUnknown, Source: "VictoriaMetrics 1.125, metricsql"},
}
