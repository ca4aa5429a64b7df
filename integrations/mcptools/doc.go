// Package mcptools adds errand to servers of the Model Context Protocol that are built with
// the official SDK (github.com/modelcontextprotocol/go-sdk).
//
// A server adds one line, before or after its tools:
//
//	server.AddReceivingMiddleware(mcptools.Middleware(stdadapter.NewRegistry()))
//
// If a tool then returns an error, marks its result as an error, panics, ends its goroutine
// or returns a value that cannot be encoded, the result has isError, one text block with
// sentences, and the facts for programs in _meta. Texts of a service or of the tool stay on
// the server, unless the registry's disclosure allows them. If arguments do not fit the tool's schema, the
// result names all of them at once, and does not repeat their values. Resources and prompts
// return a JSON-RPC error that is safe in the same way.
//
// Package mcpagent has the tools of a server for an agent.
package mcptools
