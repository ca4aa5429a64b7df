// Package mcpgotools adds errand to MCP servers that are built with
// github.com/mark3labs/mcp-go: the model reads what it can do about the failure of a tool.
//
// A server adds one option:
//
//	server.NewMCPServer("weather", "1", server.WithToolHandlerMiddleware(mcpgotools.Middleware(stdadapter.NewRegistry())))
//
// If a tool then returns an error, panics, ends its goroutine or marks its result as an
// error, the result has isError, one text block with sentences, and the facts for programs in
// _meta. Texts of a service or of the tool stay on the server, unless the registry's
// disclosure allows them. [ResourceMiddleware] and [PromptMiddleware] do the same for
// resources and prompts.
//
// mcp-go returns some errors before its middleware, and these stay unchanged: for unknown
// tools, resources and prompts, for arguments that do not fit the schema
// (server.WithInputSchemaValidation, from v0.50.0 on), and for results that do not fit the
// output schema. The last two quote values. Before v0.47.0 a tool that runs as a task has
// no middleware: wrap its handler with [Middleware].
package mcpgotools
