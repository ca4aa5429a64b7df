// Package geminimodel has Google's Gemini models for package agent, through the official
// SDK. It uses the Gemini API or Vertex AI, depending on the client.
//
//	client, err := genai.NewClient(ctx, nil) // GEMINI_API_KEY
//	model := geminimodel.New(client, "gemini-3.8-flash")
//
// The result of a tool is a function response with the member output, or with the member
// error if the tool failed. After a success, the member error is left out, even if it would
// be null. Blocked prompts, refusals and truncated answers are soft conditions of the loop.
// Errors of the API are adapted by geminiadapter. Signatures of thoughts are sent back with
// their parts, as the API requires. In a session with models of several providers, thoughts
// and signatures of the others are left out.
//
// The SDK decodes every number as a float64. A call with whole numbers from 2^53 on is
// malformed and not run, because the SDK may have rounded them: declare such arguments as
// strings. A call whose arguments come in pieces, which Vertex AI sends only on request, is
// malformed too.
//
// The SDK drops the headers of a failed response. With an httpadapter.Transport under the
// client (genai.ClientConfig.HTTPClient), the error of a failed call has the wait of a
// header and the id of the request, and shows whether there was a connection.
//
// Continuations, which are further requests of the SDK itself, are disabled, because the
// loop counts requests. An answer that needs one counts as truncated. A change
// of the request can enable them.
package geminimodel
