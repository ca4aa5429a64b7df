package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/internal/jsontree"
	"github.com/errand-go/errand/toolerr"
)

// infrastructure are the shapes of clouds, of databases and search engines over HTTP, and
// of services for developers and operators. Shapes with a distinctive member come first.
var infrastructure = slices.Concat(google, kubernetes, elastic, graphQL, gitHub, metrics, sqlTexts, gitLab, operations)

// matched returns the findings of the first pattern that matches a text.
func matched(text string, tables ...[]phrase.Pattern) []toolerr.Finding {
	if text == "" {
		return nil
	}
	for _, table := range tables {
		f, ok := phrase.Find(text, table)
		if !ok || slices.ContainsFunc(f.Fields, isProse) {
			continue
		}
		if f.Rule == "" { // the sentence states a limit
			stated := sure(text)
			for i := range stated {
				stated[i].Fields, stated[i].Value = f.Fields, f.Value
			}
			return stated
		}
		if len(f.Names) == 0 {
			f.Names = suggested(text)
		}
		return []toolerr.Finding{f}
	}
	return nil
}

// isProse reports whether the text of a slot for a place is not a place.
func isProse(field string) bool { return strings.ContainsAny(field, " \t") }

// about returns the findings for a place that a member of the body names, by the sentence
// beside it. The tables are tried before the sentences of any service.
func about(field, sentence string, tables ...[]phrase.Pattern) []toolerr.Finding {
	found := matched(sentence, tables...)
	if found == nil {
		found = sure(sentence)
	}
	if found == nil {
		found = []toolerr.Finding{{}}
	}
	for i := range found {
		if field != "" {
			found[i].Fields = []string{field}
		}
	}
	if field == "" && found[0].Rule == "" {
		return nil
	}
	return found
}

// suggestions are the words before and after the names that a service suggests.
var suggestions = [...]struct{ begin, end string }{
	{"id you mean one of the following? [", "]"}, // Apache Spark 4.0, error-conditions.json
	{"id you mean the enum value ", "?"},         // graphql-js 16.15.0
	{"id you mean any of [", "]"},                // Elasticsearch 9.1, SuggestingErrorOnUnknown.java
	{"id you mean [", "]"},
	{"id you mean: ", "?"},
	{"id you mean ", "?"},
	{"aybe you meant: [", "]"}, // ClickHouse 24.8
	{"aybe you meant: ", "."},
	{"aybe you meant ", "?"},
}

// suggested returns the names that a text suggests.
func suggested(text string) []string {
	for _, s := range suggestions {
		_, rest, ok := strings.Cut(text, s.begin)
		if !ok {
			continue
		}
		if list, _, ok := strings.Cut(rest, s.end); ok && len(list) <= 500 {
			return phrase.Names(list)
		}
	}
	return nil
}

// parts returns the scalars of an array, such as the steps of a path.
func parts(n jsontree.Node) []string {
	var all []string
	if n.IsArray() {
		for _, k := range n.Kids {
			all = append(all, k.Scalar())
		}
	}
	return all
}

// besides sets the source of the patterns that have none.
func besides(source string, patterns []phrase.Pattern) []phrase.Pattern {
	for i := range patterns {
		if patterns[i].Source == "" {
			patterns[i].Source = source
		}
	}
	return patterns
}
