//go:build !plan9

package stdadapter

import "syscall"

// errnoCodes lists the error numbers that are useful to an agent (POSIX.1-2024, System
// Interfaces 2.3). Those of networks belong to httpadapter. ENOTEMPTY has a row because
// errors.Is matches it with fs.ErrExist.
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
	{syscall.ETIMEDOUT, ioTimeout}, // of a network file system

	{syscall.ENOEXEC, programNotExecutable},
	{syscall.E2BIG, argumentsTooLong},
	{syscall.ESRCH, processDone},
	{syscall.ECHILD, processDone},
}

type errnoRow struct {
	errno syscall.Errno
	code  string
}
