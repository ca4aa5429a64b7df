package mcpadapter

// SetPaths makes the adapter recognise types of another package as the clients',
// and returns a function that puts things back: the library does not require
// them.
func SetPaths(jsonrpc, transport, mcp string) (restore func()) {
	before := vendor
	vendor = typesOf(jsonrpc, transport, mcp)
	return func() { vendor = before }
}

// Methods are the methods of the protocol that count.
func Methods() map[string]bool { return methods }
