// Package connectadapter recognises the errors of connect-go, in each of its three
// protocols, and those of Twirp's clients, which have the same codes.
//
// The package is not imported: package shape recognises Adapter.Error by the name of
// its type, and so are Twirp's types. connect-go uses its type for three cases:
//
//   - A service sent an error. It has a code, and the code decides.
//   - A server sent a response that does not follow the protocol, such as a proxy's.
//     The error keeps only the HTTP status, in its text, and the status decides.
//   - The client could not read a response, or the connection failed. Errors that
//     httpadapter recognises are left to it.
package connectadapter

import (
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/adapters/spec"
)

var (
	connectError = shape.T("connectrpc.com/connect", "Error")
	twirpError   = shape.T("github.com/twitchtv/twirp", "twerr")
	twirpWrapper = shape.T("github.com/twitchtv/twirp", "wrappedErr")
)

// Adapter recognises Adapter.Error of connectrpc.com/connect, and of
// github.com/bufbuild/connect-go before it, and the errors of
// github.com/twitchtv/twirp, of which it names Twirp as the upstream.
//
// A plain HTTP response is recognised only if its error has details: the protocol
// has no header of its own in responses of unary calls, and other services write a
// code and a message in the same way. Pass other responses of a Connect service to
// FromAnswer.
var Adapter = spec.New(spec.Spec{
	Table: table,
	Errors: []spec.Error{
		{Types: []shape.Type{connectError, shape.T("github.com/bufbuild/connect-go", "Error")}, Read: read, Refusal: refused},
		{Types: []shape.Type{twirpError}, Read: readTwirp, Refusal: twirpRefusal},
		{Types: []shape.Type{twirpWrapper}, Read: readTwirpClient},
	},
	Body: func(body []byte) any { return spec.JSON[wireError](body) },
	Form: isConnect, Members: []string{"details"},
})
