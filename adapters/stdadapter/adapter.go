// Package stdadapter recognises the errors that local tools get from Go's
// standard library: of files, programs, decoders, databases and mail servers.
//
// What such an error says of this machine (paths, arguments, values, rows, a
// server's words) stays with the developer: the agent reads the table's own
// sentences. The only numbers in them are exit statuses, lines and byte offsets.
//
// A failure of this machine is no answer of an upstream service, so it is never
// of an upstream kind: a path, a pattern or a value that the call can change is
// invalid input, a machine that has no space left is fatal. Databases and mail
// servers are services, and their answers are upstream's.
package stdadapter

import (
	"github.com/errand-go/errand/adapter"
	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/toolerr"
)

// Adapter recognises the errors of io/fs, os, os/exec, syscall, bufio,
// database/sql, net/smtp, net/mail, net/textproto, regexp, path, strconv, time,
// and of the decoders in encoding and archive. The zero value is ready for use.
//
// It leaves exchanges alone: a tree in which httpadapter finds anything of a
// network, a URL, a status or a context is httpadapter's, whatever else is in
// it. io.EOF and io.ErrUnexpectedEOF may come from anywhere and are nobody's.
//
// Where a tree holds several failures the outermost answers, and of joined ones
// the first: what is joined behind it is often the clean-up that failed too.
type Adapter struct{}

var _ adapter.Tabled = Adapter{}

// Slug returns "_std".
func (Adapter) Slug() string { return slug }

// Table returns what the codes mean. They are errand's own words, but for the
// replies of mail servers.
func (Adapter) Table() adapter.Table { return table }

// FromError returns what err means, nil if it is not the standard library's or
// belongs to an exchange.
func (Adapter) FromError(err error) *toolerr.ToolRuntimeError {
	var s sights
	for e := range adapter.Tree(err) {
		if s.look(e); s.code != "" || s.reply != 0 {
			break
		}
	}
	switch {
	case s.code == "" && s.reply == 0, ofExchange(err):
		return nil
	case s.code == "":
		return s.unlistedReply(err)
	}
	return s.answer(err)
}

// ofExchange reports whether err is an error of HTTP, or of what lies below it.
// Such a tree may well hold a file's error, or a decoder's: that of the upload,
// or of the answer.
func ofExchange(err error) bool { return httpadapter.Adapter{}.FromError(err) != nil }

// answer is the error of a row.
func (s *sights) answer(err error) *toolerr.ToolRuntimeError {
	row, _ := table.Lookup(s.code)
	if !s.message.IsZero() {
		row.Message = s.message
	}
	if !s.hint.IsZero() {
		row.Hint = s.hint
	}
	opts := []toolerr.Option{toolerr.WithVendorType(s.node), {}}
	if symptoms[s.code] {
		// The agent still sees the code. But nobody has answered with it, so that
		// a context that ended, and a refusal on the wire, come before it.
		opts[1] = toolerr.WithVendorCode("")
	}
	return row.Error(err, opts...)
}
