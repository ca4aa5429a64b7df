// Package base has what packages httpadapter and stdadapter offer to chains, as far as the
// program links them. They set it when they are initialised.
package base

import "reflect"

// Adapters are the adapters of chains that have none: those of HTTP and of the standard
// library, or nil. Each is an adapter.Adapter.
var Adapters [2]any

// The indexes of [Adapters].
const (
	HTTP = iota
	Std
)

// Responses finds the HTTP responses that errors carry. Its functions are nil in a program
// without httpadapter.
var Responses struct {
	// In reports whether errors of a Go type may carry a response.
	In func(t reflect.Type) bool
	// Of returns the response that e carries: the host of the request, in lower case, the
	// headers, and the beginning of the body.
	Of func(e error) (host string, header map[string][]string, body []byte, ok bool)
}
