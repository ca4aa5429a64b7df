// Package stdadapter recognises the errors that local tools get from Go's
// standard library: of files, programs, decoders, databases and mail servers.
//
// The agent reads the table's own messages. The only numbers in them are exit statuses,
// lines and byte offsets. Paths, arguments, values, rows and a server's text reach
// developers only.
//
// A failure of this machine is not the response of a service, so its kind is never an
// upstream kind. An invalid path, pattern or value is invalid input, because another
// call can change it; a machine without free space is fatal. Databases and mail servers
// are services, and the kinds of their errors are upstream kinds.
package stdadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/spec"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of io/fs, os, os/exec, syscall, bufio,
// database/sql, net/smtp, net/mail, net/textproto, regexp, path, strconv, time,
// and of the decoders in encoding and archive. The zero value is ready to use.
//
// An error is left to httpadapter if that recognises anything in its tree: a network,
// a URL, a status or a context. io.EOF and io.ErrUnexpectedEOF can come from anywhere
// and are not recognised.
//
// Of several errors in a tree the outermost decides, and of joined errors the first:
// the one that is joined behind it often comes from a clean-up that failed as well.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_std".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean. They are errand's own, except for the replies of
// mail servers.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not the standard library's or
// comes from an HTTP exchange.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError { return std.FromError(err) }

var std = spec.New(spec.Spec{Table: table, Tree: readTree})
