// Package mcptools connects errand with the Model Context Protocol, in servers and in
// agents, with the official SDK (github.com/modelcontextprotocol/go-sdk).
//
// A server adds one line, before or after its tools:
//
//	server.AddReceivingMiddleware(mcptools.Middleware(adapters.Default()))
//
// If a tool then returns an error, marks its result as an error, panics, ends its goroutine
// or returns a value that cannot be encoded, the result has isError, and one text block
// with the JSON of a toolerr.Payload. Texts of a service or of the tool stay on the server,
// unless the registry's disclosure allows them. If arguments do not fit the tool's schema, the
// result names all of them at once, and does not repeat their values. Resources and prompts
// return a JSON-RPC error that is safe in the same way.
//
// An agent (package agent) gets the tools of a server as a [Toolset], which connects again
// after a session has ended. It trusts the
// server's own annotations only with [WithTrustedServer]; without it, no failed call is
// retried.
package mcptools
