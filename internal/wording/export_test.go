package wording

var (
	Parse   = parse
	Scaled  = scaled
	Learned = &learned
	Weighed = &weighed
	Numbers = numbers
	Amounts = amounts
)

// FeaturesOf returns the features of a text.
func FeaturesOf(text string, call Call) (all []string) {
	for feature := range features(appendWords(nil, text, call)) {
		all = append(all, string(feature))
	}
	return all
}
