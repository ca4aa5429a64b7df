// Package geminimodel makes Google's Gemini models answer for package agent,
// through the official SDK: by the Gemini API or by Vertex AI, as the client is
// made.
//
//	client, err := genai.NewClient(ctx, nil) // GEMINI_API_KEY
//	model := geminimodel.New(client, "gemini-3.8-flash")
//
// The result of a tool is a function response with an output, or with an error
// where the tool failed; a success never has an error, not even null. Blocked
// prompts, refusals and cut answers are the soft conditions of the loop; errors
// of the API are adapted by geminiadapter. Signatures of thoughts go back with
// the parts they came with, which the API demands; thoughts and signatures of
// other providers in a shared session are left out.
//
// The SDK keeps no headers of a failed response. Put an httpadapter.Transport
// under the client (genai.ClientConfig.HTTPClient) and a failed call has the wait
// of a header and the id of the request, and says whether it ever had a
// connection.
//
// Continuations, for which the SDK asks again by itself, are off, since the loop
// counts what a model is asked: an answer that wants one is one that was cut off.
// [WithRequest] turns them on.
package geminimodel
