// Package spec builds an adapter from data: the error types of a vendor's client,
// where they keep what they know, and the table of the vendor's codes.
//
// A [Spec] describes the vendor. [New] makes an [Adapter] of it, which reads three
// kinds of errors in the same way: those of the vendor's client, recognised by the
// names of their types; those that the client makes with package errors or fmt,
// recognised by their text; and plain HTTP responses, such as
// [httpadapter.StatusError], where host, headers or body show whose they are.
//
// The rules are the same for every vendor:
//
//   - The first code that the table lists decides, whatever the status. Without
//     one the status decides, as [httpadapter.FromStatus] reads it.
//   - The agent sees a code only as the table spells it. The report has the first
//     code that the vendor sent.
//   - A status below 300 is not the status of a failure and is left out.
//   - A wait counts only where a retry may help. The error's own wait comes before
//     a header's; headers that say when a quota starts anew count only for a rate
//     limit.
//   - A header with which the service advises on a retry may forbid one. It may
//     allow one only where the tool or its credentials need not change first.
//   - An exchange that a client reports as broken is what httpadapter makes of its
//     cause, with the vendor's name. It counts only where nothing else in the
//     error's tree is the vendor's.
//   - An answer that the client could not read is a failure of the transport with
//     an unknown effect, unless its status is known.
//
// [Spec.Refine] overrules them where a vendor's documentation does.
package spec

import (
	"net/http"
	"reflect"

	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapter/shape"
)

// A Spec is what an adapter knows about one vendor. Only Table is required.
type Spec struct {
	// Table lists the vendor's codes. Its slug and display name are the adapter's.
	Table adapter.Table

	// Errors lists the error types of the vendor's clients, of their forks and of
	// sibling clients.
	Errors []Error

	// Text reads an error that the client makes with package errors or fmt, and
	// that has no type of its own: a last resort, to be documented with the version
	// of the client that it was seen in. It is called for every such error of the
	// program, so it has to be quick, and returns nil if e is not the client's.
	Text func(e error) *Answer
	// Tree reads the tree of err as a whole, for a client whose errors say what
	// happened only together; Errors and Text read one error of it at a time. It comes
	// before them, is called for every error of the program, and returns nil if nothing
	// in the tree is the client's.
	Tree func(err error) *Answer

	// Body decodes the body of a plain HTTP response into a value whose fields have
	// the names that the paths of the first of Errors use, so that one set of paths
	// serves both; see [JSON]. It returns nil where the body is not an error of the
	// vendor's. Without Body the status and the headers decide.
	Body func(body []byte) any
	// CodeHeader names the response header that holds the code, which comes before
	// those of the body; "" if the vendor has none.
	CodeHeader string
	// FailsWith2xx says that a response below 300 is a failure as well if the header
	// CodeHeader is set, or if Body returns a value that [Error.Read] accepts.
	FailsWith2xx bool

	// Hosts are the hosts of the vendor's API, subdomains included; Headers are
	// response headers that only this vendor sends, where "Server: x" wants a value
	// that begins with x; Form reports whether a body has a form that no other
	// vendor's has. A plain HTTP response that shows one of them is the vendor's.
	// Each entry needs a source in its comment.
	Hosts []string
	// Tenants are labels of hosts below Hosts at which customers of the vendor run
	// services of their own: such a host shows nothing.
	Tenants []string
	Headers []string
	Form    func(header http.Header, body []byte) bool

	// Statuses are the codes of HTTP statuses that mean something else to this
	// vendor than to HTTP. They count where no other code is listed. A status below
	// 300 that is listed is a failure.
	Statuses map[int]string
	// Weak lists codes that mean less than most statuses: they count only without a
	// status, and beside 400.
	Weak []string
	// RetryHeader names the response header with which the service says whether a
	// retry helps, by "true" or "false"; "" if it has none.
	RetryHeader string

	// Refine changes what no path and no row can express. It runs once the row is
	// found and before the error is made.
	Refine func(a *Answer)
}

// An Error describes one error type of a client, or several with the same fields.
// The strings are paths as [shape.Field] reads them; "" is no path. In Codes, "[]"
// stands for each element of a slice: "Errors[].Reason".
type Error struct {
	// Types are the types, without the version in their import paths.
	Types []shape.Type
	// Implements are interfaces with methods of the client's own, for clients whose
	// types differ from version to version; a type that implements one of them
	// counts as one of Types.
	Implements []reflect.Type
	// Codes are the paths of the vendor's codes, the most specific first.
	Codes []string
	// Code is errand's code for errors of these types. It decides before the vendor's
	// codes, of which the report shows the first.
	Code string
	// Status is the path of the HTTP status.
	Status string
	// Header is the path of the response's headers, an http.Header.
	Header string
	// Response is the path of the *http.Response, which has status, headers, method
	// and URL. A path of its own for one of them comes first.
	Response string
	// RequestID is the path of the id that the service gave the request. Without
	// one it is read from the headers.
	RequestID string
	// Method and URL are the paths of what was requested.
	Method, URL string
	// Wait is the path of a wait in seconds.
	Wait string
	// Read reads what no path can. It runs after the paths were read, for errors
	// and for decoded bodies, and returns false if the error is not the vendor's
	// after all, or if a body with a status below 300 is that of a success. The row of
	// a code that it gives [Answer.Is] decides before the codes do.
	Read func(a *Answer) bool
	// Unread says that the client could not read the response. Where httpadapter
	// recognises what the error wraps, such as a lost connection, the error is left
	// to it.
	Unread bool
	// Fallback says that the error counts only if nothing else in the error's tree
	// is the vendor's: it wraps what may say more. See [Answer.Fallback].
	Fallback bool
}
