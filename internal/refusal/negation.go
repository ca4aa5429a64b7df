package refusal

import "strings"

// goods are the beginnings of the rows that a sentence demands. The others state a problem.
var goods = [...]string{"positive", "negative", "a past", "a future", "true or false", "well-formed", "correct format", "one of the", "date ", "to match", "valid "}

// denied are the words between a negation and the problem that it denies.
var denied = set("be been a an the is are was were already any to contain contains considered marked as longer yet")

// turned reports whether the words before a row's text turn its meaning around, as in "is not
// a duplicate" and "must not be a positive number".
func turned(before, row string) bool {
	negated, demanded := false, false
	for before = strings.TrimRight(before, " "); before != "" && !demanded; {
		at := strings.LastIndexByte(before, ' ')
		word := before[at+1:]
		before = strings.TrimRight(before[:max(at, 0)], " ")
		if grammarParts[word] == not {
			negated = true
		} else if demanded = word == "must"; !demanded && !denied[word] {
			break
		}
	}
	for _, good := range goods {
		if strings.HasPrefix(row, good) {
			return demanded && negated
		}
	}
	return demanded != negated
}
