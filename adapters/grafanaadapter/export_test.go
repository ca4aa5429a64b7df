package grafanaadapter

// Imitate reads the types of a test's package as those of the client, until restore is
// called.
func Imitate(path string) (restore func()) {
	before := client
	client = path
	return func() { client = before }
}
