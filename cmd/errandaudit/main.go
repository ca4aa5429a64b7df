// Errandaudit shows what a model reads from an MCP server when the server's
// upstream fails: it runs the server as it is, behind a proxy that misbehaves in
// every known way. Start with `errandaudit -- command args…`.
package main

import (
	"io"
	"log"
	"os"

	"github.com/errand-go/errand/cmd/errandaudit/internal/cli"
)

func main() {
	// net/http writes to the process's logger what it thinks of a broken server.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	os.Exit(cli.Run(os.Args[1:], os.Stdout, os.Stderr))
}
