package elasticadapter

import (
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/internal/refusal"
	"github.com/errand-go/errand/toolerr"
)

var refusals = &refusal.Dialect{
	Body: func(_ *refusal.Dialect, d refusal.Doc) []toolerr.Finding {
		return statements(failures(nil, d.Root.Member("error"), 0))
	},
}

// refusalAt returns a function that returns the refusal in the error at a path and its causes.
func refusalAt(path string) func(node any) toolerr.Refusal {
	return func(node any) toolerr.Refusal {
		e, _ := shape.Field[any](node, path)
		return refusal.OfValue(map[string]any{"error": e}, refusals.Read)
	}
}

// maxDepth is the maximum depth of an error's causes that are read.
const maxDepth = 6

// failures appends the root causes of an error, the failures of its shards, the error, and its
// cause.
func failures(all []jsontree.Node, e jsontree.Node, depth int) []jsontree.Node {
	if depth > maxDepth || len(all) > refusal.MaxTexts || !e.Member("reason").IsString() {
		return all
	}
	for _, root := range e.Member("root_cause").Kids {
		all = failures(all, root, depth+1)
	}
	for _, shard := range e.Member("failed_shards").Kids {
		all = failures(all, shard.Member("reason"), depth+1)
	}
	return failures(append(all, e), e.Member("caused_by"), depth+1)
}

// statements returns the findings of an error of Elasticsearch or OpenSearch and its causes.
// Findings with the same rule are merged.
func statements(all []jsontree.Node) []toolerr.Finding {
	var found []toolerr.Finding
	add := func(f toolerr.Finding) {
		for i := range found {
			if found[i].Rule != f.Rule {
				continue
			}
			if f.Word == "" || f.Word == found[i].Word {
				if found[i].At == (toolerr.Position{}) {
					found[i].At = f.At
				}
				return
			}
		}
		found = append(found, f)
	}
	for _, e := range all[:min(len(all), refusal.MaxTexts)] {
		kind, index := e.Member("type").Str(), e.Member("index").Str()
		for line := range strings.SplitSeq(e.Member("reason").Str(), "\n") {
			tables := [][]phrase.Pattern{texts, esql}
			if kind == "parse_exception" || kind == "parsing_exception" || kind == "query_shard_exception" {
				tables = append(tables, syntax)
			}
			for _, f := range refusal.Match(line, tables...) {
				if f.At == (toolerr.Position{}) {
					f.At.Line, f.At.Column = max(e.Member("line").Int(), 0), max(e.Member("col").Int(), 0)
				}
				if index != "" && f.Value == index && f.Rule == toolerr.RuleNotFound {
					f.Fields = []string{"index"} // the name of the member, and of the parameter in every API
				}
				if len(found) < refusal.MaxTexts {
					add(f)
				}
			}
		}
	}
	return found
}

// texts are reasons, of all types of errors (Elasticsearch 9.1,
// server/src/main/java and libs/x-content).
var texts = []phrase.Pattern{
	{Text: "no such index [{value}]", Rule: toolerr.RuleNotFound},
	{Text: "index [{}] already exists", Rule: toolerr.RuleExistsAlready},
	{Text: "Invalid index name [{value}], ", Rule: toolerr.RuleBadFormat},
	{Text: "unknown query [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "Unknown aggregation type [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "…contains unrecognized parameter: [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "unknown setting [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "…query does not support [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "[{line}:{column}] [{}] unknown field [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "[{line}:{column}] unknown field [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "…unknown field [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "…[{line}:{column}] [{}] failed to parse field [{word}]", Rule: toolerr.RuleBadValue},
	{Text: "…failed to parse field [{field}] of type [date] in document {}. Preview of field's value: '{value}'", Rule: toolerr.RuleBadFormat},
	{Text: "…failed to parse field [{field}] of type [{name}] in document {}. Preview of field's value: '{value}'", Rule: toolerr.RuleWrongType},
	{Text: "…failed to parse field [{field}] of type [{name}]", Rule: toolerr.RuleWrongType},
	{Text: "…object mapping for [{field}] tried to parse field [{}] as object, but found a concrete value", Rule: toolerr.RuleWrongType},
	{Text: "…dynamic introduction of [{word}] within [{}] is not allowed", Rule: toolerr.RuleUnknown},
	{Text: `For input string: "{value}"`, Rule: toolerr.RuleWrongType},
	{Text: "failed to parse date field [{value}] with format", Rule: toolerr.RuleBadFormat},
	{Text: "No mapping found for [{word}] in order to sort on", Rule: toolerr.RuleUnknown},
	{Text: "No mapping found for field [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "Text fields are not optimised for operations {}. Alternatively, set fielddata=true on [{word}]", Rule: toolerr.RuleWrongType},
	{Text: "…fielddata=true on [{word}]", Rule: toolerr.RuleWrongType},
	{Text: "…No handler for type [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "…analyzer [{word}] has not been configured in mappings", Rule: toolerr.RuleNotFound},
	{Text: "Failed to parse query [{value}]", Rule: toolerr.RuleSyntax},
	{Text: "Cannot parse '{value}': Lexical error at line {line}, column {column}", Rule: toolerr.RuleSyntax},
	{Text: "Cannot parse '{value}': Encountered {} at line {line}, column {column}", Rule: toolerr.RuleSyntax},
	{Text: "Cannot parse '{value}': ", Rule: toolerr.RuleSyntax},
	{Text: "Result window is too large, from + size must be less than or equal to: [{limit}]", Rule: toolerr.RuleTooLarge},
	{Text: "[{field}] parameter cannot be negative", Rule: toolerr.RuleTooSmall},
	{Text: "…version conflict, document already exists", Rule: toolerr.RuleExistsAlready},
	{Text: "…version conflict, current version [{}] is different than the one provided [{value}]", Rule: toolerr.RuleStale},
	{Text: "…version conflict, required seqNo [{value}]", Rule: toolerr.RuleStale},
	{Text: "Validation Failed: 1: {field} is missing;", Rule: toolerr.RuleRequired},
	{Text: "Failed to parse value [{value}] as only [true] or [false] are allowed", Rule: toolerr.RuleWrongType},
	{Text: "…at [Source: {}; line: {line}, column: {column}]", Rule: toolerr.RuleSyntax, Source: "jackson-core 2.17, JsonLocation.java"},
}

// syntax applies to types of errors about the form of a query (Elasticsearch 9.1,
// server/src/main/java/org/elasticsearch/index/query).
var syntax = []phrase.Pattern{
	{Text: "[{word}] query malformed", Rule: toolerr.RuleSyntax},
	{Text: "Expected [{}] but found [{}]", Rule: toolerr.RuleSyntax},
	{Text: "Failed to parse", Rule: toolerr.RuleSyntax},
}

// esql are the messages of ES|QL, EQL and SQL, one a line (Elasticsearch 9.1,
// x-pack/plugin/esql analysis/Verifier.java, UnresolvedAttribute.java,
// parser/EsqlParser.java).
var esql = []phrase.Pattern{
	{Text: "line {line}:{column}: Unknown column [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "line {line}:{column}: Unknown function [{word}]", Rule: toolerr.RuleUnknown},
	{Text: "line {line}:{column}: Unknown index [{word}]", Rule: toolerr.RuleNotFound},
	{Text: "line {line}:{column}: Reference [{word}] is ambiguous", Rule: toolerr.RuleAmbiguous},
	{Text: "line {line}:{column}: column [{word}] must appear in the STATS BY clause", Rule: toolerr.RuleBadValue},
	{Text: "line {line}:{column}: {} argument of [{}] must be [{names}], found value [{word}]", Rule: toolerr.RuleWrongType},
	{Text: "line {line}:{column}: error building [{word}]: expects", Rule: toolerr.RuleCountMismatch},
	{Text: "line {line}:{column}: mismatched input '{word}'", Rule: toolerr.RuleSyntax},
	{Text: "line {line}:{column}: extraneous input '{word}'", Rule: toolerr.RuleSyntax},
	{Text: "line {line}:{column}: no viable alternative at input '{}'", Rule: toolerr.RuleSyntax},
	{Text: "line {line}:{column}: token recognition error at: '{}'", Rule: toolerr.RuleSyntax},
	{Text: "line {line}:{column}: missing ", Rule: toolerr.RuleSyntax},
	{Text: "line {line}:{column}: Cannot use field [{word}]", Rule: toolerr.RuleUnsupported},
	{Text: "line {line}:{column}: {}", Rule: toolerr.RuleBadValue},
}
