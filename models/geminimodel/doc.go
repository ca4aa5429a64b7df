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
// The SDK reads every number for a float64, and of a stream nothing but data. So a
// model asks through a client of its own, made of the one it is given, whose
// answers are put into words the SDK can read: the numbers in a call's arguments
// reach the tool as they were written. Where such a client cannot be made (the
// given one is not of [genai.NewClient]), a call with whole numbers from 2^53 on is
// malformed and not run. A call whose arguments come in pieces, for which Vertex AI
// must be asked, is malformed too.
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
