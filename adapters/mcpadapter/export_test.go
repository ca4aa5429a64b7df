package mcpadapter

// Imitate recognises types of other packages as the clients', until restore is called.
func Imitate(jsonrpc, transport, mcp string) (restore func()) {
	before := types
	types = typesIn(jsonrpc, transport, mcp)
	return func() { types = before }
}

// Methods are the methods of the protocol that count.
func Methods() map[string]bool { return methods }
