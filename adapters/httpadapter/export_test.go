package httpadapter

// TextRules returns the texts that are matched, for the test that drives a real
// client into each of them.
func TextRules() []string {
	var all []string
	for _, t := range textRules {
		all = append(all, t.text)
	}
	return append(all, givingUp+"n"+attempts, unexpectedStatus)
}

// TokenError is tokenError.
var TokenError = tokenError
