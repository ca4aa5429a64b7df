// Package spec builds an adapter from data: the error types of a vendor's client,
// the paths of their fields, and the table of the vendor's codes.
//
// A [Spec] describes the vendor. [New] makes an [Adapter] of it, which reads three
// kinds of errors by the same rules:
//
//   - errors of the vendor's client, recognised by the names of their types;
//   - errors that the client makes with package errors or fmt, recognised by their
//     text;
//   - plain HTTP responses, such as [httpadapter.StatusError], recognised by host,
//     headers or body.
//
// The rules are the same for every vendor:
//
//   - The first code that the table lists decides, whatever the status. If no code
//     is listed, the status decides, as [httpadapter.FromStatus] reads it.
//   - The agent sees only codes that the table lists. The report has the first code
//     that the vendor sent, listed or not.
//   - A status below 300 is not the status of a failure and is left out.
//   - A wait counts only where a retry may help. The error's own wait comes before
//     a header's. Headers that state when a quota is restored count only for a rate
//     limit.
//   - [Spec.RetryHeader] may forbid a retry. It may allow one only where neither the
//     tool nor its credentials have to change first.
//   - A connection that the client reports as broken ([Answer.Lost]) means what
//     httpadapter makes of its cause, with the vendor's name. It counts only where
//     nothing else in the error's tree is the vendor's.
//   - A response that the client could not read (Unread) is a failure of the
//     transport with an unknown effect, unless its status is that of a failure. If the
//     error wraps one of a decoder, or with Undecoded, it is the service's failure, as
//     [adapter.Undecodable] describes it.
//
// [Spec.Refine] overrules the rules where a vendor's documentation does.
package spec

import (
	"net/http"
	"reflect"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
	"github.com/errand-go/errand/toolerr"
)

// A Spec is what an adapter knows about one vendor. Only Table is required.
type Spec struct {
	// Table lists the vendor's codes. Its slug and display name are the adapter's.
	Table adapter.Table

	// Errors lists the error types of the vendor's clients, of their forks and of
	// sibling clients. The adapter follows the Unwrap methods of an error that is
	// not listed.
	Errors []Error

	// Text reads an error that the client makes with package errors or fmt, and
	// that has no type of its own. It is a last resort; its comment names the version
	// of the client that the text was seen in. Text returns nil if e is not the
	// client's, and otherwise usually an Answer with Codes alone, of which one is in
	// the table. It is called for every error of errors or fmt in the program, so it
	// has to be quick.
	Text func(e error) *Answer
	// Tree reads the tree of err as a whole, for a client where only several errors
	// together show what happened; Errors and Text read one error at a time. Tree is
	// called before them, for every error of the program, and returns nil if nothing
	// in the tree is the client's.
	Tree func(err error) *Answer

	// Body decodes the body of a plain HTTP response into a value that the first of
	// Errors reads by the same paths as the client's error: Codes, Wait and RequestID,
	// as far as the value has them; see [JSON]. Status and headers come from the
	// response. Body returns nil if the body is not an error of the vendor's. Without
	// Body the status and the headers decide.
	Body func(body []byte) any
	// CodeHeader names the response header that holds the code, which comes before
	// those of the body; "" if the vendor has none.
	CodeHeader string
	// FailsWith2xx says that a response below 300 is a failure as well if the header
	// CodeHeader is set, or if Body returns a value that [Error.Read] accepts.
	FailsWith2xx bool

	// Hosts are the hosts of the vendor's API, subdomains included. A plain HTTP
	// response is the vendor's if its request went to one of Hosts, if it has one of
	// Headers, or if Form returns true. Each entry needs a source in its comment.
	Hosts []string
	// Tenants are labels of hosts below Hosts at which customers of the vendor run
	// services of their own. A host with such a label does not count as the vendor's.
	Tenants []string
	// Headers are response headers that only this vendor sends. "Server: x" matches a
	// value that begins with x.
	Headers []string
	// Form reports whether a body has a form that no other vendor uses.
	Form func(header http.Header, body []byte) bool

	// Statuses maps an HTTP status that means something else to this vendor than to
	// HTTP to a code of the table. It counts where no other code is listed. A status
	// below 300 that Statuses has is a failure.
	Statuses map[int]string
	// Weak lists codes that are less precise than most statuses. They count only if
	// the status is unknown or 400.
	Weak []string
	// RetryHeader names the response header whose value "true" or "false" tells
	// whether a retry helps; "" if the vendor has none.
	RetryHeader string

	// Refine changes what no path and no row can express. It runs after the row is
	// found and before the error is made.
	Refine func(a *Answer)
}

// An Error describes one error type of a client, or several with the same fields.
// The strings are paths as [shape.Field] reads them; "" is not a path. In Codes, "[]"
// stands for each element of a slice: "Errors[].Reason".
type Error struct {
	// Types are the types, without the version in their import paths.
	Types []shape.Type
	// Implements are interfaces with methods of the client's own, for clients whose
	// types differ from version to version; a type that implements one of them
	// counts as one of Types.
	Implements []reflect.Type
	// Codes are the paths of the vendor's codes, which are strings, the most specific
	// first. Read reads codes that are numbers.
	Codes []string
	// Code is a code of the table that all errors of these types have. It decides
	// before the vendor's codes, of which the report shows the first.
	Code string
	// Status is the path of the HTTP status.
	Status string
	// Header is the path of the response's headers, an http.Header.
	Header string
	// Response is the path of the *http.Response, which has status, headers, method
	// and URL. Status, Header, Method and URL come before it where they are set.
	Response string
	// RequestID is the path of the id that the service gave the request. Without
	// one it is read from the headers.
	RequestID string
	// Method and URL are the paths of what was requested.
	Method, URL string
	// Wait is the path of a wait in seconds.
	Wait string
	// Read reads what no path can. It runs after the paths were read, for errors
	// and for decoded bodies. It returns false if the error is not the vendor's
	// after all, or if a body with a status below 300 is that of a success. A code
	// that it passes to [Answer.Is] decides before Codes.
	Read func(a *Answer) bool
	// Refusal returns what the client's error says was refused: the fields and the
	// values that it names. It is called when somebody asks for it. What a plain HTTP
	// response says is read from its body.
	Refusal func(node any) toolerr.Refusal
	// Unread marks types that mean that the client could not read the response. If
	// httpadapter recognises an error that such an error wraps, for example a lost
	// connection, the answer is httpadapter's.
	Unread bool
	// Fallback marks types that count only if nothing else in the error's tree is
	// the vendor's, such as a wrapper around all errors of a client. See
	// [Answer.Fallback].
	Fallback bool
}
