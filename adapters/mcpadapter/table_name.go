package mcpadapter

// Code returns the code of one of the names that JSON-RPC and MCP have for theirs, in
// lower case and with underscores, "" if the table does not list it: invalid_params is
// -32602.
func Code(name string) string { return rpcNames[name] }

// rpcNames are the names of JSON-RPC 2.0, section 5.1, and of the MCP specification
// 2025-11-25.
var rpcNames = map[string]string{
	"parse_error": "-32700", "invalid_request": "-32600", "method_not_found": "-32601", "invalid_params": "-32602",
	"internal_error": "-32603", "resource_not_found": "-32002", "url_elicitation_required": "-32042",
}
