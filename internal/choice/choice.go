// Package choice selects names by the patterns of a flag.
package choice

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/errand-go/errand/internal/nearest"
)

// Of returns the names that a list chooses: patterns with commas between them, in which *
// stands for any characters. A pattern also chooses the names that continue after it with a
// slash. An empty list chooses all. A pattern without a name is an error, which says what
// the names are of.
func Of(what, list string, names []string) ([]string, error) {
	patterns := strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' })
	if len(patterns) == 0 {
		return names, nil
	}
	var chosen []string
	for _, pattern := range patterns {
		quoted := strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, ".*")
		fits := regexp.MustCompile("^" + quoted + "(/.*)?$").MatchString
		if !slices.ContainsFunc(names, fits) {
			return nil, fmt.Errorf("no %s is called %q; %s", what, pattern, Offer(pattern, names, "there are "+strings.Join(names, ", ")))
		}
		for _, name := range names {
			if fits(name) {
				chosen = append(chosen, name)
			}
		}
	}
	return chosen, nil
}

// Offer returns the words that a misspelt one may stand for, as a question. If there are
// none, it returns otherwise.
func Offer(word string, words []string, otherwise string) string {
	if near := nearest.Names(word, words, 3); len(near) > 0 {
		return "did you mean " + strings.Join(near, ", ") + "?"
	}
	return otherwise
}
