package matrix_test

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/errand-go/errand/adapters/httpadapter"
	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/matrix"
)

// A program that prints the matrix of its suites has the flags of Job.
func ExampleMain() {
	suites := []conformance.Suite{
		{Adapter: httpadapter.Adapter{}, Client: "acme/v1", Call: get},
		{Adapter: httpadapter.Adapter{}, Client: "acme/v2", Call: get},
	}
	args := []string{"--fault", "429-delta,503-delta"}
	code := matrix.Main(context.Background(), "Acme's clients", suites, args, os.Stdout, io.Discard)
	fmt.Println("exit", code)
	// Output:
	// Acme's clients
	//
	// 1  acme/v1
	// 2  acme/v2
	//
	// rate limits and waits  1 2
	// 429-delta              ✓ ✓
	// 503-delta              ✓ ✓
	//
	// ✓ right   ≈ accepted, with a reason   ✗ wrong
	// ○ client returned no error   · not applicable
	//
	// answers: 4 right, 0 accepted, 0 wrong
	// no answer to check: 0 (client returned no error), 0 (not applicable)
	// laws: 40 of 40 kept
	// raw errors leaking secrets or content: 0 (4 more leak only the URL path)
	// raw errors without the status: 0 of 4; without the wait that the service named: 4 of 4
	// payloads leaking: 0
	// exit 0
}
