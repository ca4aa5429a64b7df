// Package schema has the names of eino that the tests need.
package schema

type Message struct{}

func ToolMessage(content string, toolCallID string) *Message { return &Message{} }
