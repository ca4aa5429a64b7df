// Package llms has the names of langchaingo that the tests need.
package llms

type ToolCallResponse struct{ ToolCallID, Name, Content string }
