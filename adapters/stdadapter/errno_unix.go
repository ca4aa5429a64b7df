//go:build unix || wasip1

package stdadapter

import "syscall"

// systemCodes are the numbers that not every system has.
var systemCodes = []errnoRow{
	{syscall.ETXTBSY, busy}, // a program that runs cannot be written to
}
