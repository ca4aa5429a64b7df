//go:build !plan9

package stdadapter_test

import "syscall"

var (
	errnoWithoutRow error = syscall.EPROTO
	errnoInvalid    error = syscall.EINVAL
)
