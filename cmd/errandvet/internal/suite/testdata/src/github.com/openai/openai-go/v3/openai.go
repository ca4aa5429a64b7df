// Package openai has the names of openai-go that the tests need.
package openai

type Message struct{}

func ToolMessage[T string | []string](content T, toolCallID string) Message { return Message{} }
