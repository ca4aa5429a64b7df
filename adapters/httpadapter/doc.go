// Package httpadapter recognises what net/http, net, net/url, crypto/tls,
// crypto/x509, context and go-retryablehttp return, and what other libraries
// return that expose an HTTP status by a method.
//
// net/http has no error for a status: [CheckResponse] makes one, and
// [ErrorHandler] and [CheckRetry] do the same for go-retryablehttp. [CheckBody]
// says of an error that it came from a response, which decoders do not.
// [Transport] gives types to faults that have none, and records what the wire
// knew for adapter.WithEvidence.
//
// Adapters of services that speak HTTP build on [FromStatus], [RetryAfter] and
// [RequestID].
package httpadapter
