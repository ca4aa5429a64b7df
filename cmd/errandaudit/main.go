// Errandaudit shows what a model reads from an MCP server when the server's upstream fails.
// It runs the server unchanged, behind a proxy that plays every known fault. Start it with
// `errandaudit -- command args…`.
package main

import (
	"io"
	"log"
	"os"

	"github.com/errand-go/errand/cmd/errandaudit/internal/cli"
)

func main() {
	// net/http writes messages about broken servers to the process's logger.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	os.Exit(cli.Run(os.Args[1:], os.Stdout, os.Stderr))
}
