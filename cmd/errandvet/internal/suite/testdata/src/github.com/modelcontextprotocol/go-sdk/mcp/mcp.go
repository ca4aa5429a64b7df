// Package mcp has the names of the official SDK that the tests need.
package mcp

type Content interface{ content() }

type TextContent struct{ Text string }

func (*TextContent) content() {}

type CallToolParamsRaw struct{ Name string }

type ServerRequest[P any] struct{ Params P }

type CallToolRequest = ServerRequest[*CallToolParamsRaw]

type CallToolResult struct {
	Content           []Content
	StructuredContent any
	IsError           bool
	err               error
}

func (r *CallToolResult) SetError(err error) {
	r.Content, r.IsError, r.err = []Content{&TextContent{Text: err.Error()}}, true, err
}
