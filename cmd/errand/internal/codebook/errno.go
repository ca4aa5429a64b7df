package codebook

import (
	"net"
	"os"
	"slices"
	"strings"
	"syscall"

	"github.com/errand-go/errand/cmd/errand/internal/lexicon"
	"github.com/errand-go/errand/toolerr"
)

// The actions of a tool that the system refused.
const (
	onFile  = "An operation on a file"
	dialing = "Connecting"
	opening = "Opening a socket"
	reading = "Reading from a connection"
	writing = "Writing to a connection"
)

// errnos are the error numbers that the adapters recognise, by name (POSIX.1-2024,
// errno.h).
var errnos = []struct {
	name   string
	number syscall.Errno
	doing  []string
}{
	{"ECONNREFUSED", syscall.ECONNREFUSED, []string{dialing}},
	{"EHOSTUNREACH", syscall.EHOSTUNREACH, []string{dialing}},
	{"EHOSTDOWN", syscall.EHOSTDOWN, []string{dialing}},
	{"ENETUNREACH", syscall.ENETUNREACH, []string{dialing}},
	{"ENETDOWN", syscall.ENETDOWN, []string{dialing}},
	{"EADDRNOTAVAIL", syscall.EADDRNOTAVAIL, []string{dialing}},
	{"ETIMEDOUT", syscall.ETIMEDOUT, []string{dialing, reading, onFile}},
	{"EMFILE", syscall.EMFILE, []string{opening, onFile}},
	{"ENFILE", syscall.ENFILE, []string{opening, onFile}},
	{"ECONNRESET", syscall.ECONNRESET, []string{reading}},
	{"ECONNABORTED", syscall.ECONNABORTED, []string{reading}},
	{"ENETRESET", syscall.ENETRESET, []string{reading}},
	{"EPIPE", syscall.EPIPE, []string{writing, onFile}},
	{"ENOENT", syscall.ENOENT, []string{onFile}},
	{"EACCES", syscall.EACCES, []string{onFile}},
	{"EPERM", syscall.EPERM, []string{onFile}},
	{"EEXIST", syscall.EEXIST, []string{onFile}},
	{"EINVAL", syscall.EINVAL, []string{onFile}},
	{"EISDIR", syscall.EISDIR, []string{onFile}},
	{"ENOTDIR", syscall.ENOTDIR, []string{onFile}},
	{"ENOTEMPTY", syscall.ENOTEMPTY, []string{onFile}},
	{"ENAMETOOLONG", syscall.ENAMETOOLONG, []string{onFile}},
	{"ELOOP", syscall.ELOOP, []string{onFile}},
	{"EXDEV", syscall.EXDEV, []string{onFile}},
	{"EAGAIN", syscall.EAGAIN, []string{onFile}},
	{"EBUSY", syscall.EBUSY, []string{onFile}},
	{"EINTR", syscall.EINTR, []string{onFile}},
	{"ENOSPC", syscall.ENOSPC, []string{onFile}},
	{"EDQUOT", syscall.EDQUOT, []string{onFile}},
	{"EFBIG", syscall.EFBIG, []string{onFile}},
	{"EROFS", syscall.EROFS, []string{onFile}},
	{"ENOMEM", syscall.ENOMEM, []string{onFile}},
	{"EIO", syscall.EIO, []string{onFile}},
	{"EBADF", syscall.EBADF, []string{onFile}},
	{"ENOEXEC", syscall.ENOEXEC, []string{onFile}},
	{"E2BIG", syscall.E2BIG, []string{onFile}},
	{"ESRCH", syscall.ESRCH, []string{onFile}},
	{"ECHILD", syscall.ECHILD, []string{onFile}},
	{"ETXTBSY", syscall.ETXTBSY, []string{onFile}},
}

// Errno returns the entries of an error number of the operating system, by its name or its
// text ("connection refused"). adapt adapts the Go errors that contain it.
func Errno(word string, adapt func(error) *toolerr.ToolRuntimeError) (all []Entry) {
	for _, e := range errnos {
		if !strings.EqualFold(e.name, strings.TrimSpace(word)) && !sameLetters(e.number.Error(), word) {
			continue
		}
		for _, doing := range e.doing {
			if te := adapt(systemError(doing, e.number)); te != nil {
				all = append(all, errnoEntry(e.name, doing+" failed: "+e.number.Error()+". "+te.Error(), te))
			}
		}
	}
	return all
}

// ErrnoNames returns the names that [Errno] finds.
func ErrnoNames() (names []string) {
	for _, e := range errnos {
		names = append(names, e.name)
	}
	return names
}

// systemError returns the Go error with a number.
func systemError(doing string, number syscall.Errno) error {
	call := map[string]string{dialing: "connect", opening: "socket", reading: "read", writing: "write"}[doing]
	if call == "" {
		return &os.PathError{Op: "open", Path: "file", Err: number}
	}
	op := call
	if slices.Contains([]string{dialing, opening}, doing) {
		op = "dial"
	}
	return &net.OpError{Op: op, Net: "tcp", Err: os.NewSyscallError(call, number)}
}

func errnoEntry(name, means string, te *toolerr.ToolRuntimeError) Entry {
	e := entryOf(te)
	e.Entry = lexicon.Entry{
		Sort: lexicon.SortErrno, Word: name, Means: means + effectSentence(te.Effect()), Agent: agent(te), Program: e.program(), Kinds: []toolerr.Kind{te.Kind()},
	}.With(te)
	return e
}
