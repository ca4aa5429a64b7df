//go:build unix

package explain

import (
	"iter"
	"syscall"

	"golang.org/x/sys/unix"
)

// errnos yields the error numbers of the operating system with their names.
func errnos() iter.Seq2[syscall.Errno, string] {
	return func(yield func(syscall.Errno, string) bool) {
		for number := syscall.Errno(1); number < 256; number++ {
			if name := unix.ErrnoName(number); name != "" && !yield(number, name) {
				return
			}
		}
	}
}
