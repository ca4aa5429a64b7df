// Package mcp has the names of mcp-go that the tests need.
package mcp

import "fmt"

type Content any

type TextContent struct{ Type, Text string }

type CallToolRequest struct{ Arguments map[string]any }

func (r CallToolRequest) RequireString(key string) (string, error) {
	s, ok := r.Arguments[key].(string)
	if !ok {
		return "", fmt.Errorf("required argument %q not found", key)
	}
	return s, nil
}

type CallToolResult struct {
	Content           []Content
	StructuredContent any
	IsError           bool
}

func NewTextContent(text string) TextContent { return TextContent{Type: "text", Text: text} }

func NewToolResultText(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{NewTextContent(text)}}
}

func NewToolResultError(text string) *CallToolResult {
	return &CallToolResult{Content: []Content{NewTextContent(text)}, IsError: true}
}

func NewToolResultErrorFromErr(text string, err error) *CallToolResult {
	if err != nil {
		text = fmt.Sprintf("%s: %v", text, err)
	}
	return NewToolResultError(text)
}

func NewToolResultErrorf(format string, a ...any) *CallToolResult {
	return NewToolResultError(fmt.Sprintf(format, a...))
}
