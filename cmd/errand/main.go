// Errand shows what the errand library makes of errors: it runs real failures,
// classifies saved responses, and explains what its words mean. Start with
// `errand demo`.
package main

import (
	"io"
	"log"
	"os"

	"github.com/errand-go/errand/cmd/errand/internal/cli"
)

func main() {
	// net/http tells the process's logger what it thinks of a server that breaks
	// the protocol. The demo's server does so on purpose.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	os.Exit(cli.Run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, os.Environ()))
}
