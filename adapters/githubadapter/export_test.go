package githubadapter

// SetPath makes the adapter recognise types of another package as the clients',
// and returns a function that puts things back: the library requires neither.
func SetPath(path string) (restore func()) {
	before := vendor
	vendor = typesOf(path, path)
	return func() { vendor = before }
}

// Sentinels are the texts that are matched for want of a type, with their codes.
func Sentinels() map[string]string { return sentinels }

// Words are the words that a hint may hold, by what they name.
func Words() map[string][]string {
	return map[string][]string{"scopes": scopes, "permissions": permissions, "levels": levels, "fields": fields}
}
