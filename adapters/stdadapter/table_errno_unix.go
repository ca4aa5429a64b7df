//go:build unix || wasip1

package stdadapter

import "syscall"

// systemCodes lists the numbers that not every system has.
var systemCodes = []errnoRow{
	{syscall.ETXTBSY, busy}, // a running program cannot be written to
}
