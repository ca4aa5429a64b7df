// Sdkmatrix drives the real clients of vendors through every fault of
// conformance/faults and prints what errand makes of their errors: in the
// terminal, as Markdown, as JSON, or as one page of HTML.
//
//	go run ./conformance/sdkmatrix -o matrix.html
//	go run ./conformance/sdkmatrix --client aws --fault '429-*'
//
// It exits with 1 when an answer is wrong.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"

	"github.com/errand-go/errand/conformance/grpcfaults"
	"github.com/errand-go/errand/conformance/matrix"
)

const title = "errand: what agents are told of real failures of real clients"

func main() { os.Exit(run()) }

func run() int {
	// net/http and some SDKs tell the process's logger what they think of a
	// server that breaks the protocol, which it does on purpose.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that may: a program's main

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the process
	server, err := grpcfaults.Start()
	if err != nil {
		_, _ = fmt.Fprintln(os.Stderr, err)
		return matrix.ExitWrong
	}
	defer server.Close()
	return matrix.Main(ctx, title, suites(server), os.Args[1:], os.Stdout, os.Stderr)
}
