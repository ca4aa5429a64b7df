// Package anthropicmodel makes Anthropic's models answer for package agent,
// through the official SDK.
//
//	client := anthropic.NewClient() // ANTHROPIC_API_KEY
//	model := anthropicmodel.New(client, "claude-sonnet-4-5")
//
// Results of tools go into tool_result blocks, with is_error where the tool
// failed; a refusal, a cut answer and an empty one are the soft conditions of
// the loop; errors of the API are adapted by anthropicadapter. Thoughts go back
// with their signatures, which the API demands; signatures and thoughts of other
// providers in a shared session are left out.
//
// Put an httpadapter.Transport under the client (option.WithHTTPClient) and a
// failed call also says whether it ever had a connection.
//
// Blocks of tools that run on Anthropic's side (web search and its like) have no
// place in an agent.Content and are left out; an answer that pauses for them ends
// with [agent.FinishOther]. What a model attached (an image, in a session that
// others share) is named in a text.
package anthropicmodel
