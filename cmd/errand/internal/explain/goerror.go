package explain

import (
	"context"
	"crypto/x509"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/errand-go/errand/cmd/errand/internal/verdict"
	"github.com/errand-go/errand/toolerr"
)

// sentinels are errors of Go that users meet as texts.
var sentinels = []error{
	context.DeadlineExceeded, context.Canceled, io.EOF, io.ErrUnexpectedEOF, os.ErrDeadlineExceeded, net.ErrClosed,
	fs.ErrNotExist, fs.ErrPermission, sql.ErrNoRows,
	x509.UnknownAuthorityError{},
	&net.DNSError{Err: "no such host", IsNotFound: true},
}

// adapt returns the error that a tool's error becomes.
func (b Book) adapt(err error) *toolerr.ToolRuntimeError {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	if err == context.Canceled { //nolint:errorlint // the error of the context itself
		cancel()
	}
	te, _ := toolerr.Find(b.chain.Adapt(ctx, err))
	return te
}

// goErrors returns the entries of a text that is, or ends with, the text of an error of Go,
// or of a name of an error number: as the adapters read the error.
func (b Book) goErrors(word string) (found []Entry) {
	seen := map[string]bool{}
	add := func(name, where string, te *toolerr.ToolRuntimeError) {
		if te == nil || te.Extra().Service == "" && te.Kind() == toolerr.KindToolFatal || seen[te.Payload().String()] {
			return
		}
		seen[te.Payload().String()] = true
		e := ofError(SortGo, name, te, "")
		e.Facts = append([]Fact{{"where", where}}, e.Facts...)
		found = append(found, e)
	}
	for _, err := range sentinels {
		if name := strings.TrimPrefix(err.Error(), "lookup : "); says(word, name) {
			add(name, "returned by a tool", b.adapt(err))
			add(name, "returned by an HTTP client, for a GET", b.differing(err, func(err error) error {
				return &url.Error{Op: "Get", URL: "https://service.invalid/", Err: err}
			}))
		}
	}
	if strings.Contains(word, "invalid character '") || says(word, "unexpected end of JSON input") {
		add(word, "decoding the body of a 200, for a GET", verdict.Unreadable(http.MethodGet, b.adapters))
		add(word, "decoding the body of a 200, for a POST", verdict.Unreadable(http.MethodPost, b.adapters))
	}
	for number, name := range errnos() {
		if !strings.EqualFold(name, word) && !says(word, number.Error()) {
			continue
		}
		title := name + " " + number.Error()
		wrapped := func(op, call string) func(error) error {
			return func(err error) error {
				return &net.OpError{Op: op, Net: "tcp", Err: &os.SyscallError{Syscall: call, Err: err}}
			}
		}
		add(title, "connecting", b.differing(number, wrapped("dial", "connect")))
		add(title, "reading from a connection", b.differing(number, wrapped("read", "read")))
		add(title, "an operation on a file", b.differing(number, func(err error) error { return &fs.PathError{Op: "open", Path: "file", Err: err} }))
	}
	return found
}

// differing returns the error that a wrapped error becomes, and nil if any other error
// in its place becomes the same.
func (b Book) differing(err error, wrap func(error) error) *toolerr.ToolRuntimeError {
	te := b.adapt(wrap(err))
	if te.Payload().String() == b.adapt(wrap(errors.New("another"))).Payload().String() {
		return nil
	}
	return te
}

// says reports whether a word is a text, or ends with it as the text of a wrapped error.
func says(word, text string) bool {
	word, text = strings.ToLower(word), strings.ToLower(text)
	return word == text || strings.HasSuffix(word, ": "+text) || strings.HasSuffix(word, " "+text)
}

// errnoNames returns the names of the error numbers.
func errnoNames() (names []string) {
	for _, name := range errnos() {
		names = append(names, name)
	}
	return names
}
