//go:build !plan9

package stdadapter

import "syscall"

// errnoCodes are the error numbers that say something to an agent, where errno
// (POSIX.1-2024, System Interfaces 2.3) does. Networks' are httpadapter's.
// ENOTEMPTY comes before what errors.Is makes of it, which is fs.ErrExist.
var errnoCodes = []errnoRow{
	{syscall.ENOENT, fileNotFound},
	{syscall.EEXIST, pathExists},
	{syscall.EACCES, permissionDenied},
	{syscall.EPERM, permissionDenied},
	{syscall.EINVAL, invalidPath},
	{syscall.EISDIR, isDirectory},
	{syscall.ENOTDIR, notDirectory},
	{syscall.ENOTEMPTY, directoryNotEmpty},
	{syscall.ENAMETOOLONG, nameTooLong},
	{syscall.ELOOP, symlinkLoop},
	{syscall.EXDEV, crossDevice},

	{syscall.EAGAIN, busy},
	{syscall.EBUSY, busy},
	{syscall.EINTR, interrupted},

	{syscall.ENOSPC, noSpace},
	{syscall.EDQUOT, noSpace},
	{syscall.EFBIG, fileTooLarge},
	{syscall.EROFS, readOnly},
	{syscall.EMFILE, tooManyFiles},
	{syscall.ENFILE, tooManyFiles},
	{syscall.ENOMEM, noMemory},
	{syscall.EIO, ioError},

	{syscall.EPIPE, brokenPipe},
	{syscall.EBADF, closed},
	{syscall.ETIMEDOUT, ioTimeout}, // of a file on a network

	{syscall.ENOEXEC, programNotExecutable},
	{syscall.E2BIG, argumentsTooLong},
	{syscall.ESRCH, processDone},
	{syscall.ECHILD, processDone},
}

type errnoRow struct {
	errno syscall.Errno
	code  string
}

// errnoCode reports whether err is an error number, and which row it fits; ""
// for one that fits none.
func errnoCode(err error) (code string, number bool) {
	errno, ok := err.(syscall.Errno)
	if !ok {
		return "", false
	}
	for _, rows := range [...][]errnoRow{errnoCodes, systemCodes} {
		for _, row := range rows {
			if row.errno == errno {
				return row.code, true
			}
		}
	}
	for _, a := range alike {
		if errno.Is(a.value) {
			return a.code, true
		}
	}
	return "", true
}
