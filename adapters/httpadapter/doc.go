// Package httpadapter recognises the errors of net/http, net, net/url, crypto/tls,
// crypto/x509, context and go-retryablehttp. It also recognises errors of other libraries
// that have the HTTP status in a method or a field.
//
// For clients without an adapter, docs/vendors/http.md lists the fields that are read, such as
// StatusCode and Response, the SDKs in which each was seen, and the conditions that exclude
// other numbers.
//
// net/http has no error for a status: [CheckResponse] makes one. Package
// github.com/errand-go/errand/adapters/httpadapter/retryable does the same for
// go-retryablehttp. [CheckBody] marks an error, such as a decoder's, as one that occurred
// while a response was read. [Transport] gives types to failures that have none, and
// records the exchanges of a call.
//
// Adapters of services that use HTTP build on [FromStatus], [RetryAfter] and [RequestID].
package httpadapter
