package lexicon

import (
	"net"
	"os"
	"strings"
	"syscall"

	"github.com/errand-go/errand/toolerr"
)

// SortErrno is an error number of the operating system, by its name (POSIX.1-2017, errno.h).
const SortErrno Sort = "errno"

// errnos are the numbers that a client meets, with what it was doing.
var errnos = map[string]struct {
	number syscall.Errno
	call   string // of a connection; "" for one of a file
}{
	"econnrefused":  {syscall.ECONNREFUSED, "connect"},
	"ehostunreach":  {syscall.EHOSTUNREACH, "connect"},
	"enetunreach":   {syscall.ENETUNREACH, "connect"},
	"enetdown":      {syscall.ENETDOWN, "connect"},
	"eaddrnotavail": {syscall.EADDRNOTAVAIL, "connect"},
	"etimedout":     {syscall.ETIMEDOUT, "connect"},
	"emfile":        {syscall.EMFILE, "socket"},
	"enfile":        {syscall.ENFILE, "socket"},
	"econnreset":    {syscall.ECONNRESET, "read"},
	"econnaborted":  {syscall.ECONNABORTED, "read"},
	"epipe":         {syscall.EPIPE, "write"},
	"enoent":        {syscall.ENOENT, ""},
	"eacces":        {syscall.EACCES, ""},
	"eperm":         {syscall.EPERM, ""},
	"eexist":        {syscall.EEXIST, ""},
	"eisdir":        {syscall.EISDIR, ""},
	"enotdir":       {syscall.ENOTDIR, ""},
	"enotempty":     {syscall.ENOTEMPTY, ""},
	"enametoolong":  {syscall.ENAMETOOLONG, ""},
	"enospc":        {syscall.ENOSPC, ""},
	"edquot":        {syscall.EDQUOT, ""},
	"erofs":         {syscall.EROFS, ""},
	"ebusy":         {syscall.EBUSY, ""},
	"eio":           {syscall.EIO, ""},
}

// Errno returns the entry of an error number, as adapt answers an error of Go's that has it:
// a connection's, or a file's.
func Errno(word string, adapt func(error) *toolerr.ToolRuntimeError) []Entry {
	e, ok := errnos[normal(word)]
	if !ok {
		return nil
	}
	var err error = &os.PathError{Op: "open", Path: "file", Err: e.number}
	doing := "A call for a file"
	if e.call != "" {
		op := map[string]string{"connect": "dial", "socket": "dial"}[e.call]
		if op == "" {
			op = e.call
		}
		err = &net.OpError{Op: op, Net: "tcp", Err: os.NewSyscallError(e.call, e.number)}
		doing = "The system's " + e.call + " of a connection"
	}
	te := adapt(err)
	if te == nil {
		return nil
	}
	w := kindWords[te.Kind()]
	w.means = doing + " ended with: " + e.number.Error() + ". " + te.Error()
	return []Entry{w.entry(SortErrno, strings.ToUpper(word), func(k toolerr.Kind) bool { return k == te.Kind() }).With(te)}
}
