// Errand demonstrates the errand library: it runs real failures, classifies saved
// responses, and explains the words of errors. Start with `errand demo`.
package main

import (
	"io"
	"log"
	"os"

	"github.com/errand-go/errand/cmd/errand/internal/cli"
)

func main() {
	// net/http logs protocol violations to the process's logger. The demo's server violates
	// the protocol on purpose.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
