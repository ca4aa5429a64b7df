//go:build !plan9

package httpadapter

import "syscall"

// errnoRules are the error numbers of networks. EPIPE is not among them, because it is as
// likely to come from a pipe.
var errnoRules = []struct {
	errno syscall.Errno
	rule  rule
}{
	{syscall.ECONNREFUSED, notConnected},
	{syscall.ETIMEDOUT, timeout},
	{syscall.ECONNRESET, lostConnection},
	{syscall.ECONNABORTED, lostConnection},
	{syscall.ENETRESET, lostConnection},
	{syscall.ENETDOWN, lostConnection},
	{syscall.ENETUNREACH, lostConnection},
	{syscall.EHOSTDOWN, lostConnection},
	{syscall.EHOSTUNREACH, lostConnection},
}

// errnoRule reports whether err is an error number, which may lack a *net.OpError around
// it, and returns its rule, or 0 if it is not a network's number.
func errnoRule(err error) (r rule, number bool) {
	errno, ok := err.(syscall.Errno)
	if !ok {
		return 0, false
	}
	for _, row := range errnoRules {
		if row.errno == errno {
			return row.rule, true
		}
	}
	return 0, true
}
