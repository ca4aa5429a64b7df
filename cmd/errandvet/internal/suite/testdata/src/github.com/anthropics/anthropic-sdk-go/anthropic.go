// Package anthropic has the names of anthropic-sdk-go that the tests need.
package anthropic

type Block struct{}

func NewToolResultBlock(toolUseID string, content string, isError bool) Block { return Block{} }
