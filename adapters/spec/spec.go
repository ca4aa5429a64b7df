// Package spec builds an adapter from data: the error types of a vendor's client, the paths
// of their fields, and the table of the vendor's codes.
//
// A [Spec] describes the vendor. [New] makes an [Adapter] of it, which reads three kinds of
// errors by the same rules:
//
//   - errors of the vendor's client, recognised by the names of their types;
//   - errors that the client makes with package errors or fmt, recognised by their text;
//   - plain HTTP responses, such as httpadapter.StatusError, recognised by host, headers or
//     body.
//
// The rules are the same for every vendor:
//
//   - The first code that the table lists decides, whatever the status. If no code is
//     listed, the status decides, as [httpadapter.FromStatus] reads it.
//   - The agent sees only codes that the table lists. The report has the first code that
//     the vendor sent, listed or not.
//   - A status below 300 is not the status of a failure and is left out.
//   - A wait counts only if a retry may help. The error's own wait comes before a header's.
//     Headers that state when a quota is restored count only for a rate limit.
//   - Spec.RetryHeader may forbid a retry. It may allow one only if neither the tool nor
//     its credentials have to change first.
//   - If the client reports a broken connection (Answer.Lost), the result is that of
//     httpadapter for the cause, with the vendor's name. It counts only if no other error
//     in the tree is the vendor's.
//   - A response that the client could not read (Unread) is a failure of the transport with
//     an unknown effect, unless its status is that of a failure. If the error wraps one of
//     a decoder, or with Undecoded, it is the service's failure.
//
// Spec.Refine overrides the rules if a vendor's documentation requires it.
package spec

import (
	"net/http"
	"reflect"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// A Spec describes the errors of one vendor. Only Table is required.
type Spec struct {
	// Table lists the vendor's codes. Its slug and display name are the adapter's.
	Table adapter.Table

	// NoHTTP means that the vendor is not called over HTTP; see [Adapter.OverHTTP].
	NoHTTP bool

	// Errors describes the error types of the vendor's clients, of their forks and of
	// similar clients. The adapter follows the Unwrap methods of errors that are not
	// listed.
	Errors []Error

	// Text reads an error that the client makes with package errors or fmt, and that has no
	// type of its own. It is a last resort: a comment should name the version of the client
	// whose text it reads. Text returns nil if e is not the client's. Otherwise it usually
	// returns an Answer with only Codes, one of which is in the table. It has to be fast. An
	// error that wraps others may have a text that begins with the client's: return nil for
	// it (see [Wraps]), unless the client itself makes such errors. Compare a sentinel of an
	// imported client with ==.
	Text func(e error) *Answer
	// Begins are beginnings of the texts that Text or Tree reads: each text has one of them.
	// Without Begins, Text is called for every error of errors or fmt.
	Begins []string
	// Tree reads the tree of err as a whole, for a client where only several errors
	// together show what happened. (Errors and Text read one error at a time.) Tree is
	// called before them, and returns nil if no error in the tree is the client's.
	Tree func(err error) *Answer
	// TreeReads limits the calls of Tree to trees with an error of a Go type for which
	// TreeReads returns true, or with a text of Begins. Nil stands for any type.
	TreeReads func(t reflect.Type) bool

	// Body decodes the body of a plain HTTP response into a value that the first of Errors
	// reads by the same paths as the client's error: Codes, Wait and RequestID, if the
	// value has them; see [JSON]. Status and headers come from the response. Body returns
	// nil if the body is not an error of the vendor's. If Body is nil, status and headers
	// decide.
	Body func(body []byte) any
	// Refusals describes the refusals in the vendor's bodies. What it does not read, and
	// everything if it is nil, is read by the forms and sentences of web frameworks.
	Refusals *Refusals
	// CodeHeader names the response header with the code, which comes before those of the
	// body; "" if the vendor has none.
	CodeHeader string
	// FailsWith2xx means that a response below 300 is a failure as well if it has the
	// header CodeHeader, or if Body returns a value that [Error.Read] accepts.
	FailsWith2xx bool

	// Hosts are the hosts of the vendor's API, subdomains included. A plain HTTP response
	// is the vendor's if its request was sent to one of Hosts, if it has one of Headers, or
	// if Form returns true. Give each entry a comment with its source.
	Hosts []string
	// Tenants are labels of hosts below Hosts at which customers of the vendor run
	// services of their own. A host with such a label does not count as the vendor's.
	Tenants []string
	// Headers are response headers that only this vendor sends. "Server: x" matches a
	// value that begins with x.
	Headers []string
	// Form reports whether a body has a form that only this vendor uses.
	Form func(header http.Header, body []byte) bool
	// Members are members of the JSON objects that Form accepts: each object has one of
	// them. Form is called for no other body; without Members for every one.
	Members []string

	// Statuses maps HTTP statuses that have another meaning for this vendor than for HTTP
	// to codes of the table. An entry counts if no other code is listed. A status below 300
	// in Statuses is a failure.
	Statuses map[int]string
	// Weak lists codes that are less precise than most statuses. They count only if
	// the status is unknown or 400.
	Weak []string
	// RetryHeader names the response header with the value "true" or "false", which states
	// whether a retry helps; "" if the vendor has none.
	RetryHeader string

	// Refine changes what no path and no row can express. It runs after the row is found
	// and before the error is made.
	Refine func(a *Answer)
}

// An Error describes one error type of a client, or several types with the same fields. The
// strings are paths as [shape.Field] reads them; "" means that there is no such field. In
// Codes, "[]" stands for each element of a slice: "Errors[].Reason".
type Error struct {
	// Types are the types, without the version in their import paths.
	Types []shape.Type
	// Values are errors whose types the adapter's package imports: &acme.Error{}. They
	// count as Types, and New checks the paths with them.
	Values []error
	// Implements has interfaces with methods of the client's own. A type that implements
	// one of them counts as one of Types. Use it for clients whose types differ from
	// version to version.
	Implements []reflect.Type
	// Codes are the paths of the vendor's codes, which are strings, the most specific
	// first. Read reads codes that are numbers.
	Codes []string
	// Code is a code of the table, which all errors of these types have. It decides before
	// the vendor's codes. The report has the first of the vendor's codes.
	Code string
	// Status is the path of the HTTP status.
	Status string
	// Header is the path of the response's headers, an http.Header.
	Header string
	// Response is the path of the *http.Response, which has status, headers, method and
	// URL. If Status, Header, Method or URL are set as well, they are used instead.
	Response string
	// RequestID is the path of the id that the service gave the request. If it is "", the
	// id is read from the headers.
	RequestID string
	// Method and URL are the paths of what was requested.
	Method, URL string
	// Wait is the path of a wait: a time.Duration, or a number of seconds. 0 is no wait.
	Wait string
	// Read reads values that no path reaches. It runs after the paths were read, for errors
	// and for decoded bodies. It returns false if the error is not the vendor's after all,
	// or if a body with a status below 300 is that of a success. A code that it passes to
	// [Answer.Is] decides before Codes.
	Read func(a *Answer) bool
	// Refusal returns what the service refused, as the client's error describes it: the
	// fields and the values. It is called on demand. For a plain HTTP response, the body is
	// read instead.
	Refusal func(node any) toolerr.Refusal
	// Unread marks types of errors with which a client reports that it could not read the
	// response. If such an error wraps an error that httpadapter recognises, for example a
	// lost connection, the result is that of httpadapter.
	Unread bool
	// Fallback marks types that count only if no other error in the tree is the vendor's,
	// such as a wrapper around all errors of a client. See [Answer.Fallback].
	Fallback bool
}
