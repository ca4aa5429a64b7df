package clients_test

import (
	"context"
	"fmt"

	"github.com/errand-go/errand/conformance"
	"github.com/errand-go/errand/conformance/clients"
)

// The suites are values: limit one to the interesting faults, and run it.
func ExampleSuites() {
	for _, s := range clients.Suites() {
		s.Only = func(fault string) bool { return fault == "429-delta" }
		report, err := s.Report(context.Background())
		if err != nil {
			fmt.Println(err)
			return
		}
		answer := report.Faults[0]
		fmt.Println(s.Client, answer.Outcome, answer.Answer.Kind, report.Count(conformance.Failed))
	}
	// Output:
	// net/http passed UPSTREAM_RUNTIME_RATE_LIMIT 0
	// net/http/bare passed UPSTREAM_RUNTIME_RATE_LIMIT 0
	// retryablehttp/errand passed UPSTREAM_RUNTIME_RATE_LIMIT 0
	// retryablehttp/passthrough passed UPSTREAM_RUNTIME_RATE_LIMIT 0
	// retryablehttp/default passed UPSTREAM_RUNTIME_RATE_LIMIT 0
}
