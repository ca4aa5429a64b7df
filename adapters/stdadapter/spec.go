// Package stdadapter recognises the errors that local tools get from Go's
// standard library: of files, programs, decoders, databases and mail servers.
//
// What such an error contains of this machine (paths, arguments, values, rows, a
// server's text) reaches developers only: the agent reads the table's own sentences.
// The only numbers in them are exit statuses, lines and byte offsets.
//
// A failure of this machine is not the answer of a service, so its kind is never one
// of upstream: a path, a pattern or a value that the call can change is invalid input,
// a machine without free space is fatal. Databases and mail servers are services, and
// their answers are upstream's.
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
