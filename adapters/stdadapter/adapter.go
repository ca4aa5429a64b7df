// Package stdadapter recognises the errors that local tools get from Go's
// standard library: of files, programs, decoders, databases and mail servers.
//
// The agent reads the table's own messages. The only numbers in them are exit statuses,
// lines and byte offsets. Paths, arguments, values, rows and a server's text reach
// developers only. What a program wrote to its standard error is read for problems with
// words of the call, such as an option that the program does not know.
//
// A failure of this machine is not the response of a service, so its kind is never an
// upstream kind. An invalid path, pattern or value is invalid input, because another
// call can change it; a machine without free space is fatal. Databases and mail servers
// are services, and the kinds of their errors are upstream kinds.
package stdadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/internal/base"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of io/fs, os, os/exec, syscall, bufio,
// database/sql, net/smtp, net/mail, net/textproto, regexp, path, strconv, time,
// and of the decoders in encoding and archive. The zero value is ready to use.
//
// An error is left to httpadapter if httpadapter recognises anything in its tree: a
// network, a URL, a status or a context. io.EOF and io.ErrUnexpectedEOF can come from
// anywhere and are not recognised.
//
// The outermost of several errors in a tree decides, and the first of joined errors:
// a later one often comes from a clean-up that failed as well.
type Adapter struct {
	// DecodesInput states that the tool decodes text of its caller, and no other: then
	// JSON, XML, CSV, base64, base32 or hexadecimal that is not valid is invalid input,
	// which the agent can correct. Without it such an error is fatal, since it may as
	// well be about a file, a setting or the response of a service. Set it in the
	// adapter of one tool, and leave it unset in a registry for all tools.
	DecodesInput bool
}

func init() { base.Adapters[base.Std] = Adapter{} } //nolint:gochecknoinits // a chain without adapters asks this one

// Slug returns "_std".
func (Adapter) Slug() string { return table.Slug() }

// Table returns the meanings of the codes. They are errand's own, except for the replies of
// mail servers.
func (Adapter) Table() adapter.Table { return table }

// OverHTTP returns false: a recorded exchange says nothing about an error of this machine.
func (Adapter) OverHTTP() bool { return false }

// FromError returns the error that err becomes, or nil if it is not the standard
// library's or comes from an HTTP exchange.
func (a Adapter) FromError(err error) *toolerr.ToolRuntimeError { return fromTree(err, a.DecodesInput) }
