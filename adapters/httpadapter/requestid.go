package httpadapter

import (
	"net/http"
	"slices"
)

// requestIDs are the keys of the headers with the id of a request. Those meant for the caller
// come before those of intermediaries.
var requestIDs = []string{
	"X-Request-Id",         // OpenAI, formerly Stripe, Heroku, most frameworks
	"Request-Id",           // Stripe, Anthropic, Microsoft Graph
	"X-Amzn-Requestid",     // AWS, JSON and query protocols
	"X-Amz-Request-Id",     // Amazon S3
	"Apigw-Requestid",      // Amazon API Gateway
	"X-Ms-Request-Id",      // Azure
	"X-Github-Request-Id",  // GitHub
	"X-Guploader-Uploadid", // Google Cloud Storage
	"X-Slack-Req-Id",       // Slack
	"Audit-Id",             // Kubernetes
	"X-Correlation-Id",
	"Correlation-Id",
	"X-Trace-Id",
	"Cf-Ray",      // Cloudflare
	"X-Amz-Cf-Id", // Amazon CloudFront
}

// RequestID returns the id that the service gave the request, or else the first proxy that
// names one; "" if no header has an id. It is the server's text, and so for logs and
// reports only.
func RequestID(h http.Header) string {
	f := scan(h)
	return f.requestID()
}

func (f *fields) requestID() (id string) {
	before := len(requestIDs)
	for key, values := range f.h {
		if at := slices.Index(requestIDs[:before], key); at >= 0 && first(values) != "" {
			before, id = at, first(values)
		}
	}
	return id
}
