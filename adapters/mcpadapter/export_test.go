package mcpadapter

// Imitate recognises types of other packages as the clients', until restore is called.
func Imitate(jsonrpc, transport, mcp string) (restore func()) {
	before := types
	types = typesIn(jsonrpc, transport, mcp)
	return func() { types = before }
}

// Methods are the recognised methods of the protocol.
func Methods() map[string]bool { return methods }
