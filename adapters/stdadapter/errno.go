//go:build !plan9

package stdadapter

import "syscall"

// errnoCode returns the code of an error number. It returns "" for other errors and for
// numbers without a row.
func errnoCode(err error) string {
	errno, ok := err.(syscall.Errno)
	if !ok {
		return ""
	}
	for _, rows := range [...][]errnoRow{errnoCodes, systemCodes} {
		for _, row := range rows {
			if row.errno == errno {
				return row.code
			}
		}
	}
	return ""
}
