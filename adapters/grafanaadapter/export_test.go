package grafanaadapter

// Imitate takes the types of a test's package for those of the client, until restore is called.
func Imitate(path string) (restore func()) {
	before := client
	client = path
	return func() { client = before }
}
