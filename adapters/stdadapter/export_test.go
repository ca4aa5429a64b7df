package stdadapter

import "github.com/errand-go/errand/toolerr"

// Text is a text that is matched. With Prefix, more text follows.
type Text struct {
	Text   string
	Prefix bool
}

// Texts returns the texts that are matched.
func Texts() (all []Text) {
	for _, r := range textRules {
		all = append(all, Text{r.text, r.prefix})
	}
	return all
}

// Sentinels returns the values that are matched.
func Sentinels() (all []error) {
	for value := range sentinels {
		all = append(all, value)
	}
	return all
}

// Unlisted returns the codes of sentinels and texts that the table does not list.
func Unlisted() (codesWithoutRow []string) {
	for _, code := range sentinels {
		if _, ok := table.Lookup(code); !ok {
			codesWithoutRow = append(codesWithoutRow, code)
		}
	}
	for _, r := range textRules {
		if _, ok := table.Lookup(r.code); !ok {
			codesWithoutRow = append(codesWithoutRow, r.code)
		}
	}
	return codesWithoutRow
}

// Hints returns the hints that are not in the table.
func Hints() (all []toolerr.Message) {
	for _, list := range [][]hinted{layouts, patternFaults} {
		for _, h := range list {
			all = append(all, h.hint)
		}
	}
	for _, r := range textRules {
		all = append(all, r.hint)
	}
	return all
}

// PatternFaults is how many faults of a regular expression have a hint.
var PatternFaults = len(patternFaults)
