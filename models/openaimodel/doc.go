// Package openaimodel makes OpenAI's models, and those of every server with an
// OpenAI-compatible interface, answer for package agent, through the official
// SDK.
//
//	client := openai.NewClient() // OPENAI_API_KEY, OPENAI_BASE_URL
//	model := openaimodel.New(client, "gpt-5.4")
//
// [New] asks through Chat Completions, which compatible servers speak;
// [NewResponses] through Responses, which keeps a model's reasoning from turn to
// turn.
//
// OpenAI has no flag for a tool that failed: the payload's success is what the
// model sees. A refusal, a filter, a cut answer and a blocked prompt are the soft
// conditions of the loop; errors of the API are adapted by openaiadapter.
//
// Put an httpadapter.Transport under the client (option.WithHTTPClient) and a
// failed call also says whether it ever had a connection.
//
// The reasoning of compatible servers that is text (reasoning_content of DeepSeek's
// and its like) is a thought. It goes back to the model it came from, in the field
// it came in, with the turns that had calls: without it DeepSeek refuses them.
//
// Items of tools that run on OpenAI's side (web search and its like) have no
// place in an agent.Content and are left out; attachments that a model made are
// named in a text.
package openaimodel
