// Package anthropicmodel has Anthropic's models for package agent, through the official
// SDK.
//
//	client := anthropic.NewClient() // ANTHROPIC_API_KEY
//	model := anthropicmodel.New(client, "claude-sonnet-4-5")
//
// Results of tools are sent as tool_result blocks, with is_error if the tool failed.
// Refusals, truncated answers and empty answers are soft conditions of the loop. Errors of
// the API are adapted by anthropicadapter. Thoughts are sent back with their signatures, as
// the API requires. In a session with models of several providers, signatures and thoughts
// of the others are left out.
//
// With an httpadapter.Transport under the client (option.WithHTTPClient), the error of a
// failed call also shows whether there was a connection.
//
// Blocks of tools that run on Anthropic's side, such as web search, cannot be represented
// in an agent.Content and are left out. An answer that pauses for them ends with
// [agent.FinishOther]. For an attachment that a model made, such as an image, a text is sent instead.
package anthropicmodel
