package refusal

import (
	"slices"
	"strings"

	"github.com/errand-go/errand/adapter/phrase"
	"github.com/errand-go/errand/toolerr"
)

// Match returns the findings of the first pattern that matches a text.
func Match(text string, tables ...[]phrase.Pattern) []toolerr.Finding {
	if text == "" {
		return nil
	}
	for _, table := range tables {
		f, ok := phrase.Find(text, table)
		if !ok || slices.ContainsFunc(f.Fields, IsProse) {
			continue
		}
		if f.Rule == "" { // the sentence states a limit
			stated := sure(text)
			for i := range stated {
				stated[i].Fields, stated[i].Value = f.Fields, f.Value
			}
			return stated
		}
		if _, list, ok := strings.Cut(text, "id you mean "); ok && len(f.Names) == 0 {
			list, _, _ = strings.Cut(list, "?")
			f.Names = phrase.Names(list[:min(len(list), 500)])
		}
		return []toolerr.Finding{f}
	}
	return nil
}

// IsProse reports whether the text of a slot for a place is not a place.
func IsProse(field string) bool { return strings.ContainsAny(field, " \t") }

// About returns the findings for a place that a member of the body names, by the sentence
// beside it. The tables are tried before the sentences of any service.
func About(field, sentence string, tables ...[]phrase.Pattern) []toolerr.Finding {
	found := Match(sentence, tables...)
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

// Stated returns the findings of a sentence about one value in the words of any service.
func Stated(sentence string) []toolerr.Finding { return sure(sentence) }
