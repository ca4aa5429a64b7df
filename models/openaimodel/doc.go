// Package openaimodel has OpenAI's models, and those of any server with an
// OpenAI-compatible interface, for package agent, through the official SDK.
//
//	client := openai.NewClient() // OPENAI_API_KEY, OPENAI_BASE_URL
//	model := openaimodel.New(client, "gpt-5.4")
//
// [New] uses Chat Completions, which compatible servers support. [NewResponses] uses
// Responses, which keeps a model's reasoning from turn to turn.
//
// OpenAI has no flag for a failed tool, so the model reads the failure in the payload.
// Refusals, content filters, truncated answers and blocked prompts are soft conditions of
// the loop. Errors of the API are adapted by openaiadapter.
//
// With an httpadapter.Transport under the client (option.WithHTTPClient), the error of a
// failed call also shows whether there was a connection.
//
// If a compatible server sends its reasoning as text (reasoning_content of DeepSeek, for
// example), the text is a thought. It is sent back to the same model, in the same field,
// with the turns that had calls, because DeepSeek refuses them without it.
//
// Items of tools that run on OpenAI's side, such as web search, cannot be represented in an
// agent.Content and are left out. For attachments that a model made, a text is sent instead.
package openaimodel
