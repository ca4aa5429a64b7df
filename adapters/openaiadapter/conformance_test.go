package openaiadapter_test

import (
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/toolerr"
)

func want(kind toolerr.Kind) conformance.Want {
	return conformance.Want{Kind: kind, CanRetry: kind.CanRetry(), Effect: toolerr.New(kind, toolerr.Message{}).Effect()}
}

// streamErrors are events of servers; %s is the message.
var streamErrors = map[string]struct {
	event string
	want  conformance.Want
}{
	"a code": {
		`{"error":{"message":"%s","type":"server_error","code":"rate_limit_exceeded"}}`,
		want(toolerr.KindUpstreamRateLimit),
	},
	"a type": {
		`{"error":{"message":"%s","type":"server_error","param":null,"code":null}}`,
		want(toolerr.KindUpstreamServerError),
	},
	"overloaded": {
		`{"type":"error","error":{"type":"service_unavailable_error","code":"server_is_overloaded","message":"%s"}}`,
		want(toolerr.KindUpstreamServerError),
	},
	"a bad request": {
		`{"error":{"message":"%s","type":"invalid_request_error","code":null}}`,
		want(toolerr.KindUpstreamBadRequest),
	},
	"an unknown code and a known type": {
		`{"error":{"message":"%s","type":"insufficient_quota","code":"balance_of_tomorrow"}}`,
		want(toolerr.KindUpstreamAuthError),
	},
	"the status of a server behind": {
		`{"error":{"message":"%s","code":502},"choices":[{"delta":{"content":""},"finish_reason":"error"}]}`,
		want(toolerr.KindUpstreamServerError),
	},
	"a number that is a rate limit": {
		`{"error":{"message":"%s","type":"invalid_request_error","code":"429"}}`,
		want(toolerr.KindUpstreamRateLimit),
	},
	"a number that is not a status": {
		`{"error":{"message":"%s","code":7}}`,
		want(toolerr.KindUpstreamUnmapped),
	},
	"codes of its own": {
		`{"error":{"message":"%s","type":"Widgetry","code":"widget"}}`,
		want(toolerr.KindUpstreamUnmapped),
	},
	"a sentence": {`{"error":"%s"}`, want(toolerr.KindUpstreamUnmapped)},
	"a list":     {`{"error":["%s"]}`, want(toolerr.KindUpstreamUnmapped)},
}
