// Package mcpgotools puts errand between the tools of an MCP server and its clients, for
// servers that are built with github.com/mark3labs/mcp-go.
//
// A server adds one option:
//
//	server.NewMCPServer("weather", "1", server.WithToolHandlerMiddleware(mcpgotools.Middleware(adapters.Default())))
//
// From then on a tool that returns an error, panics, ends its goroutine or marks its
// result as an error answers with a result that a model can act on: isError, and one
// text block that is the JSON of a toolerr.Payload, which is in _meta as well. What a
// service or the tool said stays on the server, unless [WithDisclosure] says otherwise.
// [ResourceMiddleware] and [PromptMiddleware] do the same for resources and prompts.
//
// mcp-go answers some requests before its middleware: it refuses unknown tools, resources
// and prompts, arguments that do not fit the schema (server.WithInputSchemaValidation,
// from v0.50.0 on) and results that do not fit the output schema. These answers stay as
// they are; the last two quote values. Before v0.47.0 a tool that runs as a task has no
// middleware: give its handler to Middleware by hand.
package mcpgotools
