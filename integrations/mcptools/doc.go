// Package mcptools puts errand between tools and the Model Context Protocol, on
// both sides of the wire, with the official SDK (github.com/modelcontextprotocol/go-sdk).
//
// A server adds one line, before or after its tools:
//
//	server.AddReceivingMiddleware(mcptools.Middleware(adapters.Default()))
//
// From then on a tool that returns an error, marks its result as one, panics, ends its
// goroutine or returns what cannot be encoded answers with a result that a model can act
// on: isError, and one text block that is the JSON of a toolerr.Payload. What a service
// or the tool said stays on the server, unless [WithDisclosure] says otherwise. Arguments
// that do not fit the tool's schema are all named at once, and the rejected values are not
// repeated. Resources and prompts answer with an error of JSON-RPC that is as safe.
//
// An agent (package agent) gets the tools of a server as a [Toolset]. What the
// server says of itself is not believed unless [WithTrustedServer] says so: without it
// no failed call is sent again.
package mcptools
