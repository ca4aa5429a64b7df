package slackadapter

// SetPaths makes the adapter recognise types of another package as slack-go's,
// and returns a function that puts things back: the library does not require
// slack-go.
func SetPaths(path, constants string) (restore func()) {
	before := vendor
	vendor = typesOf(path, constants)
	return func() { vendor = before }
}

// Constants are the texts of the client's constants, with their codes.
func Constants() map[string]string { return constants }

// Scopes are the scopes that a hint may name.
func Scopes() []string { return scopes }
