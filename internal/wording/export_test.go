package wording

import "sync"

var (
	Parse   = parse
	Scaled  = scaled
	Learned = &learned
	Weighed = &weighed
	Numbers = numbers
	Amounts = amounts
)

// SetLearned replaces the table of rules.
func SetLearned(text string) {
	learned = text
	table = sync.OnceValue(func() *model { return parse(learned) })
}

// SetWeighed replaces the table of places and limits.
func SetWeighed(text string) {
	weighed = text
	evidence = sync.OnceValue(func() map[string]float64 { return weigh(weighed) })
}

// FeaturesOf returns the features of a text.
func FeaturesOf(text string, call Call) (all []string) {
	for feature := range features(appendWords(nil, text, call)) {
		all = append(all, string(feature))
	}
	return all
}
