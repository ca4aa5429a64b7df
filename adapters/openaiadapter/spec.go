// Package openaiadapter recognises the errors of OpenAI's Go SDK,
// github.com/openai/openai-go, in all its major versions, and those of
// github.com/sashabaranov/go-openai.
//
// Neither SDK is imported: package shape recognises its errors by the names of their
// types, whatever the version. OpenAI's code decides, or, if the table does not list
// it, OpenAI's broader type. The status does not: a 429 may be an exhausted balance,
// where waiting does not help, and an error in the middle of a stream has no status
// of its own. Programs also use the SDK for other servers with an OpenAI-compatible
// interface. If such a server sends codes of its own, the status decides.
//
// In v1 and v2 an error in the middle of a stream has no type. It is recognised by
// the beginning of its text, and by the error object that follows.
package openaiadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
)

const path = "github.com/openai/openai-go"

var (
	apiError    = shape.T(path+"/internal/apierror", "Error")
	oauthError  = shape.T(path+"/auth", "OAuthError")
	streamError = shape.T(path+"/packages/ssestream", "StreamError")
	otherError  = shape.T("github.com/sashabaranov/go-openai", "APIError")
	otherBody   = shape.T("github.com/sashabaranov/go-openai", "RequestError") // not in OpenAI's format
	unsentError = shape.T(path+"/internal/requestconfig", "noRetryError")
)

// Adapter recognises the SDK's Error (whose status may be 200), its errors inside a
// stream, its error for a token that a workload could not get, requests that the SDK
// refuses to send, such as a redirect to another origin; APIError and RequestError of
// go-openai, which drop the headers; and plain HTTP responses of OpenAI.
//
// Errors of the connection, and responses that the SDK could not read, are left to
// httpadapter. If go-openai refuses to send a request that the model does not
// support, that is an error of the tool.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{
			Types: []shape.Type{apiError}, Codes: []string{"Code", "Type"}, Status: "StatusCode", Response: "Response",
			Read: describe, Refusal: refused,
		},
		{Types: []shape.Type{otherError}, Codes: []string{"Code", "Type"}, Status: "HTTPStatusCode", Read: describeOther, Refusal: refused},
		{Types: []shape.Type{otherBody}, Status: "HTTPStatusCode", Read: readOther, Refusal: bodyRefusal},
		{Types: []shape.Type{oauthError}, Codes: []string{"ErrorCode"}, Status: "StatusCode", Read: isFailure},
		{Types: []shape.Type{streamError}, Read: readEvent, Refusal: streamRefusal},
		{Types: []shape.Type{unsentError}, Fallback: true, Read: readUnsent},
	},
	Text:         inStream,
	Begins:       []string{"received error while streaming: "},
	Body:         func(body []byte) any { return spec.JSON[event](body).Error },
	FailsWith2xx: true,                                               // a response or a stream that failed later; OpenRouter API, Errors
	Hosts:        []string{"api.openai.com", "openai.azure.com"},     // openai-go v3.96.0, option/data_residency.go; Azure OpenAI REST API reference
	Headers:      []string{"Openai-Processing-Ms", "Openai-Version"}, // OpenAI API reference, Debugging requests
	Weak:         []string{invalidRequest},
	RetryHeader:  "X-Should-Retry", // openai-go v3.96.0, internal/requestconfig: takes precedence over the status
	Refusals:     refusals,
})
