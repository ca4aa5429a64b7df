//go:build !unix

package explain

import (
	"iter"
	"syscall"
)

// errnos yields the error numbers of POSIX that Go defines on every system.
func errnos() iter.Seq2[syscall.Errno, string] {
	return func(yield func(syscall.Errno, string) bool) {
		_ = yield(syscall.ECONNREFUSED, "ECONNREFUSED") && yield(syscall.ECONNRESET, "ECONNRESET") &&
			yield(syscall.ENOENT, "ENOENT") && yield(syscall.EACCES, "EACCES")
	}
}
