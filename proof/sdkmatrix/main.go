// Sdkmatrix runs the real clients of vendors with every fault of conformance/faults and
// prints errand's results for their errors.
//
//	go run ./proof/sdkmatrix
//
// It exits with 1 if a result is wrong.
package main

import (
	"context"
	"io"
	"log"
	"os"

	"github.com/errand-go/errand/conformance/matrix"
)

const title = "errand: what agents are told of real failures of real clients"

func main() {
	// net/http and some SDKs write messages to the process's logger about a server that breaks
	// the protocol, which this one does on purpose.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	os.Exit(matrix.Main(context.Background(), title, suites(), os.Stdout, os.Stderr))
}
